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

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "catan/evaluation/features.hpp"
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

// One for two players and one for three and four; either may be missing.
struct Networks {
  std::shared_ptr<NetworkWeights> two, many;

  bool knows(int players) const { return players == 2 ? two != nullptr : many != nullptr; }
  // Throws std::invalid_argument where there is none.
  const NetworkWeights& of(int players) const {
    if (!knows(players)) throw std::invalid_argument("no network for " + std::to_string(players) + " players");
    return players == 2 ? *two : *many;
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
      for (u16 input : now) change(here, nullptr, row(input));
      here.known = true;
    } else {
      bool same = true;
      for (std::size_t g = 0; g < now.size(); ++g) {
        if (now[g] == here.inputs[g]) continue;
        change(here, row(here.inputs[g]), row(now[g]));
        same = false;
      }
      if (same) return;
    }
    here.inputs = now;
    clip(here);
  }

  const std::int16_t* row(u16 input) const { return w_->first.data() + std::size_t(input) * sums; }

#if defined(__AVX2__)
  static __m256i load(const void* at) { return _mm256_loadu_si256(static_cast<const __m256i*>(at)); }
  static void store(void* at, __m256i v) { _mm256_storeu_si256(static_cast<__m256i*>(at), v); }

  static void change(Sums& here, const std::int16_t* gone, const std::int16_t* come) {
    for (int i = 0; i < sums; i += 16) {
      __m256i v = _mm256_add_epi16(load(&here.sum[std::size_t(i)]), load(come + i));
      if (gone) v = _mm256_sub_epi16(v, load(gone + i));
      store(&here.sum[std::size_t(i)], v);
    }
  }

  static void clip(Sums& here) {
    const __m256i zero = _mm256_setzero_si256(), top = _mm256_set1_epi16(one);
    for (int i = 0; i < sums; i += 32) {
      const __m256i a = _mm256_min_epi16(_mm256_max_epi16(load(&here.sum[std::size_t(i)]), zero), top);
      const __m256i b = _mm256_min_epi16(_mm256_max_epi16(load(&here.sum[std::size_t(i + 16)]), zero), top);
      store(&here.clipped[std::size_t(i)], _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8));
    }
  }

  // The product of the joint layer with one row of the second.
  static std::int32_t product(const u8* x, const std::int8_t* w) {
    __m256i sum = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi16(1);
    for (int i = 0; i < joint; i += 32)  // 127 * 127 twice fits 16 bits
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(load(x + i), load(w + i)), ones));
    const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    const __m128i pair = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32(pair, 0xb1)));
  }
#else
  static void change(Sums& here, const std::int16_t* gone, const std::int16_t* come) {
    for (int i = 0; i < sums; ++i)
      here.sum[std::size_t(i)] = std::int16_t(u16(here.sum[std::size_t(i)]) + u16(come[i]) - (gone ? u16(gone[i]) : 0));
  }

  static void clip(Sums& here) {
    for (std::size_t i = 0; i < here.sum.size(); ++i) here.clipped[i] = u8(std::clamp<int>(here.sum[i], 0, one));
  }

  static std::int32_t product(const u8* x, const std::int8_t* w) {
    std::int32_t sum = 0;
    for (int i = 0; i < joint; ++i) sum += int(x[i]) * int(w[i]);
    return sum;
  }
#endif

  float number(int p, int n) const {
    alignas(32) std::array<u8, std::size_t(joint)> x;
    std::copy_n(sums_[std::size_t(p)].clipped.begin(), own, x.begin());
    // The mean of the others, rounded down; and their maximum.
    const int share = n == 2 ? 256 : n == 3 ? 128 : 85;
    for (int i = 0; i < other; ++i) {
      int sum = 0, most = 0;
      for (int q = 0; q < n; ++q) {
        if (q == p) continue;
        const int value = sums_[std::size_t(q)].clipped[std::size_t(own + i)];
        sum += value, most = std::max(most, value);
      }
      x[std::size_t(own + i)] = u8((sum * share) >> 8), x[std::size_t(own + other + i)] = u8(most);
    }
    std::int32_t total = w_->third_bias;
    for (int h = 0; h < hidden; ++h) {
      const std::int32_t sum = w_->second_bias[std::size_t(h)] + product(x.data(), &w_->second[std::size_t(h * joint)]);
      total += std::clamp(sum / second_scale, 0, one) * int(w_->third[std::size_t(h)]);
    }
    return float(total) * (1.f / float(one * third_scale));
  }

  const NetworkWeights* w_;
  Features features_;
  BoardWorth board_;
  std::array<Sums, max_players> sums_{};
};

}  // namespace longroad::catan
