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
// them is drawn at random from the hand, as in the paper. The caller's generator draws.
#pragma once

#include "catan/codecs/codec_general.hpp"

namespace longroad::catan::gendre {

enum First : int {
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

inline constexpr std::array<Block, 16> layout{{
    {"steal", Steal, {hexes}},
    {"move", Move, {hexes}},
    {"road", Road, {paths}},
    {"settle", Settle, {intersections}},
    {"city", City, {intersections}},
    {"roll", Roll, {}},
    {"end", End, {}},
    {"keep", Keep, {keeps}},
    {"trade", Trade, {20}},
    {"buy_card", BuyCard, {5}},
    {"knight", Knight, {5}},
    {"road_building", RoadBuilding, {}},
    {"year_of_plenty", YearOfPlenty, {}},
    {"take", Take, {resources}},
    {"monopoly", Monopoly, {resources}},
    {"unnamed", Unnamed, {size - Unnamed}},
}};
static_assert(is_complete(layout, size));

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

// The best rate at which the actor can give a resource to the bank.
inline int best_rate(const State& s, int given) {
  const u32 access = s.harbor_access[s.actor];
  return access >> given & 1 ? 2 : access >> AnyResource & 1 ? 3 : 4;
}

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
    case Kind::Trade: return action.b() == best_rate(s, a) && a != action.c() ? Trade + general::pair_index(a, action.c()) : -1;
    case Kind::BuyCard: return BuyCard;
    case Kind::Knight: return Knight;
    case Kind::RoadBuilding: return RoadBuilding;
    case Kind::YearOfPlenty: return YearOfPlenty;
    case Kind::Take: return Take + a;
    case Kind::Monopoly: return Monopoly + a;
    default: return -1;
  }
}

namespace detail {

// The single action behind each index, as far as it does not depend on the position: victims and rates are left out. Discards and
// entries that are never legal stay empty.
constexpr std::array<Action, size> make_fixed_actions() {
  std::array<Action, size> all{};
  for (int i = 0; i < hexes; ++i) {
    all[Steal + i] = Action::make(Kind::Robber, i);
    all[Move + i] = Action::make(Kind::Robber, i, nobody);
  }
  for (int i = 0; i < paths; ++i) all[Road + i] = Action::make(Kind::Road, i);
  for (int i = 0; i < intersections; ++i) {
    all[Settle + i] = Action::make(Kind::Settle, i);
    all[City + i] = Action::make(Kind::City, i);
  }
  all[Roll] = Action::make(Kind::Roll);
  all[End] = Action::make(Kind::End);
  for (int i = 0; i < 20; ++i) all[Trade + i] = Action::make(Kind::Trade, general::pair_given(i), 0, general::pair_received(i));
  all[BuyCard] = Action::make(Kind::BuyCard);
  all[Knight] = Action::make(Kind::Knight);
  all[RoadBuilding] = Action::make(Kind::RoadBuilding);
  all[YearOfPlenty] = Action::make(Kind::YearOfPlenty);
  for (int i = 0; i < resources; ++i) {
    all[Take + i] = Action::make(Kind::Take, i);
    all[Monopoly + i] = Action::make(Kind::Monopoly, i);
  }
  return all;
}
inline constexpr std::array<Action, size> fixed_actions = make_fixed_actions();

constexpr std::array<u16, kinds> make_plain_index() {
  std::array<u16, kinds> index{};
  for (int i : {int(Roll), int(End), int(BuyCard), int(Knight), int(RoadBuilding), int(YearOfPlenty)})
    index[int(fixed_actions[i].kind())] = u16(i);
  return index;
}
inline constexpr std::array<u16, kinds> plain_index = make_plain_index();

}  // namespace detail

constexpr bool is_discard(int index) { return index >= Keep && index < Trade; }
// Whether an entry can be legal at all.
constexpr bool is_named(int index) { return index <= BuyCard || index == Knight || (index >= RoadBuilding && index < Unnamed); }

// The action behind a named index that is not a discard, whether or not it is legal.
inline Action single_action(const State& s, int index) {
  const Action fixed = detail::fixed_actions[index];
  if (index < Move) return Action::make(Kind::Robber, fixed.a(), s.next(s.actor));
  if (index >= Trade && index < BuyCard) return Action::make(Kind::Trade, fixed.a(), best_rate(s, fixed.a()), fixed.c());
  return fixed;
}

// The exact actions behind an index, written to `out` (room for 128); returns their number, 0 for an entry that is never
// legal. Only a discard takes more than one, and only it uses the generator.
inline int expand(const State& s, int index, Rng& rng, std::span<Action> out) {
  if (!is_discard(index)) return is_named(index) ? (out[0] = single_action(s, index), 1) : 0;
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

// Calls mark(index) for every index that is legal, once each.
template <class Mark>
void each_legal(const State& s, Mark&& mark) {
  if (s.phase == Phase::Discard) {
    for (int i = 0; i < keeps; ++i)
      if (s.hand[s.actor].covers(keep_hands[i])) mark(Keep + i);
    return;
  }
  const Menu m = menu(s);
  for (u64 set = m.plain; set;) mark(int(detail::plain_index[pop(set)]));
  for (u64 set = m.roads.across; set;) mark(Road + topology.across_path[pop(set)]);
  for (u64 set = m.roads.upright; set;) mark(Road + topology.upright_path[pop(set)]);
  for (u64 set = m.settle; set;) mark(Settle + topology.intersection[pop(set)]);
  for (u64 set = m.city; set;) mark(City + topology.intersection[pop(set)]);
  for (u64 gifts = (m.give | m.give >> 5 | m.give >> 10) & 0x1f; gifts;) {  // whoever can pay a rate can pay the best one
    const int given = pop(gifts);
    for (u64 set = m.wanted & ~(1u << given); set;) mark(Trade + general::pair_index(given, pop(set)));
  }
  for (u64 set = m.chosen; set;) mark((m.chosen_kind == Kind::Take ? Take : Monopoly) + pop(set));
  if (!m.is_robber) return;
  for (u64 set = m.unrobbed; set;) mark(Move + pop(set));
  for (u64 set = m.robbed[s.next(s.actor)]; set;) mark(Steal + pop(set));
}

// Writes 1 at every legal index and 0 elsewhere.
inline void write_mask(const State& s, u8* mask) {
  std::fill_n(mask, int(size), u8{0});
  each_legal(s, [&](int index) { mask[index] = 1; });
}

// Whether the codec has indices for a decision of two players. Under rules that fit it always has; it has none for the answer to
// an offer, nor for a discard after which fewer than four cards stay.
inline bool has_words(const State& s) {
  if (s.phase == Phase::Respond || s.phase == Phase::Choose) return false;
  return s.phase != Phase::Discard || s.hand[s.actor].total() - s.left >= kept_cards;
}

}  // namespace longroad::catan::gendre
