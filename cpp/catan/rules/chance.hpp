// What chance can bring: the outcomes of a roll, a steal and a draw with their exact probabilities, and a fair draw among them.
#pragma once

#include "catan/rules/rules.hpp"
#include "core/game.hpp"

namespace longroad::catan {

constexpr int max_outcomes = 11;

// Of 36 rolls of two dice, how many show a sum of 2..12.
constexpr std::array<u8, 11> dice_ways{1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

namespace detail {

constexpr std::array<u8, 36> make_rolls() {
  std::array<u8, 36> rolls{};
  for (int i = 0; i < 36; ++i) rolls[i] = u8(2 + i / 6 + i % 6);
  return rolls;
}
constexpr std::array<u8, 36> rolls = make_rolls();

// The pile a card is drawn from at a Steal or Draw node.
constexpr Counts pile(const State& s) { return s.phase == Phase::Steal ? s.hand[s.victim] : s.deck; }
constexpr Kind outcome_kind(const State& s) { return s.phase == Phase::Steal ? Kind::Stole : Kind::Drew; }

}  // namespace detail

inline int chance_outcomes(const State& s, std::span<Outcome<Action>> out) {
  int n = 0;
  if (s.phase == Phase::Dice) {
    for (int i = 0; i < 11; ++i) out[n++] = {Action::make(Kind::Dice, i + 2), dice_ways[i] / 36.0};
    return n;
  }
  const Counts pile = detail::pile(s);
  for (int i = 0; i < 5; ++i)
    if (pile[i]) out[n++] = {Action::make(detail::outcome_kind(s), i), double(pile[i]) / pile.total()};
  return n;
}

inline Action sample_chance(const State& s, Rng& rng) {
  if (s.phase == Phase::Dice) return Action::make(Kind::Dice, detail::rolls[rng.below(36)]);
  const Counts pile = detail::pile(s);
  int n = int(rng.below(u32(pile.total()))), kind = 0;
  while (n >= pile[kind]) n -= pile[kind++];
  return Action::make(detail::outcome_kind(s), kind);
}

}  // namespace longroad::catan
