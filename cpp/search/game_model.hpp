// Any Game with an evaluation as a Model: all legal moves, one ply a decision, nothing known beyond the rules.
#pragma once

#include <cstring>

#include "search/model.hpp"

namespace longroad::search {

// Evaluate: (const State&, int player) -> double, between -limit and limit. A won game is worth beyond it.
template <Game G, class Evaluate>
struct GameModel {
  using State = typename G::State;
  using Move = typename G::Action;
  static constexpr int max_players = G::max_players, max_moves = G::max_actions, max_outcomes = G::max_outcomes;

  Evaluate evaluation{};
  double limit = 1e6;

  int players(const State& s) const { return G::players(s); }
  bool is_over(const State& s) const { return G::is_over(s); }
  bool is_chance(const State& s) const { return G::is_chance(s); }
  int actor(const State& s) const { return G::actor(s); }
  int moves(const State& s, int, std::span<Move> out) const { return G::legal_actions(s, out); }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return G::chance_outcomes(s, out); }
  void apply(State& s, Move move) const { G::apply(s, move); }
  int plies_taken(const State& before, const State&) const { return G::is_chance(before) ? 0 : 1; }
  bool is_quiet(const State& s) const { return !G::is_chance(s); }
  double evaluate(const State& s, int player) const { return evaluation(s, player); }
  double result(const State& s, int player, int plies) const { return G::returns(s, player) * (limit + 1 + std::max(plies, 0)); }
  Bounds bounds(const State&, int plies, int) const { return {-limit - 1 - plies, limit + 1 + plies}; }
  Place place(const State& s, int, int) const {
    u64 key = 0, word = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&s);
    for (std::size_t i = 0; i < sizeof(State); i += sizeof(word)) {
      word = 0;
      std::memcpy(&word, bytes + i, std::min(sizeof(word), sizeof(State) - i));
      key = mix(key, word);
    }
    return {key, 0};
  }
};

}  // namespace longroad::search
