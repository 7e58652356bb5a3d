// The ways in which tree searches judge their leaves unless they are given another evaluator: the hand-written evaluation or the
// network, and games played on with drawn moves.
#pragma once

#include <memory>

#include "catan/evaluation/judge.hpp"
#include "catan/players/drawn.hpp"

namespace longroad::catan {

using Evaluator = CatanEvaluator;

// The result of a game that is over; of one without a winner nobody has anything.
inline WinProbabilities won(const State& s) {
  WinProbabilities result{};
  if (s.winner != nobody) result[s.winner] = 1;
  return result;
}

// How a leaf is judged.
enum class Leaf : u8 {
  Evaluation,  // by the evaluation, once the turn has ended
  Playout,     // by who wins a game played on with drawn moves; one that takes too long has no winner
  Short,       // by such a game of a few turns, then the evaluation
};

struct LeafSettings {
  Leaf how = Leaf::Evaluation;
  Policy policy = Policy::Weighted;  // of playouts
  int turns = 8;                     // of a short playout
  int longest = 5000;                // turns of any other playout
  // What the evaluation's victory points do to the odds of winning, and the weight of the race to the target beside them: with
  // two players, and with more.
  float odds = 0.5f, odds_of_many = 0.5f;
  double race = 0, race_of_many = 0;
  std::shared_ptr<Networks> networks{};  // if set, they judge instead of the evaluation

  // What judges positions that are not played on; by the weights of `judge`.
  std::unique_ptr<EagerEvaluator> make_evaluator(JudgeSettings judge) const {
    judge.networks = networks;
    return catan::make_evaluator(judge, {{odds, race}, {odds_of_many, race_of_many}});
  }
};

// By one game played on with drawn moves, to its end or for a few turns. To be told what to draw from.
class PlayoutEvaluator final : public EagerEvaluator {
 public:
  PlayoutEvaluator(const LeafSettings& settings, const JudgeSettings& judge)
      : settings_(settings), at_end_(settings.make_evaluator(judge)) {}

  void draw_from(Rng& rng) override { rng_ = &rng; }
  WinProbabilities answered(const State& s) override {
    State end = s;
    const bool brief = settings_.how == Leaf::Short;
    const int last = s.turn + (brief ? settings_.turns : settings_.longest);
    play<Catan>(
        end, *rng_, [&] { return end.turn < last ? std::optional(draw_move(settings_.policy, end, *rng_)) : std::nullopt; },
        [&](Action event) { apply(end, event); });
    if (end.is_over()) return won(end);
    return brief ? at_end_->answered(end) : WinProbabilities{};
  }

 private:
  LeafSettings settings_;
  std::unique_ptr<EagerEvaluator> at_end_;
  Rng* rng_ = nullptr;
};

inline std::unique_ptr<Evaluator> make_leaf_evaluator(const LeafSettings& settings, const JudgeSettings& judge) {
  if (settings.how == Leaf::Evaluation) return settings.make_evaluator(judge);
  return std::make_unique<PlayoutEvaluator>(settings, judge);
}

}  // namespace longroad::catan
