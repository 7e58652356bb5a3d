// The arrays that a vector environment writes, for the programs of this folder.
#pragma once

#include <vector>

#include "batch/vector_env.hpp"

template <class Space>
struct Arrays {
  std::vector<longroad::u8> observation, mask, actor, done, points;
  std::vector<float> rewards;
  std::vector<std::int8_t> winner;
  std::vector<std::int32_t> turns;

  Arrays(std::size_t games, std::size_t players)
      : observation(games * Space::observation),
        mask(games * Space::actions),
        actor(games),
        done(games),
        points(games * players),
        rewards(games * players),
        winner(games),
        turns(games) {}

  longroad::batch::Buffers buffers() {
    return {observation.data(), mask.data(),   actor.data(),  rewards.data(),
            done.data(),        winner.data(), points.data(), turns.data()};
  }
};
