// Positions played on by good players, for a few turns or to the end: what moves of one decision, or positions of one game, are
// worth. Rollout i of every move begins with the same cards and sees the same dice: of the same turn, whatever happened in
// between. So most of the luck is in both, and the difference of two moves needs few rollouts.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "catan/players/agent.hpp"
#include "core/seeds.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

using namespace catan;

struct RolloutSettings {
  static constexpr int to_the_end = std::numeric_limits<int>::max();

  NativeAgent player;      // in all seats; shown all resource hands, since it has not followed the game
  int turns = to_the_end;  // a rollout ends where a turn begins and so many have ended; 0: with the turn or set-up it began in
  JudgeSettings judge{};   // judges it there
};

// Plays positions on, one after the other; for one thread.
class Rollouts {
 public:
  explicit Rollouts(const RolloutSettings& settings) : settings_(settings), judge_(make_evaluator(settings.judge)) {
    settings_.player.open_hands = true;
  }

  // Who wins from a position on: 1 or 0 if the game has ended, a judgement if not. `wish`: what the player whose turn it is does
  // as soon as it can in this turn. A pure function of its arguments. Throws Stopped.
  WinProbabilities from(State s, u64 seed, const StopToken& stop, std::optional<Action> wish = {}) {
    const int last = settings_.turns == RolloutSettings::to_the_end ? settings_.turns : s.turn + settings_.turns;
    const auto ends = [&] { return s.phase == Phase::BeforeRoll && s.turn >= last; };
    if (s.is_over() || ends()) return judged(s);
    std::vector<NativePlayer> players;
    std::array<Rng, max_players> generators;
    Seats<Catan, NativePlayer> seats;
    players.reserve(std::size_t(s.players()));
    for (int seat = 0; seat < s.players(); ++seat) {
      players.emplace_back(settings_.player, s.rules, seat);
      generators[std::size_t(seat)] = Rng::stream(seed, 1 + u64(seat));
      seats.take(seat, {&players.back(), &generators[std::size_t(seat)]});
    }
    Rng chance = chance_of(s, seed, 0);
    u64 drawn = 0;  // cards in this turn
    const int turn = s.turn;
    const auto decide = [&]() -> std::optional<Action> {
      if (ends()) return {};
      if (wish && s.turn == turn && s.actor == s.current && is_legal(s, *wish)) return std::exchange(wish, std::nullopt);
      return seats.decide(s, stop);
    };
    play<Catan>(s, chance, decide, [&](Action event) {
      seats.happen(s, event, [&](Action a) { apply(s, a); });
      drawn = event.kind() == Kind::End ? 0 : drawn + event.is_chance();
      if (s.is_chance()) chance = chance_of(s, seed, drawn);
      stop.throw_if_requested();
    });
    return judged(s);
  }

 private:
  // The roll of a turn is the same in all rollouts of a seed; cards are drawn alike as far as that goes.
  static Rng chance_of(const State& s, u64 seed, u64 drawn) {
    return Rng::stream(own_seed(seed, 1 + u64(s.turn)), s.phase == Phase::Dice ? 0 : 1 + drawn);
  }

  WinProbabilities judged(const State& s) { return s.is_over() ? won(s) : judge_->answered(s); }

  RolloutSettings settings_;
  std::unique_ptr<EagerEvaluator> judge_;
};

// Calls work(rollouts, number) for the numbers 0..jobs-1, on all threads of a pool, each with its own Rollouts. Throws Stopped.
template <class Work>
void share_rollouts(const RolloutSettings& settings, int jobs, ThreadPool& pool, const StopToken& stop, Work&& work) {
  std::atomic<int> next{0};
  pool.run(pool.threads(), [&](int, int) {
    Rollouts rollouts(settings);
    try {
      for (int job; (job = next++) < jobs && !stop.stop_requested();) work(rollouts, job);
    } catch (Stopped) {
    }
  });
  stop.throw_if_requested();
}

// A move, and what the one who makes it wishes to do later in the turn, if that is still possible then.
using Line = std::pair<Action, std::optional<Action>>;

// Rollouts first..first+count-1 of a seed after each of the lines of a decision, of which the viewer knows what `belief` says;
// out[i * lines + k] is that of line k. The result does not depend on the number of threads. Throws Stopped.
inline void compare_lines(const View& view, const Belief& belief, std::span<const Line> lines, const RolloutSettings& settings,
                          u64 seed, u64 first, int count, ThreadPool& pool, const StopToken& stop, WinProbabilities* out) {
  const int n = int(lines.size());
  share_rollouts(settings, count * n, pool, stop, [&](Rollouts& rollouts, int job) {
    const u64 own = own_seed(seed, first + u64(job / n));
    Rng cards = Rng::stream(own, 0);
    State s = determinize(view, belief, cards);
    const auto& [move, wish] = lines[std::size_t(job % n)];
    apply(s, move);
    out[job] = rollouts.from(s, own, stop, wish);
  });
}

// The same from given positions.
inline void play_on(std::span<const State> positions, const RolloutSettings& settings, u64 seed, int count, ThreadPool& pool,
                    const StopToken& stop, WinProbabilities* out) {
  const int n = int(positions.size());
  share_rollouts(settings, count * n, pool, stop, [&](Rollouts& rollouts, int job) {
    out[job] = rollouts.from(positions[std::size_t(job % n)], own_seed(seed, u64(job / n)), stop);
  });
}

}  // namespace longroad::batch
