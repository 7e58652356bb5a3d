// Matches between native agents, of any game. A block is one start and one seed of chance, played once for every rotation of the
// seats, so that each agent sits in each seat of each.
#pragma once

#include <string>
#include <vector>

#include "batch/results.hpp"
#include "batch/seating.hpp"
#include "core/seeds.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

// What is kept of a game that is to be replayed: what its record says of the start, and all events.
struct KeptGame {
  std::string start;
  std::vector<u64> events;
};

// One game: rotation r seats agent (seat + r) mod n. A pure function of its arguments, unless an agent thinks by the clock.
// `kept` may be null. Throws Stopped.
template <class Arena>
GameResult play_game(const typename Arena::Setup& setup, const std::vector<typename Arena::Agent>& agents,
                     const MatchSeeds& seeds, const StopToken& stop, KeptGame* kept = nullptr) {
  using G = typename Arena::Game;
  const int n = setup.players();
  Rng chance = seeds.chance();
  typename G::State s = setup.start(chance);
  if (kept) *kept = {Arena::Setup::text(s), {}};
  using Player = typename Arena::Player;
  Seating<G, Player> players(n, [&](int seat) {
    return std::pair(Player(agents[std::size_t((seat + seeds.rotation) % n)], setup.rules, seat), seeds.seat(seat));
  });
  GameResult result;
  players.run(s, chance, stop, [&](typename G::Action event) {
    result.signature = mixed(result.signature, event.word);
    result.rolls += G::is_roll(event);
    if (kept) kept->events.push_back(event.word);
    G::apply(s, event);
  });
  result.turns = G::turns(s);
  for (int seat = 0; seat < n; ++seat) {
    AgentResult& agent = result.agents[std::size_t((seat + seeds.rotation) % n)];
    agent = {G::score(s, seat), i32(players[seat].decisions()), float(players[seat].seconds())};
  }
  result.winner_seat = G::winner(s);
  if (result.winner_seat >= 0) result.winner = (result.winner_seat + seeds.rotation) % n;
  return result;
}

// Blocks first..first+blocks-1 with all rotations, in order, whatever the number of threads. Games are kept unless `kept` is
// null. Throws Stopped.
template <class Arena>
void play_blocks(const typename Arena::Setup& setup, const std::vector<typename Arena::Agent>& agents, u64 seed, u64 first,
                 int blocks, ThreadPool& pool, const StopToken& stop, GameResult* out, KeptGame* kept = nullptr) {
  const int n = setup.players();
  std::atomic<int> next{0};  // games differ in length, so every thread takes the next block
  pool.run(pool.threads(), [&](int, int) {
    try {
      for (int b; (b = next++) < blocks && !stop.stop_requested();)
        for (int r = 0; r < n; ++r) {
          const int game = b * n + r;
          out[game] = play_game<Arena>(setup, agents, {seed, first + u64(b), r}, stop, kept ? kept + game : nullptr);
        }
    } catch (Stopped) {
    }
  });
  stop.throw_if_requested();
}

}  // namespace longroad::batch
