// The table of codecs. Each is a type that templates take, and a row of `codecs` for callers that choose at run time. A change
// of what an index means is a new version and a line of history here.
#pragma once

#include "catan/codecs/codec_gendre.hpp"
#include "catan/codecs/index_set.hpp"

namespace longroad::catan {

struct GeneralCodec {
  static constexpr std::string_view name = "general", version = "general-1", history = "1: first";
  static constexpr std::string_view games = "2-4 players, trading included", needs = "any rules";
  static constexpr int actions = general::size, most_players = max_players;
  static constexpr std::span<const Block> layout = general::layout;
  using Legal = IndexSet<actions>;

  static bool fits(const Rules&) { return true; }
  static bool has_words(const State&) { return true; }
  static int index_of(const State& s, Action action) { return general::index_of(s, action); }
  static int expand(const State& s, int index, Rng&, std::span<Action> out) { return out[0] = general::action_of(s, index), 1; }
  static void write_mask(const State& s, u8* mask) { general::write_mask(s, mask); }

  template <class Mark>
  static void each_legal(const State& s, Mark&& mark) {
    general::each_legal(s, mark);
  }
  // Calls act(action) for what a legal index stands for.
  template <class Act>
  static void perform(const State& s, int index, Rng&, Act&& act) {
    act(general::action_of(s, index));
  }
  // A uniformly drawn legal index.
  static int sample(const State& s, const Legal&, Rng& rng) { return general::index_of(s, sample_action(s, rng)); }
};

struct GendreCodec {
  static constexpr std::string_view name = "gendre2020", version = "gendre2020-1", history = "1: first";
  static constexpr std::string_view games = "2 players, no domestic trade",
                                    needs = "2 players, offers_per_turn=0 and discard_limit >= 6";
  static constexpr int actions = gendre::size, most_players = 2;
  static constexpr std::span<const Block> layout = gendre::layout;
  using Legal = IndexSet<actions>;

  static bool fits(const Rules& rules) { return gendre::fits(rules); }
  static bool has_words(const State& s) { return gendre::has_words(s); }
  static int index_of(const State& s, Action action) { return gendre::index_of(s, action); }
  static int expand(const State& s, int index, Rng& rng, std::span<Action> out) { return gendre::expand(s, index, rng, out); }
  static void write_mask(const State& s, u8* mask) { gendre::write_mask(s, mask); }

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
  static int sample(const State&, const Legal& legal, Rng& rng) { return legal.nth(int(rng.below(u32(legal.count())))); }
};

// A codec chosen at run time.
struct Codec {
  std::string_view name, version, history;
  std::string_view games, needs;  // what it is for, and what of the rules it needs, in words
  int size;
  int most_players;
  std::span<const Block> layout;
  // Whether it has an index for every decision under some rules.
  bool (*fits)(const Rules&);
  // Whether it has indices for a decision of at most `most_players`. Where it fits the rules it always has.
  bool (*has_words)(const State&);
  // The index of an action of the actor, or -1 if it has none.
  int (*index_of)(const State&, Action);
  // The exact actions behind an index, written to room for 128; returns their number, 0 if it stands for nothing here.
  int (*expand)(const State&, int index, Rng&, std::span<Action> out);
  // Writes 1 at every legal index and 0 elsewhere.
  void (*write_mask)(const State&, u8* mask);
};

template <class C>
inline constexpr Codec codec_of{C::name,   C::version, C::history,    C::games,     C::needs,   C::actions,    C::most_players,
                                C::layout, &C::fits,   &C::has_words, &C::index_of, &C::expand, &C::write_mask};

inline constexpr std::array<const Codec*, 2> codecs{&codec_of<GeneralCodec>, &codec_of<GendreCodec>};

}  // namespace longroad::catan
