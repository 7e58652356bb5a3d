// Representative moves (Taucher et al. 2018): a game sorts its moves into a few classes, and a search looks at one
// representative of each instead of at all moves. A representative is a real move, or an average one that exists in the
// model alone; `real_move` then says what is played in its place.
#pragma once

#include "search/model.hpp"

namespace longroad::search {

// One class that has a member in the position at hand.
template <class Move>
struct Representative {
  int of;  // which class
  Move move;
};

template <class C>
concept MoveClasses = requires(const C& c, const typename C::State& s, typename C::Move move,
                               std::span<Representative<typename C::Move>> out, int n) {
  // How many classes there are, and their names.
  { c.size() } -> std::convertible_to<int>;
  { c.name(n) } -> std::convertible_to<const char*>;
  // Writes one representative per class that has a member in s, in the order of the classes; returns their number. At least 1
  // wherever the game has a decision.
  { c.representatives(s, out) } -> std::same_as<int>;
  // The move of the game that a representative stands for.
  { c.real_move(s, move) } -> std::same_as<typename C::Move>;
};

}  // namespace longroad::search
