// The native network in floating point, as it is trained: the same function as network.hpp but for rounding, and its gradient.
//
// All weights lie in one array, so that an optimizer need not know what they are. Those of the first layer are kept as *steps*:
// within an ordered group of inputs (pips, cards, points) the weights of an input are the sum of the steps up to it, so that
// neighbours are alike unless the games say otherwise.
#pragma once

#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "catan/evaluation/network/network.hpp"

namespace longroad::catan {

class FloatNetwork : public NetworkShape {
 public:
  // Where each layer begins in the array of weights.
  static constexpr std::size_t first_at = 0, first_bias_at = first_at + std::size_t(inputs::count) * sums,
                               second_at = first_bias_at + std::size_t(sums),
                               second_bias_at = second_at + std::size_t(hidden * joint),
                               third_at = second_bias_at + std::size_t(hidden), third_bias_at = third_at + std::size_t(hidden),
                               worth_at = third_bias_at + 1, size = worth_at + 1;

  FloatNetwork() : weights_(size), first_(std::size_t(inputs::count) * sums) {}

  std::span<float> weights() { return weights_; }
  std::span<const float> weights() const { return weights_; }

  // To be called when the weights have changed: the first layer is summed up.
  void prepare() {
    for_each_input([&](std::size_t input, bool follows) {
      float* to = &first_[input * sums];
      std::memcpy(to, &weights_[first_at + input * sums], sums * sizeof(float));
      if (follows)
        for (int i = 0; i < sums; ++i) to[i] += to[i - sums];
    });
  }
  // The weights of the first layer that belong to an input, summed up.
  const float* row(u16 input) const { return &first_[std::size_t(input) * sums]; }

  // Turns a gradient with respect to the rows of the first layer into one with respect to its steps, in place.
  static void rows_to_steps(std::span<float> gradient) {
    for (std::size_t input = std::size_t(inputs::count); input-- > 1;)
      if (follows_[input]) {
        float* to = &gradient[first_at + (input - 1) * sums];
        for (int i = 0; i < sums; ++i) to[i] += to[i + sums];
      }
  }

  // Keeps the weights within what integers can say.
  void clip() {
    for (std::size_t i = second_at; i < second_bias_at; ++i) weights_[i] = std::clamp(weights_[i], -most_second, most_second);
    for (std::size_t i = third_at; i < third_bias_at; ++i) weights_[i] = std::clamp(weights_[i], -31.f, 31.f);
  }

  // What is computed of one position on the way to its numbers, for the way back.
  struct Trace {
    std::array<std::array<float, std::size_t(sums)>, max_players> sum;        // before clipping
    std::array<std::array<float, std::size_t(joint)>, max_players> joint_of;  // after
    std::array<std::array<float, std::size_t(hidden)>, max_players> hidden_of;
    std::array<float, max_players> probability;
  };

  // Win probabilities of n players from their sums of the first layer (trace.sum) and what the evaluation says of each.
  void forward(Trace& t, int n, const float* worth) const {
    for (int p = 0; p < n; ++p) {
      float* x = t.joint_of[std::size_t(p)].data();
      const float* s = t.sum[std::size_t(p)].data();
      for (int i = 0; i < own; ++i) x[i] = clipped(s[i]);
    }
    for (int p = 0; p < n; ++p) {
      float *mean = t.joint_of[std::size_t(p)].data() + own, *most = mean + other;
      for (int i = 0; i < other; ++i) mean[i] = most[i] = 0;
      for (int q = 0; q < n; ++q) {
        if (q == p) continue;
        const float* s = t.sum[std::size_t(q)].data() + own;
        for (int i = 0; i < other; ++i) {
          const float shown = clipped(s[i]);
          mean[i] += shown, most[i] = std::max(most[i], shown);
        }
      }
      if (n > 2)
        for (int i = 0; i < other; ++i) mean[i] /= float(n - 1);
    }
    std::array<float, max_players> number{};
    for (int p = 0; p < n; ++p) {
      const float* x = t.joint_of[std::size_t(p)].data();
      float total = weights_[third_bias_at] + weights_[worth_at] * worth[p];
      for (int h = 0; h < hidden; ++h) {
        const float z = weights_[second_bias_at + std::size_t(h)] + dot(&weights_[second_at + std::size_t(h * joint)], x);
        t.hidden_of[std::size_t(p)][std::size_t(h)] = z;
        total += weights_[third_at + std::size_t(h)] * clipped(z);
      }
      number[std::size_t(p)] = total;
    }
    float most = number[0], sum = 0;
    for (int p = 1; p < n; ++p) most = std::max(most, number[std::size_t(p)]);
    for (int p = 0; p < n; ++p) sum += t.probability[std::size_t(p)] = std::exp(number[std::size_t(p)] - most);
    for (int p = 0; p < n; ++p) t.probability[std::size_t(p)] /= sum;
  }

