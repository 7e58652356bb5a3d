// Every generator's derivation. What a game draws follows from a seed and from where the game stands: its block in a match, its
// slot in an environment. Chance, the seats and everything else that draws have generators of their own, so that games with the
// same chance see the same dice whoever plays.
#pragma once

#include "core/rng.hpp"

namespace longroad {

// Seats that a derivation makes room for, in any game.
constexpr u64 most_seats = 4;

// What a generator is for.
enum class Use : u64 {
  Chance = 0,
  Seat = 0x5851f42d4c957f2d,    // a player's own
  Advice = 0x14057b7ef767814f,  // of an adviser who looks over a seat's shoulder
  Lots = 0x2545f4914f6cdd1d,    // drawn by the environment itself: sampled moves, moves explored
};

constexpr Rng generator(u64 seed, Use use, u64 number) { return Rng::stream(seed ^ u64(use), number); }

// One game of a match. Chance, the board included, is shared by all rotations of a block; what the seats draw is not.
struct MatchSeeds {
  u64 seed = 0, block = 0;
  int rotation = 0;

  constexpr Rng chance() const { return generator(seed, Use::Chance, block); }
  constexpr Rng seat(int seat) const {
    return generator(seed, Use::Seat, (block * most_seats + u64(rotation)) * most_seats + u64(seat));
  }
};

// The `number`-th game in a slot of many games side by side.
struct SlotSeeds {
  u64 seed = 0, slot = 0, number = 0;

  constexpr Rng chance() const { return generator(own(), Use::Chance, slot); }
  constexpr Rng seat(int seat) const { return generator(own(), Use::Seat, slot * most_seats + u64(seat)); }
  constexpr Rng advice(int seat) const { return generator(own(), Use::Advice, slot * most_seats + u64(seat)); }
  constexpr Rng lots() const { return generator(own(), Use::Lots, slot); }

 private:
  constexpr u64 own() const { return seed + number * 0x9e3779b97f4a7c15; }
};

// A game by itself: what State(seed=...) and the environments of the adapters draw.
struct GameSeeds {
  u64 seed = 0;

  constexpr Rng setup() const { return Rng::stream(seed, 0); }   // the board, or the deal
  constexpr Rng chance() const { return Rng::stream(seed, 1); }  // of an environment that rolls its own dice
  constexpr Rng games() const { return Rng::stream(seed, 2); }   // the seeds of the games after it
};

// The `game`-th game of an opening that is studied. Where the seed is the same for several openings, what can be common to their
// games is.
struct OpeningSeeds {
  u64 seed = 0, game = 0;

  constexpr Rng chance() const { return Rng::stream(seed, 3 * game); }
  constexpr Rng moves() const { return Rng::stream(seed, 3 * game + 1); }
  // Of one settlement or road of the set-up.
  constexpr Rng placing(int step, bool road) const {
    return Rng::stream(Rng::stream(seed, 3 * game + 2).state(), 2 * u64(step) + road);
  }
};

// The seed of one of several studies with the same seed, `which` being anything that differs between them.
constexpr u64 own_seed(u64 seed, u64 which) { return Rng::stream(seed, which).state(); }

// The `tree`-th of trees that are grown side by side; `draw` is a number that their player drew.
constexpr Rng tree_generator(u64 draw, u64 tree) { return Rng::stream(draw, tree); }

// A hash over events, and over the hashes of games: total = mixed(total, value).
constexpr u64 mixed(u64 total, u64 value) { return (total ^ value) * 0x100000001b3; }

}  // namespace longroad
