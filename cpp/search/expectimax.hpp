// Expectiminimax over any Model: the root player takes the best of its moves, all others the worst for it (two players, or the
// paranoid view of many), chance the average.
//
// Pruning is exact. At a decision it is alpha-beta. At chance it is Ballard's Star1: outcomes not yet searched are taken at the
// bounds of the model, and the node is left when not even they could bring the average into the window; and Star2: before that,
// one move of every outcome is searched, which bounds the outcome from one side.
#pragma once

#include <algorithm>
#include <array>

#include "search/settings.hpp"
#include "search/transpositions.hpp"

namespace longroad::search {

template <Model M>
class Expectimax {
 public:
  using State = typename M::State;
  using Move = typename M::Move;

  // The table is kept from one answer to the next: call forget() when the model's values change.
  Expectimax(const M& model, const Settings& settings) : m_(model), settings_(settings), table_(settings.table_bits) {}

  void forget() { ++generation_; }
  // As if new, so that what follows does not depend on what was searched before.
  void reset() {
    generation_ = 0;
    table_.clear();
  }
  M& model() { return m_; }
  const Settings& settings() const { return settings_; }

  // The value of a position for `root`, and the best move if it is root's decision. Any position that is not over will do.
  // Throws Stopped.
  Answer<Move> answer(const State& s, int root, const StopToken& stop = {}) {
    root_ = root;
    stop_ = &stop;
    counters_ = {};
    return deepened<Move>(settings_, settings_.deepen, counters_, [&](int depth, const Budget* budget) {
      budget_ = budget;
      best_.clear();
      const double value =
          settings_.prune ? node<true>(s, depth, -infinity, infinity, true) : node<false>(s, depth, -infinity, infinity, true);
      return std::pair(value, best_);
    });
  }

 private:
  using Bound = typename TranspositionTable<Move>::Bound;

  // The value of s if it lies inside (alpha, beta); else a bound of it on the right side.
  template <bool prune>
  double node(const State& s, int plies, double alpha, double beta, bool at_root = false) {
    stop_->check(++counters_.nodes);
    if (budget_) budget_->check(counters_.nodes);
    if (m_.is_over(s)) return ++counters_.leaves, m_.result(s, root_, plies);
    if (plies <= 0 && m_.is_quiet(s)) return ++counters_.leaves, m_.evaluate(s, root_);
    if (m_.is_chance(s)) return remembered<prune>(s, plies, alpha, beta, at_root, true);
    return remembered<prune>(s, plies, alpha, beta, at_root, false);
  }

  // Looks into the table, else searches and keeps what was found.
  template <bool prune>
  double remembered(const State& s, int plies, double alpha, double beta, bool at_root, bool chance) {
    if (!table_.is_used() || plies <= 0) {
      Move ignored{};
      return chance ? average<prune>(s, plies, alpha, beta) : best_of<prune>(s, plies, alpha, beta, nullptr, ignored, at_root);
    }
    const Place place = m_.place(s, plies, root_);
    const u64 key = mix(place.key, u64(plies) | u64(root_) << 8 | generation_ << 16);
    Move move{};
    bool has_move = false;
    if (const auto* known = table_.find(key)) {
      const double value = known->value + place.offset;
      const bool enough = known->bound == Bound::Exact || (known->bound == Bound::Lower && value >= beta) ||
                          (known->bound == Bound::Upper && value <= alpha);
      if (enough && (!at_root || chance)) return ++counters_.hits, value;
      if (known->has_move) move = known->move, has_move = true;
    }
    Move found{};
    const double value = chance ? average<prune>(s, plies, alpha, beta)
                                : best_of<prune>(s, plies, alpha, beta, has_move ? &move : nullptr, found, at_root);
    const Bound bound = value >= beta ? Bound::Lower : value <= alpha ? Bound::Upper : Bound::Exact;
    table_.keep(key, value - place.offset, bound, chance ? nullptr : &found);
    return value;
  }

  template <bool prune>
  double after(const State& s, const Move& move, int plies, double alpha, double beta) {
    State next = s;
    m_.apply(next, move);
    return node<prune>(next, plies - m_.plies_taken(s, next), alpha, beta);
  }

