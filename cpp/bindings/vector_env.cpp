// The vector environment.
#include "batch/vector_env.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>

#include "bindings/common.hpp"
#include "bindings/interrupt.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Array = nb::ndarray<nb::c_contig, nb::device::cpu>;

// The environment and the caller's arrays.
struct Env {
  std::unique_ptr<VectorEnvBase> games;
  Buffers buffers{};
  std::vector<Array> arrays{};  // kept alive

  void check_ready() const {
    if (!games->is_ready()) throw std::runtime_error("an interrupt ended the last step halfway: reset() the environment");
  }
};

// A game and its seats; None where the caller decides.
using Seats = std::pair<int, std::vector<std::optional<NativeAgent>>>;
// A game and who advises the caller there.
using Adviser = std::pair<int, NativeAgent>;

std::map<int, GuestList> guests_of(const Rules& rules, int games, const std::vector<Seats>& seated,
                                   const std::vector<Adviser>& advisers) {
  std::map<int, GuestList> guests;
  const auto list_of = [&](int game) -> GuestList& {
    if (game < 0 || game >= games) throw nb::index_error("no such game");
    return guests[game];
  };
  for (const auto& [game, seats] : seated) {
    auto& seating = list_of(game).seats;
    if (seats.size() != rules.players) throw nb::value_error("one entry per seat");
    int callers = 0;
    for (std::size_t seat = 0; seat < seats.size(); ++seat) callers += !(seating[seat] = seats[seat]).has_value();
    if (callers == 0) throw nb::value_error("no seat is left to the caller");
  }
  for (const auto& [game, agent] : advisers) list_of(game).adviser = agent;
  return guests;
}

// Calls work(space) for each pair of codec and encoding.
template <class Work>
void each_space(Work&& work) {
  std::apply([&](auto... spaces) { (work(spaces), ...); }, Spaces{});
}

template <class... Arguments>
std::unique_ptr<VectorEnvBase> make_env(const Codec& codec, const Encoding& encoding, const Arguments&... arguments) {
  std::unique_ptr<VectorEnvBase> made;
  each_space([&]<class S>(S) {
    if (S::codec == &codec && S::encoding == &encoding) made = std::make_unique<VectorEnv<S>>(arguments...);
  });
  if (!made)
    throw nb::value_error(
        ("encoding '" + std::string(encoding.name) + "' does not go with codec '" + std::string(codec.name) + "'").c_str());
  return made;
}

int width_of(const VectorEnvBase& games, Width width) {
  switch (width) {
    case Width::One: return 1;
    case Width::Players: return games.players();
    case Width::Observation: return games.observation();
    case Width::Actions: return games.actions();
  }
  throw std::logic_error("an array of unknown width");
}

std::vector<std::size_t> shape_of(const VectorEnvBase& games, const EnvArray& array) {
  std::vector<std::size_t> shape{std::size_t(games.games())};
  if (array.width != Width::One) shape.push_back(std::size_t(width_of(games, array.width)));
  return shape;
}

// Name, NumPy type and shape of every array.
nb::list declared(const Env& e) {
  nb::list list;
  for (const EnvArray& array : env_arrays)
    list.append(
        nb::make_tuple(std::string(array.name), std::string(array.dtype), nb::tuple(nb::cast(shape_of(*e.games, array)))));
  return list;
}

// Calls work() without the GIL. Native players may think for long, so an interrupt ends their searches.
template <class Work>
int released(const Env& e, Work&& work) {
  if (e.games->has_guests()) return interruptible(work);
  nb::gil_scoped_release released;
  return work(StopToken{});
}

// Takes the arrays of all names; ValueError if one is missing or has another type or shape.
void use_buffers(Env& e, const nb::dict& given) {
  Buffers buffers{};
  std::vector<Array> arrays;
  for (const EnvArray& declared : env_arrays) {
    const std::string name(declared.name);
    const auto wrong = [&] {
      return nb::value_error(("array '" + name + "' is missing or has the wrong type or shape").c_str());
    };
    if (!given.contains(name.c_str())) throw wrong();
    const nb::object object = given[name.c_str()];
    Array array;
    if (!nb::try_cast(object, array, false) || nb::cast<std::string>(object.attr("dtype").attr("name")) != declared.dtype)
      throw wrong();
    const std::vector<std::size_t> shape = shape_of(*e.games, declared);
    if (array.ndim() != shape.size()) throw wrong();
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (array.shape(i) != shape[i]) throw wrong();
    declared.use(buffers, array.data());
    arrays.push_back(std::move(array));
  }
  e.buffers = buffers;
  e.arrays = std::move(arrays);
}

}  // namespace

