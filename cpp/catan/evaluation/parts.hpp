// What the evaluation of a position is made of, so that somebody can be told why.
#pragma once

#include "catan/evaluation/evaluate.hpp"

namespace longroad::catan {

// Of one player, in victory points. Their sum is worth(), unless the promise of the position is beyond all bounds.
struct Parts {
  double points;   // those it has
  double income;   // what its buildings bring, the robber and harbors counted
  double reach;    // spots it can settle soon
  double special;  // on the way to the special cards, or their lead
  double hand;     // resource cards, and how near they come to a purchase
  double cards;    // development cards held
  double rest;     // settlements left, the roll to come, risks
};

inline Parts parts_of(const State& s, int p, const BoardWorth& b) {
  const Weights& w = b.weights;
  const detail::Occupied on(s);
  const Reach reach(s, p, on);
  const Counts cards = s.cards[p];
  Parts parts{};
  parts.points = s.points(p);
  parts.income = detail::income_worth(s, p, b);
  parts.reach = detail::reach_worth(s, p, reach, b);
  parts.special = detail::special_worth(s, p, b);
  parts.hand = hand_worth(s.hand[p], Purchases(s, p, reach), s.rules.discard_limit, s.current == p && s.rolled, b);
  parts.cards =
      w.knight * cards[KnightCard] + w.progress_card * (cards[RoadBuildingCard] + cards[YearOfPlentyCard] + cards[MonopolyCard]);
  parts.rest = detail::promise(s, p, b, on) - (parts.income + parts.reach + parts.special + parts.hand + parts.cards);
  return parts;
}

}  // namespace longroad::catan
