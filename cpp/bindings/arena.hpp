// What every game offers Python for playing it with agents: native players, games with native and Python's own seats, matches.
#pragma once

#include "batch/match.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/playing.hpp"

namespace longroad::bindings {

// -- matches

// One column of the results as a NumPy array of T.
template <class T>
nb::object column(const batch::Column& c, const std::vector<batch::GameResult>& results, std::size_t agents) {
  std::vector<T> values;
  for (const batch::GameResult& r : results)
    for (std::size_t a = 0; a < (c.by_agent ? agents : 1); ++a) values.push_back(T(c.entry(r, r.agents[a])));
  std::vector<std::size_t> shape{results.size()};
  if (c.by_agent) shape.push_back(agents);
  return nb::cast(to_numpy(std::move(values), shape));
}

// All columns of batch::result_columns, by name.
inline nb::dict columns(const std::vector<batch::GameResult>& results, std::size_t agents) {
  nb::dict d;
  for (const batch::Column& c : batch::result_columns)
    d[c.name] = c.is_whole ? column<batch::i32>(c, results, agents) : column<float>(c, results, agents);
  return d;
}

template <class Arena>
void check_seats(const typename Arena::Setup& setup, std::size_t agents) {
  if (agents != std::size_t(setup.players()))
    throw nb::value_error(
        (std::to_string(agents) + " agents for a game of " + std::to_string(setup.players()) + " players").c_str());
}

// `keep` adds the start and the events of every game, as a record has them.
template <class Arena>
nb::dict play_blocks(const typename Arena::Setup& setup, const std::vector<typename Arena::Agent>& agents, u64 seed, u64 first,
                     int blocks, int threads, bool keep, const StopSource* stop) {
  check_seats<Arena>(setup, agents.size());
  const std::size_t games = std::size_t(blocks) * agents.size();
  std::vector<batch::GameResult> results(games);
  std::vector<batch::KeptGame> kept(keep ? games : 0);
  interruptible(
      [&](const StopToken& token) {
        ThreadPool pool(threads);
        batch::play_blocks<Arena>(setup, agents, seed, first, blocks, pool, token, results.data(), keep ? kept.data() : nullptr);
        return true;
      },
      stop);
  nb::dict d = columns(results, agents.size());
  std::vector<u64> signatures;
  for (const batch::GameResult& r : results) signatures.push_back(r.signature);
  d["signatures"] = nb::cast(to_numpy(std::move(signatures), {games}));
  nb::list list;
  for (const batch::KeptGame& game : kept)
    list.append(nb::make_tuple(game.start, events_text<typename Arena::Game>(game.events)));
  d["games"] = list;
  return d;
}

// -- a game with seats of both kinds

// T is the game's History. Python holds the game, the generators and the players; what is pointed to is kept alive.
// A seat is a native player with its generator, or somebody in Python, who may follow the game: what it is to be told waits in
// `sightings`.
template <class Arena, class T>
class SeatedGame {
 public:
  using G = typename Arena::Game;
  using Action = typename G::Action;
  using Native = typename Arena::Player;
  using View = typename Arena::View;

  struct Sighting {
    int seat;
    View before;
    Action event;
    View after;
  };

  SeatedGame(nb::object state, nb::object chance)
      : held_{state, chance}, game_(nb::cast<T&>(state)), chance_(chance.is_none() ? nullptr : &nb::cast<Rng&>(chance)) {}

  void seat_native(int seat, nb::object player, nb::object rng) {
    Native& native = nb::cast<Native&>(player);
    seats_.take(checked(seat), {&native, &nb::cast<Rng&>(rng)});
    thinks_ |= native.thinks();
    held_.push_back(player), held_.push_back(rng);
  }

  void seat_python(int seat, bool follows, bool open_hands, bool skips_forced) {
    guests_[std::size_t(checked(seat))] = {follows, open_hands, skips_forced};
    followed_ |= follows;
  }

  // Plays chance and the native players on, until somebody in Python has to decide (who: that is returned), has something to be
  // told, or the game is over.
  std::optional<int> run(const StopSource* stop) {
    if (!chance_) throw nb::value_error("no generator for chance was given");
    const auto on = [&](const StopToken& token) {
      std::optional<int> waits;
      play<G>(
          game_.state, *chance_,
          [&]() -> std::optional<Action> {
            if (const auto action = seats_.decide(game_.state, token)) return action;
            Guest& guest = guests_[std::size_t(G::actor(game_.state))];
            if (guest.skips_forced) {
              if (const auto only = G::only_action(game_.state)) return ++guest.skipped, only;
            }
            waits = G::actor(game_.state);
            return {};
          },
          [&](Action event) {
            happen(event, [&](Action a) { game_.play(a); });
            return sightings_.empty();
          });
      return waits;
    };
    return thinks_ ? interruptible(on, stop) : on({});
  }

