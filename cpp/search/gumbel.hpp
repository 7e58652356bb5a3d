// The root of a tree by sequential halving over moves sampled without replacement (Danihelka et al. 2022, "Policy improvement by
// planning with Gumbel"): the moves with the highest log prior + Gumbel noise are considered, each phase tries all of them
// equally often and leaves the better half, by log prior + noise + sigma(value). A few simulations then already improve on the
// policy.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/rng.hpp"

namespace longroad::search {

struct GumbelSettings {
  int considered = 16;  // moves at first
  bool noise = false;  // for learning from the moves; without it those of the highest priors are considered, and nothing is drawn
  double visit_scale = 50, value_scale = 1;  // sigma(q) = value_scale * (visit_scale + most visits of a move) * q
};

// What is known of a move of the root.
struct ArmFacts {
  float prior;
  u32 visits;   // that have an answer
  double mean;  // of their values, 0 to 1
};

class GumbelRoot {
 public:
  void clear() { arms_.clear(); }
  bool has_begun() const { return !arms_.empty(); }
  // The moves still considered.
  std::span<const u32> considered() const { return left_; }

  // Of at least one move with priors that add up to 1. `budget`: simulations, 0 if they are not counted.
  void begin(std::span<const ArmFacts> facts, const GumbelSettings& settings, u64 budget, Rng& rng) {
    settings_ = settings;
    arms_.clear();
    for (const ArmFacts& f : facts) {
      const double noise = settings.noise ? -std::log(-std::log((double(rng.next() >> 11) + 0.5) * 0x1p-53)) : 0;
      arms_.push_back({std::log(std::max(double(f.prior), 1e-12)) + noise, 0});
    }
    left_.resize(arms_.size());
    std::iota(left_.begin(), left_.end(), u32{0});
    std::stable_sort(left_.begin(), left_.end(), [&](u32 a, u32 b) { return arms_[a].start > arms_[b].start; });
    u64 most = u64(std::max(settings.considered, 1));
    if (budget) most = std::min(most, budget);
    if (left_.size() > most) left_.resize(std::size_t(most));
    phases_ = 0;
    while ((std::size_t{1} << phases_) < left_.size()) ++phases_;
    phase_ = 0;
    tries_ = 0;
  }

  // Where the share `spent` of the budget is used up (0 to 1): whether the considered moves are to be halved before the next try.
  // Each is tried at least once before.
  bool is_phase_over(double spent) const {
    return tries_ >= left_.size() && phase_ + 1 < std::min(phases_, 1 + int(spent * phases_));
  }

  // Leaves the better half, but two.
  void halve(std::span<const ArmFacts> facts, double value) {
    ++phase_;
    tries_ = 0;
    sort_by_score(facts, value);
    left_.resize(std::max<std::size_t>((left_.size() + 1) / 2, std::min<std::size_t>(left_.size(), 2)));
  }

  // The move to try next: of those that were tried least, the first in the order of the last halving.
  u32 next() {
    u32 found = left_[0];
    for (u32 arm : left_)
      if (arms_[arm].tries < arms_[found].tries) found = arm;
    ++arms_[found].tries;
    ++tries_;
    return found;
  }
  // A try that was not carried out.
  void take_back(u32 arm) {
    --arms_[arm].tries;
    if (tries_) --tries_;
  }

  // The move that was found: the best of those still considered.
  u32 best(std::span<const ArmFacts> facts, double value) {
    sort_by_score(facts, value);
    return left_[0];
  }

  // sigma(completed q) of every move; `value` is the evaluator's of the position.
  static std::vector<double> transformed(std::span<const ArmFacts> facts, double value, const GumbelSettings& settings) {
    // A move that was not tried is taken at the mean of the position's value and those of the moves that were.
    double tried = 0, weighted = 0, visits = 0;
    u32 most = 0;
    for (const ArmFacts& f : facts) {
      if (!f.visits) continue;
      tried += double(f.prior), weighted += double(f.prior) * f.mean, visits += f.visits;
      most = std::max(most, f.visits);
    }
    const double mixed = tried > 0 ? (value + visits * weighted / tried) / (1 + visits) : value;
    std::vector<double> found;
    for (const ArmFacts& f : facts)
      found.push_back(settings.value_scale * (settings.visit_scale + most) * (f.visits ? f.mean : mixed));
    return found;
  }

  // The policy that the search leads to: softmax(log prior + sigma(completed q)), what a network is to learn.
  static std::vector<double> improved_policy(std::span<const ArmFacts> facts, double value, const GumbelSettings& settings) {
    std::vector<double> policy = transformed(facts, value, settings);
    double most = -1e300, sum = 0;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      policy[i] += std::log(std::max(double(facts[i].prior), 1e-12));
      most = std::max(most, policy[i]);
    }
    for (double& p : policy) sum += p = std::exp(p - most);
    for (double& p : policy) p /= sum;
    return policy;
  }

 private:
  struct Arm {
    double start;  // log prior + noise
    u32 tries;     // in this search
  };

  void sort_by_score(std::span<const ArmFacts> facts, double value) {
    const std::vector<double> sigma = transformed(facts, value, settings_);
    std::stable_sort(left_.begin(), left_.end(),
                     [&](u32 a, u32 b) { return arms_[a].start + sigma[a] > arms_[b].start + sigma[b]; });
  }

  GumbelSettings settings_;
  std::vector<Arm> arms_;
  std::vector<u32> left_;
  int phases_ = 0, phase_ = 0;
  std::size_t tries_ = 0;  // of this phase
};

}  // namespace longroad::search
