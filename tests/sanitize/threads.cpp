// Everything that runs on several threads, under the thread sanitizer: matches, a vector environment with native opponents and
// advisers, openings, rollouts, trees grown side by side, and searches that share batches. Each job runs on one thread and on
// three, and must come out the same. Exits with 1 at the first difference; the sanitizer reports races at the end and then exits
// with 66.
#include <cstdio>
#include <cstdlib>

#include "arrays.hpp"
#include "batch/match.hpp"
#include "batch/opening_study.hpp"
#include "batch/rollouts.hpp"
#include "batch/searches.hpp"

using namespace longroad;
using namespace longroad::batch;

namespace {

Rules small_rules(int players, int offers) {
  Rules rules;
  rules.players = u8(players);
  rules.offers_per_turn = u8(offers);
  rules.target_points = 5;
  rules.turn_cap = 60;
  return rules;
}

MctsSettings three_trees() {
  MctsSettings settings;
  settings.search.simulations = 18;
  settings.search.max_nodes = 400;
  settings.threads = 3;
  settings.leaf.longest = 20;
  return settings;
}

// -- The jobs: each gives words that must not depend on the number of threads

using Words = std::vector<u64>;
using Agents = std::vector<NativeAgent>;

Words match(const Agents& agents, int players, int blocks, int threads) {
  ThreadPool pool(threads);
  std::vector<GameResult> results(std::size_t(blocks * players));
  std::vector<KeptGame> kept(results.size());
  play_blocks<CatanArena>({small_rules(players, 1), {}}, agents, 7, 0, blocks, pool, {}, results.data(), kept.data());
  Words words;
  for (std::size_t game = 0; game < results.size(); ++game) {
    words.push_back(results[game].signature);
    words.insert(words.end(), kept[game].events.begin(), kept[game].events.end());
  }
  return words;
}

Words drawn_match(int threads) { return match({NativeAgent{Policy::Weighted}, NativeAgent{Policy::Random}}, 2, 40, threads); }

Words thinking_match(int threads) {
  return match({NativeAgent{PlannerSettings{}}, NativeAgent{ValueSettings{}}, NativeAgent{ExpectimaxSettings{}}}, 3, 3, threads);
}

// The trees of one player grow on three threads of their own, in games that run side by side as well.
Words tree_match(int threads) { return match({NativeAgent{three_trees()}, NativeAgent{ValueSettings{}}}, 2, 2, threads); }

Words environment(int threads) {
  using Game = Space<GeneralCodec, GeneralEncoding>;
  constexpr std::size_t games = 9, players = 3;
  GuestList first, last, advised;
  first.seats[0] = NativeAgent{PlannerSettings{}};
  last.seats[players - 1] = NativeAgent{three_trees()};
  advised.adviser = last.adviser = NativeAgent{PlannerSettings{}};
  VectorEnv<Game> env(small_rules(players, 1), {}, Rewards::zero_sum(int(players)), int(games), 3, threads, true,
                      {{1, first}, {4, advised}, {7, last}});
  Arrays<Game> arrays(games, players);
  const Buffers buffers = arrays.buffers();
  std::vector<std::int32_t> actions(games), advice(games);
  env.reset(buffers, {});
  Words words;
  for (int step = 0; step < 150; ++step) {
    env.advise(advice.data(), {});
    env.sample(actions.data());
    for (const std::size_t game : {4, 7})
      if (step % 2 && advice[game] >= 0) actions[game] = advice[game];
    if (env.step(actions.data(), buffers, {}) >= 0) std::exit(1);
    u64 hash = 0;
    for (const u8 byte : arrays.observation) hash = (hash ^ byte) * 0x100000001b3;
    words.push_back(hash);
    words.insert(words.end(), advice.begin(), advice.end());
  }
  return words;
}

Words openings(int threads) {
  ThreadPool pool(threads);
  const Rules rules = small_rules(3, 0);
  Rng rng(5);
  const State s = BoardSource{}.start(rules, rng);
  const u64 pair = bit(topology.cell[10]) | bit(topology.cell[23]);
  Words words;
  for (const NativeAgent& play : {NativeAgent{Policy::BuildOnly}, NativeAgent{ValueSettings{}}})
    for (const Tally& tally :
         play_studies({{s, 0, pair}, {s, 2, pair}}, {play, NativeAgent{ValueSettings{}}}, 3, 0, 60, pool, {}))
      words.insert(words.end(), {tally.wins, tally.ties, tally.games});
  return words;
}

// Two ways to begin, played on with the same luck.
Words rollouts(int threads) {
  ThreadPool pool(threads);
  Rng rng(5);
  const State s = BoardSource{}.start(small_rules(3, 0), rng);
  const std::vector<Line> lines{{Action::make(Kind::Settle, 10), {}}, {Action::make(Kind::Settle, 23), {}}};
  std::vector<WinProbabilities> found(40);
  compare_lines(View(s, 0), Belief::from_start(), lines, {NativeAgent{PlannerSettings{}}, 6, {}}, 9, 0, 20, pool, {},
                found.data());
  Words words;
  for (const WinProbabilities& one : found)
    for (float share : one) words.push_back(u64(double(share) * 1e12));
  return words;
}

// Games of a search against itself that share the batches of a network which knows nothing.
Words shared_searches(int threads) {
  MctsSettings how;
  how.search.simulations = 12;
  how.search.asked_priors = true, how.moves.priors = false;
  how.search.root = search::RootRule::Gumbel, how.search.gumbel.noise = true;
  how.judged = JudgedAt::Leaf;
  Searches<SelfPlay> searches({}, threads, 2);
  for (u64 game = 0; game < 7; ++game) searches.slots().emplace_back(Setup{small_rules(3, 1), {}}, NativeAgent{how}, 5, game);
  const std::size_t width = std::size_t(searches.form().encoding->size), columns = std::size_t(searches.form().codec->size);
  std::vector<u8> rows(searches.most_leaves() * width);
  std::vector<float> logits, values;
  Words words;
  for (int round = 0; round < 120; ++round) {
    const int leaves = searches.gather();
    searches.write(rows.data());
    u64 hash = 0;
    for (std::size_t i = 0; i < std::size_t(leaves) * width; ++i) hash = (hash ^ rows[i]) * 0x100000001b3;
    words.push_back(hash);
    logits.assign(std::size_t(leaves) * columns, 0);
    values.assign(std::size_t(leaves) * std::size_t(max_players), 1 / 3.f);
    searches.absorb(logits.data(), values.data());
  }
  return words;
}

// -- The comparison

void check(const char* what, Words (*job)(int threads)) {
  const Words alone = job(1);
  for (int round = 0; round < 2; ++round)
    if (job(3) != alone) {
      std::fprintf(stderr, "%s: three threads gave another result than one\n", what);
      std::exit(1);
    }
  std::printf("%s: the same on three threads, %zu words\n", what, alone.size());
}

}  // namespace

int main() {
  check("a match that draws", drawn_match);
  check("a match that thinks", thinking_match);
  check("a match with trees side by side", tree_match);
  check("searches that share batches", shared_searches);
  check("a vector environment", environment);
  check("openings", openings);
  check("rollouts", rollouts);
}