void bind_vector_env(nb::module_& m) {
  nb::class_<Rewards>(m, "Rewards",
                      "What the end of a game brings: to the winner `win`, to the others `loss`, and to each player `point` for "
                      "every point ahead of the mean of the others. Without a winner all get the mean of one win and the losses.")
      .def(nb::init<double, double, double>(), "win"_a, "loss"_a, "point"_a = 0.0)
      .def_static("zero_sum", &Rewards::zero_sum, "players"_a, "As State.returns(): 1 for the winner, the others share -1.")
      .def_ro("win", &Rewards::win)
      .def_ro("loss", &Rewards::loss)
      .def_ro("point", &Rewards::point);
  m.attr("SPACES") = [] {
    nb::list pairs;
    each_space([&]<class S>(S) { pairs.append(nb::make_tuple(std::string(S::codec->name), std::string(S::encoding->name))); });
    return nb::tuple(pairs);
  }();
  nb::class_<Env>(m, "VectorEnv", "Many games at once; longroad.catan.VectorEnv makes the arrays.")
      .def(
          "__init__",
          [](Env* e, const Rules& rules, const BoardSource& source, const Codec& codec, const Encoding& encoding,
             const Rewards& rewards, int games, u64 seed, int threads, bool skip_forced, const std::vector<Seats>& tables,
             const std::vector<Adviser>& advisers, std::shared_ptr<Networks> critic) {
            if (critic && !critic->knows(rules.players)) throw nb::value_error("the critic does not know this number of players");
            new (e) Env{make_env(codec, encoding, rules, source, rewards, games, seed, threads, skip_forced,
                                 guests_of(rules, games, tables, advisers), std::shared_ptr<const Networks>(critic))};
          },
          "rules"_a, "source"_a, "codec"_a, "encoding"_a, "rewards"_a, "games"_a, "seed"_a, "threads"_a, "skip_forced"_a,
          "tables"_a, "advisers"_a, "critic"_a.none() = nb::none())
      .def_prop_ro("actions", [](const Env& e) { return e.games->actions(); })
      .def_prop_ro("observation", [](const Env& e) { return e.games->observation(); })
      .def_prop_ro("arrays", &declared, nb::sig("def arrays(self, /) -> list[tuple[str, str, tuple[int, ...]]]"),
                   "Name, type and shape of every array it writes into.")
      .def("use_buffers", &use_buffers, "arrays"_a,
           nb::sig("def use_buffers(self, arrays: dict[str, numpy.typing.NDArray[numpy.generic]]) -> None"),
           "From now on it writes into these arrays, by name.")
      .def(
          "reset",
          [](Env& e) {
            released(e, [&](const StopToken& stop) {
              e.games->reset(e.buffers, stop);
              return 0;
            });
          },
          "Begins all games anew.")
      .def(
          "step",
          [](Env& e, Column<const std::int32_t> actions) {
            if (int(actions.shape(0)) != e.games->games()) throw nb::value_error("one action per game");
            e.check_ready();
            return released(e, [&](const StopToken& stop) { return e.games->step(actions.data(), e.buffers, stop); });
          },
          "actions"_a, "Plays an index per game; the first game where it is illegal, or -1.")
      .def(
          "sample",
          [](Env& e, Column<std::int32_t> actions) {
            if (int(actions.shape(0)) != e.games->games()) throw nb::value_error("one action per game");
            e.check_ready();
            nb::gil_scoped_release released;
            e.games->sample(actions.data());
          },
          "actions"_a, "Writes a legal index per game, each equally likely.")
      .def(
          "advise",
          [](Env& e, Column<std::int32_t> advice) {
            if (int(advice.shape(0)) != e.games->games()) throw nb::value_error("one entry per game");
            e.check_ready();
            released(e, [&](const StopToken& stop) {
              e.games->advise(advice.data(), stop);
              return 0;
            });
          },
          "advice"_a, "Writes the index that each game's adviser would choose, or -1.")
      .def_prop_ro("saved_bytes", [](const Env& e) { return e.games->saved_bytes(); })
      .def_prop_ro("has_opponents", [](const Env& e) { return e.games->has_guests(); })
      .def(
          "save",
          [](const Env& e, Column<u8> out) {
            if (out.shape(0) != e.games->saved_bytes()) throw nb::value_error("the array has the wrong size");
            e.check_ready();
            e.games->save(out.data());
          },
          "out"_a, "Writes all games with their generators, `saved_bytes` of them.")
      .def(
          "restore",
          [](Env& e, Column<const u8> saved) {
            if (saved.shape(0) != e.games->saved_bytes()) throw nb::value_error("the array has the wrong size");
            return e.games->restore(saved.data(), e.buffers);
          },
          "saved"_a, "Goes on from saved games; False if they do not fit.")
      .def(
          "state_of",
          [](const Env& e, int game) {
            if (game < 0 || game >= e.games->games()) throw nb::index_error("no such game");
            const State& s = e.games->state(game);
            GameState g(s.rules, s.board, s.first_robber);
            g.state = s;
            return g;
          },
          "game"_a, "A copy of a game as it stands.");
}

}  // namespace longroad::bindings
