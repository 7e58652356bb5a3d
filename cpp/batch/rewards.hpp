// What the end of a game brings to its players.
#pragma once

#include "catan/rules/game.hpp"

namespace longroad::batch {

// `win` goes to the winner, `loss` to the others, and to each player `point` for every point ahead of the mean of the others.
// Without a winner all get the mean of one win and the losses.
struct Rewards {
  double win, loss, point = 0;

  // returns() of the game: 1 for the winner, the others share -1.
  static constexpr Rewards zero_sum(int players) { return {1, -1.0 / (players - 1)}; }

  // Of a game that is over.
  double of(const catan::State& s, int p) const {
    const int others = s.players() - 1;
    double points = 0;
    for (int q = 0; q < s.players(); ++q) points += q == p ? 0 : s.points(q);
    const double end = s.winner == catan::nobody ? (win + others * loss) / (others + 1) : s.winner == p ? win : loss;
    return end + point * (s.points(p) - points / others);
  }
};

}  // namespace longroad::batch