  void apply(Action action) {
    happen(action, [&](Action a) { game_.play_checked(a); });
  }

  std::vector<Sighting> take_sightings() { return std::exchange(sightings_, {}); }
  u32 skipped(int seat) const { return guests_[std::size_t(checked(seat))].skipped; }

 private:
  struct Guest {
    bool follows = false, open_hands = false, skips_forced = false;
    u32 skipped = 0;
  };

  int checked(int seat) const {
    if (seat < 0 || seat >= G::players(game_.state)) throw nb::index_error("no such seat");
    return seat;
  }

  template <class Apply>
  void happen(Action event, Apply&& apply) {
    if (!followed_) return seats_.happen(game_.state, event, apply);
    const typename G::State before = game_.state;
    seats_.happen(game_.state, event, apply);
    for (int seat = 0; seat < G::players(before); ++seat)
      if (const Guest& guest = guests_[std::size_t(seat)]; guest.follows)
        sightings_.push_back({seat, Arena::view(before, seat, guest.open_hands),
                              Arena::seen(before, event, seat, guest.open_hands),
                              Arena::view(game_.state, seat, guest.open_hands)});
  }

  std::vector<nb::object> held_;
  T& game_;
  Rng* chance_;
  Seats<G, Native> seats_;
  std::array<Guest, std::size_t(G::max_players)> guests_{};
  std::vector<Sighting> sightings_;
  bool thinks_ = false, followed_ = false;
};

// Arena also names what somebody in Python is shown: View, view(state, seat, open_hands), seen(state, event, seat, open_hands);
// `to_python` makes an object of a View.
template <class Arena, class T, class ToPython>
void bind_seats(nb::module_& m, ToPython to_python) {
  using S = SeatedGame<Arena, T>;
  nb::class_<S>(m, "SeatedGame", "A game with native players and others; longroad.agents.Table makes it.")
      .def(nb::init<nb::object, nb::object>(), "state"_a, "chance"_a.none(),
           nb::sig("def __init__(self, state: State, chance: longroad._native.Rng | None) -> None"))
      .def("seat_native", &S::seat_native, "seat"_a, "player"_a, "rng"_a,
           nb::sig("def seat_native(self, seat: int, player: NativePlayer, rng: longroad._native.Rng) -> None"),
           "A native player, and the generator it draws from.")
      .def("seat_python", &S::seat_python, "seat"_a, "follows"_a, "open_hands"_a, "skips_forced"_a,
           "Somebody else decides there; `skips_forced`: who need not be asked where one action only is listed.")
      .def(
          "run", &S::run, "stop"_a.none() = nb::none(),
          "Plays chance and the native players on, until somebody in Python has to decide (who: that is returned), has something "
          "to be told, or the game is over.")
      .def("apply", &S::apply, "action"_a, "Carries out an action of somebody else, or an outcome; raises IllegalActionError.")
      .def(
          "take_sightings",
          [=](S& s) {
            nb::list list;
            for (const auto& seen : s.take_sightings())
              list.append(nb::make_tuple(seen.seat, to_python(seen.before), seen.event, to_python(seen.after)));
            return list;
          },
          nb::sig("def take_sightings(self) -> list[tuple[int, typing.Any, Action, typing.Any]]"),
          "What those in Python who follow the game are to be told: seat, view before, event, view after.")
      .def("skipped", &S::skipped, "seat"_a, "How many decisions of a seat were not asked for.");
}

// play_blocks and game_events.
template <class Arena>
void bind_matches(nb::module_& m, const char* agent) {
  const std::string agents = std::string("agents: Sequence[") + agent + "]";
  static const std::string blocks_sig = "def play_blocks(setup: Setup, " + agents +
                                        ", seed: int, first: int, blocks: int, threads: int, keep: bool, stop: "
                                        "longroad._native.Stop | None = None) -> dict[str, typing.Any]";
  m.def("play_blocks", &play_blocks<Arena>, "setup"_a, "agents"_a, "seed"_a, "first"_a, "blocks"_a, "threads"_a, "keep"_a,
        "stop"_a.none() = nb::none(), nb::sig(blocks_sig.c_str()),
        "Blocks of a match: the columns RESULT_COLUMNS, signatures, and with `keep` start and events of every game.");
  m.def(
      "game_events",
      [](const typename Arena::Setup& setup, const std::vector<typename Arena::Agent>& list, u64 seed, u64 block, int rotation) {
        check_seats<Arena>(setup, list.size());
        return interruptible([&](const StopToken& token) {
          batch::KeptGame kept;
          batch::play_game<Arena>(setup, list, {seed, block, rotation}, token, &kept);
          return std::pair(kept.start, kept.events);
        });
      },
      "setup"_a, "agents"_a, "seed"_a, "block"_a, "rotation"_a, "Start and events of one game of a match.");
}

}  // namespace longroad::bindings
