// A rule-based player that plans its turn: every sequence of purchases, bank trades and cards worth a thought is carried out in
// its mind up to the end of the turn, and judged there by what all players have and how soon they can win.
#pragma once

#include "catan/evaluation/judge.hpp"
#include "catan/players/bargain.hpp"
#include "search/model.hpp"

namespace longroad::catan {

struct PlannerSettings {
  int beam = 4;   // plans kept at each step
  int steps = 4;  // actions of a plan
  // Above 0, how it goes on is drawn with odds exp(value / temperature), in victory points: a weaker opponent.
  double temperature = 0;
  BargainSettings bargain{};
  JudgeSettings judge{.race = 0.5};
};

class PlannerPlayer {
 public:
  explicit PlannerPlayer(const PlannerSettings& settings = {}) : settings_(settings) {}

  // A move for the viewer, who is to decide.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken&) {
    const State s = determinize(view, belief, rng);
    prepare(s, view.viewer());
    const bool talks = s.phase == Phase::Respond || s.phase == Phase::Choose;
    if (settings_.temperature > 0 && !talks) return drawn(s, belief, rng);
    std::array<Action, std::size_t(max_actions)> moves;
    const int n = moves_without_bundles(s, moves);
    if (s.phase == Phase::Main) {
      const Plan plan = best_plan(s);
      const auto offer = best_offer(s, belief, plan.value);
      return offer ? *offer : plan.first;
    }
    if (s.phase == Phase::Respond) return reply(s, moves, n);
    if (n == 1) return moves[0];
    Action best = moves[0];
    double most = -1e9;
    for (int i = 0; i < n; ++i) {
      const Action move = moves[std::size_t(i)];
      // What an offer was made for comes after the deal.
      const double value = s.phase == Phase::Choose ? best_plan(settled_after(s, move)).value : judge_->after(s, move);
      if (value > most) most = value, best = move;
    }
    return best;
  }

  // Positions judged so far.
  u64 evaluations() const { return evaluations_ + (judge_ ? judge_->evaluated() : 0); }

  // A way to go on: its first action, what the best plan that begins so leads to (chance may still be to come), and its value.
  struct Plan {
    State state;
    Action first;
    double value;
  };

  // The ways to go on of the one to decide, one per first action that was looked at; offers and answers left out.
  std::vector<Plan> options(const State& s) {
    prepare(s, s.actor);
    std::vector<Plan> found;
    const auto take = [&](const Plan& plan) {
      const auto same = std::find_if(found.begin(), found.end(), [&](const Plan& one) { return one.first == plan.first; });
      if (same == found.end())
        found.push_back(plan);
      else if (plan.value > same->value + 1e-9)
        *same = plan;
    };
    if (s.phase == Phase::Main) {
      for_each_plan(s, take);
      return found;
    }
    std::array<Action, std::size_t(max_actions)> moves;
    const int n = moves_without_bundles(s, moves);
    for (int i = 0; i < n; ++i) {
      const Action move = moves[std::size_t(i)];
      found.push_back({settled_after(s, move), move, judge_->after(s, move)});
    }
    return found;
  }

  // The offer it would make now, if any; it counts as made.
  std::optional<Action> offer(const State& s, const Belief& belief) {
    prepare(s, s.actor);
    if (!may_offer(s) || int(tried_.size()) >= settings_.bargain.offers) return {};
    return best_offer(s, belief, best_plan(s).value);
  }

  // Judges as its plans do; of the game it decided in last.
  const Judge& judge() const { return *judge_; }

  // The first action of a plan that wins this turn for certain, if it finds one.
  std::optional<Action> winning_plan(const State& s) {
    if (s.phase != Phase::Main) return {};
    prepare(s, s.actor);
    const Plan plan = best_plan(s);
    return plan.value >= judge_->win() ? std::optional(plan.first) : std::nullopt;
  }

  // The offers that gain most by its plans, the best first; none of `tried`, which are spent for this turn.
  std::vector<Action> proposals(const State& s, const Belief& belief, const std::vector<u64>& tried) {
    prepare(s, s.current);
    tried_ = tried;
    std::vector<Action> offers;
    if (!may_offer(s) || int(tried_.size()) >= settings_.bargain.offers) return offers;
    for (const auto& [gain, offer] : ranked_offers(s, belief, best_plan(s).value)) offers.push_back(offer);
    return offers;
  }

 private:
  void prepare(const State& s, int viewer) {
    me_ = viewer;
    if (!judge_ || !(s.board == of_)) {
      evaluations_ = evaluations();
      judge_.emplace(s, settings_.judge);
      of_ = s.board;
    }
    if (s.turn != turn_) tried_.clear(), turn_ = s.turn;
  }

