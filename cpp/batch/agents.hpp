// Agents that play whole matches without Python: one that draws its moves, or one that looks ahead.
#pragma once

#include <optional>

#include "batch/policies.hpp"
#include "catan/player.hpp"

namespace longroad::batch {

// What an agent is. Copied freely; a game makes a NativePlayer of it.
struct NativeAgent {
  Policy policy = Policy::Random;
  std::optional<ExpectimaxSettings> expectimax{};  // if set, the policy is not used
};

// An agent in one game, with what it remembers from move to move.
class NativePlayer {
 public:
  NativePlayer() = default;
  explicit NativePlayer(const NativeAgent& agent) : policy_(agent.policy) {
    if (agent.expectimax) expectimax_.emplace(*agent.expectimax);
  }

  // The action of the one to act. A searching agent is shown what its player may know, never the state.
  Action choose(const State& s, Rng& rng) {
    ++decisions_;
    if (!expectimax_) return batch::choose(policy_, s, rng);
    const double start = search::cpu_seconds();
    const Action action = expectimax_->choose(View(s, s.actor), rng);
    seconds_ += search::cpu_seconds() - start;
    return action;
  }

  u32 decisions() const { return decisions_; }
  // CPU time spent on them; 0 for an agent that draws, since looking at the clock would take longer.
  double seconds() const { return seconds_; }

 private:
  u32 decisions_ = 0;
  double seconds_ = 0;
  Policy policy_ = Policy::Random;
  std::optional<ExpectimaxPlayer> expectimax_{};
};

}  // namespace longroad::batch
