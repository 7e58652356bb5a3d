// DecisionTable to learn from, packed: what each of several ways to go on leads to by the end of the turn, which one was taken,
// and how much better the game went on than was expected.
//
// The ends of one decision are much alike, so the first is kept in full and the others by the inputs that differ. A learner does
// the same with the first layer, in both directions.
#pragma once

#include <vector>

#include "catan/evaluation/features.hpp"

namespace longroad::catan {

// An end of a way to go on.
struct DecisionEnd {
  std::array<PlayerInputs, max_players> inputs;
  std::array<float, max_players> worth;  // what the hand-written evaluation says of each player
  float probability = 1;                 // among the ends of this way
  int won = -1;                          // of a game that is over: whether the one to decide has won
};

struct Decision {
  std::vector<std::vector<DecisionEnd>> candidates;  // the ways to go on that were drawn from
  std::vector<DecisionEnd> revealed;                 // the ends of the one that was drawn, with what the others really hold
  int seat = 0, chosen = 0;
  float log_probability = 0;                  // of what was drawn
  std::array<float, max_players> expected{};  // what the critic made of the decision, for each seat
  std::array<float, max_players> taken{};     // and of what was drawn
  std::array<float, max_players> returns{};   // the same once it is known how the game went on
};

class DecisionTable {
 public:
  struct Change {
    u16 come, gone;  // inputs
  };

  explicit DecisionTable(int players) : players_(players) {}

  int players() const { return players_; }
  u32 size() const { return u32(seats.size()); }
  u32 ends() const { return u32(won.size()); }

  // DecisionTable in which every end is over are passed over: there is nothing to compare.
  void add(const Decision& d) {
    const DecisionEnd* first = nullptr;
    for (const auto& ends : d.candidates)
      for (const DecisionEnd& end : ends)
        if (!first && end.won < 0) first = &end;
    if (!first) return;
    const std::size_t n = std::size_t(players_);
    for (std::size_t p = 0; p < n; ++p) base.insert(base.end(), first->inputs[p].begin(), first->inputs[p].end());
    for (const auto& candidate : d.candidates) {
      for (const DecisionEnd& end : candidate) add(end, *first);
      end_at.push_back(ends());
    }
    candidate_at.push_back(u32(end_at.size() - 1));
    seats.push_back(u8(d.seat)), chosen.push_back(u8(d.chosen));
    log_probabilities.push_back(d.log_probability);
    advantages.push_back(d.returns[std::size_t(d.seat)] - d.expected[std::size_t(d.seat)]);
    returns.insert(returns.end(), d.returns.begin(), d.returns.begin() + players_);
  }

  void append(const DecisionTable& more) {
    const u32 changes_before = u32(changes.size()), ends_before = ends(), candidates_before = u32(end_at.size() - 1);
    const auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    const auto join_places = [](std::vector<u32>& to, const std::vector<u32>& from, u32 before) {
      for (std::size_t i = 1; i < from.size(); ++i) to.push_back(from[i] + before);
    };
    join(base, more.base), join(changes, more.changes), join(worth, more.worth), join(probability, more.probability);
    join(won, more.won), join(seats, more.seats), join(chosen, more.chosen), join(log_probabilities, more.log_probabilities);
    join(advantages, more.advantages), join(returns, more.returns);
    join_places(change_at, more.change_at, changes_before), join_places(end_at, more.end_at, ends_before);
    join_places(candidate_at, more.candidate_at, candidates_before);
  }

  // By decision and player: the inputs of the first end.
  std::vector<u16> base;
  // By end and player: what differs from it. Place k of a table of places is where the k-th entry begins; the last one is where
  // the last entry ends.
  std::vector<Change> changes;
  std::vector<u32> change_at{0};
  // By end: the evaluation of each player, its probability, whether the game is over (-1: not) and won.
  std::vector<float> worth, probability;
  std::vector<std::int8_t> won;
  std::vector<u32> end_at{0};        // by candidate
  std::vector<u32> candidate_at{0};  // by decision
  // By decision.
  std::vector<u8> seats, chosen;
  std::vector<float> log_probabilities, advantages, returns;

 private:
  void add(const DecisionEnd& end, const DecisionEnd& first) {
    probability.push_back(end.probability), won.push_back(std::int8_t(end.won));
    for (std::size_t p = 0; p < std::size_t(players_); ++p) {
      worth.push_back(end.won < 0 ? end.worth[p] : 0);
      for (std::size_t g = 0; end.won < 0 && g < end.inputs[p].size(); ++g)
        if (end.inputs[p][g] != first.inputs[p][g]) changes.push_back({end.inputs[p][g], first.inputs[p][g]});
      change_at.push_back(u32(changes.size()));
    }
  }

  int players_;
};

}  // namespace longroad::catan
