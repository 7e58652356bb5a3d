// How the paper is read where it leaves its search open; docs/explanation/skirmish.md has the table. The defaults are ours.
#pragma once

#include "core/bits.hpp"

namespace longroad::skirmish {

// Between what the factor that favours balanced hands measures the distance.
enum class Balance : u8 {
  Cards,    // the sums of the three values of the hand's strongest and of its weakest card
  Aspects,  // the sums of all Fight, all Heal and all Attack values of the hand: the largest and the smallest
};

// What counts double of the cards in the hand when averages are taken.
enum class Doubled : u8 {
  Weight,  // the card: twice its value, and two cards in the number of cards
  Value,   // the value alone
};

// Which of two equally good actions of a card is taken.
enum class First : u8 { Attack, Heal };

struct Reading {
  Balance balance = Balance::Cards;
  bool win_bonus = true;  // a game that is won counts more than any position, sooner wins more; else only the evaluation counts
  First first = First::Attack;
  // Of representative moves.
  Doubled doubled = Doubled::Weight;
  bool keep = true;    // the look-ahead may also place nothing
  bool spend = false;  // an average card takes the card of the hand that would be played for it
  constexpr bool operator==(const Reading&) const = default;
};

}  // namespace longroad::skirmish
