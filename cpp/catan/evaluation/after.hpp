// What a move leads to: the position after it for the one who makes it, and the mean over what chance may bring next.
#pragma once

#include "catan/rules/chance.hpp"

namespace longroad::catan {

// The listed legal moves of a position without offers and counter-offers.
inline int moves_without_bundles(const State& s, std::span<Action> out) { return menu(s).without_bundles().write(out); }

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

}  // namespace longroad::catan
