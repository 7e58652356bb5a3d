// Games played to the end by drawn moves.
#pragma once

#include "catan/players/agent.hpp"

namespace longroad::batch {

using namespace catan;

struct PlayoutCount {
  u64 actions = 0;  // players' decisions; outcomes of chance are not counted
  u64 rolls = 0;
};

// Which players of a game want to be told what happens.
class Audience {
 public:
  Audience() = default;
  explicit Audience(const std::array<NativePlayer, max_players>& seats) {
    for (const NativePlayer& player : seats) anybody_ |= player.follows(), closely_ |= player.follows_closely();
  }

  // Applies an action or outcome and tells those who follow. `seats` are the players it was made of.
  void apply(State& s, Action event, std::array<NativePlayer, max_players>& seats) const {
    if (!anybody_ || !(closely_ || Belief::concerns(event.kind()))) return catan::apply(s, event);
    const State before = s;
    catan::apply(s, event);
    for (NativePlayer& player : seats)
      if (player.follows()) player.observe(before, event, s);
  }

 private:
  bool anybody_ = false, closely_ = false;
};

// Plays on until the game is over, the seats' players deciding. Chance and the players draw from generators of their own, so
// that games with the same `chance` see the same dice whoever plays. `seen` is told every action and outcome, before it is
// applied.
template <class Seen>
PlayoutCount play_out(State& s, std::array<NativePlayer, max_players>& seats, Rng& chance, Rng& moves, Seen&& seen) {
  PlayoutCount played;
  const Audience audience(seats);
  while (!s.is_over()) {
    Action action;
    if (s.is_chance()) {
      action = sample_chance(s, chance);
      played.rolls += action.kind() == Kind::Dice;
    } else {
      action = seats[s.actor].choose(s, moves);
      ++played.actions;
    }
    seen(action);
    audience.apply(s, action, seats);
  }
  return played;
}

// The same with one policy for all, known when compiled.
template <Policy policy>
u64 play_out_with(State& s, Rng& rng) {
  u64 actions = 0;
  while (!s.is_over()) {
    if (s.is_chance()) {
      apply(s, sample_chance(s, rng));
    } else {
      apply(s, draw_move(policy, s, rng));
      ++actions;
    }
  }
  return actions;
}

struct BoardSource {
  Layout layout = Layout::Spiral;
  HarborLayout harbors = HarborLayout::Shuffled;
  bool given = false;  // then `board` and `robber` hold, and nothing is drawn
  Board board{};
  int robber = 0;

  State start(const Rules& rules, Rng& rng) const {
    if (given) return initial_state(rules, board, robber);
    const Board drawn = draw_board(layout, harbors, rng);
    return initial_state(rules, drawn, first_desert(drawn));
  }
};

}  // namespace longroad::batch
