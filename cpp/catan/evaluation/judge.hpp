// Judging positions in the middle of a turn. The evaluation is most comparable where a turn has ended, so a position is judged by
// what becomes of it there: the one who decides takes what it must take still (where the robber goes, which roads are free) in
// the best way, buys nothing more, and ends its turn.
#pragma once

#include "catan/evaluation/after.hpp"
#include "catan/evaluation/evaluators.hpp"
#include "core/play.hpp"

namespace longroad::catan {

class Judge {
 public:
  // For the board and the number of players of a game.
  Judge(const State& s, const JudgeSettings& settings)
      : board_(BoardWorth::of(s.board, settings.weights(s.players()))),
        evaluator_(make_evaluator(settings, {}, true)),
        win_(settings.networks ? NetworkEvaluator::certain_win : 1000),
        loss_(settings.networks ? 0 : -1000) {}

  const BoardWorth& board() const { return board_; }
  // Positions judged so far.
  u64 evaluated() const { return evaluator_->evaluated(); }

  // The score of a game that is won; no position that is not over has as much.
  double win() const { return win_; }

  // The score of a position as it stands, for a player.
  double value(const State& s, int me) const { return s.is_over() ? (s.winner == me ? win_ : loss_) : evaluator_->score(s, me); }

  // The same once the turn has ended, if `me` is to decide.
  double judged(const State& s, int me) const {
    if (s.is_over() || s.actor != me) return value(s, me);
    if (s.phase == Phase::Main) {
      State end = s;
      rules::end_turn(end);
      return value(end, me);
    }
    return must_choose(s) ? best_choice(s, me).second : value(s, me);
  }

  // What a move is worth for the one who makes it, chance averaged; no outcome counts for more than `most`.
  double after(const State& s, Action move, double most = 1e9) const {
    return over_chance(settled_after(s, move), [&](const State& next) { return std::clamp(judged(next, s.actor), -most, most); });
  }

  // The positions whose scores judged() takes the mean of, once chance has come: visit(probability, position), where the turn of
  // `me` has ended or the game is over.
  template <class Visit>
  void visit_ends(const State& s, int me, Visit&& visit, double probability = 1) const {
    if (s.is_chance()) {
      std::array<Outcome<Action>, std::size_t(max_outcomes)> outcomes;
      const int n = chance_outcomes(s, outcomes);
      for (int i = 0; i < n; ++i) {
        State next = s;
        apply(next, outcomes[std::size_t(i)].action);
        visit_ends(next, me, visit, probability * outcomes[std::size_t(i)].probability);
      }
    } else if (s.is_over() || s.actor != me || !(s.phase == Phase::Main || must_choose(s))) {
      visit(probability, s);
    } else if (s.phase == Phase::Main) {
      State end = s;
      rules::end_turn(end);
      visit(probability, end);
    } else {
      State next = s;
      apply(next, best_choice(s, me).first);
      visit_ends(next, me, visit, probability);
    }
  }

  // A position in which the turn of the one who decides has ended, after the choices it must make; chance is drawn.
  State ended(State s, Rng& rng) const {
    play<Catan>(
        s, rng, [&] { return must_choose(s) ? std::optional(best_choice(s, s.actor).first) : std::nullopt; },
        [&](Action event) { apply(s, event); });
    if (s.phase == Phase::Main) rules::end_turn(s);
    return s;
  }

 private:
  static bool must_choose(const State& s) {
    return s.phase == Phase::Robber || s.phase == Phase::FreeRoads || s.phase == Phase::Plenty || s.phase == Phase::SetupRoad;
  }

  std::pair<Action, double> best_choice(const State& s, int me) const {
    std::array<Action, std::size_t(max_actions)> moves;
    const int n = moves_without_bundles(s, moves);
    std::pair<Action, double> best{moves[0], -1e9};
    for (int i = 0; i < n; ++i) {
      State next = s;
      apply(next, moves[std::size_t(i)]);
      const double value = over_chance(next, [&](const State& x) { return judged(x, me); });
      if (value > best.second) best = {moves[std::size_t(i)], value};
    }
    return best;
  }

  BoardWorth board_;
  std::unique_ptr<CatanEvaluator> evaluator_;
  double win_, loss_;
};

}  // namespace longroad::catan
