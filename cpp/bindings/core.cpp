// What all games share: stopping long work, and the derivation of generators.
#include "bindings/common.hpp"
#include "core/seeds.hpp"
#include "core/stop.hpp"

namespace longroad::bindings {

namespace {

void bind_stop(nb::module_& m) {
  nb::class_<StopSource>(m, "Stop", "Ends the native work it was given to, from any thread.")
      .def(nb::init<>())
      .def("stop", &StopSource::request_stop, "Work that was given this ends soon, by raising StoppedError.")
      .def_prop_ro("is_stopped", &StopSource::stop_requested, "Whether stop() was called.");
}

void bind_seeds(nb::module_& m) {
  nb::class_<MatchSeeds>(m, "MatchSeeds", "The generators of one game of a match.")
      .def(
          "__init__", [](MatchSeeds* s, u64 seed, u64 block, int rotation) { new (s) MatchSeeds{seed, block, rotation}; },
          "seed"_a, "block"_a, "rotation"_a)
      .def("chance", &MatchSeeds::chance, "Draws the board, then all chance; the same for all rotations.")
      .def("seat", &MatchSeeds::seat, "seat"_a, "What the agent of a seat draws from.");
  nb::class_<GameSeeds>(m, "GameSeeds", "The generators of a game by itself.")
      .def(
          "__init__", [](GameSeeds* s, u64 seed) { new (s) GameSeeds{seed}; }, "seed"_a)
      .def("setup", &GameSeeds::setup, "Draws the board, or the deal.")
      .def("chance", &GameSeeds::chance, "All other chance.")
      .def("games", &GameSeeds::games, "Draws the seeds of the games after it.");
  m.def("mixed", &mixed, "total"_a, "value"_a, "A hash with one more value mixed in.");
  m.def(
      "chained",
      [](const nb::ndarray<const u64, nb::ndim<1>, nb::c_contig, nb::device::cpu>& values) {
        u64 total = 0;
        for (std::size_t i = 0; i < values.shape(0); ++i) total = mixed(total, values(i));
        return total;
      },
      "values"_a, "A hash of several values, in their order.");
}

}  // namespace

void bind_core(nb::module_& m) {
  bind_stop(m);
  bind_seeds(m);
}

}  // namespace longroad::bindings
