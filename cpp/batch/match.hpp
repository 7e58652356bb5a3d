// Matches between native agents. A block is one board and one seed of chance, played once for every rotation of the seats,
// so that each agent sits in each seat on each board.
#pragma once

#include "batch/playout.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

using namespace catan;

// What is kept of one game, by agent (not by seat).
struct GameResult {
  u8 winner_agent = nobody;
  u8 winner_seat = nobody;
  u16 turns = 0;
  u32 actions = 0;
  u32 rolls = 0;
  std::array<u8, max_players> points{};
  std::array<u32, max_players> decisions{};
  std::array<double, max_players> seconds{};  // of CPU; 0 for agents that draw
  u64 signature = 0;
};

// The generators of a game: chance is shared by all rotations of a block, the players' draws are not.
struct GameSeeds {
  Rng chance, moves;
  GameSeeds(u64 seed, u64 block, int rotation)
      : chance(Rng::stream(seed, block)), moves(Rng::stream(seed ^ 0x5851f42d4c957f2d, block * max_players + u64(rotation))) {}
};

// One game: rotation r seats agent (seat + r) mod n. A pure function of its arguments; `seen` is told the first position, then
// every action and outcome.
template <class Start, class Seen>
GameResult play_game(const Rules& rules, const BoardSource& source, const std::array<NativeAgent, max_players>& agents, u64 seed,
                     u64 block, int rotation, Start&& start, Seen&& seen) {
  GameSeeds seeds(seed, block, rotation);
  State s = source.start(rules, seeds.chance);
  start(s);
  const int n = s.players();
  std::array<NativePlayer, max_players> seats;
  for (int seat = 0; seat < n; ++seat) seats[seat] = NativePlayer(agents[(seat + rotation) % n], rules, seat);
  GameResult result;
  u64 hash = 0xcbf29ce484222325;
  const PlayoutCount played = play_out(s, seats, seeds.chance, seeds.moves, [&](Action a) {
    hash = (hash ^ a.word) * 0x100000001b3;
    hash ^= hash >> 29;
    seen(a);
  });
  result.turns = s.turn;
  result.actions = u32(played.actions);
  result.rolls = u32(played.rolls);
  result.signature = hash;
  for (int seat = 0; seat < n; ++seat) {
    const int agent = (seat + rotation) % n;
    result.points[agent] = u8(s.points(seat));
    result.decisions[agent] = seats[seat].decisions();
    result.seconds[agent] = seats[seat].seconds();
  }
  if (s.winner != nobody) {
    result.winner_seat = s.winner;
    result.winner_agent = u8((s.winner + rotation) % n);
  }
  return result;
}

inline GameResult play_game(const Rules& rules, const BoardSource& source, const std::array<NativeAgent, max_players>& agents,
                            u64 seed, u64 block, int rotation) {
  return play_game(rules, source, agents, seed, block, rotation, [](const State&) {}, [](Action) {});
}

// What is kept of a game that is to be replayed.
struct KeptGame {
  std::string board;
  std::vector<u64> events;
};

// Blocks first..first+blocks-1 with all rotations, in order, whatever the number of threads. Games are kept unless `kept` is
// null. Ends early, with the rest of `out` as it was, if search::stop_all is set.
inline void play_blocks(const Rules& rules, const BoardSource& source, const std::array<NativeAgent, max_players>& agents,
                        u64 seed, u64 first, int blocks, ThreadPool& pool, GameResult* out, KeptGame* kept = nullptr) {
  const int n = rules.players;
  std::atomic<int> next{0};  // games differ in length, so every thread takes the next block
  pool.run(pool.threads(), [&](int, int) {
    try {
      for (int b; (b = next++) < blocks && !search::stop_all;)
        for (int r = 0; r < n; ++r) {
          const int game = b * n + r;
          if (!kept) {
            out[game] = play_game(rules, source, agents, seed, first + u64(b), r);
            continue;
          }
          out[game] = play_game(
              rules, source, agents, seed, first + u64(b), r,
              [&](const State& s) { kept[game].board = board_text(s.board, s.robber); },
              [&](Action a) { kept[game].events.push_back(a.word); });
        }
    } catch (search::Interrupted) {
    }
  });
}

}  // namespace longroad::batch
