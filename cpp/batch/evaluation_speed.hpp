// How fast agents judge positions, counted over whole games.
#pragma once

#include "batch/match.hpp"
#include "catan/players/agent.hpp"

namespace longroad::batch {

struct EvaluationSpeed {
  u64 evaluations = 0;
  double seconds = 0;  // of CPU, for all that the agents did
};

// Games of an agent against itself. Throws Stopped.
inline EvaluationSpeed evaluation_speed(const catan::Setup& setup, const catan::NativeAgent& agent, u64 seed, int games,
                                        const StopToken& stop) {
  using namespace catan;
  EvaluationSpeed sum;
  for (int game = 0; game < games; ++game) {
    const MatchSeeds seeds{seed, u64(game), 0};
    Rng chance = seeds.chance();
    State s = setup.start(chance);
    Seating<Catan, NativePlayer> players(
        setup.players(), [&](int seat) { return std::pair(NativePlayer(agent, setup.rules, seat), seeds.seat(seat)); });
    players.run(s, chance, stop, [&](Action event) { apply(s, event); });
    for (int seat = 0; seat < setup.players(); ++seat)
      sum.evaluations += players[seat].evaluations(), sum.seconds += players[seat].seconds();
  }
  return sum;
}

}  // namespace longroad::batch
