// Learning the native network from decisions, by two losses:
// - as a *policy*, to take better ways more often: proximal policy optimization (Schulman et al. 2017);
// - as a *critic*, to say what a decision will turn out to be worth: the cross-entropy of what came of it.
// Gradients are computed on many threads in fixed shares, so the result does not depend on their number.
#pragma once

#include <numeric>

#include "catan/learning/decision_table.hpp"
#include "catan/learning/float_network.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "core/thread_pool.hpp"

namespace longroad::catan {

struct LearnSettings {
  int batch = 8192;  // decisions per step
  float learning_rate = 3e-4f;
  float decay = 0;             // of the weights, per step and learning rate
  float most_gradient = 1;     // a longer gradient is shortened to this length
  float temperature = 0.035f;  // of the policy
  float clip = 0.2f;           // of the policy's change
};

// Means over the decisions of a pass.
struct LearnFigures {
  double loss = 0, divergence = 0, clipped = 0, entropy = 0;
  u32 decisions = 0;
};

enum class Lesson : u8 { Policy, Critic };

class Learner {
 public:
  FloatNetwork network;
  // Of Adam: running means of the gradient and of its square, and how many steps were made.
  std::vector<float> mean = std::vector<float>(FloatNetwork::size), square = std::vector<float>(FloatNetwork::size);
  u64 steps = 0;

