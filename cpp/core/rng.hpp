// The generator behind every random number here: SplitMix64, one word of state, the same sequence on every machine.
#pragma once

#include "core/bits.hpp"

namespace longroad {

class Rng {
 public:
  constexpr explicit Rng(u64 seed = 0) : state_(seed) {}

  // A generator for the `stream`-th use of a seed (a game of a match, say), unrelated to the other streams.
  static constexpr Rng stream(u64 seed, u64 stream) { return Rng(mix(mix(seed + golden) ^ (stream * 0xd1342543de82ef95))); }

  constexpr u64 next() { return mix(state_ += golden); }

  // A number in [0, n), n > 0, by multiplication: the deviation from uniform is below n / 2^64.
  constexpr u32 below(u32 n) { return u32((static_cast<unsigned __int128>(next()) * n) >> 64); }

  constexpr u64 state() const { return state_; }

 private:
  static constexpr u64 golden = 0x9e3779b97f4a7c15;
  static constexpr u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  u64 state_;
};

}  // namespace longroad
