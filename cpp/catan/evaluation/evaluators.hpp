// The evaluators that judge a position of Catan as it stands, without playing on: the hand-written evaluation, and the network.
// Each judges positions of any board and number of players, and keeps what it has computed of the last board.
#pragma once

#include <cmath>
#include <memory>
#include <optional>

#include "catan/evaluation/network/network.hpp"
#include "catan/evaluation/race.hpp"
#include "catan/rules/game.hpp"
#include "search/evaluator.hpp"

namespace longroad::catan {

using CatanEvaluator = search::Evaluator<Catan>;
using WinProbabilities = CatanEvaluator::Probabilities;

struct JudgeSettings {
  Weights two{}, many = weights_for_many();  // for two players; for three and four
  // Of the race to the target (race.hpp), in victory points: for e times the turns that the fastest opponent needs.
  double race = 0;
  // If set, positions are judged by a network instead, once the set-up is over.
  std::shared_ptr<Networks> networks{};

  const Weights& weights(int players) const { return players == 2 ? two : many; }
};

// What the evaluation does to the odds of winning: of each victory point, and of the race beside the points.
struct Odds {
  float per_point = 0.5f;
  double race = 0;
};
struct OddsSettings {
  Odds two{}, many{};

  const Odds& of(int players) const { return players == 2 ? two : many; }
};

// An evaluator that answers position after position: a batch gains nothing.
class EagerEvaluator : public CatanEvaluator {
 public:
  WinProbabilities win_probabilities(int at) const final { return answers_[std::size_t(at)]; }

  // At once, of a position that is not over.
  virtual WinProbabilities answered(const State& s) = 0;

 protected:
  // Whether what was computed for a board and a number of players has to be computed again, and keeps them.
  bool is_new(const State& s) {
    if (players_ == s.players() && s.board == board_) return false;
    players_ = s.players(), board_ = s.board;
    return true;
  }

 private:
  void take(const State& s) final { answers_.push_back(answered(s)); }
  void answer() final {}
  void drop() final { answers_.clear(); }

  std::vector<WinProbabilities> answers_;
  Board board_{};
  int players_ = 0;
};

// The hand-written evaluation. Its scores are victory points; what they do to the odds of winning is `odds`.
class HandEvaluator final : public EagerEvaluator {
 public:
  explicit HandEvaluator(const JudgeSettings& settings, const OddsSettings& odds = {}) : settings_(settings), odds_(odds) {}

  double score(const State& s, int me) override {
    ++scored_;
    prepare(s);
    return value(s, me, settings_.race);
  }

  WinProbabilities answered(const State& s) override {
    prepare(s);
    const int n = s.players();
    const Odds& odds = odds_.of(n);
    WinProbabilities found{};
    float sum = 0;
    for (int p = 0; p < n; ++p) {
      // With two players one evaluation is the other's negative.
      const float points = n == 2 ? float(p == 0 ? value(s, 0, odds.race) : 0) : float(worth_of(s, p, odds.race));
      found[std::size_t(p)] = std::exp(odds.per_point * std::clamp(points, -80.f, 80.f));
      sum += found[std::size_t(p)];
    }
    for (float& p : found) p /= sum;
    return found;
  }

 private:
  void prepare(const State& s) {
    if (is_new(s)) board_ = BoardWorth::of(s.board, settings_.weights(s.players()));
  }

  // Victory points for a player, with a weight of the race.
  double value(const State& s, int me, double race) const {
    double sum = evaluate(s, me, board_);
    if (race != 0) {
      const detail::Occupied on(s);
      float soonest = never;
      for (int p = 0; p < s.players(); ++p)
        if (p != me) soonest = std::min(soonest, turns_to_win(s, p, board_, on));
      sum += race * double(std::log((soonest + 2) / (turns_to_win(s, me, board_, on) + 2)));
    }
    return sum;
  }

  // What a player's own position is worth, the others left aside, with its turns to the target.
  double worth_of(const State& s, int p, double race) const {
    const detail::Occupied on(s);
    const double own = detail::worth(s, p, board_, on);
    return race == 0 ? own : own - race * double(std::log(turns_to_win(s, p, board_, on) + 2));
  }

  JudgeSettings settings_;
  OddsSettings odds_;
  BoardWorth board_;
};

// The network; the set-up, which it does not know, is left to the hand-written evaluation.
class NetworkEvaluator final : public EagerEvaluator {
 public:
  // A certain win in victory points: the scale of its scores, on which trades and margins are set.
  static constexpr double points_of_win = 8;
  // The score of a game that is won, more than that of any position in which it is not.
  static constexpr double certain_win = points_of_win * 1.05;

  // `settings` name the networks; `for_moves`: of them, the one to compare moves by.
  NetworkEvaluator(const JudgeSettings& settings, const OddsSettings& odds, bool for_moves)
      : networks_(settings.networks), for_moves_(for_moves), set_up_(settings, odds) {}

  double score(const State& s, int me) override {
    ++scored_;
    if (in_set_up(s.phase)) return set_up_.score(s, me);
    return points_of_win * double(network(s).win_probabilities(s)[std::size_t(me)]);
  }
  WinProbabilities answered(const State& s) override {
    return in_set_up(s.phase) ? set_up_.answered(s) : network(s).win_probabilities(s);
  }

 private:
  Network& network(const State& s) {
    if (is_new(s)) network_.emplace(for_moves_ ? networks_->for_moves(s.players()) : networks_->of(s.players()), s.board);
    return *network_;
  }

  std::shared_ptr<Networks> networks_;
  bool for_moves_;
  std::optional<Network> network_;
  HandEvaluator set_up_;
};

inline std::unique_ptr<EagerEvaluator> make_evaluator(const JudgeSettings& settings, const OddsSettings& odds = {},
                                                      bool for_moves = false) {
  if (settings.networks) return std::make_unique<NetworkEvaluator>(settings, odds, for_moves);
  return std::make_unique<HandEvaluator>(settings, odds);
}

}  // namespace longroad::catan
