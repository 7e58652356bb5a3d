// Rated games under the address and undefined-behaviour sanitizers: games side by side on two threads, moves drawn among the
// rows, saved and resumed, damaged words refused. Exits with 1 at the first complaint; a sanitizer aborts by itself.
#include "batch/rated_games.hpp"

#include <cstdio>
#include <cstdlib>

using namespace longroad;
using namespace longroad::batch;

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

// One round with drawn ratings.
void play_round(RatedGames& games, Rng& rng) {
  const std::size_t rows = std::size_t(games.rows()), slots = std::size_t(games.games());
  std::vector<u8> positions(slots * casher::position_size);
  std::vector<std::int16_t> moves(2 * rows);
  std::vector<std::int32_t> owners(rows), chosen(slots);
  const int running = games.write(positions.data(), moves.data(), owners.data());
  std::vector<float> ratings;
  for (std::size_t i = 0; i < rows; ++i) {
    if (owners[i] < 0 || owners[i] >= running || moves[2 * i] < 0 || moves[2 * i] >= casher::no_place)
      fail("a row without a move");
    ratings.push_back(float(rng.below(1000)));
  }
  games.lowest(ratings.data(), chosen.data());
  if (games.step(chosen.data()) != -1) fail("a lowest rating is not a legal move");
}

std::size_t take_all(RatedGames& games) {
  const int count = int(games.finished().size());
  std::size_t rows = 0;
  for (const RatedGame& game : games.finished()) rows += std::size_t(game.decisions());
  std::vector<u8> positions(rows * casher::position_size);
  std::vector<std::int16_t> moves(2 * rows);
  std::vector<float> places(rows);
  games.write_finished(count, positions.data(), moves.data(), places.data());
  games.drop(count);
  return rows;
}

std::size_t play(int players, u64 seed) {
  Rules rules;
  rules.players = u8(players);
  rules.offers_per_turn = 0;
  rules.turn_cap = 120;
  RatedGames games(rules, {}, 5, seed, 2, 200), copy(rules, {}, 5, seed, 1, 200);
  Rng rng(seed);
  std::size_t rows = 0;
  for (int round = 0; round < 300; ++round) {
    games.begin(5);
    play_round(games, rng);
    if (round % 50 == 49) {
      std::vector<u64> words = games.save();
      if (!copy.load(words) || copy.save() != words) fail("saved games are not found again");
      words[rng.below(u32(words.size()))] ^= u64{1} << rng.below(64);
      if (copy.load(words)) fail("damaged words are taken");
      rows += take_all(games);
    }
  }
  return rows;
}

}  // namespace

int main() {
  std::size_t rows = 0;
  for (u64 seed = 1; seed <= 4; ++seed)
    for (int players = 2; players <= 4; ++players) rows += play(players, seed);
  std::printf("%zu decisions of finished games, no complaint\n", rows);
}
