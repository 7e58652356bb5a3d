// Many games at once: every call takes one decision in each, lets chance and native players run to the caller's next decision,
// and writes what the next actor sees into buffers of the caller. Finished games start anew. Results do not depend on the number
// of threads.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "batch/env_arrays.hpp"
#include "batch/guests.hpp"
#include "batch/luck.hpp"
#include "batch/rewards.hpp"
#include "batch/spaces.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

class VectorEnvBase {
 public:
  static constexpr std::int32_t leave = -1;

  virtual ~VectorEnvBase() = default;
  // Both throw Stopped; the games then are not to be used before a reset.
  virtual void reset(const Buffers& out, const StopToken& stop) = 0;
  // One action index per game, or `leave` to let a game stand still. Returns the number of the first game whose action is not
  // legal, in which case nothing has changed; or -1.
  virtual int step(const std::int32_t* actions, const Buffers& out, const StopToken& stop) = 0;
  // A uniformly drawn legal index for every game, by generators that do not touch the games' chance.
  virtual void sample(std::int32_t* actions) = 0;
  // The index of what each game's adviser would do now; -1 where there is none, or no legal index for it. Throws as reset() does.
  virtual void advise(std::int32_t* advice, const StopToken& stop) = 0;
  virtual int games() const = 0;
  virtual int actions() const = 0;
  virtual int observation() const = 0;
  virtual int players() const = 0;
  virtual const State& state(int game) const = 0;
  virtual bool has_guests() const = 0;
  // Whether every game stands at a decision of the caller: false before the first reset and after an interrupt.
  virtual bool is_ready() const = 0;
  // The games in play and the seed of those to come, as bytes that restore() of this build takes. Without native players only:
  // what those remember is not kept.
  virtual std::size_t saved_bytes() const = 0;
  virtual void save(u8* out) const = 0;
  // Resumes from there, as if there had been no interruption. Returns false if the games are of other rules; then nothing has
  // changed.
  virtual bool restore(const u8* saved, const Buffers& out) = 0;
};

template <class Space>
class VectorEnv final : public VectorEnvBase {
 public:
  // `skip_forced`: decisions with one legal index are taken at once, the caller is not asked.
  // `guests`: the games in which native players take part. At least one seat of each is the caller's.
  // `critic`: by whose judgement luck is counted; not at all without one.
  VectorEnv(const Rules& rules, const BoardSource& source, const Rewards& rewards, int games, u64 seed, int threads,
            bool skip_forced = false, const std::map<int, GuestList>& guests = {}, std::shared_ptr<const Networks> critic = {})
      : rules_(rules),
        source_(source),
        rewards_(rewards),
        seed_(seed),
        skip_forced_(skip_forced),
        critic_(std::move(critic)),
        slots_(std::size_t(games)),
        legal_(std::size_t(games)),
        luck_(critic_ ? std::size_t(games) : 0),
        pool_(threads) {
    if (!guests.empty()) guests_.resize(std::size_t(games));
    for (const auto& [game, list] : guests) guests_[std::size_t(game)] = std::make_unique<Guests>(list);
    for (int i = 0; i < games && has_guests(); ++i) (guests_[std::size_t(i)] ? slow_ : quick_).push_back(i);
  }

  int games() const override { return int(slots_.size()); }
  int actions() const override { return Space::actions; }
  int observation() const override { return Space::observation; }
  int players() const override { return rules_.players; }
  const State& state(int game) const override { return slots_[std::size_t(game)].state; }
  bool has_guests() const override { return !guests_.empty(); }
  bool is_ready() const override { return ready_; }

  void reset(const Buffers& out, const StopToken& stop) override {
    ready_ = true;
    std::atomic<int> next{0};
    pool_.run(games(), [&](int first, int last) {
      each_game(first, last, next, [&](int i) {
        slots_[std::size_t(i)].episode = 0;
        slots_[std::size_t(i)].draws = SlotSeeds{seed_, u64(i)}.lots();
        clear_results(i, out);
        begin(i, out, stop);
        write(i, legal_indices(i), out);
      });
    });
    if (!ready_) throw Stopped{};
  }

