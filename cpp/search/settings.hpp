// What a search is asked for, and what it answers.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "search/model.hpp"

namespace longroad::search {

inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

struct Settings {
  int depth = 3;        // in plies
  bool prune = true;    // alpha-beta at decisions, Star1 at chance; never changes the value
  bool probe = true;    // Star2 on top of it
  int table_bits = 18;  // 2^bits entries in the transposition table; 0 for none
  bool deepen = true;   // depth 1, 2, ... before the asked one: better order, and an answer if time runs out
  double seconds = 0;   // 0: as long as it takes. Depth 1 is always finished.
  u64 max_nodes = 0;    // 0: no limit. Unlike time it stops at the same point on every machine.
};

struct Counters {
  u64 nodes = 0;   // positions visited, leaves included
  u64 leaves = 0;  // evaluations
  u64 cuts = 0;    // nodes left early by alpha-beta, Star1 or Star2
  u64 hits = 0;    // values found in the table
};

template <class Move>
struct Answer {
  double value = 0;        // of the position, for the root player
  int depth = 0;           // the deepest search that was finished
  bool complete = true;    // it is the one asked for
  Counters counters;       // of all depths
  double seconds = 0;      // of CPU
  std::vector<Move> best;  // the best move; empty at a chance node
};

// Thrown inside a search when its time is up; the answer is then that of the last finished depth.
struct OutOfTime {};

class Budget {
 public:
  explicit Budget(const Settings& settings)
      : max_nodes_(settings.max_nodes), limited_(settings.seconds > 0), end_(Clock::now() + duration(settings.seconds)) {}

  // Throws OutOfTime. To be called at every node, looks at the clock at every 1024th.
  void check(u64 nodes) const {
    if (max_nodes_ && nodes > max_nodes_) throw OutOfTime{};
    if (limited_ && nodes % 1024 == 0 && Clock::now() > end_) throw OutOfTime{};
  }
  bool limited() const { return limited_ || max_nodes_; }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e6)));
  }
  u64 max_nodes_;
  bool limited_;
  Clock::time_point end_;
};

// Searches depth 1, 2, ... if the settings or a limit ask for it, else only the asked depth. `search(depth, budget)` gives value
// and best move (none where the root player does not decide); the budget is null for the first depth, which is always finished.
template <class Move, class Search>
Answer<Move> deepened(const Settings& settings, bool from_first, const Counters& counters, Search&& search) {
  Answer<Move> result;
  const double start = cpu_seconds();
  const Budget budget(settings);
  const int first = from_first || budget.limited() ? 1 : settings.depth;
  try {
    for (int depth = first; depth <= settings.depth; ++depth) {
      auto [value, best] = search(depth, budget.limited() && depth > first ? &budget : nullptr);
      result.value = value;
      result.best = std::move(best);
      result.depth = depth;
    }
  } catch (OutOfTime) {
  }
  result.complete = result.depth == settings.depth;
  result.counters = counters;
  result.seconds = cpu_seconds() - start;
  return result;
}

}  // namespace longroad::search
