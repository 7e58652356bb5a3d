// Best-Reply Search (Schadd and Winands 2011): after a turn of the root player only one opponent gets a turn, the one whose reply
// hurts most; then it is the root's turn again. It makes a game of many players as deep to search as one of two, at the price of
// positions that cannot occur.
//
// BestReply<M> is a Model over a Model: where an opponent's turn would begin, the opponents together choose who takes it.
#pragma once

#include "search/model.hpp"

namespace longroad::search {

// A model in which a turn can be given to another player.
template <class M>
concept TurnModel = Model<M> && requires(const M& m, const typename M::State& s, typename M::State& changing, int player) {
  // Whether somebody's turn begins here, and whose.
  { m.turn_begins(s) } -> std::same_as<bool>;
  { m.turn_of(s) } -> std::same_as<int>;
  // Where a turn begins: lets it be the turn of `player`.
  { m.give_turn(changing, player) };
};

template <TurnModel M>
struct BestReply {
  struct State {
    typename M::State inner;
    bool replied = false;   // an opponent has had its turn since the root's last one
    bool choosing = false;  // who takes the turn is open
  };
  // A move of the inner model, or the choice of the player who replies.
  struct Move {
    typename M::Move inner;
    int replier = -1;
    bool operator==(const Move&) const = default;
  };
  static constexpr int max_players = M::max_players, max_moves = M::max_moves, max_outcomes = M::max_outcomes;

  M m{};
  int root = 0;

  // The position as this model plays on from it.
  State start(const typename M::State& s) const {
    State state{s};
    settle(state);
    return state;
  }

  int players(const State& s) const { return m.players(s.inner); }
  bool is_over(const State& s) const { return m.is_over(s.inner); }
  bool is_chance(const State& s) const { return !s.choosing && m.is_chance(s.inner); }
  int actor(const State& s) const { return s.choosing ? (root + 1) % m.players(s.inner) : m.actor(s.inner); }

  int moves(const State& s, int plies, std::span<Move> out) const {
    int n = 0;
    if (s.choosing) {
      for (int p = 0; p < m.players(s.inner); ++p)
        if (p != root) out[std::size_t(n++)] = {{}, p};
      return n;
    }
    std::array<typename M::Move, std::size_t(M::max_moves)> list;
    n = m.moves(s.inner, plies, list);
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = {list[std::size_t(i)], -1};
    return n;
  }

  int outcomes(const State& s, std::span<Outcome<Move>> out) const {
    std::array<Outcome<typename M::Move>, std::size_t(M::max_outcomes)> list;
    const int n = m.outcomes(s.inner, list);
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = {{list[std::size_t(i)].action, -1}, list[std::size_t(i)].probability};
    return n;
  }

  void apply(State& s, const Move& move) const {
    if (s.choosing) {
      m.give_turn(s.inner, move.replier);
      s.choosing = false;
      s.replied = true;
      return;
    }
    const int before = m.turn_of(s.inner);
    m.apply(s.inner, move.inner);
    if (!m.is_over(s.inner) && m.turn_begins(s.inner) && m.turn_of(s.inner) != before) settle(s);
  }

  int plies_taken(const State& before, const State& after) const {
    return before.choosing ? 0 : m.plies_taken(before.inner, after.inner);
  }
  bool is_quiet(const State& s) const { return m.is_quiet(s.inner); }
  double evaluate(const State& s, int player) const { return m.evaluate(s.inner, player); }
  double result(const State& s, int player, int plies) const { return m.result(s.inner, player, plies); }
  Bounds bounds(const State& s, int plies, int player) const { return m.bounds(s.inner, plies, player); }
  Place place(const State& s, int plies, int player) const {
    const Place inner = m.place(s.inner, plies, player);
    return {mix(inner.key, u64(s.replied) | u64(s.choosing) << 1 | 4), inner.offset};
  }

 private:
  // At the beginning of a turn: the root's own; or one that the opponents may take; or, if they had theirs, the root's.
  void settle(State& s) const {
    if (m.players(s.inner) == 2 || !m.turn_begins(s.inner)) return;
    if (m.turn_of(s.inner) == root) {
      s.replied = false;
    } else if (s.replied) {
      m.give_turn(s.inner, root);
      s.replied = false;
    } else {
      s.choosing = true;
    }
  }
};

}  // namespace longroad::search
