// What a search looks ahead in: a model of a game. It may be the game itself with an evaluation, or a simplified one whose moves
// stand for classes of real moves (the representative moves of Taucher et al. 2018).
#pragma once

#include <concepts>
#include <limits>
#include <span>

#include "core/game.hpp"

namespace longroad::search {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Where a position is found in the transposition table. Positions with equal keys have values that differ by their offsets
// alone: value(a) - a.offset == value(b) - b.offset.
struct Place {
  u64 key;
  double offset;
};

// No value of a position lies outside.
struct Bounds {
  double low, high;
};

// `plies` is always the number of plies the search still has to go, at least 1; `root` the player it is made for.
template <class M>
concept Model = requires(const M& m, const typename M::State& s, typename M::State& changing, typename M::Move move,
                         std::span<typename M::Move> moves, std::span<Outcome<typename M::Move>> outcomes, int plies, int root) {
  requires std::is_trivially_copyable_v<typename M::State>;
  requires std::equality_comparable<typename M::Move>;

  { m.players(s) } -> std::same_as<int>;
  { m.is_over(s) } -> std::same_as<bool>;
  { m.is_chance(s) } -> std::same_as<bool>;
  { m.actor(s) } -> std::same_as<int>;

  // Writes the moves to be searched, the most promising first, and returns their number (1 to max_moves).
  { m.moves(s, plies, moves) } -> std::same_as<int>;
  // Writes the outcomes of a chance node with their probabilities; returns their number (1 to max_outcomes).
  { m.outcomes(s, outcomes) } -> std::same_as<int>;
  { m.apply(changing, move) };

  // How many plies a move from s took (0 within a ply); called with the position before and after.
  { m.plies_taken(s, s) } -> std::same_as<int>;
  // Whether a position may be evaluated as a leaf once no plies are left. If not, the search goes through it.
  { m.is_quiet(s) } -> std::same_as<bool>;
  // The worth of a leaf for a player.
  { m.evaluate(s, root) } -> std::same_as<double>;
  // The worth of a finished game for a player; sooner wins (more plies left) are worth more.
  { m.result(s, root, plies) } -> std::same_as<double>;

  { m.place(s, plies, root) } -> std::same_as<Place>;
  { m.bounds(s, plies, root) } -> std::same_as<Bounds>;

  { M::max_players } -> std::convertible_to<int>;
  { M::max_moves } -> std::convertible_to<int>;
  { M::max_outcomes } -> std::convertible_to<int>;
};

// A mixing step for keys of positions.
constexpr u64 mix(u64 hash, u64 word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 32);
}

}  // namespace longroad::search