  int step(const std::int32_t* actions, const Buffers& out, const StopToken& stop) override {
    std::atomic<int> illegal{games()}, next{0};
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        if (is_legal_index(i, actions[i])) continue;
        for (int seen = illegal; i < seen && !illegal.compare_exchange_weak(seen, i);) {
        }
        break;
      }
      pool_.meet();  // nobody steps before all actions are known to be legal
      if (illegal < games()) return;
      each_game(first, last, next, [&](int i) { step_one(i, actions[i], out, stop); });
    });
    if (!ready_) throw Stopped{};
    return illegal < games() ? illegal.load() : -1;
  }

  std::size_t saved_bytes() const override { return sizeof seed_ + slots_.size() * sizeof(Slot); }

  void save(u8* out) const override {
    static_assert(std::is_trivially_copyable_v<Slot>);
    std::memcpy(out, &seed_, sizeof seed_);
    std::memcpy(out + sizeof seed_, slots_.data(), slots_.size() * sizeof(Slot));
  }

  bool restore(const u8* saved, const Buffers& out) override {
    std::vector<Slot> slots(slots_.size());
    std::memcpy(slots.data(), saved + sizeof seed_, slots.size() * sizeof(Slot));
    for (const Slot& slot : slots)
      if (slot.state.rules != rules_ || slot.state.is_over() || slot.state.is_chance()) return false;
    std::memcpy(&seed_, saved, sizeof seed_);
    slots_.swap(slots);
    for (int i = 0; i < games(); ++i) {
      clear_results(i, out);
      count_luck_of_board(i);
      write(i, legal_indices(i), out);
    }
    return ready_ = true;
  }

  void sample(std::int32_t* actions) override {
    pool_.run(games(), [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        Slot& slot = slots_[std::size_t(i)];
        actions[i] = Space::sample(slot.state, legal_[std::size_t(i)], slot.draws);
      }
    });
  }

  void advise(std::int32_t* advice, const StopToken& stop) override {
    std::fill_n(advice, games(), -1);
    if (!has_guests()) return;
    std::atomic<std::size_t> next{0};
    pool_.run(games(), [&](int, int) {
      try {
        for (std::size_t k; (k = next++) < slow_.size();) advise_one(slow_[k], advice, stop);
      } catch (Stopped) {
        ready_ = false;
      }
    });
    if (!ready_) throw Stopped{};
  }

 private:
  struct Slot {
    State state;
    Rng rng;    // chance
    Rng draws;  // sample()
    u64 episode = 0;
  };

  // Calls one(game) on a thread: for the games first..last-1, or, where native players think in some games, for whichever come
  // next, those first. All threads together call it once for every game.
  template <class One>
  void each_game(int first, int last, std::atomic<int>& next, One&& one) {
    constexpr std::size_t portion = 32;
    if (!has_guests()) {
      for (int i = first; i < last; ++i) one(i);
      return;
    }
    try {
      for (;;) {
        const std::size_t k = std::size_t(next++);
        if (k < slow_.size()) {
          one(slow_[k]);
          continue;
        }
        const std::size_t begin = (k - slow_.size()) * portion, end = std::min(begin + portion, quick_.size());
        if (begin >= end) return;
        for (std::size_t i = begin; i < end; ++i) one(quick_[i]);
      }
    } catch (Stopped) {
      ready_ = false;
    }
  }

  bool is_legal_index(int i, std::int32_t index) const {
    return index == leave || (index >= 0 && index < Space::actions && legal_[std::size_t(i)].has(index));
  }

  Guests* guests(int i) const { return has_guests() ? guests_[std::size_t(i)].get() : nullptr; }

  // A game is a pure function of the seed, its place and its number in that place. Everybody decides in the set-up, so that the
  // caller's first decision comes before any end.
  void begin(int i, const Buffers& out, const StopToken& stop) {
    Slot& slot = slots_[std::size_t(i)];
    const SlotSeeds seeds{seed_, u64(i), slot.episode++};
    slot.rng = seeds.chance();
    slot.state = source_.start(rules_, slot.rng);
    count_luck_of_board(i);
    if (Guests* const others = guests(i)) {
      others->begin(rules_, seeds);
      others->run(slot.state, slot.rng, stop, [&](Action event) { happen(i, event, out); });
    }
  }

  void count_luck_of_board(int i) {
    if (critic_) luck_[std::size_t(i)].emplace(critic_->of(rules_.players), slots_[std::size_t(i)].state.board);
  }

  // An event takes place; if it is chance, what it changed for the players is counted.
  void happen(int i, Action event, const Buffers& out) {
    State& s = slots_[std::size_t(i)].state;
    if (critic_ && event.is_chance()) {
      const WinProbabilities had = luck_[std::size_t(i)]->of(s, event);
      for (int p = 0; p < rules_.players; ++p) out.luck[row(i) + p] += had[std::size_t(p)];
    }
    apply(s, event);
  }

  // Where the row of a game begins in arrays with an entry per player.
  std::ptrdiff_t row(int i) const { return std::ptrdiff_t(i) * rules_.players; }

  void clear_results(int i, const Buffers& out) const {
    std::fill_n(out.rewards + row(i), int(rules_.players), 0.0f);
    std::fill_n(out.luck + row(i), int(rules_.players), 0.0f);
    std::fill_n(out.points + row(i), int(rules_.players), u8{0});
    out.done[i] = false;
    out.winner[i] = -1;
    out.turns[i] = 0;
  }

  void write_results(int i, const Buffers& out) const {
    const State& s = slots_[std::size_t(i)].state;
    for (int p = 0; p < rules_.players; ++p) {
      out.rewards[row(i) + p] = float(rewards_.of(s, p));
      out.points[row(i) + p] = u8(s.points(p));
    }
    out.done[i] = true;
    out.winner[i] = s.winner == nobody ? std::int8_t(-1) : std::int8_t(s.winner);
    out.turns[i] = s.turn;
  }

  void step_one(int i, std::int32_t index, const Buffers& out, const StopToken& stop) {
    clear_results(i, out);
    if (index == leave) return;
    typename Space::Legal legal;
    do {
      perform(i, index, out, stop);
      if (slots_[std::size_t(i)].state.is_over()) {
        write_results(i, out);
        begin(i, out, stop);
      }
      legal = legal_indices(i);
      index = legal.nth(0);
    } while (skip_forced_ && legal.count() == 1);  // never right after an end: the set-up leaves a choice
    write(i, legal, out);
  }

  void advise_one(int i, std::int32_t* advice, const StopToken& stop) {
    Guests& others = *guests(i);
    if (!others.advises()) return;
    const State& s = slots_[std::size_t(i)].state;
    const int index = Space::index_of(s, others.advice(s, stop));
    if (index >= 0 && legal_[std::size_t(i)].has(index)) advice[i] = index;
  }

  // Carries out an index and lets chance and native players run on.
  void perform(int i, int index, const Buffers& out, const StopToken& stop) {
    Slot& slot = slots_[std::size_t(i)];
    const State& s = slot.state;
    const auto happens = [&](Action event) { happen(i, event, out); };
    if (Guests* const others = guests(i)) {
      Space::perform(s, index, slot.rng, [&](Action action) { others->happen(s, action, happens); });
      others->run(s, slot.rng, stop, happens);
    } else {
      Space::perform(s, index, slot.rng, happens);
      settle_chance<Catan>(s, slot.rng, happens);
    }
  }

  typename Space::Legal legal_indices(int i) const {
    typename Space::Legal legal;
    Space::each_legal(slots_[std::size_t(i)].state, [&](int index) { legal.add(index); });
    return legal;
  }

  void write(int i, const typename Space::Legal& legal, const Buffers& out) {
    const State& s = slots_[std::size_t(i)].state;
    out.actor[i] = s.actor;
    out.turn[i] = s.turn;
    Space::encode(View(s, s.actor), out.observation + std::size_t(i) * Space::observation);
    bool* const mask = out.mask + std::size_t(i) * Space::actions;
    std::fill_n(mask, Space::actions, false);
    for (std::size_t w = 0; w < legal.words.size(); ++w)
      for (u64 set = legal.words[w]; set;) mask[64 * w + std::size_t(pop(set))] = true;
    legal_[std::size_t(i)] = legal;
  }

  Rules rules_;
  BoardSource source_;
  Rewards rewards_;
  u64 seed_;
  bool skip_forced_;
  std::shared_ptr<const Networks> critic_;
  std::vector<Slot> slots_;
  std::vector<typename Space::Legal> legal_;     // the masks, of which the caller has only copies
  std::vector<std::optional<Luck>> luck_;        // empty without a critic
  std::vector<std::unique_ptr<Guests>> guests_;  // empty if there are none in any game
  std::vector<int> slow_, quick_;                // games with and without native players; empty if there are none
  std::atomic<bool> ready_{false};
  ThreadPool pool_;
};

}  // namespace longroad::batch