  // Adds the gradient of a loss to `gradient`, of which the part of the first layer is left out: that with respect to the sums
  // is written to trace.sum. `by_number`: the loss by the numbers that the probabilities are the softmax of.
  void backward(Trace& t, int n, const float* worth, const float* by_number, std::span<float> gradient) const {
    std::array<std::array<float, std::size_t(joint)>, max_players> by_joint;
    for (int p = 0; p < n; ++p) {
      const float d = by_number[p];
      gradient[third_bias_at] += d;
      gradient[worth_at] += d * worth[p];
      float* back = by_joint[std::size_t(p)].data();
      std::memset(back, 0, sizeof(by_joint[0]));
      const float* x = t.joint_of[std::size_t(p)].data();
      for (int h = 0; h < hidden; ++h) {
        const float z = t.hidden_of[std::size_t(p)][std::size_t(h)];
        gradient[third_at + std::size_t(h)] += d * clipped(z);
        if (z < 0 || z > 1) continue;
        const float dz = d * weights_[third_at + std::size_t(h)];
        gradient[second_bias_at + std::size_t(h)] += dz;
        float* g = &gradient[second_at + std::size_t(h * joint)];
        const float* w = &weights_[second_at + std::size_t(h * joint)];
        for (int i = 0; i < joint; ++i) g[i] += dz * x[i];
        for (int i = 0; i < joint; ++i) back[i] += dz * w[i];
      }
    }
    for (int q = 0; q < n; ++q) {
      float* s = t.sum[std::size_t(q)].data();
      std::array<float, std::size_t(other)> shown{};
      for (int p = 0; p < n; ++p) {
        if (p == q) continue;
        const float *mean = by_joint[std::size_t(p)].data() + own, *most = mean + other;
        const float* top = t.joint_of[std::size_t(p)].data() + own + other;
        for (int i = 0; i < other; ++i) {
          shown[std::size_t(i)] += mean[i] / float(n - 1);
          if (n == 2 || clipped(s[own + i]) == top[i]) shown[std::size_t(i)] += most[i];
        }
      }
      const float* kept = by_joint[std::size_t(q)].data();
      for (int i = 0; i < own; ++i) s[i] = s[i] >= 0 && s[i] <= 1 ? kept[i] : 0;
      for (int i = 0; i < other; ++i) s[own + i] = s[own + i] >= 0 && s[own + i] <= 1 ? shown[std::size_t(i)] : 0;
    }
  }

 private:
  static constexpr float most_second = 127.f / second_scale;

  static float clipped(float x) { return std::min(std::max(x, 0.f), 1.f); }

  static float dot(const float* a, const float* b) {
    std::array<float, 32> parts{};
    for (int i = 0; i < joint; i += 32)
      for (int k = 0; k < 32; ++k) parts[std::size_t(k)] += a[i + k] * b[i + k];
    float sum = 0;
    for (float part : parts) sum += part;
    return sum;
  }

  // Whether an input's weights are added to those of the one before: it is in an ordered group, and not its first.
  static const std::vector<char> follows_;

  template <class Visit>
  static void for_each_input(Visit&& visit) {
    for (std::size_t i = 0; i < std::size_t(inputs::count); ++i) visit(i, follows_[i] != 0);
  }

  std::vector<float> weights_, first_;
};

inline const std::vector<char> FloatNetwork::follows_ = [] {
  std::vector<char> follows(std::size_t(inputs::count));
  for (std::size_t g = 0; g < inputs::table.size(); ++g)
    for (int i = 1; inputs::is_ordered(int(g)) && i < inputs::table[g].size; ++i) follows[std::size_t(inputs::firsts[g] + i)] = 1;
  return follows;
}();

}  // namespace longroad::catan
