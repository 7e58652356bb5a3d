// The simplest player with an opinion: every move is judged by the evaluation of the position right after it.
#pragma once

#include <optional>

#include "catan/evaluation/judge.hpp"
#include "catan/knowledge/determinize.hpp"

namespace longroad::catan {

struct ValueSettings {
  // By the same weights with any number of players: an old hand that others are measured against.
  JudgeSettings judge{.many = Weights{}};
};

// Chooses in positions seen in full, hands and deck included, with the table of the board computed once.
class Valuing {
 public:
  Valuing(const State& s, const ValueSettings& settings) : judge_(s, settings.judge) {}

  // What a move is worth to a player, chance averaged.
  double value(const State& s, Action move, int player) const {
    return over_chance(settled_after(s, move), [&](const State& next) { return judge_.value(next, player); });
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

 private:
  Judge judge_;
};

class ValuePlayer {
 public:
  explicit ValuePlayer(const ValueSettings& settings = {}) : settings_(settings) {}

  // A move for the viewer, who is to decide.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken&) {
    const State s = determinize(view, belief, rng);
    if (!valuing_ || !(s.board == board_)) valuing_.emplace(s, settings_), board_ = s.board;
    return valuing_->choose(s, rng);
  }

 private:
  ValueSettings settings_;
  std::optional<Valuing> valuing_;
  Board board_{};
};

}  // namespace longroad::catan
