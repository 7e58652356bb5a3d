// Many games whose moves a network rates, in the encoding of Casher (2024): every round writes all legal moves of all games into
// arrays of the caller and takes one chosen move in each game. A game that is over stands still until begin(). Results do not
// depend on the number of threads.
#pragma once

#include <deque>

#include "batch/rated_game.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

using namespace catan;

// An encoded position, one byte per number: all of them are whole and small.
inline void write_position(const View& view, u8* out) {
  std::array<float, casher::encoding_size> numbers;
  casher::encode(view, numbers.data());
  for (int i = 0; i < casher::position_size; ++i) out[i] = u8(numbers[std::size_t(i)]);
}

inline void write_move(const View& view, Action move, std::int16_t* out) {
  const casher::Places marked = casher::places(view, move);
  out[0] = std::int16_t(marked[0]), out[1] = std::int16_t(marked[1]);
}

class RatedGames {
 public:
  // `explore`: one legal move in so many is taken at once (see rated_game.hpp); 0: none.
  RatedGames(const Rules& rules, const BoardSource& source, int games, u64 seed, int threads, u32 explore)
      : rules_(rules), source_(source), seed_(seed), explore_(explore), slots_(std::size_t(games)), pool_(threads) {}

  int games() const { return int(slots_.size()); }
  int players() const { return rules_.players; }
  const RatedGame* game(int i) const { return slots_[std::size_t(i)].running ? &slots_[std::size_t(i)].game : nullptr; }

  // A new game in each of the first `wanted` slots that has none. Games that end before the first rating are over at once.
  void begin(int wanted) {
    each([&](int i) {
      Slot& slot = slots_[std::size_t(i)];
      if (slot.running || i >= wanted) return;
      slot.game = RatedGame(name_of(i, slot.begun++), rules_, source_, explore_);
      slot.running = true;
    });
    collect();
  }

  // Moves to be rated now, in all games; 0 if none is running.
  int rows() const {
    int all = 0;
    for (const Slot& slot : slots_) all += slot.rows();
    return all;
  }

  // What is to be rated: the positions of the games that run, one after the other; the places of every legal move (no_place:
  // none), game after game; and for each of these rows the number of its position. Returns the number of positions.
  int write(u8* positions, std::int16_t* moves, std::int32_t* owners) {
    lay_out();
    each([&](int i) {
      const Slot& slot = slots_[std::size_t(i)];
      if (!slot.running) return;
      const State& s = slot.game.state();
      const View view(s, s.actor);
      write_position(view, positions + std::size_t(slot.position) * casher::position_size);
      for (int k = 0; k < slot.rows(); ++k) {
        write_move(view, slot.game.moves()[std::size_t(k)], moves + 2 * (slot.first + k));
        owners[slot.first + k] = slot.position;
      }
    });
    return positions_;
  }

  // The number of the lowest rating of each game, the first of equals, for ratings in the rows of write(); -1 where no game runs.
  // NaN is never the lowest, unless it is the first of all.
  void lowest(const float* ratings, std::int32_t* chosen) {
    lay_out();
    each([&](int i) {
      const Slot& slot = slots_[std::size_t(i)];
      const float* own = ratings + slot.first;
      chosen[i] = slot.running ? 0 : -1;
      for (int k = 1; k < slot.rows(); ++k)
        if (own[k] < own[chosen[i]]) chosen[i] = k;
    });
  }

  // Takes a legal move, by its number, in each game that runs; -1 leaves a game as it is. Returns the first game whose number is
  // not possible, in which case nothing has changed; or -1.
  int step(const std::int32_t* chosen) {
    for (int i = 0; i < games(); ++i)
      if (chosen[i] < -1 || chosen[i] >= slots_[std::size_t(i)].rows()) return i;
    each([&](int i) {
      if (chosen[i] >= 0) slots_[std::size_t(i)].game.choose(chosen[i]);
    });
    collect();
    return -1;
  }

  // Games that are over, in the order in which they ended (by slot within a round).
  const std::deque<RatedGame>& finished() const { return finished_; }
  void drop(int count) { finished_.erase(finished_.begin(), finished_.begin() + count); }

  // Writes the decisions of the first `count` finished games, those of one player in one game together and in their order.
  // `places` has 0 but for the last decision of each player, which has the place it finished in.
  void write_finished(int count, u8* positions, std::int16_t* moves, float* places) {
    std::vector<std::size_t> first{0};
    for (int g = 0; g < count; ++g) first.push_back(first.back() + std::size_t(finished_[std::size_t(g)].decisions()));
    pool_.run(count, [&](int from, int to) {
      for (int g = from; g < to; ++g) {
        const std::size_t row = first[std::size_t(g)];
        write_decisions(finished_[std::size_t(g)], positions + row * casher::position_size, moves + 2 * row, places + row);
      }
    });
  }

