// Games of openings under the address and undefined-behaviour sanitizers: placements played by all kinds of agents on two
// threads, and set-ups chosen by games. Exits with 1 at the first complaint; a sanitizer aborts by itself.
#include <cstdio>
#include <cstdlib>

#include "batch/opening_study.hpp"

using namespace longroad;
using namespace longroad::batch;

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

u32 play(int players, u64 seed) {
  Rules rules;
  rules.players = u8(players);
  rules.starting_settlements = seed % 2 ? 2 : 3;
  rules.turn_cap = 200;
  Rng rng(seed);
  State s = BoardSource{}.start(rules, rng);
  const u64 pair = bit(topology.cell[10]) | bit(topology.cell[23]);
  const std::vector<Opening> both{{s, 0, pair}, {s, players - 1, pair}};
  ThreadPool pool(2);
  u32 games = 0;
  for (int policy = 0; policy < 4; ++policy) {
    for (const NativeAgent& partners : {NativeAgent{Policy::Random}, NativeAgent{ValueSettings{}}}) {
      for (const Tally& tally : play_studies(both, {{Policy(policy)}, partners}, seed, 0, 3, pool, {})) {
        if (tally.games != 3 || tally.wins + tally.ties > 3) fail("games were lost");
        games += tally.games;
      }
    }
  }
  while (in_set_up(s)) {
    const Action move = choose_opening(s, {12, 4}, rng, {});
    if (!is_legal(s, move)) fail("an illegal opening");
    apply(s, move);
  }
  return games;
}

}  // namespace

int main() {
  u32 games = 0;
  for (u64 seed = 1; seed <= 4; ++seed)
    for (int players = 2; players <= 4; ++players) games += play(players, seed);
  std::printf("%u games of openings, no complaint\n", games);
}
