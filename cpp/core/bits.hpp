// Words of bits and words of small counts: the two data types that everything else is made of.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace longroad {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u64 bit(int i) { return u64{1} << i; }
constexpr bool has(u64 set, int i) { return (set >> i) & 1; }
constexpr int count(u64 set) { return std::popcount(set); }
constexpr int lowest(u64 set) { return std::countr_zero(set); }

// Takes the lowest member out of a non-empty set and returns it.
constexpr int pop(u64& set) {
  const int i = lowest(set);
  set &= set - 1;
  return i;
}

// The position of the n-th member (from 0) of a set with more than n members.
inline int nth(u64 set, int n) {
#if defined(__BMI2__)
  return lowest(_pdep_u64(bit(n), set));
#else
  while (n-- > 0) set &= set - 1;
  return lowest(set);
#endif
}

// Five counts, one per byte, in a single word: a hand, the bank, a price, a deck. Every count stays
// below 128 and the sum below 256, so that sums, differences and comparisons are one or two instructions.
struct Counts {
  u64 word = 0;

  static constexpr u64 ones = 0x0101010101;
  static constexpr u64 tops = 0x8080808080;

  static constexpr Counts of(int a, int b, int c, int d, int e) {
    return {u64(a) | u64(b) << 8 | u64(c) << 16 | u64(d) << 24 | u64(e) << 32};
  }
  static constexpr Counts single(int kind, int n = 1) { return {u64(n) << (8 * kind)}; }
  static constexpr Counts all(int n) { return {u64(n) * ones}; }

  constexpr int operator[](int kind) const { return int(word >> (8 * kind)) & 0xff; }
  constexpr int total() const { return int((word * ones) >> 32) & 0xff; }
  constexpr bool empty() const { return word == 0; }
  // True if every count is at least that of `price`.
  constexpr bool covers(Counts price) const { return (((word | tops) - price.word) & tops) == tops; }
  // The five-bit set of kinds with at least n (1..127) cards.
  constexpr u32 at_least(int n) const {
    const u64 carry = (word + u64(128 - n) * ones) & tops;
    // One multiplication gathers the bits 7, 15, 23, 31, 39 into 5 neighbouring ones (no two partial products meet).
    constexpr u64 gather = bit(32) | bit(25) | bit(18) | bit(11) | bit(4);
    return u32(((carry >> 7) * gather) >> 32) & 0x1f;
  }
  constexpr Counts operator+(Counts o) const { return {word + o.word}; }
  constexpr Counts operator-(Counts o) const { return {word - o.word}; }
  constexpr Counts& operator+=(Counts o) { return word += o.word, *this; }
  constexpr Counts& operator-=(Counts o) { return word -= o.word, *this; }
  constexpr bool operator==(const Counts&) const = default;
};

}  // namespace longroad
