// The cards of Skirmish, the card game of Taucher, Polk and Oommen (2018).
#pragma once

#include <array>

#include "core/bits.hpp"

namespace longroad::skirmish {

struct Values {
  int fight, heal, attack;
  constexpr int total() const { return fight + heal + attack; }
  constexpr bool operator==(const Values&) const = default;
};

// Every card there is, the weakest first: the 23 soldiers of the paper's Table 1, two removals, and the two cards of its
// starting hand that the table does not have (2/1/1 and 2/3/2). A removal counts as 5/0/0, as in the paper.
//
// The order is by the sum of the three values, so the strongest and the weakest card of a hand are its highest and its lowest
// bit.
constexpr std::array<Values, 27> catalogue{{
    {1, 1, 1},                                                                    // 3
    {1, 1, 2}, {1, 0, 3}, {2, 1, 1},                                              // 4
    {4, 1, 0}, {5, 0, 0}, {5, 0, 0},                                              // 5
    {2, 2, 2}, {6, 0, 0}, {3, 3, 0}, {4, 1, 1}, {5, 1, 0},                        // 6
    {3, 2, 2}, {2, 3, 2}, {1, 1, 5}, {4, 0, 3}, {1, 3, 3}, {0, 0, 7}, {2, 4, 1},  // 7
    {0, 4, 4}, {4, 4, 0}, {3, 3, 2}, {2, 4, 2}, {4, 0, 4},                        // 8
    {3, 3, 3}, {4, 4, 4}, {6, 6, 6},                                              // 9, 12, 18
}};
constexpr int cards = int(catalogue.size());
constexpr int first_removal = 5, second_removal = 6;
constexpr int absent_from_table[] = {3, 13};  // 2/1/1 and 2/3/2

constexpr u32 all_cards = (u32{1} << cards) - 1;
constexpr u32 removals = u32{1} << first_removal | u32{1} << second_removal;
constexpr u32 table_deck = all_cards & ~(u32{1} << absent_from_table[0] | u32{1} << absent_from_table[1]);
static_assert(count(table_deck) == 25);

constexpr bool is_removal(int card) { return card == first_removal || card == second_removal; }

}  // namespace longroad::skirmish
