// Many games at once: every call takes one decision in each, lets chance run to the next decision, and writes what the next
// actor sees into buffers of the caller. Finished games start anew. Results do not depend on the number of threads.
#pragma once

#include <optional>

#include "batch/playout.hpp"
#include "batch/thread_pool.hpp"
#include "catan/codec_gendre.hpp"
#include "catan/encode_gendre.hpp"
#include "catan/encode_general.hpp"

namespace longroad::batch {

// Codec and encoding together, as one of the two kinds of environment.
struct GeneralSpace {
  static constexpr int actions = general::size, observation = general::encoding_size;
  static void encode(const View& v, u8* out) { general::encode(v, out); }
  static void mask(const State& s, u8* out) { general::write_mask(s, out); }
  static int expand(const State& s, int index, Rng&, std::span<Action> out) { return out[0] = general::action_of(s, index), 1; }
  static int sample(const State& s, Rng& rng) { return general::index_of(s, sample_action(s, rng)); }
};

struct GendreSpace {
  static constexpr int actions = gendre::size, observation = gendre::encoding_size;
  static void encode(const View& v, u8* out) { gendre::encode(v, out); }
  static void mask(const State& s, u8* out) { gendre::write_mask(s, out); }
  static int expand(const State& s, int index, Rng& rng, std::span<Action> out) { return gendre::expand(s, index, rng, out); }
  static int sample(const State& s, Rng& rng) {
    std::array<u8, actions> legal;
    mask(s, legal.data());
    int n = 0;
    for (u8 one : legal) n += one;
    int left = int(rng.below(u32(n))), index = 0;
    while (left >= legal[std::size_t(index)]) left -= legal[std::size_t(index++)];
    return index;
  }
};

// The caller's arrays, one row a game.
struct Buffers {
  u8* observation;      // [games][observation]
  u8* mask;             // [games][actions]
  u8* actor;            // [games]
  float* rewards;       // [games][players], what the last step brought: returns() at the end of a game, else 0
  u8* done;             // [games], 1 if the last step ended a game (the rest of the row then shows the next one)
  std::int8_t* winner;  // [games], of the game just ended, -1 if none
};

class VectorEnvBase {
 public:
  static constexpr std::int32_t leave = -1;

  virtual ~VectorEnvBase() = default;
  virtual void reset(const Buffers& out) = 0;
  // One action index a game, or `leave` to let a game stand still. Returns the number of the first game whose action is not
  // legal, in which case nothing has changed; or -1.
  virtual int step(const std::int32_t* actions, const Buffers& out) = 0;
  // A uniformly drawn legal index for every game, by generators that do not touch the games' chance.
  virtual void sample(std::int32_t* actions) = 0;
  virtual int games() const = 0;
  virtual int actions() const = 0;
  virtual int observation() const = 0;
  virtual int players() const = 0;
  virtual const State& state(int game) const = 0;
};

template <class Space>
class VectorEnv final : public VectorEnvBase {
 public:
  VectorEnv(const Rules& rules, const BoardSource& source, int games, u64 seed, int threads)
      : rules_(rules), source_(source), seed_(seed), slots_(std::size_t(games)), pool_(threads) {}

  int games() const override { return int(slots_.size()); }
  int actions() const override { return Space::actions; }
  int observation() const override { return Space::observation; }
  int players() const override { return rules_.players; }
  const State& state(int game) const override { return slots_[std::size_t(game)].state; }

  void reset(const Buffers& out) override {
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        slots_[std::size_t(i)].episode = 0;
        slots_[std::size_t(i)].draws = Rng::stream(seed_ ^ 0x2545f4914f6cdd1d, u64(i));
        begin(i);
        clear_results(i, out);
        write(i, out);
      }
    });
  }

  int step(const std::int32_t* actions, const Buffers& out) override {
    std::atomic<int> illegal{games()};
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        if (is_legal_index(slots_[std::size_t(i)], actions[i])) continue;
        for (int seen = illegal; i < seen && !illegal.compare_exchange_weak(seen, i);) {
        }
        break;
      }
      pool_.meet();  // nobody steps before all actions are known to be legal
      if (illegal < games()) return;
      for (int i = first; i < last; ++i) step_one(i, actions[i], out);
    });
    return illegal < games() ? illegal.load() : -1;
  }

  void sample(std::int32_t* actions) override {
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        Slot& slot = slots_[std::size_t(i)];
        actions[i] = Space::sample(slot.state, slot.draws);
      }
    });
  }

 private:
  struct Slot {
    State state;
    Rng rng;    // chance
    Rng draws;  // sample()
    u64 episode = 0;
  };

  static bool is_legal_index(const Slot& slot, std::int32_t index) {
    if (index == leave) return true;
    if (index < 0 || index >= Space::actions) return false;
    std::array<Action, 128> list;
    Rng rng = slot.rng;
    const int n = Space::expand(slot.state, index, rng, list);
    return n > 0 && is_legal(slot.state, list[0]);
  }

  // A game is a pure function of the seed, its place and its number in that place.
  void begin(int i) {
    Slot& slot = slots_[std::size_t(i)];
    slot.rng = Rng::stream(seed_ + slot.episode * 0x9e3779b97f4a7c15, u64(i));
    ++slot.episode;
    slot.state = source_.start(rules_, slot.rng);
  }

  void clear_results(int i, const Buffers& out) const {
    std::fill_n(out.rewards + i * rules_.players, int(rules_.players), 0.0f);
    out.done[i] = 0;
    out.winner[i] = -1;
  }

  void step_one(int i, std::int32_t index, const Buffers& out) {
    clear_results(i, out);
    if (index == leave) return;
    Slot& slot = slots_[std::size_t(i)];
    std::array<Action, 128> list;
    const int n = Space::expand(slot.state, index, slot.rng, list);
    for (int k = 0; k < n; ++k) apply(slot.state, list[std::size_t(k)]);
    while (slot.state.is_chance()) apply(slot.state, sample_chance(slot.state, slot.rng));
    if (slot.state.is_over()) {
      for (int p = 0; p < rules_.players; ++p) out.rewards[i * rules_.players + p] = float(returns(slot.state, p));
      out.done[i] = 1;
      out.winner[i] = slot.state.winner == nobody ? std::int8_t(-1) : std::int8_t(slot.state.winner);
      begin(i);
    }
    write(i, out);
  }

  void write(int i, const Buffers& out) const {
    const State& s = slots_[std::size_t(i)].state;
    out.actor[i] = s.actor;
    Space::encode(View(s, s.actor), out.observation + std::size_t(i) * Space::observation);
    Space::mask(s, out.mask + std::size_t(i) * Space::actions);
  }

  Rules rules_;
  BoardSource source_;
  u64 seed_;
  std::vector<Slot> slots_;
  ThreadPool pool_;
};

}  // namespace longroad::batch
