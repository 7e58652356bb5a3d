// The vector environment.
#include "batch/vector_env.hpp"

#include "bindings/common.hpp"
#include "bindings/interrupt.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The environment and the caller's arrays; Python keeps the arrays alive.
struct Env {
  std::unique_ptr<VectorEnvBase> games;
  Buffers buffers{};

  void check_ready() const {
    if (!games->is_ready()) throw std::runtime_error("an interrupt ended the last step halfway: reset() the environment");
  }
};

// A game and its seats; None where the caller decides.
using Seats = std::pair<int, std::vector<std::optional<NativeAgent>>>;
// A game and who advises the caller there.
using Adviser = std::pair<int, NativeAgent>;

template <class Codec, class Encoding>
std::unique_ptr<VectorEnvBase> make_env(const Rules& rules, const BoardSource& source, int games, u64 seed, int threads,
                                        bool skip_forced, const std::vector<Seats>& seated,
                                        const std::vector<Adviser>& advisers) {
  std::map<int, GuestList> guests;
  const auto list_of = [&](int game) -> GuestList& {
    if (game < 0 || game >= games) throw nb::index_error("no such game");
    return guests[game];
  };
  for (const auto& [game, seats] : seated) {
    auto& seating = list_of(game).seats;
    if (seats.size() != rules.players) throw nb::value_error("one entry a seat");
    int callers = 0;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) callers += !(seating[seat] = seats[seat]).has_value();
    if (callers == 0) throw nb::value_error("no seat is left to the caller");
  }
  for (const auto& [game, agent] : advisers) list_of(game).adviser = agent;
  return std::make_unique<VectorEnv<Space<Codec, Encoding>>>(rules, source, games, seed, threads, skip_forced, guests);
}

// Calls work() without the GIL. Native players may think for long, so an interrupt ends their searches.
template <class Work>
int released(const Env& e, Work&& work) {
  if (e.games->has_guests()) return interruptible(work);
  nb::gil_scoped_release released;
  return work(StopToken{});
}

void use_buffers(Env& e, Rows<u8> observation, Rows<u8> mask, Column<u8> actor, Rows<float> rewards, Column<u8> done,
                 Column<std::int8_t> winner, Rows<u8> points, Column<std::int32_t> turns) {
  const std::size_t n = std::size_t(e.games->games()), players = std::size_t(e.games->players());
  const bool fits = observation.shape(0) == n && int(observation.shape(1)) == e.games->observation() && mask.shape(0) == n &&
                    int(mask.shape(1)) == e.games->actions() && actor.shape(0) == n && rewards.shape(0) == n &&
                    rewards.shape(1) == players && done.shape(0) == n && winner.shape(0) == n && points.shape(0) == n &&
                    points.shape(1) == players && turns.shape(0) == n;
  if (!fits) throw nb::value_error("an array has the wrong shape");
  e.buffers = {observation.data(), mask.data(),   actor.data(),  rewards.data(),
               done.data(),        winner.data(), points.data(), turns.data()};
}

}  // namespace

void bind_vector_env(nb::module_& m) {
  nb::class_<Env>(m, "VectorEnv", "Many games at once; longroad.catan.VectorEnv makes the arrays.")
      .def(
          "__init__",
          [](Env* e, const Rules& rules, const BoardSource& source, const std::string& space, const std::string& encoding,
             int games, u64 seed, int threads, bool skip_forced, const std::vector<Seats>& tables,
             const std::vector<Adviser>& advisers) {
            const auto make = space == "general"      ? make_env<GeneralCodec, GeneralEncoding>
                              : encoding == "general" ? make_env<GendreCodec, GeneralEncoding>
                                                      : make_env<GendreCodec, GendreEncoding>;
            new (e) Env{make(rules, source, games, seed, threads, skip_forced, tables, advisers)};
          },
          "rules"_a, "source"_a, "space"_a, "encoding"_a, "games"_a, "seed"_a, "threads"_a, "skip_forced"_a, "tables"_a,
          "advisers"_a)
      .def_prop_ro("actions", [](const Env& e) { return e.games->actions(); })
      .def_prop_ro("observation", [](const Env& e) { return e.games->observation(); })
      .def("use_buffers", &use_buffers, "observation"_a, "mask"_a, "actor"_a, "rewards"_a, "done"_a, "winner"_a, "points"_a,
           "turns"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(),
           nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(), nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>())
      .def("reset",
           [](Env& e) {
             released(e, [&](const StopToken& stop) {
               e.games->reset(e.buffers, stop);
               return 0;
             });
           })
      .def(
          "step",
          [](Env& e, Column<const std::int32_t> actions) {
            if (int(actions.shape(0)) != e.games->games()) throw nb::value_error("one action a game");
            e.check_ready();
            return released(e, [&](const StopToken& stop) { return e.games->step(actions.data(), e.buffers, stop); });
          },
          "actions"_a)
      .def(
          "sample",
          [](Env& e, Column<std::int32_t> actions) {
            if (int(actions.shape(0)) != e.games->games()) throw nb::value_error("one action a game");
            e.check_ready();
            nb::gil_scoped_release released;
            e.games->sample(actions.data());
          },
          "actions"_a)
      .def(
          "advise",
          [](Env& e, Column<std::int32_t> advice) {
            if (int(advice.shape(0)) != e.games->games()) throw nb::value_error("one entry a game");
            e.check_ready();
            released(e, [&](const StopToken& stop) {
              e.games->advise(advice.data(), stop);
              return 0;
            });
          },
          "advice"_a)
      .def_prop_ro("saved_bytes", [](const Env& e) { return e.games->saved_bytes(); })
      .def_prop_ro("has_opponents", [](const Env& e) { return e.games->has_guests(); })
      .def(
          "save",
          [](const Env& e, Column<u8> out) {
            if (out.shape(0) != e.games->saved_bytes()) throw nb::value_error("the array has the wrong size");
            e.check_ready();
            e.games->save(out.data());
          },
          "out"_a)
      .def(
          "restore",
          [](Env& e, Column<const u8> saved) {
            if (saved.shape(0) != e.games->saved_bytes()) throw nb::value_error("the array has the wrong size");
            return e.games->restore(saved.data(), e.buffers);
          },
          "saved"_a)
      .def(
          "state_of",
          [](const Env& e, int game) {
            if (game < 0 || game >= e.games->games()) throw nb::index_error("no such game");
            const State& s = e.games->state(game);
            GameState g(s.rules, s.board, s.first_robber);
            g.state = s;
            return g;
          },
          "game"_a);
}

}  // namespace longroad::bindings
