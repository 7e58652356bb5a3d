// A small network that judges positions at native speed: for each player a number from its own inputs and those of its
// opponents; the win probabilities are the softmax of these.
//
//   inputs of a player -> first layer (integers) -> `own` and `other` halves, clipped to 0..127
//   own of p, mean and maximum of the others' `other` -> 32 hidden, clipped -> the number of p
//   + what the hand-written evaluation says of p, times a weight that is learnt too
//
// All arithmetic up to the number is on integers, so the wide instructions and the portable loops give the same bits. The sums of
// the first layer are kept from one position to the next, and only inputs that have changed are added and taken away.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "catan/evaluation/features.hpp"
#include "catan/evaluation/network/kernels.hpp"
#include "catan/evaluation/race.hpp"

namespace longroad::catan {

struct NetworkShape {
  static constexpr int own = 128, other = 64, sums = own + other;  // of the first layer
  static constexpr int joint = own + 2 * other, hidden = 32;
  static constexpr int one = 127;          // an activation of 1
  static constexpr int second_scale = 64;  // of the weights of the second layer
  static constexpr int third_scale = 1024;
};

// The weights, as integers.
struct NetworkWeights : NetworkShape {
  std::vector<std::int16_t> first = std::vector<std::int16_t>(std::size_t(inputs::count * sums));  // by input
  alignas(32) std::array<std::int16_t, std::size_t(sums)> first_bias{};
  alignas(32) std::array<std::int8_t, std::size_t(hidden* joint)> second{};  // by hidden unit
  std::array<std::int32_t, std::size_t(hidden)> second_bias{};
  std::array<std::int16_t, std::size_t(hidden)> third{};
  std::int32_t third_bias = 0;
  // Of the hand-written evaluation beside the network: of each victory point, and of the race to the target (race.hpp; costly,
  // computed only if it counts).
  float worth = 0, race = 0;
  Weights evaluation{};
};

// One for two players and one for three and four; either may be missing. A network that says who will win need not be the best
// to choose moves by, so there may be another one for that.
struct Networks {
  std::shared_ptr<NetworkWeights> two, many;
  std::shared_ptr<NetworkWeights> two_for_moves{}, many_for_moves{};

  bool knows(int players) const { return players == 2 ? two != nullptr : many != nullptr; }
  // For win probabilities. Throws std::invalid_argument where there is none.
  const NetworkWeights& of(int players) const {
    if (!knows(players)) throw std::invalid_argument("no network for " + std::to_string(players) + " players");
    return players == 2 ? *two : *many;
  }
  // To compare what moves lead to.
  const NetworkWeights& for_moves(int players) const {
    const auto& found = players == 2 ? two_for_moves : many_for_moves;
    return found ? *found : of(players);
  }
};

// e^x by basic arithmetic only, which gives the same bits everywhere; to seven digits, x between -80 and 80.
inline float steady_exp(float x) {
  x = std::clamp(x, -80.f, 80.f) * 1.44269504f;
  const int whole = int(x < 0 ? x - 0.5f : x + 0.5f);
  const float f = (x - float(whole)) * 0.69314718f;
  const float poly = 1 + f * (1 + f * (0.5f + f * (0.16666667f + f * (0.041666668f + f * (0.0083333338f + f * 0.0013888889f)))));
  return poly * std::bit_cast<float>(std::int32_t(whole + 127) << 23);
}

// Judges the positions of one board with given weights, which must outlive it.
class Network : NetworkShape {
 public:
  Network(const NetworkWeights& weights, const Board& board)
      : w_(&weights), features_(board), board_(BoardWorth::of(board, weights.evaluation)) {}

  using Numbers = std::array<float, std::size_t(max_players)>;

  // Of a game that is not over, for each player; they add up to 1.
  Numbers win_probabilities(const State& s) { return softmax(logits(s), s.players()); }

  // The numbers that the win probabilities are the softmax of.
  Numbers logits(const State& s) {
    std::array<PlayerInputs, max_players> now;
    features_.write(s, now);
    const int n = s.players();
    const detail::Occupied on(s);
    Numbers worth{}, turns{};
    if (w_->worth != 0)
      for (int p = 0; p < n; ++p) worth[std::size_t(p)] = float(detail::worth(s, p, board_, on));
    if (w_->race != 0)
      for (int p = 0; p < n; ++p) turns[std::size_t(p)] = turns_to_win(s, p, board_, on);
    return logits({now.data(), std::size_t(n)}, worth, turns);
  }

