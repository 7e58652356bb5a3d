// The sums of two dice, and the deck of their 36 rolls that the option `dice_deck` draws from instead.
#pragma once

#include <array>

#include "core/bits.hpp"

namespace longroad::catan {

constexpr int lowest_sum = 2, dice_sums = 11;

// Of 36 rolls of two dice, how many show a sum of 2..12.
constexpr std::array<u8, dice_sums> dice_ways{1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
constexpr int dice_rolls = 36;

// The rolls still in the deck: how many of each sum, as the digits of one number of three bytes. A deck in use is never empty:
// when its last roll is drawn, all 36 are shuffled in again. All zeros where no deck is used.
class DiceDeck {
 public:
  using Counts = std::array<u8, dice_sums>;

  static constexpr DiceDeck full() { return of(dice_ways); }

  // A deck with these counts, none above dice_ways.
  static constexpr DiceDeck of(const Counts& left) {
    u32 number = 0;
    for (int i = dice_sums - 1; i >= 0; --i) number = number * (dice_ways[std::size_t(i)] + 1u) + left[std::size_t(i)];
    DiceDeck deck;
    deck.store(number);
    return deck;
  }

  // How many rolls of each sum 2..12 are left.
  constexpr Counts left() const {
    Counts counts{};
    u32 number = stored();
    for (std::size_t i = 0; i < dice_sums; ++i) {
      const u32 digits = dice_ways[i] + 1u;
      counts[i] = u8(number % digits);
      number /= digits;
    }
    return counts;
  }

  // Takes out a roll that is left.
  constexpr void draw(int sum) {
    Counts counts = left();
    --counts[std::size_t(sum - lowest_sum)];
    *this = of(counts);
    if (stored() == 0) *this = full();
  }

 private:
  constexpr u32 stored() const { return u32(bytes_[0] | bytes_[1] << 8 | bytes_[2] << 16); }
  constexpr void store(u32 number) { bytes_ = {u8(number), u8(number >> 8), u8(number >> 16)}; }

  std::array<u8, 3> bytes_{};
};

static_assert(DiceDeck::full().left() == dice_ways);

}  // namespace longroad::catan
