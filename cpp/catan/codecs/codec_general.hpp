// The general codec: one dense index for every listed action of 2 to 4 players, trading included. Version "general-1".
//
//   first  size  meaning                                     last detail
//       0     9  roll, end, buy card, knight, road building, year of plenty, accept, refuse, cancel
//       9     5  monopoly of each resource
//      14     5  take each resource (year of plenty)
//      19     5  discard each resource
//      24    54  settle each intersection
//      78    54  city on each intersection
//     132    72  road on each path
//     204    76  robber: hex * 4 + victim                    0: nobody, 1-3: seat after the actor
//     280    60  bank trade: (4 - rate) * 20 + pair          pair: given * 4 + received (own kind skipped)
//     340   180  offer, or counter in a reply: pair * 9 + 3 * (given cards - 1) + (received cards - 1)
//     520     3  deal with the seat after the actor
#pragma once

#include "catan/codecs/layout.hpp"
#include "catan/rules/legality.hpp"

namespace longroad::catan::general {

enum First : int {
  Plain = 0,
  Monopoly = 9,
  Take = 14,
  Discard = 19,
  Settle = 24,
  City = 78,
  Road = 132,
  Robber = 204,
  Trade = 280,
  Bundle = 340,
  Deal = 520,
  size = 523
};

inline constexpr std::array<Block, 19> layout{{
    {"roll", Plain, {}},
    {"end", Plain + 1, {}},
    {"buy_card", Plain + 2, {}},
    {"knight", Plain + 3, {}},
    {"road_building", Plain + 4, {}},
    {"year_of_plenty", Plain + 5, {}},
    {"accept", Plain + 6, {}, {}, true},
    {"refuse", Plain + 7, {}, {}, true},
    {"cancel", Plain + 8, {}, {}, true},
    {"monopoly", Monopoly, {resources}},
    {"take", Take, {resources}},
    {"discard", Discard, {resources}},
    {"settle", Settle, {intersections}},
    {"city", City, {intersections}},
    {"road", Road, {paths}},
    {"robber", Robber, {hexes, 4}},
    {"trade", Trade, {3, 20}},
    {"offer", Bundle, {20, 3, 3}, {}, true},
    {"deal", Deal, {max_players - 1}, {}, true},
}};
static_assert(is_complete(layout, size));

constexpr std::array<Kind, 9> plain_kinds{Kind::Roll,         Kind::End,    Kind::BuyCard, Kind::Knight, Kind::RoadBuilding,
                                          Kind::YearOfPlenty, Kind::Accept, Kind::Refuse,  Kind::Cancel};

constexpr int pair_index(int given, int received) { return given * 4 + received - (received > given); }
constexpr int pair_given(int pair) { return pair / 4; }
constexpr int pair_received(int pair) { return pair % 4 + (pair % 4 >= pair / 4); }

inline int seat_after(const State& s, int p) { return (p - s.actor + s.players()) % s.players(); }
// A seat that nobody has in this game gives the number of a player that does not exist, so that its actions are never legal.
inline int player_at_seat(const State& s, int seat) { return seat < s.players() ? (s.actor + seat) % s.players() : seat; }
inline bool is_opponent(const State& s, int p) { return p < s.players() && p != s.actor; }

// The index of an action of the actor, or -1 for one that the codec cannot say (a mixed bundle) or that cannot be (robbing
// oneself).
inline int index_of(const State& s, Action action) {
  const int a = action.a();
  switch (action.kind()) {
    case Kind::Monopoly: return Monopoly + a;
    case Kind::Take: return Take + a;
    case Kind::Discard: return Discard + a;
    case Kind::Settle: return Settle + a;
    case Kind::City: return City + a;
    case Kind::Road: return Road + a;
    case Kind::Robber:
      if (action.b() == nobody) return Robber + 4 * a;
      return is_opponent(s, action.b()) ? Robber + 4 * a + seat_after(s, action.b()) : -1;
    case Kind::Trade: return a == action.c() ? -1 : Trade + (4 - action.b()) * 20 + pair_index(a, action.c());
    case Kind::Deal: return is_opponent(s, a) ? Deal + seat_after(s, a) - 1 : -1;
    case Kind::Offer:
    case Kind::Counter: {
      const Bundles b = action.bundles();
      const u32 given = b.give.at_least(1), received = b.get.at_least(1);
      if (count(given) != 1 || count(received) != 1 || given == received || b.give.total() > 3 || b.get.total() > 3) return -1;
      return Bundle + 9 * pair_index(lowest(given), lowest(received)) + 3 * (b.give.total() - 1) + b.get.total() - 1;
    }
    default:
      for (int i = 0; i < int(plain_kinds.size()); ++i)
        if (plain_kinds[i] == action.kind()) return Plain + i;
      return -1;
  }
}

// The action behind an index (0 .. size-1), whether or not it is legal.
inline Action action_of(const State& s, int index) {
  if (index >= Deal) return Action::make(Kind::Deal, player_at_seat(s, index - Deal + 1));
  if (index >= Bundle) {
    const int pair = (index - Bundle) / 9, amounts = (index - Bundle) % 9;
    return Action::bundles(
        s.phase == Phase::Respond ? Kind::Counter : Kind::Offer,
        {Counts::single(pair_given(pair), 1 + amounts / 3), Counts::single(pair_received(pair), 1 + amounts % 3)});
  }
  if (index >= Trade) {
    const int pair = (index - Trade) % 20;
    return Action::make(Kind::Trade, pair_given(pair), 4 - (index - Trade) / 20, pair_received(pair));
  }
  if (index >= Robber) {
    const int seat = (index - Robber) % 4;
    return Action::make(Kind::Robber, (index - Robber) / 4, seat ? player_at_seat(s, seat) : nobody);
  }
  if (index >= Road) return Action::make(Kind::Road, index - Road);
  if (index >= City) return Action::make(Kind::City, index - City);
  if (index >= Settle) return Action::make(Kind::Settle, index - Settle);
  if (index >= Discard) return Action::make(Kind::Discard, index - Discard);
  if (index >= Take) return Action::make(Kind::Take, index - Take);
  if (index >= Monopoly) return Action::make(Kind::Monopoly, index - Monopoly);
  return Action::make(plain_kinds[index]);
}

namespace detail {

constexpr std::array<u8, kinds> make_plain_index() {
  std::array<u8, kinds> index{};
  for (int i = 0; i < int(plain_kinds.size()); ++i) index[int(plain_kinds[i])] = u8(Plain + i);
  return index;
}
inline constexpr std::array<u8, kinds> plain_index = make_plain_index();

template <class Mark>
void each_bundle(const Menu& m, Mark&& mark) {
  int excluded = -1;
  if (m.excluded) {
    const Bundles b = Bundles::unpack(m.excluded);
    const int given = lowest(b.give.at_least(1)), received = lowest(b.get.at_least(1));
    excluded = Bundle + 9 * pair_index(given, received) + 3 * (b.give.total() - 1) + b.get.total() - 1;
  }
  for (int cards = 0; cards < 3; ++cards)
    for (u64 set = m.bundle[cards]; set;) {
      const int first = Bundle + 36 * pop(set) + 3 * cards;
      for (int i = 0; i < 12; ++i)
        if (const int index = first + 9 * (i / 3) + i % 3; index != excluded) mark(index);
    }
}

}  // namespace detail

// Calls mark(index) for every listed legal action, once each.
template <class Mark>
void each_legal(const State& s, Mark&& mark) {
  const Menu m = menu(s);
  for (u64 set = m.plain; set;) mark(int(detail::plain_index[pop(set)]));
  for (u64 set = m.roads.across; set;) mark(Road + topology.across_path[pop(set)]);
  for (u64 set = m.roads.upright; set;) mark(Road + topology.upright_path[pop(set)]);
  for (u64 set = m.settle; set;) mark(Settle + topology.intersection[pop(set)]);
  for (u64 set = m.city; set;) mark(City + topology.intersection[pop(set)]);
  for (u64 gifts = m.give; gifts;) {
    const int gift = pop(gifts), given = gift % resources;
    for (u64 set = m.wanted & ~(1u << given); set;) mark(Trade + gift / resources * 20 + pair_index(given, pop(set)));
  }
  for (u64 set = m.chosen; set;) mark(index_of(s, Action::make(m.chosen_kind, pop(set))));
  if (m.bundle[0]) detail::each_bundle(m, mark);
  if (!m.is_robber) return;
  for (u64 set = m.unrobbed; set;) mark(Robber + 4 * pop(set));
  for (int p = 0; p < s.players(); ++p)
    for (u64 set = m.robbed[p]; set;) mark(Robber + 4 * pop(set) + seat_after(s, p));
}

// Writes 1 at the index of every listed legal action and 0 elsewhere.
inline void write_mask(const State& s, u8* mask) {
  std::fill_n(mask, int(size), u8{0});
  each_legal(s, [&](int index) { mask[index] = 1; });
}

}  // namespace longroad::catan::general
