// The arrays of a vector environment, for the programs here.
#pragma once

#include <memory>
#include <vector>

#include "batch/vector_env.hpp"

namespace longroad::batch {

template <class Space>
struct Arrays {
  std::vector<u8> observation, actor, points;
  std::vector<float> rewards, luck;
  std::vector<std::int8_t> winner;
  std::vector<std::int32_t> turn, turns;
  std::unique_ptr<bool[]> mask, done;  // a vector of bool has no array

  Arrays(std::size_t games, std::size_t players)
      : observation(games * Space::observation),
        actor(games),
        points(games * players),
        rewards(games * players),
        luck(games * players),
        winner(games),
        turn(games),
        turns(games),
        mask(std::make_unique<bool[]>(games * Space::actions)),
        done(std::make_unique<bool[]>(games)) {}

  Buffers buffers() {
    return {observation.data(), mask.get(), actor.data(),  turn.data(),   rewards.data(),
            luck.data(),        done.get(), winner.data(), points.data(), turns.data()};
  }
};

}  // namespace longroad::batch
