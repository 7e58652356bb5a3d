// Matches of Skirmish. A block is one seed of chance, played twice with the seats exchanged.
#pragma once

#include "core/thread_pool.hpp"
#include "skirmish/players/player.hpp"

namespace longroad::skirmish {

struct MatchGame {
  u8 winner = nobody;  // the player as numbered in the match, not the seat
  u8 first = 0;        // who moved first
  u16 turns = 0;
  std::array<i32, 2> hp{};
  std::array<double, 2> seconds{};  // of CPU, spent on choosing
  std::array<u32, 2> decisions{};
  u64 signature = 0;
};

// One game, the player numbered `rotation` in the first seat. `seen` is told every action and outcome. A pure function of its
// arguments unless a player's search is limited by time.
template <class Seen>
MatchGame play_game(const Rules& rules, std::array<Player*, 2> players, u64 seed, u64 block, int rotation, Seen&& seen) {
  Rng chance = Rng::stream(seed, block), moves = Rng::stream(seed ^ 0x5851f42d4c957f2d, block * 2 + u64(rotation));
  MatchGame result;
  result.first = u8(rotation);
  for (Player* player : players) player->begin_game();
  State s = initial_state(rules);
  u64 hash = 0xcbf29ce484222325;
  while (!s.is_over()) {
    Action action;
    if (s.is_chance()) {
      action = Skirmish::sample_chance(s, chance);
    } else {
      const std::size_t who = std::size_t((s.current + rotation) % 2);
      const double start = search::cpu_seconds();
      action = players[who]->choose(s, moves);
      result.seconds[who] += search::cpu_seconds() - start;
      ++result.decisions[who];
    }
    hash = search::mix(hash, action.word);
    seen(action);
    apply(s, action);
  }
  result.turns = s.turn;
  result.signature = hash;
  for (int seat = 0; seat < 2; ++seat) result.hp[std::size_t((seat + rotation) % 2)] = s.hp[seat];
  if (s.winner != nobody) result.winner = u8((s.winner + rotation) % 2);
  return result;
}

// Blocks first..first+blocks-1, both games of each, in order, whatever the number of threads. Ends early, with the rest of `out`
// as it was, if search::stop_all is set.
inline void play_blocks(const Rules& rules, const std::array<PlayerSettings, 2>& settings, u64 seed, u64 first, int blocks,
                        ThreadPool& pool, MatchGame* out) {
  std::atomic<int> next{0};  // games differ much in length, so every thread takes the next block
  pool.run(pool.threads(), [&](int from, int to) {
    if (from == to) return;
    Player one(settings[0]), two(settings[1]);
    try {
      for (int b; (b = next++) < blocks && !search::stop_all;)
        for (int r = 0; r < 2; ++r) out[2 * b + r] = play_game(rules, {&one, &two}, seed, first + u64(b), r, [](Action) {});
    } catch (search::Interrupted) {
    }
  });
}

}  // namespace longroad::skirmish