  // One pass over decisions in an order drawn by lot. Throws Stopped between two steps.
  LearnFigures learn(const DecisionTable& from, Lesson lesson, const LearnSettings& settings, Rng rng, ThreadPool& pool,
                     const StopToken& stop) {
    std::vector<u32> order(from.size());
    std::iota(order.begin(), order.end(), 0u);
    for (u32 i = from.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    LearnFigures sum;
    for (u32 first = 0; first < order.size(); first += u32(settings.batch)) {
      stop.throw_if_requested();
      const u32 count = std::min(u32(settings.batch), u32(order.size()) - first);
      if (first && count * 4 < u32(settings.batch)) break;  // too few for a step
      step(from, {order.data() + first, count}, lesson, settings, pool, sum);
    }
    for (double* figure : {&sum.loss, &sum.divergence, &sum.clipped, &sum.entropy}) *figure /= std::max(sum.decisions, 1u);
    return sum;
  }

  // Takes the log probabilities of what was drawn from the network as it is: it differs by its rounding from the one that drew.
  void recompute(DecisionTable& of, const LearnSettings& settings, ThreadPool& pool) {
    network.prepare();
    pool.run(int(of.size()), [&](int first, int last) {
      Share share;
      for (u32 d = u32(first); d < u32(last); ++d) {
        look_at(of, d, of.end_at[of.candidate_at[d]], of.end_at[of.candidate_at[d + 1]], share);
        win_odds(of, d, settings, share);
        of.log_probabilities[d] = std::log(share.odds[of.chosen[d]] + 1e-12f);
      }
    });
  }

  // The gradient of the mean loss over some decisions, by weight; adds to the figures.
  std::vector<float> gradient(const DecisionTable& from, std::span<const u32> which, Lesson lesson, const LearnSettings& settings,
                              ThreadPool& pool, LearnFigures& figures) {
    network.prepare();
    const float scale = advantage_scale(from, which);
    constexpr int shares = 8;
    std::vector<Share> parts(shares);
    std::atomic<int> next{0};
    pool.run(pool.threads(), [&](int, int) {
      for (int i; (i = next++) < shares;) {
        const u32 begin = u32(u64(which.size()) * u64(i) / shares), end = u32(u64(which.size()) * u64(i + 1) / shares);
        Share& part = parts[std::size_t(i)];
        part.gradient.assign(FloatNetwork::size, 0);
        for (u32 k = begin; k < end; ++k) learn_from(from, which[k], lesson, settings, scale, part);
      }
    });
    std::vector<float> sum = std::move(parts[0].gradient);
    for (std::size_t i = 1; i < parts.size(); ++i)
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += parts[i].gradient[k];
    for (float& g : sum) g /= float(which.size());
    FloatNetwork::rows_to_steps(sum);
    for (const Share& part : parts) {
      figures.loss += part.figures.loss, figures.divergence += part.figures.divergence;
      figures.clipped += part.figures.clipped, figures.entropy += part.figures.entropy;
      figures.decisions += part.figures.decisions;
    }
    return sum;
  }

 private:
  struct Share {
    std::vector<float> gradient;
    LearnFigures figures;
    std::vector<FloatNetwork::Trace> traces;
    std::vector<std::array<float, max_players>> by_probability;  // the loss by each end's win probabilities
    std::vector<float> of_candidate, odds;
  };

  void step(const DecisionTable& from, std::span<const u32> which, Lesson lesson, const LearnSettings& settings, ThreadPool& pool,
            LearnFigures& figures) {
    const std::vector<float> g = gradient(from, which, lesson, settings, pool, figures);
    double length = 0;
    for (float one : g) length += double(one) * one;
    const float shorter = std::min(1.f, settings.most_gradient / float(std::sqrt(length) + 1e-12));
    ++steps;
    const float keep_mean = 0.9f, keep_square = 0.99f;
    const float unbias_mean = 1 - std::pow(keep_mean, float(steps)), unbias_square = 1 - std::pow(keep_square, float(steps));
    const auto weights = network.weights();
    for (std::size_t i = 0; i < g.size(); ++i) {
      const float one = g[i] * shorter;
      mean[i] += (1 - keep_mean) * (one - mean[i]);
      square[i] += (1 - keep_square) * (one * one - square[i]);
      weights[i] -= settings.learning_rate *
                    (mean[i] / unbias_mean / (std::sqrt(square[i] / unbias_square) + 1e-8f) + settings.decay * weights[i]);
    }
    network.clip();
  }

  // Advantages are measured in their own spread.
  static float advantage_scale(const DecisionTable& from, std::span<const u32> which) {
    double sum = 0;
    for (u32 d : which) sum += double(from.advantages[d]) * from.advantages[d];
    return float(1 / (std::sqrt(sum / double(which.size())) + 1e-6));
  }

  // Win probabilities at ends e0..e1-1 of a decision.
  void look_at(const DecisionTable& from, u32 d, u32 e0, u32 e1, Share& share) const {
    const std::size_t n = std::size_t(from.players());
    if (share.traces.size() < e1 - e0) share.traces.resize(e1 - e0), share.by_probability.resize(e1 - e0);

    std::array<std::array<float, std::size_t(NetworkShape::sums)>, max_players> base;
    const u16* inputs = inputs_of(from, d);
    for (std::size_t p = 0; p < n; ++p) {
      std::copy_n(&network.weights()[FloatNetwork::first_bias_at], NetworkShape::sums, base[p].begin());
      for (int g = 0; g < inputs::groups; ++g)
        add(base[p].data(), network.row(inputs[p * std::size_t(inputs::groups) + std::size_t(g)]), 1);
    }
    for (u32 e = e0; e < e1; ++e) {
      if (from.won[e] >= 0) continue;
      FloatNetwork::Trace& t = share.traces[e - e0];
      for (std::size_t p = 0; p < n; ++p) {
        t.sum[p] = base[p];
        for (u32 k = from.change_at[e * n + p]; k < from.change_at[e * n + p + 1]; ++k) {
          add(t.sum[p].data(), network.row(from.changes[k].come), 1);
          add(t.sum[p].data(), network.row(from.changes[k].gone), -1);
        }
      }
      network.forward(t, int(n), &from.worth[e * n]);
    }
  }

  void learn_from(const DecisionTable& from, u32 d, Lesson lesson, const LearnSettings& settings, float scale,
                  Share& share) const {
    const std::size_t n = std::size_t(from.players());
    const u32 c0 = from.candidate_at[d], c1 = from.candidate_at[d + 1];
    const u32 taken = c0 + from.chosen[d];
    // A critic looks at what was taken only.
    const u32 e0 = from.end_at[lesson == Lesson::Critic ? taken : c0],
              e1 = from.end_at[lesson == Lesson::Critic ? taken + 1 : c1];
    look_at(from, d, e0, e1, share);
    const bool any = lesson == Lesson::Policy ? by_policy(from, d, settings, scale, share) : by_critic(from, d, taken, share);
    if (!any) return;

    const u16* inputs = inputs_of(from, d);
    std::array<std::array<float, std::size_t(NetworkShape::sums)>, max_players> by_base{};
    for (u32 e = e0; e < e1; ++e) {
      if (from.won[e] >= 0) continue;
      FloatNetwork::Trace& t = share.traces[e - e0];
      std::array<float, max_players> by_number{};
      float sum = 0;
      for (std::size_t p = 0; p < n; ++p) sum += share.by_probability[e - e0][p] * t.probability[p];
      for (std::size_t p = 0; p < n; ++p) by_number[p] = t.probability[p] * (share.by_probability[e - e0][p] - sum);
      network.backward(t, int(n), &from.worth[e * n], by_number.data(), share.gradient);
      for (std::size_t p = 0; p < n; ++p) {
        add(by_base[p].data(), t.sum[p].data(), 1);
        for (u32 k = from.change_at[e * n + p]; k < from.change_at[e * n + p + 1]; ++k) {
          add(gradient_row(share, from.changes[k].come), t.sum[p].data(), 1);
          add(gradient_row(share, from.changes[k].gone), t.sum[p].data(), -1);
        }
      }
    }
    for (std::size_t p = 0; p < n; ++p) {
      add(&share.gradient[FloatNetwork::first_bias_at], by_base[p].data(), 1);
      for (int g = 0; g < inputs::groups; ++g)
        add(gradient_row(share, inputs[p * std::size_t(inputs::groups) + std::size_t(g)]), by_base[p].data(), 1);
    }
  }

  // What each way to go on wins, and the odds that it is drawn.
  void win_odds(const DecisionTable& from, u32 d, const LearnSettings& settings, Share& share) const {
    const u32 c0 = from.candidate_at[d], c1 = from.candidate_at[d + 1], e0 = from.end_at[c0];
    const std::size_t me = from.seats[d];
    auto &won = share.of_candidate, &odds = share.odds;
    won.assign(c1 - c0, 0), odds.assign(c1 - c0, 0);
    float most = -1e9f, sum = 0;
    for (u32 c = c0; c < c1; ++c) {
      for (u32 e = from.end_at[c]; e < from.end_at[c + 1]; ++e)
        won[c - c0] +=
            from.probability[e] * (from.won[e] >= 0 ? float(from.won[e]) * won_counts : share.traces[e - e0].probability[me]);
      const float p = std::clamp(won[c - c0], least, 1 - least);
      odds[c - c0] = std::log(p / (1 - p)) / settings.temperature;
      most = std::max(most, odds[c - c0]);
    }
    for (float& o : odds) sum += o = std::exp(o - most);
    for (float& o : odds) o /= sum;
  }

  // The loss of the policy by the win probabilities of the ends; returns false where there is nothing to learn.
  bool by_policy(const DecisionTable& from, u32 d, const LearnSettings& settings, float scale, Share& share) const {
    const u32 c0 = from.candidate_at[d], c1 = from.candidate_at[d + 1], e0 = from.end_at[c0];
    const std::size_t me = from.seats[d], chosen = from.chosen[d];
    win_odds(from, d, settings, share);
    const auto &won = share.of_candidate, &odds = share.odds;
    const float log_probability = std::log(odds[chosen] + 1e-12f), change = log_probability - from.log_probabilities[d];
    const float ratio = std::exp(std::clamp(change, -5.f, 5.f)), advantage = from.advantages[d] * scale;
    const bool outside = advantage > 0 ? ratio > 1 + settings.clip : ratio < 1 - settings.clip;
    LearnFigures& f = share.figures;
    ++f.decisions;
    f.loss -= double(std::min(ratio * advantage, std::clamp(ratio, 1 - settings.clip, 1 + settings.clip) * advantage));
    f.divergence += double(ratio - 1 - change);
    f.clipped += outside;
    for (float o : odds) f.entropy -= double(o * std::log(o + 1e-12f));
    if (outside) return false;
    const float by_log = -advantage * ratio;
    for (u32 c = c0; c < c1; ++c) {
      const float p = won[c - c0];
      const bool inside = p > least && p < 1 - least;
      const float by_odds = by_log * ((c - c0 == chosen ? 1.f : 0.f) - odds[c - c0]);
      const float by_won = inside ? by_odds / (settings.temperature * p * (1 - p)) : 0;
      for (u32 e = from.end_at[c]; e < from.end_at[c + 1]; ++e) {
        share.by_probability[e - e0] = {};
        share.by_probability[e - e0][me] = by_won * from.probability[e];
      }
    }
    return true;
  }

  bool by_critic(const DecisionTable& from, u32 d, u32 taken, Share& share) const {
    const std::size_t n = std::size_t(from.players()), me = from.seats[d];
    const u32 e0 = from.end_at[taken], e1 = from.end_at[taken + 1];
    std::array<float, max_players> expected{};
    float open = 0;
    for (u32 e = e0; e < e1; ++e) {
      if (from.won[e] >= 0)
        expected[me] += from.won[e] ? from.probability[e] : 0;
      else
        for (std::size_t p = 0; p < n; ++p) expected[p] += from.probability[e] * share.traces[e - e0].probability[p];
      open += from.won[e] < 0 ? from.probability[e] : 0;
    }
    ++share.figures.decisions;
    std::array<float, max_players> by{};
    for (std::size_t p = 0; p < n; ++p) {
      const float target = std::clamp(from.returns[d * n + p], 0.f, 1.f), p_of = std::max(expected[p], 1e-5f);
      share.figures.loss -= double(target * std::log(p_of));
      by[p] = -target / p_of;
    }
    for (u32 e = e0; e < e1; ++e)
      for (std::size_t p = 0; p < n; ++p) share.by_probability[e - e0][p] = by[p] * from.probability[e];
    return open > 0;
  }

  static const u16* inputs_of(const DecisionTable& from, u32 d) {
    return &from.base[std::size_t(d) * std::size_t(from.players() * inputs::groups)];
  }
  static float* gradient_row(Share& share, u16 input) {
    return &share.gradient[FloatNetwork::first_at + std::size_t(input) * NetworkShape::sums];
  }
  static void add(float* to, const float* from, float sign) {
    for (int i = 0; i < NetworkShape::sums; ++i) to[i] += sign * from[i];
  }

  static constexpr float least = 1e-4f;       // probabilities are kept so far from 0 and 1
  static constexpr float won_counts = 1.05f;  // a game that is won, beside win probabilities (NetworkEvaluator::certain_win)
};

}  // namespace longroad::catan
