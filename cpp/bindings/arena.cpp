// Playing with agents, for both games: see arena.hpp.
#include "bindings/arena.hpp"

#include "bindings/batch_sizes.hpp"
#include "bindings/skirmish_state.hpp"
#include "catan/players/agent.hpp"
#include "skirmish/players/player.hpp"

namespace longroad::bindings {

namespace {

struct CatanSeats : CatanArena {
  using View = catan::View;
  static View view(const State& s, int seat, bool open_hands) { return View(s, seat, open_hands); }
  static Action seen(const State& before, Action event, int seat, bool open_hands) {
    return seen_by(before, event, seat, open_hands);
  }
};

// All cards are open: what a player is shown is the state.
struct SkirmishSeats : skirmish::SkirmishArena {
  using View = skirmish::State;
  static View view(const View& s, int, bool) { return s; }
  static skirmish::Action seen(const View&, skirmish::Action event, int, bool) { return event; }
};

template <class AnySetup>
std::string drawn(const AnySetup& setup, Rng& chance) {
  return AnySetup::text(setup.start(chance));
}

void bind_catan(nb::module_& m) {
  nb::class_<Setup>(m, "Setup", "How games of Catan begin: by which rules, on which boards.")
      .def(
          "__init__", [](Setup* s, const Rules& rules, const BoardSource& boards) { new (s) Setup{rules, boards}; }, "rules"_a,
          "boards"_a)
      .def("draw", &drawn<Setup>, "chance"_a, "What a record says of the first position; `chance` then is at the game's own.");
  nb::class_<NativePlayer>(m, "NativePlayer", "A native agent in one game.")
      .def(
          "__init__",
          [](NativePlayer* p, const NativeAgent& agent, const Rules& rules, int seat) {
            if (seat < 0 || seat >= rules.players) throw nb::index_error("no such seat");
            new (p) NativePlayer(agent, rules, seat);
          },
          "agent"_a, "rules"_a, "seat"_a)
      .def_prop_ro(
          "follows", [](const NativePlayer& p) { return p.follows(); },
          "Whether it wants to be told what happens: it counts cards or keeps a tree.")
      .def(
          "observe", [](NativePlayer& p, const View& before, Action seen, const View& after) { p.observe(before, seen, after); },
          "before"_a, "event"_a, "after"_a, "An event as its player saw it, with the views before and after.")
      .def_prop_ro(
          "belief", [](const NativePlayer& p) { return p.belief(); }, "What it knows by counting; a copy.")
      .def_prop_ro(
          "win_probability",
          [](const NativePlayer& p) { return p.win_probability() < 0 ? std::nullopt : std::optional(p.win_probability()); },
          "Of its player, as a tree search saw it behind the last move; None without a search.")
      .def_prop_ro(
          "found",
          [](const NativePlayer& p) {
            std::vector<std::tuple<Action, double, u64, double>> moves;
            for (const auto& one : p.found()) moves.emplace_back(one.move, one.policy, one.visits, one.win_probability());
            return moves;
          },
          "What a tree search found behind the last move, most visits first: move, improved policy, visits, mean win "
          "probability; empty without a search.")
      .def_prop_ro("decisions", &NativePlayer::decisions, "Decisions it made.")
      .def_prop_ro("seconds", &NativePlayer::seconds, "CPU time of those; 0 if it draws its moves.")
      .def_prop_ro("nodes", &NativePlayer::nodes, "The size of the trees it keeps; 0 without a tree search.")
      .def_prop_ro(
          "batch_sizes", [](const NativePlayer& p) { return to_dict(p.batch_sizes()); },
          nb::sig("def batch_sizes(self, /) -> dict[int, int]"),
          "How many leaves its tree search computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.")
      .def(
          "choose",
          [](NativePlayer& p, const View& view, Rng& rng, const StopSource* stop) {
            require_decision(view.public_state(), view.public_state().actor, view.viewer());
            if (!p.thinks()) return p.choose(view, rng, {});
            return interruptible([&](const StopToken& token) { return p.choose(view, rng, token); }, stop);
          },
          "view"_a, "rng"_a, "stop"_a.none() = nb::none(),
          "A move for the viewer. Raises StoppedError, and IllegalActionError where it does not decide.");
  bind_seats<CatanSeats, GameState>(m, [](const View& view) { return nb::cast(view); });
  bind_matches<CatanSeats>(m, "NativeAgent");
}

void bind_skirmish_arena(nb::module_& m) {
  nb::class_<skirmish::Setup>(m, "Setup", "How games of Skirmish begin: by which rules.")
      .def(
          "__init__", [](skirmish::Setup* s, const skirmish::Rules& rules) { new (s) skirmish::Setup{rules}; }, "rules"_a)
      .def("draw", &drawn<skirmish::Setup>, "chance"_a,
           "What a record says of the first position: nothing, all games begin alike.");
  bind_seats<SkirmishSeats, SkirmishState>(m, [](const skirmish::State& s) { return nb::cast(SkirmishState(s)); });
  bind_matches<SkirmishSeats>(m, "PlayerSettings");
}

}  // namespace

void bind_arena(nb::module_& m, nb::module_& skirmish) {
  m.def(
      "result_columns",
      [] {
        std::vector<std::tuple<std::string, std::string, bool>> table;
        for (const batch::Column& c : batch::result_columns)
          table.emplace_back(c.name, c.is_whole ? "int32" : "float32", c.by_agent);
        return table;
      },
      "The columns of a match's results: name, type, whether there is an entry per agent.");
  bind_catan(m);
  bind_skirmish_arena(skirmish);
}

}  // namespace longroad::bindings
