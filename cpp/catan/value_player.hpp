// The simplest player with an opinion: every move is judged by the evaluation of the position right after it.
#pragma once

#include "catan/chance.hpp"
#include "catan/determinize.hpp"
#include "catan/evaluate.hpp"

namespace longroad::catan {

// The listed legal moves of a position without offers and counter-offers.
inline int moves_without_bundles(const State& s, std::span<Action> out) {
  Menu m = menu(s);
  m.bundle = {};
  m.excluded = 0;
  return m.write(out);
}

// The position after a move for the one who makes it: accepting an offer counts as the deal done.
inline State settled_after(const State& s, Action move) {
  State next = s;
  if (move.kind() == Kind::Accept) {
    next.replies[s.actor] = Reply::Accept;
    rules::deal(next, s.actor);
  } else if (s.phase == Phase::Respond) {
    rules::close_trade(next);
  } else {
    apply(next, move);
  }
  return next;
}

// The mean over what chance may bring next, or the value itself where chance is not next. `value` takes a position.
template <class Value>
double over_chance(const State& s, Value&& value) {
  if (!s.is_chance()) return value(s);
  std::array<Outcome<Action>, std::size_t(max_outcomes)> outcomes;
  const int n = chance_outcomes(s, outcomes);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    State next = s;
    apply(next, outcomes[std::size_t(i)].action);
    sum += outcomes[std::size_t(i)].probability * value(next);
  }
  return sum;
}

class ValuePlayer {
 public:
  // A move for the viewer, who is to decide; never an offer or a counter-offer.
  Action choose(const View& view, const Belief& belief, Rng& rng) {
    const State s = determinize(view, belief, rng);
    std::array<Action, std::size_t(max_actions)> moves;
    const int n = moves_without_bundles(s, moves);
    if (n == 1) return moves[0];
    const BoardWorth board = BoardWorth::of(s.board);
    Action best = moves[0];
    double most = -1e9;
    for (int i = 0; i < n; ++i) {
      const Action move = moves[std::size_t(i)];
      const double value = over_chance(settled_after(s, move), [&](const State& next) {
        if (next.is_over()) return next.winner == view.viewer() ? 1000.0 : 0.0;
        return evaluate(next, view.viewer(), board);
      });
      if (value > most) most = value, best = move;
    }
    return best;
  }
};

}  // namespace longroad::catan
