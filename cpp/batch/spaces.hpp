// What a vector environment speaks: a codec for the decisions and an encoding for what is seen.
#pragma once

#include "catan/codecs/codec_gendre.hpp"
#include "catan/codecs/encode_gendre.hpp"
#include "catan/codecs/encode_general.hpp"

namespace longroad::batch {

using namespace catan;

// A set of policy indices.
template <int size>
struct IndexSet {
  std::array<u64, (size + 63) / 64> words{};

  bool has(int index) const { return longroad::has(words[std::size_t(index) / 64], index % 64); }
  void add(int index) { words[std::size_t(index) / 64] |= bit(index % 64); }
  int count() const {
    int n = 0;
    for (u64 word : words) n += longroad::count(word);
    return n;
  }
  // The n-th index (from 0) of a set with more than n.
  int nth(int n) const {
    std::size_t i = 0;
    for (int here; n >= (here = longroad::count(words[i])); ++i) n -= here;
    return int(64 * i) + longroad::nth(words[i], n);
  }
};

struct GeneralCodec {
  static constexpr int actions = general::size;
  using Legal = IndexSet<actions>;

  template <class Mark>
  static void each_legal(const State& s, Mark&& mark) {
    general::each_legal(s, mark);
  }
  // Calls act(action) for what a legal index stands for.
  template <class Act>
  static void perform(const State& s, int index, Rng&, Act&& act) {
    act(general::action_of(s, index));
  }
  // The index of an action, or -1.
  static int index_of(const State& s, Action action) { return general::index_of(s, action); }
  // A uniformly drawn legal index.
  static int sample(const State& s, const Legal&, Rng& rng) { return general::index_of(s, sample_action(s, rng)); }
};

struct GendreCodec {
  static constexpr int actions = gendre::size;
  using Legal = IndexSet<actions>;

  template <class Mark>
  static void each_legal(const State& s, Mark&& mark) {
    gendre::each_legal(s, mark);
  }
  template <class Act>
  static void perform(const State& s, int index, Rng& rng, Act&& act) {
    if (!gendre::is_discard(index)) return act(gendre::single_action(s, index));
    std::array<Action, 128> list;
    const int n = gendre::expand(s, index, rng, list);
    for (int i = 0; i < n; ++i) act(list[std::size_t(i)]);
  }
  static int index_of(const State& s, Action action) { return gendre::index_of(s, action); }
  static int sample(const State&, const Legal& legal, Rng& rng) { return legal.nth(int(rng.below(u32(legal.count())))); }
};

struct GeneralEncoding {
  static constexpr int observation = general::encoding_size;
  static void encode(const View& v, u8* out) { general::encode(v, out); }
};

struct GendreEncoding {
  static constexpr int observation = gendre::encoding_size;
  static void encode(const View& v, u8* out) { gendre::encode(v, out); }
};

template <class Codec, class Encoding>
struct Space : Codec, Encoding {};

}  // namespace longroad::batch
