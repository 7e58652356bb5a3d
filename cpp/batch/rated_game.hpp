// One game whose moves are rated from outside, with all that a temporal-difference learner wants to know of it afterwards. It
// runs on by itself through chance and through decisions with a single legal move, and stands still where ratings are needed.
//
// Exploring, after Casher (2024): every legal move of every decision is taken at once with probability 1 / `explore`, until it
// has happened once in the game; the decisions before it then count no more ("discarded").
#pragma once

#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "catan/codecs/encode_casher.hpp"
#include "catan/rules/game.hpp"
#include "catan/rules/setup.hpp"
#include "core/play.hpp"
#include "core/seeds.hpp"

namespace longroad::batch {

using namespace catan;

class RatedGame {
 public:
  RatedGame() = default;
  RatedGame(const SlotSeeds& seeds, const Rules& rules, const BoardSource& source, u32 explore)
      : seeds_(seeds), explore_(explore), chance_(seeds.chance()), lots_(seeds.lots()), start_(source.start(rules, chance_)) {
    state_ = start_;
    run_on();
  }

  const SlotSeeds& seeds() const { return seeds_; }
  const State& state() const { return state_; }
  bool is_over() const { return state_.is_over(); }
  int rolls() const { return rolls_; }
  bool explored() const { return explored_; }
  const std::vector<Action>& events() const { return events_; }
  // The moves to be rated; none if the game is over.
  const std::vector<Action>& moves() const { return moves_; }

  void choose(int move) {
    decide(moves_[std::size_t(move)]);
    run_on();
  }

  // Decisions of a player that count.
  int decisions(int player) const { return decisions_[std::size_t(player)]; }
  int decisions() const { return std::accumulate(decisions_.begin(), decisions_.end(), 0); }

  // Calls seen(state, action) for all decisions that count, in the order of play; `state` is the position before the action.
  template <class Seen>
  void replay(Seen&& seen) const {
    State s = start_;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (i >= counted_from_ && !s.is_chance()) seen(s, events_[i]);
      apply(s, events_[i]);
    }
  }

  // The number of the event that was an explored move.
  static constexpr u64 never = ~u64{0};
  u64 explored_at() const { return explored_ ? counted_from_ : never; }

  // The game with this name after these events, or nothing if they do not lead to where a rating is needed or the game is over.
  static std::optional<RatedGame> resume(const SlotSeeds& seeds, const Rules& rules, const BoardSource& source, u32 explore,
                                         std::span<const Action> events, u64 explored_at, Rng chance, Rng lots) {
    RatedGame game;
    game.seeds_ = seeds, game.explore_ = explore;
    Rng drawing = seeds.chance();
    game.start_ = game.state_ = source.start(rules, drawing);
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (game.is_over() || !is_legal(game.state_, events[i])) return {};
      if (i == explored_at) game.forget();
      game.state_.is_chance() ? game.note(events[i]) : game.decide(events[i]);
    }
    if (game.explored_at() != explored_at || game.state_.is_chance()) return {};
    if (!game.is_over()) game.list_moves();
    if (!game.is_over() && game.moves_.size() < 2) return {};
    game.chance_ = chance, game.lots_ = lots;
    return game;
  }

  Rng chance() const { return chance_; }
  Rng lots() const { return lots_; }

 private:
  void run_on() {
    play<Catan>(
        state_, chance_,
        [&]() -> std::optional<Action> {
          list_moves();
          const int drawn = explored_move();
          if (drawn < 0 && moves_.size() > 1) return {};
          if (drawn >= 0) forget();
          return moves_[std::size_t(std::max(drawn, 0))];
        },
        [&](Action event) { state_.is_chance() ? note(event) : decide(event); });
    if (is_over()) moves_.clear();
  }

  void list_moves() {
    std::array<Action, std::size_t(max_actions)> list;
    moves_.assign(list.begin(), list.begin() + legal_actions(state_, list));
  }

  int explored_move() {
    if (explore_ == 0 || explored_) return -1;
    for (int i = 0; i < int(moves_.size()); ++i)
      if (lots_.below(explore_) == 0) return i;
    return -1;
  }

  void forget() {
    explored_ = true;
    counted_from_ = events_.size();
    decisions_ = {};
  }

  void decide(Action action) {
    ++decisions_[state_.actor];
    note(action);
  }

  void note(Action event) {
    rolls_ += Catan::is_roll(event);
    events_.push_back(event);
    apply(state_, event);
  }

  SlotSeeds seeds_;
  u32 explore_ = 0;
  Rng chance_, lots_;
  State start_{}, state_{};
  std::vector<Action> events_, moves_;
  std::array<int, max_players> decisions_{};
  std::size_t counted_from_ = 0;
  int rolls_ = 0;
  bool explored_ = false;
};

// The place a player finished in, from 1: the winner is first, the others stand in the order of their points (all of them), and
// equal points share the mean of their places.
inline float finishing_place(const State& s, int player) {
  if (s.winner == player) return 1;
  float place = 1;
  for (int p = 0; p < s.players(); ++p) {
    if (p == player) continue;
    if (p == s.winner || s.points(p) > s.points(player))
      place += 1;
    else if (s.points(p) == s.points(player))
      place += 0.5f;
  }
  return place;
}

}  // namespace longroad::batch
