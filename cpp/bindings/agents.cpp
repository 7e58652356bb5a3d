// Agents that play outside Python. longroad.agents names them and gives them their options.
#include "bindings/common.hpp"
#include "catan/players/agent.hpp"

namespace longroad::bindings {

namespace {

BargainSettings bargain_settings(int offers, bool coin) {
  BargainSettings b;
  b.offers = offers;
  b.partner = coin ? Partner::Coin : Partner::Judging;
  return b;
}

void bind_settings(nb::module_& m) {
  nb::class_<MctsSettings>(m, "MctsSettings", "How a tree search plays; longroad.agents.mcts makes it.")
      .def(
          "__init__",
          [](MctsSettings* s, u64 simulations, double seconds, bool priors, float exploration, float widening, int leaf,
             int policy, int turns, bool bank_trades, int trading, int tree_value, int offers, bool coin, bool reuse, int threads,
             double race, int longest) {
            new (s) MctsSettings;
            s->search.simulations = simulations;
            s->search.seconds = seconds;
            s->search.priors = s->moves.priors = priors;
            s->search.exploration = exploration;
            s->search.widening = widening;
            s->leaf.how = Leaf(leaf);
            s->leaf.policy = Policy(policy);
            s->leaf.turns = turns;
            s->moves.bank_trades = bank_trades;
            s->trading = Trading(trading);
            s->tree_value = TreeValue(tree_value);
            s->bargain = bargain_settings(offers, coin);
            s->reuse = reuse;
            s->threads = threads;
            s->leaf.race = race;
            s->leaf.longest = longest;
          },
          nb::kw_only(), "simulations"_a, "seconds"_a, "priors"_a, "exploration"_a, "widening"_a, "leaf"_a, "policy"_a, "turns"_a,
          "bank_trades"_a, "trading"_a, "tree_value"_a, "offers"_a, "coin"_a, "reuse"_a, "threads"_a, "race"_a, "longest"_a);
  nb::class_<PlannerSettings>(m, "PlannerSettings", "How a planner plays; longroad.agents.planner makes it.")
      .def(
          "__init__",
          [](PlannerSettings* s, int beam, int steps, double race, int offers, bool coin) {
            new (s) PlannerSettings;
            s->beam = beam;
            s->steps = steps;
            s->judge.race = race;
            s->bargain = bargain_settings(offers, coin);
          },
          nb::kw_only(), "beam"_a, "steps"_a, "race"_a, "offers"_a, "coin"_a);
}

}  // namespace

void bind_agents(nb::module_& m) {
  bind_settings(m);
  nb::class_<NativeAgent>(m, "NativeAgent", "An agent that plays whole matches outside Python.")
      .def_static(
          "drawing", [](int policy) { return NativeAgent{Policy(policy)}; }, "policy"_a)
      .def_static(
          "value", [](bool open_hands, int opening_games) { return NativeAgent{ValueSettings{}, open_hands, opening_games}; },
          "open_hands"_a, "opening_games"_a)
      .def_static(
          "expectimax",
          [](const search::Settings& settings, int moves, int opponents, int classes, bool open_hands, int opening_games) {
            return NativeAgent{ExpectimaxSettings{settings, MoveFilter(moves), OpponentModel(opponents), classes}, open_hands,
                               opening_games};
          },
          "settings"_a, "moves"_a, "opponents"_a, "classes"_a, "open_hands"_a, "opening_games"_a)
      .def_static(
          "planner",
          [](const PlannerSettings& settings, bool open_hands, int opening_games) {
            return NativeAgent{settings, open_hands, opening_games};
          },
          "settings"_a, "open_hands"_a, "opening_games"_a)
      .def_static(
          "mcts",
          [](const MctsSettings& settings, bool open_hands, int opening_games) {
            return NativeAgent{settings, open_hands, opening_games};
          },
          "settings"_a, "open_hands"_a, "opening_games"_a);
}

}  // namespace longroad::bindings
