// Many tree searches side by side that share one batch: each thread gathers the leaves of a contiguous shard of them into an
// evaluator of its own, all leaves are computed in one call, and the answers go back the same way.
//
// The leaves of a batch are in the order of the searches, whatever the number of threads: a given number of searches and of
// simulations per round gives a given result.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "batch/lessons.hpp"
#include "catan/players/agent.hpp"
#include "catan/players/policy_evaluator.hpp"
#include "catan/rules/setup.hpp"
#include "core/play.hpp"
#include "core/seeds.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

using catan::Action, catan::NativeAgent, catan::NativePlayer, catan::PolicyEvaluator, catan::PolicyForm, catan::View;

// One decision of a player that searches: it and its generator must live as long.
class Decision {
 public:
  Decision(NativePlayer& player, const View& view, Rng& rng) : player_(&player) {
    guarded([&] { move_ = player.begin(view, rng); });
  }

  bool is_made() const { return move_ || error_; }
  // Once it is made: the move; rethrows what the search threw.
  Action move() const {
    if (error_) std::rethrow_exception(error_);
    return *move_;
  }

  void gather(PolicyEvaluator& evaluator, int most) {
    if (is_made()) return;
    guarded([&] { player_->gather(evaluator, most); });
  }
  void absorb(const PolicyEvaluator& evaluator) {
    if (is_made()) return;
    guarded([&] {
      player_->absorb(evaluator);
      if (!player_->is_searching()) move_ = player_->finish();
    });
  }
  void abandon() {
    if (!is_made()) player_->abandon();
  }

 private:
  template <class Work>
  void guarded(Work&& work) {
    try {
      work();
    } catch (...) {
      error_ = std::current_exception();
      player_->abandon();
    }
  }

  NativePlayer* player_;
  std::optional<Action> move_;
  std::exception_ptr error_;
};

// One game of an agent against itself after the other: where a search is done its move is made, and play goes on to the next.
class SelfPlay {
 public:
  // `form`: of the network that learns from the games, and lives as long; null: nothing is kept of them.
  SelfPlay(const catan::Setup& setup, const NativeAgent& agent, u64 seed, u64 slot, const PolicyForm* form = nullptr)
      : setup_(setup), agent_(agent), seeds_{seed, slot, 0} {
    if (form) keeper_.emplace(*form);
    start();
  }

  u64 games() const { return seeds_.number; }
  u64 moves() const { return moves_; }
  // What was found in the games that were over since the last call.
  Lessons taken() { return keeper_ ? keeper_->taken() : Lessons{}; }

  void gather(PolicyEvaluator& evaluator, int most) {
    while (true) {
      play<catan::Catan>(state_, chance_, [&] { return decided(); }, [&](Action event) { happen(event); });
      if (!state_.is_over()) break;
      if (keeper_) keeper_->end(state_);
      ++seeds_.number;
      start();
    }
    actor().gather(evaluator, most);
  }
  void absorb(const PolicyEvaluator& evaluator) { actor().absorb(evaluator); }

 private:
  NativePlayer& actor() { return players_[state_.actor]; }

  // The move of the one to act; nothing while it searches.
  std::optional<Action> decided() {
    if (!searching_) {
      const auto move = actor().begin(View(state_, state_.actor), generators_[state_.actor]);
      searching_ = !move;
      return move;
    }
    if (actor().is_searching()) return {};
    searching_ = false;
    const Action move = actor().finish();
    if (keeper_) keeper_->keep(state_, actor().found(), actor().win_probability());
    return move;
  }

  void start() {
    chance_ = seeds_.chance();
    state_ = setup_.start(chance_);
    players_.clear();
    generators_.clear();
    for (int seat = 0; seat < state_.players(); ++seat) {
      players_.emplace_back(agent_, setup_.rules, seat);
      generators_.push_back(seeds_.seat(seat));
    }
    searching_ = false;
  }

  void happen(Action event) {
    moves_ += !event.is_chance();
    const catan::State before = state_;
    catan::apply(state_, event);
    for (NativePlayer& player : players_)
      if (player.follows(event)) player.observe(before, event, state_);
  }

  catan::Setup setup_;
  NativeAgent agent_;
  SlotSeeds seeds_;
  catan::State state_{};
  Rng chance_{0};
  std::vector<NativePlayer> players_;
  std::vector<Rng> generators_;
  std::optional<LessonKeeper> keeper_;
  bool searching_ = false;
  u64 moves_ = 0;
};

// Slot: a Decision or SelfPlay.
template <class Slot>
class Searches {
 public:
  // `per_round`: simulations that each begins per round, at least 1.
  Searches(const PolicyForm& form, int threads, int per_round) : pool_(threads), per_round_(per_round) {
    for (int i = 0; i < threads; ++i) shards_.push_back(std::make_unique<PolicyEvaluator>(form));
  }

  std::vector<Slot>& slots() { return slots_; }
  const PolicyForm& form() const { return shards_[0]->form(); }
  // Of one round at most.
  std::size_t most_leaves() const { return slots_.size() * std::size_t(per_round_); }
  const search::BatchSizes& batch_sizes() const { return sizes_; }

  // Gathers the leaves of the next round; returns their number. Throws what a game throws.
  int gather() {
    each_shard([&](PolicyEvaluator& shard, Slot& slot) { slot.gather(shard, per_round_); },
               [](PolicyEvaluator& s) { s.clear(); });
    int count = 0;
    for (const auto& shard : shards_) count += shard->size();
    if (count) sizes_.count(count);
    return count;
  }
  // Writes them, a row of the encoding each.
  void write(u8* rows) {
    std::vector<u8*> first;
    for (const auto& shard : shards_) first.push_back(rows), rows += shard->rows().size();
    pool_.run(int(shards_.size()), [&](int from, int to) {
      for (int i = from; i < to; ++i) {
        const auto own = shards_[std::size_t(i)]->rows();
        if (!own.empty()) std::memcpy(first[std::size_t(i)], own.data(), own.size());
      }
    });
  }
  // Takes the answers to all of them, a row each in the same order. Throws what a game throws; it is then not to be used any
  // further.
  void absorb(const float* logits, const float* values) {
    for (const auto& shard : shards_) {
      shard->give(logits, values);
      logits += std::size_t(shard->size()) * std::size_t(form().codec->size);
      values += std::size_t(shard->size()) * std::size_t(form().value_columns);
    }
    each_shard([](PolicyEvaluator& shard, Slot& slot) { slot.absorb(shard); }, [](PolicyEvaluator&) {});
  }

 private:
  template <class Work, class Before>
  void each_shard(Work&& work, Before&& before) {
    const u64 n = shards_.size();
    std::vector<std::exception_ptr> thrown(n);
    pool_.run(int(n), [&](int from, int to) {
      for (int i = from; i < to; ++i) try {
          before(*shards_[std::size_t(i)]);
          for (u64 k = slots_.size() * u64(i) / n; k < slots_.size() * u64(i + 1) / n; ++k)
            work(*shards_[std::size_t(i)], slots_[k]);
        } catch (...) {
          thrown[std::size_t(i)] = std::current_exception();
        }
    });
    for (const std::exception_ptr& error : thrown)
      if (error) std::rethrow_exception(error);
  }

  ThreadPool pool_;
  int per_round_;
  std::vector<std::unique_ptr<PolicyEvaluator>> shards_;  // one per thread
  std::vector<Slot> slots_;
  search::BatchSizes sizes_;
};

}  // namespace longroad::batch
