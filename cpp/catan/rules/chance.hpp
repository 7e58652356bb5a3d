// What chance can bring: the outcomes of a roll, a steal and a draw with their exact probabilities, and a fair draw among them.
#pragma once

#include "catan/rules/rules.hpp"
#include "core/game.hpp"

namespace longroad::catan {

constexpr int max_outcomes = dice_sums;

namespace detail {

constexpr std::array<u8, dice_rolls> make_rolls() {
  std::array<u8, dice_rolls> rolls{};
  for (int i = 0; i < dice_rolls; ++i) rolls[i] = u8(lowest_sum + i / 6 + i % 6);
  return rolls;
}
constexpr std::array<u8, dice_rolls> rolls = make_rolls();

constexpr int total(const DiceDeck::Counts& left) {
  int n = 0;
  for (int ways : left) n += ways;
  return n;
}

// The next roll from the deck: each of those left is equally likely.
inline int deck_outcomes(const State& s, std::span<Outcome<Action>> out) {
  const DiceDeck::Counts left = s.dice_deck.left();
  const double all = total(left);
  int n = 0;
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i]) out[n++] = {Action::make(Kind::Dice, lowest_sum + int(i)), left[i] / all};
  return n;
}

inline Action sample_deck(const State& s, Rng& rng) {
  const DiceDeck::Counts left = s.dice_deck.left();
  int n = int(rng.below(u32(total(left))));
  std::size_t i = 0;
  while (n >= left[i]) n -= left[i++];
  return Action::make(Kind::Dice, lowest_sum + int(i));
}

// The pile a card is drawn from at a Steal or Draw node.
constexpr Counts pile(const State& s) { return s.phase == Phase::Steal ? s.hand[s.victim] : s.deck; }
constexpr Kind outcome_kind(const State& s) { return s.phase == Phase::Steal ? Kind::Stole : Kind::Drew; }

}  // namespace detail

inline int chance_outcomes(const State& s, std::span<Outcome<Action>> out) {
  int n = 0;
  if (s.phase == Phase::Dice) {
    if (s.rules.dice_deck) return detail::deck_outcomes(s, out);
    for (int i = 0; i < dice_sums; ++i) out[n++] = {Action::make(Kind::Dice, lowest_sum + i), dice_ways[i] / double(dice_rolls)};
    return n;
  }
  const Counts pile = detail::pile(s);
  for (int i = 0; i < 5; ++i)
    if (pile[i]) out[n++] = {Action::make(detail::outcome_kind(s), i), double(pile[i]) / pile.total()};
  return n;
}

inline Action sample_chance(const State& s, Rng& rng) {
  if (s.phase == Phase::Dice) {
    if (s.rules.dice_deck) return detail::sample_deck(s, rng);
    return Action::make(Kind::Dice, detail::rolls[rng.below(dice_rolls)]);
  }
  const Counts pile = detail::pile(s);
  int n = int(rng.below(u32(pile.total()))), kind = 0;
  while (n >= pile[kind]) n -= pile[kind++];
  return Action::make(detail::outcome_kind(s), kind);
}

}  // namespace longroad::catan