  // The same from what is known of a position: its inputs, what the evaluation says of each player, and its turns to the target.
  Numbers logits(std::span<const PlayerInputs> now, const Numbers& worth, const Numbers& turns) {
    const int n = int(now.size());
    for (int p = 0; p < n; ++p) add_up(p, now[std::size_t(p)]);
    Numbers found{};
    for (int p = 0; p < n; ++p) {
      const std::size_t i = std::size_t(p);
      found[i] = number(p, n);
      if (w_->worth != 0) found[i] += w_->worth * worth[i];
      if (w_->race != 0) found[i] -= w_->race * std::log(turns[i] + 2);
    }
    return found;
  }

  static Numbers softmax(const Numbers& logits, int n) {
    float most = logits[0], sum = 0;
    for (int p = 1; p < n; ++p) most = std::max(most, logits[std::size_t(p)]);
    Numbers probability{};
    for (int p = 0; p < n; ++p) sum += probability[std::size_t(p)] = steady_exp(logits[std::size_t(p)] - most);
    for (float& p : probability) p /= sum;
    return probability;
  }

 private:
  struct Sums {
    alignas(32) std::array<std::int16_t, std::size_t(sums)> sum;
    alignas(32) std::array<u8, std::size_t(sums)> clipped;
    PlayerInputs inputs;
    bool known = false;
  };

  // Brings a player's first layer up to date.
  void add_up(int p, const PlayerInputs& now) {
    Sums& here = sums_[std::size_t(p)];
    if (!here.known) {
      here.sum = w_->first_bias;
      for (u16 input : now) kernels::add(here.sum.data(), row(input), sums);
      here.known = true;
    } else {
      bool same = true;
      for (std::size_t g = 0; g < now.size(); ++g) {
        if (now[g] == here.inputs[g]) continue;
        kernels::exchange(here.sum.data(), row(here.inputs[g]), row(now[g]), sums);
        same = false;
      }
      if (same) return;
    }
    here.inputs = now;
    kernels::clip(here.clipped.data(), here.sum.data(), sums, one);
  }

  const std::int16_t* row(u16 input) const { return w_->first.data() + std::size_t(input) * sums; }

  float number(int p, int n) const {
    alignas(32) std::array<u8, std::size_t(joint)> x;
    std::copy_n(sums_[std::size_t(p)].clipped.begin(), own, x.begin());
    others(p, n, x.data() + own, x.data() + own + other);
    std::array<std::int32_t, 4> found;
    std::int32_t total = w_->third_bias;
    for (int h = 0; h < hidden; h += 4) {
      kernels::products(found.data(), x.data(), &w_->second[std::size_t(h * joint)], joint);
      for (int i = 0; i < 4; ++i) {
        const std::int32_t sum = w_->second_bias[std::size_t(h + i)] + found[std::size_t(i)];
        total += std::clamp(sum / second_scale, 0, one) * int(w_->third[std::size_t(h + i)]);
      }
    }
    return float(total) * (1.f / float(one * third_scale));
  }

  // The mean of what the others show, rounded down, and their maximum.
  void others(int p, int n, u8* mean, u8* most) const {
    if (n == 2) {
      const auto* only = sums_[std::size_t(1 - p)].clipped.data() + own;
      std::copy_n(only, other, mean), std::copy_n(only, other, most);
      return;
    }
    const int share = n == 3 ? 128 : 85;  // of 256
    std::array<const u8*, max_players> shown{};
    int k = 0;
    for (int q = 0; q < n; ++q)
      if (q != p) shown[std::size_t(k++)] = sums_[std::size_t(q)].clipped.data() + own;
    if (n == 3) shown[2] = shown[1];  // counts in the maximum only
    for (int i = 0; i < other; ++i) {
      const int a = shown[0][i], b = shown[1][i], c = shown[2][i];
      mean[i] = u8(((a + b + (n == 4 ? c : 0)) * share) >> 8);
      most[i] = u8(std::max({a, b, c}));
    }
  }

  const NetworkWeights* w_;
  Features features_;
  BoardWorth board_;
  std::array<Sums, max_players> sums_{};
};

}  // namespace longroad::catan