  // An offer, or one of the ways to go on, the better ones more often.
  Action drawn(const State& s, const Belief& belief, Rng& rng) {
    if (s.phase == Phase::Main)
      if (const auto found = offer(s, belief)) return *found;
    const std::vector<Plan> ways = options(s);
    double most = -1e9, sum = 0;
    for (const Plan& way : ways) most = std::max(most, way.value);
    std::vector<double> odds;
    for (const Plan& way : ways) sum += odds.emplace_back(std::exp((way.value - most) / settings_.temperature));
    double ticket = sum * double(rng.next() >> 11) * 0x1p-53;
    std::size_t chosen = 0;
    while (chosen + 1 < odds.size() && (ticket -= odds[chosen]) >= 0) ++chosen;
    return ways[chosen].first;
  }

  // The first action of the best plan for the turn, and what the plan is worth.
  Plan best_plan(const State& s) const {
    Plan best{s, Action::make(Kind::End), -1e9};
    for_each_plan(s, [&](const Plan& plan) {
      if (plan.value > best.value + 1e-9) best = plan;
    });
    return best;
  }

  // Calls visit(plan) for every plan looked at, first the one to end the turn at once. A plan's state is the one it leads to,
  // with chance still to come.
  template <class Visit>
  void for_each_plan(const State& s, Visit&& visit) const {
    std::vector<Plan> plans{{s, Action::make(Kind::End), judge_->judged(s, me_)}}, next;
    visit(plans[0]);
    std::vector<u64> seen;
    for (int step = 0; step < settings_.steps && !plans.empty(); ++step) {
      next.clear();
      for (const Plan& plan : plans) {
        std::array<Action, std::size_t(max_actions)> moves;
        const int n = moves_without_bundles(plan.state, moves);
        for (int i = 0; i < n; ++i) {
          const Action move = moves[std::size_t(i)];
          if (move.kind() == Kind::End) continue;
          State after = plan.state;
          apply(after, move);
          if (!after.is_chance() && is_repeated(after, seen)) continue;
          const Action first = step == 0 ? move : plan.first;
          const Plan found{after, first, over_chance(after, [&](const State& x) { return judge_->judged(x, me_); })};
          visit(found);
          if (after.phase == Phase::Main) next.push_back(found);
        }
      }
      const auto kept = std::min(next.size(), std::size_t(settings_.beam));
      std::partial_sort(next.begin(), next.begin() + std::ptrdiff_t(kept), next.end(),
                        [](const Plan& a, const Plan& b) { return a.value > b.value; });
      next.resize(kept);
      std::swap(plans, next);
    }
  }

  // Whether a plan has come by a position already, by another order.
  bool is_repeated(const State& s, std::vector<u64>& seen) const {
    using search::mix;
    u64 key = mix(mix(s.hand[me_].word, s.across[me_]), s.upright[me_]);
    key = mix(mix(mix(key, s.settlements[me_]), s.cities[me_]), u64(s.phase) | u64(s.left) << 8 | s.cards[me_].word << 16);
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) return true;
    seen.push_back(key);
    return false;
  }

  // The offer that gains most, if any gains enough: P(accept) x (the best plan after it - the best plan now).
  std::optional<Action> best_offer(const State& s, const Belief& belief, double now) {
    if (!may_offer(s) || int(tried_.size()) >= settings_.bargain.offers) return {};
    const auto ranked = ranked_offers(s, belief, now);
    if (ranked.empty()) return {};
    tried_.push_back(ranked[0].second.payload());
    return ranked[0].second;
  }

  // All offers that gain enough, the best first.
  std::vector<std::pair<double, Action>> ranked_offers(const State& s, const Belief& belief, double now) const {
    std::vector<std::pair<double, Action>> ranked;
    for (const Bargain& b : bargains(s, judge_->board(), belief, settings_.bargain, tried_)) {
      // The partner who profits least is taken, as the proposer will choose.
      double after = -1e9;
      for (u64 set = b.partners; set;) {
        const int q = pop(set);
        if (s.hand[q].covers(b.exchange.get)) after = std::max(after, best_plan(exchanged(s, q, b.exchange)).value);
      }
      const double gain = b.acceptance * (after - now);
      if (gain > settings_.bargain.least_gain) ranked.emplace_back(gain, Action::bundles(Kind::Offer, b.exchange));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    return ranked;
  }

  Action reply(const State& s, std::span<const Action> moves, int n) const {
    const bool can_accept = n > 0 && moves[0].kind() == Kind::Accept;
    const double refused = judge_->value(settled_after(s, Action::make(Kind::Refuse)), me_);
    if (!is_too_close(s, s.current, settings_.bargain)) {
      const double accepted = can_accept ? judge_->value(settled_after(s, Action::make(Kind::Accept)), me_) : -1e9;
      if (accepted > refused + settings_.bargain.least_gain) return Action::make(Kind::Accept);
      if (const auto counter = best_counter(s, judge_->board(), settings_.bargain)) return *counter;
    }
    return Action::make(Kind::Refuse);
  }

  PlannerSettings settings_;
  std::optional<Judge> judge_;
  Board of_{};
  int me_ = 0, turn_ = -1;
  std::vector<u64> tried_;  // offers made this turn
  u64 evaluations_ = 0;     // of judges of other boards
};

}  // namespace longroad::catan
