// The evaluation of the paper: health, plus a third of all values on the field, less a factor that favours balanced hands.
// What counts is the difference between the players.
#pragma once

#include "skirmish/evaluation/reading.hpp"
#include "skirmish/rules/rules.hpp"

namespace longroad::skirmish {

constexpr std::array<std::int8_t, cards> totals = [] {
  std::array<std::int8_t, cards> list{};
  for (std::size_t card = 0; card < list.size(); ++card) list[card] = std::int8_t(catalogue[card].total());
  return list;
}();

// By the sums of the cards.
constexpr int imbalance(u32 hand) {
  if (hand == 0) return 0;
  return totals[std::size_t(31 - std::countl_zero(hand))] - totals[std::size_t(lowest(hand))];
}

// By the sums of the aspects.
constexpr int imbalance_of_aspects(u32 hand) {
  int fight = 0, heal = 0, attack = 0;
  for (u64 left = hand; left;) {
    const Values& v = catalogue[std::size_t(pop(left))];
    fight += v.fight, heal += v.heal, attack += v.attack;
  }
  return std::max({fight, heal, attack}) - std::min({fight, heal, attack});
}

constexpr int imbalance(u32 hand, Balance balance) {
  return balance == Balance::Cards ? imbalance(hand) : imbalance_of_aspects(hand);
}
// Of any hand.
constexpr int worst_imbalance(Balance balance) {
  if (balance == Balance::Cards) return catalogue.back().total() - catalogue.front().total();
  int fight = 0, heal = 0, attack = 0;
  for (const Values& v : catalogue) fight += v.fight, heal += v.heal, attack += v.attack;
  return std::max({fight, heal, attack});
}

// Three times the evaluation of one player, in the unit of the values (`unit` of them make one point of the printed cards).
constexpr i32 thrice_worth(const State& s, int player, i32 unit, Balance balance) {
  return 3 * s.hp[player] + s.strength[player] - 3 * unit * imbalance(s.hand[player], balance);
}

constexpr double evaluate(const State& s, int player, i32 unit = 1, Balance balance = Balance::Cards) {
  return double(thrice_worth(s, player, unit, balance) - thrice_worth(s, 1 - player, unit, balance)) * (1.0 / (3 * unit));
}

// What a won game is worth beyond its evaluation: more than any position, and more if it is won sooner. A turn sooner counts
// more than all that could be gained meanwhile, a card that need not act any more counts more than its action.
constexpr double win_worth = 100'000, sooner_worth = 1000, unused_card_worth = 10;

}  // namespace longroad::skirmish
