// The ways in which tree searches judge their leaves unless they are given another evaluator: the odds that the hand-written
// evaluation gives the players, and games played on with drawn moves.
#pragma once

#include <memory>

#include "catan/evaluation/judge.hpp"
#include "catan/players/drawn.hpp"
#include "search/evaluator.hpp"

namespace longroad::catan {

using Evaluator = search::Evaluator<Catan>;

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
};

// Win probabilities by the hand-written evaluation: exp(odds x victory points), shared out.
class Odds {
 public:
  Odds(const LeafSettings& settings, const JudgeSettings& judge) : settings_(settings), how_(judge) {}

  // Of a position as it stands; of a game without a winner nobody has anything.
  Evaluator::Probabilities of(const State& s) {
    Evaluator::Probabilities probability{};
    const int n = s.players();
    if (s.is_over()) {
      if (s.winner != nobody) probability[s.winner] = 1;
      return probability;
    }
    prepare(s);
    float sum = 0;
    for (int p = 0; p < n; ++p) {
      // With two players one evaluation is the other's negative.
      const float points = n == 2 ? float(p == 0 ? judge_->value(s, 0, settings_.race) : 0)
                                  : float(judge_->worth_of(s, p, settings_.race_of_many));
      probability[std::size_t(p)] =
          std::exp((n == 2 ? settings_.odds : settings_.odds_of_many) * std::clamp(points, -80.f, 80.f));
      sum += probability[std::size_t(p)];
    }
    for (float& p : probability) p /= sum;
    return probability;
  }

 private:
  void prepare(const State& s) {
    if (judge_ && s.board == board_ && s.players() == players_) return;
    judge_.emplace(s, how_);
    board_ = s.board, players_ = s.players();
  }

  LeafSettings settings_;
  JudgeSettings how_;
  std::optional<Judge> judge_;  // of the board last seen
  Board board_{};
  int players_ = 0;
};

// Answers at once: a batch gains nothing.
class EagerEvaluator : public Evaluator {
 public:
  Probabilities win_probabilities(int at) const final { return answers_[std::size_t(at)]; }

 private:
  virtual Probabilities answered(const State& s) = 0;

  void take(const State& s) final { answers_.push_back(answered(s)); }
  void answer() final {}
  void drop() final { answers_.clear(); }

  std::vector<Probabilities> answers_;
};

// By the hand-written evaluation of the position as it stands: made for positions where a turn has ended.
class OddsEvaluator final : public EagerEvaluator {
 public:
  OddsEvaluator(const LeafSettings& settings, const JudgeSettings& judge) : odds_(settings, judge) {}

 private:
  Probabilities answered(const State& s) override { return odds_.of(s); }

  Odds odds_;
};

// By one game played on with drawn moves, to its end or for a few turns. To be told what to draw from.
class PlayoutEvaluator final : public EagerEvaluator {
 public:
  PlayoutEvaluator(const LeafSettings& settings, const JudgeSettings& judge) : settings_(settings), odds_(settings, judge) {}

  void draw_from(Rng& rng) override { rng_ = &rng; }

 private:
  Probabilities answered(const State& s) override {
    State end = s;
    const bool brief = settings_.how == Leaf::Short;
    const int last = s.turn + (brief ? settings_.turns : settings_.longest);
    play<Catan>(
        end, *rng_, [&] { return end.turn < last ? std::optional(draw_move(settings_.policy, end, *rng_)) : std::nullopt; },
        [&](Action event) { apply(end, event); });
    return brief || end.is_over() ? odds_.of(end) : Probabilities{};
  }

  LeafSettings settings_;
  Odds odds_;
  Rng* rng_ = nullptr;
};

inline std::unique_ptr<Evaluator> make_leaf_evaluator(const LeafSettings& settings, const JudgeSettings& judge) {
  if (settings.how == Leaf::Evaluation) return std::make_unique<OddsEvaluator>(settings, judge);
  return std::make_unique<PlayoutEvaluator>(settings, judge);
}

}  // namespace longroad::catan
