// Skirmish as Monte-Carlo tree search sees it. All cards are open, so every node is a position; what is drawn stands on the
// edges. Over the printed cards, or over averages, which stand for all placements but, with real_root, the player's own next one.
#pragma once

#include <vector>

#include "search/uct.hpp"
#include "skirmish/players/averages.hpp"
#include "skirmish/rules/game.hpp"

namespace longroad::skirmish {

struct TreeSettings {
  search::UctSettings search{.exploration = 0.15f};
  float temperature = 25;  // of the priors, in points of the evaluation
  float odds = 0.1f;       // what a point of the evaluation adds to the log odds of winning
};

// `ahead` leaves nothing out (lean is off): a tree looks further than any number of plies that it could be told.
template <class Ahead>
struct TreeModel {
  using Game = Skirmish;
  using State = skirmish::State;
  using Move = Action;
  static constexpr int max_players = player_count, max_moves = skirmish::max_actions, max_outcomes = skirmish::max_outcomes;

  const Ahead& ahead;
  float temperature = TreeSettings{}.temperature;

  bool is_over(const State& s) const { return s.is_over(); }
  bool is_chance(const State& s) const { return s.is_chance(); }
  int actor(const State& s) const { return s.current; }

  int candidates(const State& s, bool /*at_root*/, std::span<search::Candidate<Move>> out) const {
    std::array<Move, std::size_t(max_moves)> list;
    std::array<double, std::size_t(max_moves)> worth;
    const int n = ahead.moves(s, 1, list);
    for (int i = 0; i < n; ++i) worth[std::size_t(i)] = after(s, list[std::size_t(i)]);
    const double most = *std::max_element(worth.begin(), worth.begin() + n);
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      out[std::size_t(i)] = {list[std::size_t(i)], float(std::exp((worth[std::size_t(i)] - most) / double(temperature)))};
      sum += out[std::size_t(i)].prior;
    }
    for (int i = 0; i < n; ++i) out[std::size_t(i)].prior /= sum;
    std::stable_sort(out.begin(), out.begin() + n, [](const auto& a, const auto& b) { return a.prior > b.prior; });
    return n;
  }
  u64 hidden_from_observer(const State&) const { return 1; }
  bool is_legal(const State&, Move) const { return true; }  // a node's position never changes

  u64 apply(State& s, Move move, Rng&) const {
    ahead.apply(s, move);
    return 0;
  }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return ahead.outcomes(s, out); }
  bool is_known_chance(const State&) const { return true; }
  u64 outcome_key(Move outcome) const { return u64(outcome.card()) + 1; }

  std::array<float, std::size_t(player_count)> result(const State& s) const {
    if (s.winner == nobody) return {0.5f, 0.5f};
    return {float(s.winner == 0), float(s.winner == 1)};
  }
  // What becomes of a leaf once the turn has ended: each move the one after which the evaluation is best.
  State judged_at(State s, Rng& rng) const {
    for (const int turn = s.turn; !s.is_over() && s.turn == turn;) {
      if (s.is_chance()) {
        ahead.apply(s, Skirmish::sample_chance(s, rng));
        continue;
      }
      std::array<Move, std::size_t(max_moves)> list;
      const int n = ahead.moves(s, 1, list);
      int best = 0;
      double most = -search::infinity;
      for (int i = 0; i < n; ++i)
        if (const double worth = after(s, list[std::size_t(i)]); worth > most) most = worth, best = i;
      ahead.apply(s, list[std::size_t(best)]);
    }
    return s;
  }

 private:
  // The evaluation one move on, for the one who moves; a blow that wins is worth more than any other move.
  double after(const State& s, Move move) const {
    State next = s;
    ahead.apply(next, move);
    return ahead.evaluate(next, s.current) + (next.is_over() && next.winner == s.current ? win_worth : 0);
  }
};

static_assert(search::UctModel<TreeModel<Lookahead<>>> && search::UctModel<TreeModel<AverageModel>>);

// The evaluation as a win probability.
template <class Ahead>
class OddsEvaluator final : public search::Evaluator<Skirmish> {
 public:
  OddsEvaluator(const Ahead& ahead, float odds) : ahead_(ahead), odds_(double(odds)) {}

  Probabilities win_probabilities(int at) const override { return found_[std::size_t(at)]; }

 private:
  void take(const State& s) override {
    const auto p = float(1 / (1 + std::exp(-odds_ * ahead_.evaluate(s, 0))));
    found_.push_back({p, 1 - p});
  }
  void answer() override {}
  void drop() override { found_.clear(); }

  const Ahead& ahead_;
  double odds_;
  std::vector<Probabilities> found_;
};

// The move that a tree of simulations visits most.
template <class Ahead>
Action most_visited(const Ahead& ahead, const TreeSettings& settings, const State& s, Rng& rng, const StopToken& stop) {
  const TreeModel<Ahead> model{ahead, settings.temperature};
  OddsEvaluator<Ahead> evaluator(ahead, settings.odds);
  search::UctTree<TreeModel<Ahead>> tree;
  tree.run(model, settings.search, [&] { return s; }, rng, evaluator, stop);
  const auto& edges = tree.root().edges;
  return std::max_element(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.visits < b.visits; })->move;
}

}  // namespace longroad::skirmish
