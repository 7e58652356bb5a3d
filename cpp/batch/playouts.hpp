// Games played to the end by one policy that draws its moves: what the engine's speed is measured by.
#pragma once

#include "catan/players/drawn.hpp"
#include "catan/rules/setup.hpp"
#include "core/play.hpp"
#include "core/seeds.hpp"

namespace longroad::batch {

using namespace catan;

// Plays on until the game is over; returns how many decisions were taken. The policy is known when compiled.
template <Policy policy>
u64 play_out(State& s, Rng& rng) {
  u64 decisions = 0;
  play<Catan>(
      s, rng,
      [&] {
        ++decisions;
        return std::optional(draw_move(policy, s, rng));
      },
      [&](Action event) { apply(s, event); });
  return decisions;
}

// Games 0..games-1 of a seed, one after the other; returns how many decisions were taken.
template <Policy policy>
u64 play_out_games(const Setup& setup, int games, u64 seed) {
  u64 decisions = 0;
  for (int game = 0; game < games; ++game) {
    Rng rng = generator(seed, Use::Chance, u64(game));
    State s = setup.start(rng);
    decisions += play_out<policy>(s, rng);
  }
  return decisions;
}

}  // namespace longroad::batch
