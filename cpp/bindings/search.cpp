// The searches, and the players made of them. longroad.search gives them their Python faces.
#include "bindings/interrupt.hpp"
#include "bindings/skirmish_state.hpp"
#include "catan/players/expectimax.hpp"
#include "skirmish/players/player.hpp"

namespace longroad::bindings {

namespace {

// Answers, as longroad.search.Answer reads them.
template <class Move>
nb::dict figures(const search::Answer<Move>& a) {
  nb::dict d;
  d["value"] = a.value;
  d["best"] = a.best.empty() ? nb::object(nb::none()) : nb::cast(a.best.front());
  d["depth"] = a.depth;
  d["complete"] = a.complete;
  d["nodes"] = a.counters.nodes;
  d["leaves"] = a.counters.leaves;
  d["cuts"] = a.counters.cuts;
  d["hits"] = a.counters.hits;
  d["seconds"] = a.seconds;
  return d;
}

// -- Catan

void bind_catan(nb::module_& m) {
  nb::class_<ExpectimaxPlayer>(m, "CatanSearch", "Expectiminimax on Catan.")
      .def(nb::init<const ExpectimaxSettings&>(), "settings"_a)
      .def(
          "search",
          [](ExpectimaxPlayer& p, const GameState& g, int player, const StopSource* stop) {
            return figures(interruptible([&](const StopToken& token) { return p.search(g.state, player, token); }, stop));
          },
          "state"_a, "player"_a, "stop"_a.none() = nb::none(),
          nb::sig(
              "def search(self, state: State, player: int, stop: longroad._native.Stop | None = None) -> dict[str, typing.Any]"),
          "The value of a full position for a player.");
  m.def(
      "representatives",
      [](const GameState& g, bool clusters, int classes) {
        std::vector<std::pair<std::string, Action>> list;
        if (g.state.is_chance() || g.state.is_over()) return list;
        const auto write = [&](const auto& found_in) {
          std::array<search::Representative<Action>, std::size_t(max_clusters)> found;
          const int n = found_in.representatives(g.state, found);
          for (int i = 0; i < n; ++i) list.emplace_back(found_in.name(found[std::size_t(i)].of), found[std::size_t(i)].move);
        };
        const Purposes purposes{BoardWorth::of(g.state.board)};
        if (clusters)
          write(MoveClusters{purposes.board, classes});
        else
          write(purposes);
        return list;
      },
      "state"_a, "clusters"_a, "classes"_a, "The representative moves of a position, with the names of their classes.");
  m.def(
      "evaluate",
      [](const GameState& g, int player) { return catan::evaluate(g.state, player, BoardWorth::of(g.state.board, {})); },
      "state"_a, "player"_a, "The positional evaluation that searches use.");
}

// -- Skirmish

using skirmish::PlayerSettings;

void bind_skirmish_players(nb::module_& m) {
  using skirmish::Player;
  nb::class_<Player>(m, "NativePlayer", "A native agent in one game.")
      .def(
          "__init__",
          [](Player* p, const PlayerSettings& agent, const skirmish::Rules& rules, int seat) {
            if (seat < 0 || seat >= skirmish::player_count) throw nb::index_error("no such seat");
            new (p) Player(agent, rules, seat);
          },
          "agent"_a, "rules"_a, "seat"_a)
      .def_prop_ro(
          "follows", [](const Player& p) { return p.follows(); }, "Whether it wants to be told what happens: it does not.")
      .def_prop_ro("decisions", &Player::decisions, "Decisions it made.")
      .def_prop_ro("seconds", &Player::seconds, "CPU time of those; 0 if it draws its moves.")
      .def(
          "choose",
          [](Player& p, const SkirmishState& s, Rng& rng, const StopSource* stop) {
            require_decision(s.state, s.state.current, p.seat());
            return interruptible([&](const StopToken& token) { return p.choose(s.state, rng, token); }, stop);
          },
          "state"_a, "rng"_a, "stop"_a.none() = nb::none(),
          nb::sig(
              "def choose(self, state: State, rng: longroad._native.Rng, stop: longroad._native.Stop | None = None) -> Action"),
          "A move for its player. Raises StoppedError, and IllegalActionError where its player does not decide.")
      .def(
          "search",
          [](Player& p, const SkirmishState& s, int player, const StopSource* stop) {
            if (!p.is_expectimax()) throw nb::value_error("only expectiminimax gives values");
            return figures(interruptible([&](const StopToken& token) { return p.search(s.state, player, token); }, stop));
          },
          "state"_a, "player"_a, "stop"_a.none() = nb::none(),
          nb::sig(
              "def search(self, state: State, player: int, stop: longroad._native.Stop | None = None) -> dict[str, typing.Any]"),
          "The value of a position for a player of expectiminimax.");
  m.def(
      "representatives",
      [](const SkirmishState& g, bool clusters, int classes) {
        using skirmish::AverageModel, skirmish::Classes;
        std::vector<std::tuple<std::string, std::array<double, 3>, skirmish::Action>> list;
        if (g.state.phase != skirmish::Phase::Place) return list;
        const AverageModel model = AverageModel::at(g.state, clusters ? Classes::Clusters : Classes::Aspects, classes);
        std::array<search::Representative<skirmish::Action>, std::size_t(skirmish::max_classes)> found;
        const int n = model.representatives(g.state, found);
        for (int i = 0; i < n; ++i) {
          const auto& r = found[std::size_t(i)];
          const skirmish::Values& v = model.cards.of(g.state.current, r.move.card());
          const double unit = model.unit;
          list.emplace_back(model.name(r.of), std::array<double, 3>{v.fight / unit, v.heal / unit, v.attack / unit},
                            model.real_move(g.state, r.move));
        }
        return list;
      },
      "state"_a, "clusters"_a, "classes"_a,
      "The representatives of a placement: class, average values (fight, heal, attack), and the move that is played for it.");
}

}  // namespace

void bind_search(nb::module_& m, nb::module_& skirmish) {
  bind_catan(m);
  bind_skirmish_players(skirmish);
}

}  // namespace longroad::bindings
