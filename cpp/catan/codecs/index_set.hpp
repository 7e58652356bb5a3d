// A set of policy indices.
#pragma once

#include <array>

#include "core/bits.hpp"

namespace longroad::catan {

template <int size>
struct IndexSet {
  std::array<u64, (size + 63) / 64> words{};

  bool has(int index) const { return longroad::has(words[std::size_t(index) / 64], index % 64); }
  void add(int index) { words[std::size_t(index) / 64] |= bit(index % 64); }
  int count() const {
    int n = 0;
    for (u64 word : words) n += longroad::count(word);
    return n;
  }
  // The n-th index (from 0) of a set with more than n.
  int nth(int n) const {
    std::size_t i = 0;
    for (int here; n >= (here = longroad::count(words[i])); ++i) n -= here;
    return int(64 * i) + longroad::nth(words[i], n);
  }
};

}  // namespace longroad::catan