  template <bool prune>
  double best_of(const State& s, int plies, double alpha, double beta, const Move* first, Move& found, bool at_root) {
    std::array<Move, std::size_t(M::max_moves)> moves;
    const int n = m_.moves(s, std::max(plies, 1), moves);
    if (first) {  // the table's move goes to the front
      const auto at = std::find(moves.begin(), moves.begin() + n, *first);
      if (at != moves.begin() + n) std::rotate(moves.begin(), at, at + 1);
    }
    const bool maximizing = m_.actor(s) == root_;
    double best = maximizing ? -infinity : infinity;
    for (int i = 0; i < n; ++i) {
      const double value = after<prune>(s, moves[std::size_t(i)], plies, alpha, beta);
      if (maximizing ? value > best : value < best) {
        best = value;
        found = moves[std::size_t(i)];
      }
      if constexpr (prune) {
        (maximizing ? alpha : beta) = maximizing ? std::max(alpha, best) : std::min(beta, best);
        if (alpha >= beta) {
          ++counters_.cuts;
          break;
        }
      }
    }
    if (at_root && maximizing) best_ = {found};
    return best;
  }

  template <bool prune>
  double average(const State& s, int plies, double alpha, double beta) {
    std::array<Outcome<Move>, std::size_t(M::max_outcomes)> outcomes;
    const int n = m_.outcomes(s, outcomes);
    if constexpr (!prune) {
      double sum = 0;
      for (int i = 0; i < n; ++i)
        sum +=
            outcomes[std::size_t(i)].probability * after<false>(s, outcomes[std::size_t(i)].action, plies, -infinity, infinity);
      return sum;
    }
    const Bounds bounds = m_.bounds(s, std::max(plies, 1), root_);
    std::array<double, std::size_t(M::max_outcomes)> low, high, known;
    for (int i = 0; i < n; ++i) low[std::size_t(i)] = bounds.low, high[std::size_t(i)] = bounds.high;
    double least = bounds.low, most = bounds.high;  // of the average, as far as is known
    if (least >= beta) return ++counters_.cuts, least;
    if (most <= alpha) return ++counters_.cuts, most;
    const bool windowed = alpha > -infinity || beta < infinity;
    const auto learn = [&](std::size_t i, double lower, double upper) {  // bounds of outcome i
      const double p = outcomes[i].probability;
      if (lower > low[i]) least += p * (lower - low[i]), low[i] = lower;
      if (upper < high[i]) most += p * (upper - high[i]), high[i] = upper;
    };
    if (settings_.probe && windowed && plies > 1) {
      for (int i = 0; i < n; ++i) {
        const std::size_t at = std::size_t(i);
        State next = s;
        m_.apply(next, outcomes[at].action);
        if (m_.is_over(next) || m_.is_chance(next)) continue;
        const bool maximizing = m_.actor(next) == root_;
        std::array<Move, std::size_t(M::max_moves)> moves;
        m_.moves(next, plies, moves);
        const double p = outcomes[at].probability;
        // Only the side that the probe bounds can bring a cut.
        if (maximizing && beta < infinity) {
          const double need = high_enough(beta, least, p, low[at]);
          learn(at, after<true>(next, moves[0], plies, low[at], need), infinity);
          if (least >= beta) return ++counters_.cuts, least;
        } else if (!maximizing && alpha > -infinity) {
          const double need = high_enough(alpha, most, p, high[at]);
          learn(at, -infinity, after<true>(next, moves[0], plies, need, high[at]));
          if (most <= alpha) return ++counters_.cuts, most;
        }
      }
    }
    for (int i = 0; i < n; ++i) {
      const std::size_t at = std::size_t(i);
      const double p = outcomes[at].probability;
      // Outside this window of the outcome, the average is outside its own.
      const double a = alpha == -infinity ? -infinity : high_enough(alpha, most, p, high[at]);
      const double b = beta == infinity ? infinity : high_enough(beta, least, p, low[at]);
      const double value = after<true>(s, outcomes[at].action, plies, a, b);
      known[at] = value;
      // Rounding may leave a bound of the average a hair inside the window that the outcome has fallen out of.
      if (value <= a) {
        learn(at, -infinity, value);
        return ++counters_.cuts, std::min(most, alpha);
      } else if (value >= b) {
        learn(at, value, infinity);
        return ++counters_.cuts, std::max(least, beta);
      } else {
        learn(at, value, value);
      }
    }
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += outcomes[std::size_t(i)].probability * known[std::size_t(i)];
    return sum;
  }

  // The value an outcome of probability p must have for the bound `total` of the average to reach `goal`, `now` being the part
  // of it that is in the total.
  static double high_enough(double goal, double total, double p, double now) { return now + (goal - total) / p; }

  M m_;
  Settings settings_;
  TranspositionTable<Move> table_;
  u64 generation_ = 0;
  int root_ = 0;
  Counters counters_;
  const Budget* budget_ = nullptr;
  const StopToken* stop_ = nullptr;  // both of the search in progress
  std::vector<Move> best_;           // of the root, if it is the root player's decision
};

}  // namespace longroad::search
