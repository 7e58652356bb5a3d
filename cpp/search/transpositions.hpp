// A transposition table: what is known of the values of positions met before.
#pragma once

#include <algorithm>
#include <vector>

#include "search/model.hpp"

namespace longroad::search {

template <class Move>
class TranspositionTable {
 public:
  enum class Bound : u8 { None, Lower, Upper, Exact };

  struct Entry {
    u64 key = 0;
    double value = 0;  // less the position's offset
    Move move{};
    Bound bound = Bound::None;
    bool has_move = false;
  };

  explicit TranspositionTable(int bits) : entries_(bits > 0 ? std::size_t{1} << bits : 0) {}

  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }
  bool is_used() const { return !entries_.empty(); }

  // The entry of a key, or null.
  const Entry* find(u64 key) const {
    const Entry& e = slot(key);
    return e.bound != Bound::None && e.key == key ? &e : nullptr;
  }

  void keep(u64 key, double value, Bound bound, const Move* move) {
    Entry& e = slot(key);
    e.key = key;
    e.value = value;
    e.bound = bound;
    e.has_move = move != nullptr;
    if (move) e.move = *move;
  }

 private:
  const Entry& slot(u64 key) const { return entries_[key & (entries_.size() - 1)]; }
  Entry& slot(u64 key) { return entries_[key & (entries_.size() - 1)]; }

  std::vector<Entry> entries_;
};

}  // namespace longroad::search
