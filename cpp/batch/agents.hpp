// Agents that play whole matches without Python: those that draw their moves, and those that think.
#pragma once

#include <variant>

#include "batch/policies.hpp"
#include "catan/expectimax_player.hpp"
#include "catan/value_player.hpp"

namespace longroad::batch {

struct ValueSettings {};

// What an agent is. Copied freely; a game makes a NativePlayer of it.
struct NativeAgent {
  std::variant<Policy, ValueSettings, ExpectimaxSettings> how = Policy::Random;
  bool open_hands = false;  // it is shown all resource hands, whatever the rules say
};

// An agent in one game, with what it remembers from move to move.
class NativePlayer {
 public:
  NativePlayer() = default;
  NativePlayer(const NativeAgent& agent, const Rules& rules, int seat) : seat_(seat), open_hands_(agent.open_hands) {
    std::visit([&](const auto& how) { become(how); }, agent.how);
    follows_ = !std::holds_alternative<Policy>(mind_) && !open_hands_ && !View::are_hands_open(rules);
    if (follows_) belief_ = Belief::from_start();
  }

  // The action of the one to act. An agent that thinks is shown what its player may know, never the state.
  Action choose(const State& s, Rng& rng) {
    ++decisions_;
    if (const Policy* policy = std::get_if<Policy>(&mind_)) return batch::choose(*policy, s, rng);
    const double start = search::cpu_seconds();
    const Action action = choose(View(s, s.actor, open_hands_), rng);
    seconds_ += search::cpu_seconds() - start;
    return action;
  }

  // The same for a view; not for an agent that draws.
  Action choose(const View& view, Rng& rng) {
    return std::visit(
        [&](auto& mind) -> Action {
          if constexpr (std::is_same_v<std::decay_t<decltype(mind)>, Policy>)
            throw std::logic_error("an agent that draws needs no view");
          else
            return mind.choose(view, belief_, rng);
        },
        mind_);
  }

  // Whether it wants to be told what happens: it counts cards.
  bool follows() const { return follows_; }

  // Tells it what happened, as its player sees it. Only what a Belief is concerned with need be told.
  void observe(const State& before, Action event, const State& after) {
    observe(View(before, seat_), seen_by(before, event, seat_), View(after, seat_));
  }
  void observe(const View& before, Action seen, const View& after) { belief_.observe(before, seen, after); }

  const Belief& belief() const { return belief_; }

  u32 decisions() const { return decisions_; }
  // CPU time spent on them; 0 for an agent that draws, since looking at the clock would take longer.
  double seconds() const { return seconds_; }

 private:
  void become(Policy policy) { mind_ = policy; }
  void become(const ValueSettings&) { mind_.emplace<ValuePlayer>(); }
  void become(const ExpectimaxSettings& settings) { mind_.emplace<ExpectimaxPlayer>(settings); }

  u32 decisions_ = 0;
  double seconds_ = 0;
  int seat_ = 0;
  bool open_hands_ = false, follows_ = false;
  Belief belief_;
  std::variant<Policy, ValuePlayer, ExpectimaxPlayer> mind_ = Policy::Random;
};

}  // namespace longroad::batch
