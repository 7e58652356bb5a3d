// The codec of Gendre & Kaneko (2020), Table 4, for two players without domestic trade. Version "gendre2020-1".
//
//   first  size  meaning
//       0    19  board channel: move the robber to each hex and steal
//      19    19  board channel: move the robber to each hex without stealing
//      38    72  board channel: (buy and) place a road on each path
//     110    54  board channel: (buy and) place a settlement on each intersection
//     164    54  board channel: buy and place a city on each intersection
//     218     2  roll, end                                   -- from here: the 117 others
//     220    70  discard, named by the four cards that are kept, in the order of (brick, lumber, ore, grain) ascending
//     290    20  bank trade at the best rate: given * 4 + received (own kind skipped)
//     310     5  buy a development card: the first; four are never legal
//     315     5  activate a knight: the first; four are never legal
//     320     1  activate road building
//     321     1  activate year of plenty
//     322     5  choose a free resource
//     327     5  play monopoly on each resource
//     332     3  never legal: the table's rows add up to 114 of its 117
//
// The table gives buying and the knight five entries each; the authors' published engine has one action for either, and so have
// we: the first entry stands for it, the other four stay masked.
//
// A discard of the rules is any half of a hand; here it names four cards to keep. If more than four cards remain, the rest of
// them is drawn at random from the hand, as in the paper. The draw is the caller's generator's.
#pragma once

#include "catan/codec_general.hpp"

namespace longroad::catan::gendre {

enum Block : int {
  Steal = 0,
  Move = 19,
  Road = 38,
  Settle = 110,
  City = 164,
  Roll = 218,
  End = 219,
  Keep = 220,
  Trade = 290,
  BuyCard = 310,
  Knight = 315,
  RoadBuilding = 320,
  YearOfPlenty = 321,
  Take = 322,
  Monopoly = 327,
  Unnamed = 332,
  size = 335
};
constexpr int kept_cards = 4, keeps = 70;

namespace detail {

constexpr std::array<Counts, keeps> make_keeps() {
  std::array<Counts, keeps> all;
  int i = 0;
  for (int b = 0; b <= 4; ++b)
    for (int l = 0; b + l <= 4; ++l)
      for (int o = 0; b + l + o <= 4; ++o)
        for (int g = 0; b + l + o + g <= 4; ++g) all[i++] = Counts::of(b, l, o, g, 4 - b - l - o - g);
  return all;
}

}  // namespace detail

inline constexpr std::array<Counts, keeps> keep_hands = detail::make_keeps();

// Whether the codec can speak about games under these rules.
constexpr bool fits(const Rules& rules) { return rules.players == 2 && rules.offers_per_turn == 0 && rules.discard_limit >= 6; }

// The index of an action, or -1: single discards and worse bank rates have none.
inline int index_of(const State& s, Action action) {
  const int a = action.a();
  switch (action.kind()) {
    case Kind::Robber:
      if (action.b() == nobody) return Move + a;
      return general::is_opponent(s, action.b()) ? Steal + a : -1;
    case Kind::Road: return Road + a;
    case Kind::Settle: return Settle + a;
    case Kind::City: return City + a;
    case Kind::Roll: return Roll;
    case Kind::End: return End;
    case Kind::Trade: {
      const u32 access = s.harbor_access[s.actor];
      const int best = access >> a & 1 ? 2 : access >> 5 & 1 ? 3 : 4;
      return action.b() == best && a != action.c() ? Trade + general::pair_index(a, action.c()) : -1;
    }
    case Kind::BuyCard: return BuyCard;
    case Kind::Knight: return Knight;
    case Kind::RoadBuilding: return RoadBuilding;
    case Kind::YearOfPlenty: return YearOfPlenty;
    case Kind::Take: return Take + a;
    case Kind::Monopoly: return Monopoly + a;
    default: return -1;
  }
}

// The exact actions behind an index, written to `out` (room for 128); returns their number, 0 for an entry that is never
// legal. Only a discard takes more than one, and only it uses the generator.
inline int expand(const State& s, int index, Rng& rng, std::span<Action> out) {
  const auto one = [&](Action action) { return out[0] = action, 1; };
  if (index < Road) {
    const int hex = index % hexes;
    return one(Action::make(Kind::Robber, hex, index < Move ? s.next(s.actor) : nobody));
  }
  if (index < Settle) return one(Action::make(Kind::Road, index - Road));
  if (index < City) return one(Action::make(Kind::Settle, index - Settle));
  if (index < Roll) return one(Action::make(Kind::City, index - City));
  if (index == Roll) return one(Action::make(Kind::Roll));
  if (index == End) return one(Action::make(Kind::End));
  if (index < Trade) {
    if (s.phase != Phase::Discard || !s.hand[s.actor].covers(keep_hands[index - Keep])) return 0;
    Counts loose = s.hand[s.actor] - keep_hands[index - Keep];
    for (int i = 0; i < s.left; ++i) {
      int n = int(rng.below(u32(loose.total()))), r = 0;
      while (n >= loose[r]) n -= loose[r++];
      loose -= Counts::single(r);
      out[i] = Action::make(Kind::Discard, r);
    }
    return s.left;
  }
  if (index < BuyCard) {
    const int given = general::pair_given(index - Trade);
    const u32 access = s.harbor_access[s.actor];
    return one(Action::make(Kind::Trade, given,
                            access >> given & 1 ? 2
                            : access >> 5 & 1   ? 3
                                                : 4,
                            general::pair_received(index - Trade)));
  }
  if (index == BuyCard) return one(Action::make(Kind::BuyCard));
  if (index == Knight) return one(Action::make(Kind::Knight));
  if (index == RoadBuilding) return one(Action::make(Kind::RoadBuilding));
  if (index == YearOfPlenty) return one(Action::make(Kind::YearOfPlenty));
  if (index >= Take && index < Monopoly) return one(Action::make(Kind::Take, index - Take));
  if (index >= Monopoly && index < Unnamed) return one(Action::make(Kind::Monopoly, index - Monopoly));
  return 0;
}

inline void write_mask(const State& s, u8* mask) {
  std::fill_n(mask, int(size), u8{0});
  if (s.is_chance() || s.is_over()) return;
  if (s.phase == Phase::Discard) {
    for (int i = 0; i < keeps; ++i) mask[Keep + i] = s.hand[s.actor].covers(keep_hands[i]);
    return;
  }
  std::array<Action, max_actions> list;
  const int n = legal_actions(s, list);
  for (int i = 0; i < n; ++i)
    if (const int index = index_of(s, list[i]); index >= 0) mask[index] = 1;
}

}  // namespace longroad::catan::gendre
