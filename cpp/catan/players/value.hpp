// The simplest player with an opinion: every move is judged by the evaluation of the position right after it.
#pragma once

#include <optional>

#include "catan/evaluation/after.hpp"
#include "catan/evaluation/evaluate.hpp"
#include "catan/knowledge/determinize.hpp"

namespace longroad::catan {

// Chooses in positions seen in full, hands and deck included, with the table of the board computed once.
struct Valuing {
  BoardWorth board;

  // What a move is worth to a player, chance averaged.
  double value(const State& s, Action move, int player) const {
    return over_chance(settled_after(s, move), [&](const State& next) {
      if (next.is_over()) return next.winner == player ? 1000.0 : 0.0;
      return evaluate(next, player, board);
    });
  }

  // Never an offer or a counter-offer.
  Action choose(const State& s, Rng&) const {
    if (s.phase == Phase::BeforeRoll && !has_playable_card(s)) return Action::make(Kind::Roll);
    std::array<Action, std::size_t(max_actions)> moves;
    const int n = moves_without_bundles(s, moves);
    Action best = moves[0];
    double most = -1e9;
    for (int i = 0; n > 1 && i < n; ++i) {
      const double worth = value(s, moves[std::size_t(i)], s.actor);
      if (worth > most) most = worth, best = moves[std::size_t(i)];
    }
    return best;
  }
};

class ValuePlayer {
 public:
  // A move for the viewer, who is to decide.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken&) {
    const State s = determinize(view, belief, rng);
    if (!valuing_ || !(s.board == board_)) valuing_.emplace(BoardWorth::of(s.board)), board_ = s.board;
    return valuing_->choose(s, rng);
  }

 private:
  std::optional<Valuing> valuing_;
  Board board_{};
};

}  // namespace longroad::catan
