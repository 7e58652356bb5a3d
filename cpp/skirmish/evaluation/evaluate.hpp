// The evaluation of the paper: health, plus a third of all values on the field, less a factor that favours balanced hands (the
// sum of the values of the hand's strongest card less that of its weakest). What counts is the difference between the players.
#pragma once

#include "skirmish/rules/rules.hpp"

namespace longroad::skirmish {

constexpr std::array<std::int8_t, cards> totals = [] {
  std::array<std::int8_t, cards> list{};
  for (std::size_t card = 0; card < list.size(); ++card) list[card] = std::int8_t(catalogue[card].total());
  return list;
}();

constexpr int imbalance(u32 hand) {
  if (hand == 0) return 0;
  return totals[std::size_t(31 - std::countl_zero(hand))] - totals[std::size_t(lowest(hand))];
}

// Three times the evaluation of one player, in the unit of the values (`unit` of them make one point of the printed cards).
constexpr i32 thrice_worth(const State& s, int player, i32 unit) {
  return 3 * s.hp[player] + s.strength[player] - 3 * unit * imbalance(s.hand[player]);
}

constexpr double evaluate(const State& s, int player, i32 unit = 1) {
  return double(thrice_worth(s, player, unit) - thrice_worth(s, 1 - player, unit)) * (1.0 / (3 * unit));
}

// What a won game is worth beyond its evaluation: more than any position, and more if it is won sooner. A turn sooner counts
// more than all that could be gained meanwhile, a card that need not act any more counts more than its action.
constexpr double win_worth = 100'000, sooner_worth = 1000, unused_card_worth = 10;

}  // namespace longroad::skirmish