  // Everything but rules and boards, in words.
  std::vector<u64> save() const {
    std::vector<u64> words{version, seed_, explore_, slots_.size(), finished_.size()};
    for (const RatedGame& game : finished_) save_game(game, words);
    for (const Slot& slot : slots_) {
      words.push_back(slot.begun);
      words.push_back(slot.running);
      if (slot.running) save_game(slot.game, words);
    }
    words.push_back(digest(words));
    return words;
  }

  // Resumes from what save() wrote, for games with the same settings. False, and nothing is changed, if the words do not fit.
  bool load(std::span<const u64> words) {
    if (words.size() < 6 || words.back() != digest(words.first(words.size() - 1))) return false;
    Reader in{words.first(words.size() - 1)};
    if (in.next() != version || in.next() != seed_ || in.next() != explore_ || in.next() != slots_.size()) return false;
    std::deque<RatedGame> finished;
    std::vector<Slot> slots(slots_.size());
    for (u64 left = in.next(); left > 0; --left) {
      std::optional<RatedGame> game = load_game(in);
      if (!game || !game->is_over()) return false;
      finished.push_back(std::move(*game));
    }
    for (Slot& slot : slots) {
      slot.begun = in.next();
      slot.running = in.next() == 1;
      if (!slot.running) continue;
      std::optional<RatedGame> game = load_game(in);
      if (!game || game->is_over()) return false;
      slot.game = std::move(*game);
    }
    if (!in.is_at_end()) return false;
    slots_ = std::move(slots);
    finished_ = std::move(finished);
    return true;
  }

 private:
  static constexpr u64 version = 1;

  struct Slot {
    RatedGame game;
    u64 begun = 0;
    bool running = false;
    int first = 0, position = 0;  // of its moves and its position in the arrays

    int rows() const { return running ? int(game.moves().size()) : 0; }
  };

  // Words one after the other; past the end there are zeros.
  struct Reader {
    std::span<const u64> words;
    std::size_t at = 0;
    bool short_of_words = false;

    u64 next() {
      if (at < words.size()) return words[at++];
      short_of_words = true;
      return 0;
    }
    bool is_at_end() const { return at == words.size() && !short_of_words; }
  };

  template <class Job>
  void each(Job&& job) {
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) job(i);
    });
  }

  SlotSeeds name_of(int slot, u64 number) const { return {seed_, u64(slot), number}; }

  void lay_out() {
    int row = 0;
    positions_ = 0;
    for (Slot& slot : slots_) {
      slot.first = row, slot.position = positions_;
      row += slot.rows(), positions_ += slot.running;
    }
  }

  void collect() {
    for (Slot& slot : slots_) {
      if (!slot.running || !slot.game.is_over()) continue;
      finished_.push_back(std::move(slot.game));
      slot.running = false;
    }
  }

  static void write_decisions(const RatedGame& game, u8* positions, std::int16_t* moves, float* places) {
    std::array<int, max_players> row{};
    for (int p = 1; p < game.state().players(); ++p) row[p] = row[p - 1] + game.decisions(p - 1);
    std::fill_n(places, game.decisions(), 0.0f);
    for (int p = 0; p < game.state().players(); ++p)
      if (game.decisions(p) > 0) places[row[p] + game.decisions(p) - 1] = finishing_place(game.state(), p);
    game.replay([&](const State& s, Action action) {
      const View view(s, s.actor);
      const int at = row[s.actor]++;
      write_position(view, positions + std::size_t(at) * casher::position_size);
      write_move(view, action, moves + 2 * at);
    });
  }

  static void save_game(const RatedGame& game, std::vector<u64>& words) {
    words.insert(words.end(), {game.seeds().slot, game.seeds().number, game.chance().state(), game.lots().state(),
                               game.explored_at(), game.events().size()});
    for (Action event : game.events()) words.push_back(event.word);
  }

  std::optional<RatedGame> load_game(Reader& in) const {
    const SlotSeeds name{seed_, in.next(), in.next()};
    const Rng chance(in.next()), lots(in.next());
    const u64 explored = in.next(), length = in.next();
    if (length > in.words.size() - in.at) return {};
    std::vector<Action> events;
    for (u64 i = 0; i < length; ++i) events.push_back({in.next()});
    return RatedGame::resume(name, rules_, source_, explore_, events, explored, chance, lots);
  }

  static u64 digest(std::span<const u64> words) {
    u64 hash = 0xcbf29ce484222325;
    for (u64 word : words) hash = (hash ^ word) * 0x100000001b3, hash ^= hash >> 29;
    return hash;
  }

  Rules rules_;
  BoardSource source_;
  u64 seed_;
  u32 explore_;
  std::vector<Slot> slots_;
  std::deque<RatedGame> finished_;
  int positions_ = 0;
  ThreadPool pool_;
};

}  // namespace longroad::batch
