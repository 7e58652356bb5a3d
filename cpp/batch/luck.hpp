// Luck, as a native network sees it: what an outcome of chance changes for the players.
#pragma once

#include "catan/players/leaf_evaluators.hpp"
#include "catan/rules/chance.hpp"

namespace longroad::batch {

using namespace catan;

// How much luck the players have: what the critic makes of an outcome of chance less what it expected of chance. Its mean is zero
// whatever the critic thinks, so that it can be taken out of what came of a decision; most of the noise goes with it.
class Luck {
 public:
  Luck(const NetworkWeights& critic, const Board& board) : critic_(critic, board) {}

  // Of an outcome of the chance that is next.
  WinProbabilities of(const State& s, Action outcome) {
    std::array<Outcome<Action>, std::size_t(max_outcomes)> outcomes;
    const int n = chance_outcomes(s, outcomes);
    WinProbabilities luck{};
    for (int i = 0; i < n; ++i) {
      const auto& [action, probability] = outcomes[std::size_t(i)];
      const WinProbabilities after = worth(s, action);
      const float weight = (action == outcome ? 1.f : 0.f) - float(probability);
      for (std::size_t p = 0; p < after.size(); ++p) luck[p] += weight * after[p];
    }
    return luck;
  }

 private:
  WinProbabilities worth(State s, Action outcome) {
    apply(s, outcome);
    if (s.phase == Phase::Main) rules::end_turn(s);
    return s.is_over() ? won(s) : critic_.win_probabilities(s);
  }

  Network critic_;
};

}  // namespace longroad::batch
