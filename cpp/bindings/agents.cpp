// Agents that play outside Python. longroad.agents names them and gives them their options.
#include <nanobind/stl/variant.h>

#include "batch/native_seats.hpp"
#include "bindings/common.hpp"
#include "bindings/interrupt.hpp"

namespace longroad::bindings {

namespace {

// A game in progress with its native seats. Python holds the game, too; what is pointed to is kept alive.
struct SeatedGame {
  nb::object held_state, held_chance;
  std::vector<nb::object> held_players, held_rngs;
  GameState& game;
  Rng& chance;
  batch::NativeSeats seats;

  SeatedGame(nb::object state, nb::object rng, std::vector<nb::object> players, std::vector<nb::object> rngs,
             const std::vector<bool>& skips)
      : held_state(std::move(state)),
        held_chance(std::move(rng)),
        held_players(std::move(players)),
        held_rngs(std::move(rngs)),
        game(nb::cast<GameState&>(held_state)),
        chance(nb::cast<Rng&>(held_chance)),
        seats(made(skips)) {}

  std::optional<int> run() {
    const auto on = [&] { return seats.run(game.state, chance, [&](Action a) { game.play(a); }), true; };
    seats.thinks() ? interruptible(on) : on();
    return game.state.is_over() ? std::nullopt : std::optional<int>(game.state.actor);
  }

  void apply(Action action) {
    seats.happen(game.state, action, [&](Action a) { game.play_checked(a); });
  }

 private:
  std::array<batch::NativeSeat, max_players> made(const std::vector<bool>& skips) const {
    const std::size_t n = std::size_t(game.state.players());
    if (held_players.size() != n || held_rngs.size() != n || skips.size() != n) throw nb::value_error("one entry a seat");
    std::array<batch::NativeSeat, max_players> all{};
    for (std::size_t i = 0; i < n; ++i) {
      all[i].skips_forced = skips[i];
      if (held_players[i].is_none()) continue;
      all[i].player = &nb::cast<NativePlayer&>(held_players[i]);
      all[i].rng = &nb::cast<Rng&>(held_rngs[i]);
    }
    return all;
  }
};

void bind_native_seats(nb::module_& m) {
  nb::class_<SeatedGame>(m, "SeatedGame", "A game in which native players take some seats.")
      .def(
          "__init__",
          [](SeatedGame* s, nb::object state, nb::object chance, std::vector<nb::object> players, std::vector<nb::object> rngs,
             const std::vector<bool>& skips_forced) {
            new (s) SeatedGame(state, chance, std::move(players), std::move(rngs), skips_forced);
          },
          "state"_a, "chance"_a, "players"_a, "rngs"_a, "skips_forced"_a,
          nb::sig("def __init__(self, state: State, chance: Rng, players: Sequence[NativePlayer | None], rngs: Sequence[Rng | "
                  "None], skips_forced: Sequence[bool]) -> None"),
          "A player and its generator a seat, None for a seat that somebody else decides for; `skips_forced` if that one need "
          "not be asked where one action only is listed (discards apart).")
      .def("run", &SeatedGame::run,
           "Plays chance and the native players on, until somebody else has to decide: who; None if the game is over.")
      .def("apply", &SeatedGame::apply, "action"_a,
           "Carries out an action of somebody else and tells the players that follow; raises IllegalActionError.")
      .def(
          "apply", [](SeatedGame& s, const std::string& text) { s.apply(read_action(text)); }, "action"_a,
          "The same for an action as text; raises NotationError if it is none.")
      .def(
          "skipped",
          [](const SeatedGame& s, int seat) {
            if (seat < 0 || seat >= s.game.state.players()) throw nb::index_error("no such seat");
            return s.seats[seat].skipped;
          },
          "seat"_a, "How many decisions of a seat were not asked for.");
}

}  // namespace

void bind_agents(nb::module_& m) {
  nb::class_<NativeAgent>(m, "NativeAgent", "An agent that plays whole matches outside Python.")
      .def(
          "__init__",
          [](NativeAgent* a, decltype(NativeAgent::how) how, bool open_hands, int opening_games) {
            if (opening_games < 0) throw nb::value_error("opening_games must be at least 0");
            new (a) NativeAgent{std::move(how), open_hands, opening_games};
          },
          "how"_a.noconvert(), "open_hands"_a = false, "opening_games"_a = 0,
          "From its settings, or the policy that draws its moves. With `open_hands` it is shown all resource hands; it chooses "
          "the set-up by `opening_games` games per decision, unless 0 or it draws.")
      .def_ro("how", &NativeAgent::how, "A copy of its settings, or its policy.")
      .def_ro("open_hands", &NativeAgent::open_hands)
      .def_ro("opening_games", &NativeAgent::opening_games);
  nb::class_<NativePlayer>(m, "NativePlayer", "A native agent in one game.")
      .def(
          "__init__",
          [](NativePlayer* p, const NativeAgent& agent, const Rules& rules, int seat) {
            new (p) NativePlayer(agent, rules, seat);
          },
          "agent"_a, "rules"_a, "seat"_a)
      .def_prop_ro("follows", &NativePlayer::follows,
                   "Whether it wants to be told what happens: it counts cards or keeps a tree.")
      .def(
          "observe", [](NativePlayer& p, const View& before, Action seen, const View& after) { p.observe(before, seen, after); },
          "before"_a, "event"_a, "after"_a, "An event as its player saw it, with the views before and after.")
      .def_prop_ro(
          "belief", [](const NativePlayer& p) { return p.belief(); }, "What it knows by counting; a copy.")
      .def_prop_ro(
          "chance", [](const NativePlayer& p) { return p.chance() < 0 ? std::nullopt : std::optional(p.chance()); },
          "The chance to win that a tree search saw behind its last move; None without a search.")
      .def_prop_ro("decisions", &NativePlayer::decisions, "Decisions it made without being asked from Python.")
      .def_prop_ro("seconds", &NativePlayer::seconds, "CPU time of those; 0 if it draws its moves.")
      .def_prop_ro("nodes", &NativePlayer::nodes, "The size of the trees it keeps; 0 without a tree search.")
      .def(
          "choose",
          [](NativePlayer& p, const View& view, Rng& rng) { return interruptible([&] { return p.choose(view, rng); }); },
          "view"_a, "rng"_a, "A move for the viewer; not of an agent that draws.");
  bind_native_seats(m);
}

}  // namespace longroad::bindings
