// max^n: every player maximizes its own value. Values are vectors, so nothing is pruned.
#pragma once

#include <array>

#include "search/settings.hpp"

namespace longroad::search {

template <Model M>
class MaxN {
 public:
  using State = typename M::State;
  using Move = typename M::Move;
  using Values = std::array<double, std::size_t(M::max_players)>;

  MaxN(const M& model, const Settings& settings) : m_(model), settings_(settings) {}

  M& model() { return m_; }
  void forget() {}

  // Throws Stopped.
  Answer<Move> answer(const State& s, int root, const StopToken& stop = {}) {
    stop_ = &stop;
    counters_ = {};
    return deepened<Move>(settings_, false, counters_, [&](int depth, const Budget* budget) {
      budget_ = budget;
      best_.clear();
      const double value = node(s, depth, root)[std::size_t(root)];
      return std::pair(value, best_);
    });
  }

 private:
  template <class F>
  Values each(const State& s, F&& value) const {
    Values v{};
    for (int p = 0; p < m_.players(s); ++p) v[std::size_t(p)] = value(p);
    return v;
  }

  // `at_root`: the player whose best move is to be kept, or -1.
  Values node(const State& s, int plies, int at_root = -1) {
    stop_->check(++counters_.nodes);
    if (budget_) budget_->check(counters_.nodes);
    if (m_.is_over(s)) return ++counters_.leaves, each(s, [&](int p) { return m_.result(s, p, plies); });
    if (plies <= 0 && m_.is_quiet(s)) return ++counters_.leaves, each(s, [&](int p) { return m_.evaluate(s, p); });
    return m_.is_chance(s) ? average(s, plies) : best_of(s, plies, at_root);
  }

  Values after(const State& s, const Move& move, int plies) {
    State next = s;
    m_.apply(next, move);
    return node(next, plies - m_.plies_taken(s, next));
  }

  Values best_of(const State& s, int plies, int at_root) {
    std::array<Move, std::size_t(M::max_moves)> moves;
    const int n = m_.moves(s, std::max(plies, 1), moves);
    const std::size_t me = std::size_t(m_.actor(s));
    Values best{};
    Move found{};
    for (int i = 0; i < n; ++i) {
      const Values values = after(s, moves[std::size_t(i)], plies);
      if (i == 0 || values[me] > best[me]) best = values, found = moves[std::size_t(i)];
    }
    if (at_root == int(me)) best_ = {found};
    return best;
  }

  Values average(const State& s, int plies) {
    std::array<Outcome<Move>, std::size_t(M::max_outcomes)> outcomes;
    const int n = m_.outcomes(s, outcomes);
    Values sum{};
    for (int i = 0; i < n; ++i) {
      const Values values = after(s, outcomes[std::size_t(i)].action, plies);
      for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += outcomes[std::size_t(i)].probability * values[p];
    }
    return sum;
  }

  M m_;
  Settings settings_;
  Counters counters_;
  const Budget* budget_ = nullptr;
  const StopToken* stop_ = nullptr;  // both of the search in progress
  std::vector<Move> best_;
};

}  // namespace longroad::search
