// Players that need no search: they draw their moves. Playouts and the arena's simplest opponents.
#pragma once

#include "catan/rules/game.hpp"

namespace longroad::catan {

enum class Policy : u8 {
  Random,     // uniform over the listed legal actions
  ByKind,     // first a kind of action, each legal one equally likely, then one of that kind
  Weighted,   // first a kind, by the weights below: build when possible
  BuildOnly,  // cities and settlements at once, other builds by kind, and no trades: see build_only
};

constexpr std::array<u32, kinds> make_weights() {
  std::array<u32, kinds> w{};
  w.fill(10);
  w[int(Kind::City)] = 100000;
  w[int(Kind::Settle)] = 50000;
  w[int(Kind::BuyCard)] = 1000;
  w[int(Kind::Trade)] = 40;
  w[int(Kind::Knight)] = 100;
  w[int(Kind::RoadBuilding)] = w[int(Kind::YearOfPlenty)] = w[int(Kind::Monopoly)] = 100;
  w[int(Kind::Offer)] = 1;
  w[int(Kind::Counter)] = 1;
  return w;
}
constexpr std::array<u32, kinds> build_weights = make_weights();
constexpr std::array<u32, kinds> equal_weights = [] {
  std::array<u32, kinds> w{};
  w.fill(1);
  return w;
}();

// A kind in proportion to its weight, then uniformly an action of that kind.
inline Action sample_by_kind(const Menu& m, Rng& rng, const std::array<u32, kinds>& weights) {
  struct Group {
    Kind kind;
    int size;
  };
  const std::array<Group, 7> groups{{{Kind::Road, m.roads.size()},
                                     {Kind::Settle, count(m.settle)},
                                     {Kind::City, count(m.city)},
                                     {Kind::Trade, m.trades()},
                                     {m.chosen_kind, count(m.chosen)},
                                     {m.bundle_kind, m.bundles()},
                                     {Kind::Robber, m.robber_moves()}}};
  u32 total = 0;
  for (u64 set = m.plain; set;) total += weights[pop(set)];
  for (const Group& g : groups) total += g.size > 0 ? weights[int(g.kind)] : 0;
  u32 ticket = rng.below(total);
  for (u64 set = m.plain; set;) {
    const int kind = pop(set);
    if (ticket < weights[kind]) return Action::make(Kind(kind));
    ticket -= weights[kind];
  }
  int first = count(m.plain);
  for (const Group& g : groups) {
    if (g.size > 0) {
      if (ticket < weights[int(g.kind)]) return m.pick(first + int(rng.below(u32(g.size))));
      ticket -= weights[int(g.kind)];
    }
    first += g.size;
  }
  return m.pick(0);  // not reached: the ticket is below the total
}

inline Action sample_by_kind(const State& s, Rng& rng, const std::array<u32, kinds>& weights) {
  return sample_by_kind(menu(s), rng, weights);
}

// Build-only playouts: a city or else a settlement whenever one can be built; otherwise a road, a development card bought or
// played, or the end of the turn, each kind equally likely, then one of that kind. It trades with nobody, but answers an offer
// that is on the table already: yes and no are equally likely.
inline Action build_only(const State& s, Rng& rng) {
  if (s.phase == Phase::BeforeRoll && !has_playable_card(s)) return Action::make(Kind::Roll);
  if (s.phase == Phase::Main) {
    const int p = s.current;
    const Counts hand = s.hand[p];
    const auto at = [&](Kind kind, u64 spots) {
      return Action::make(kind, topology.intersection[nth(spots, int(rng.below(u32(count(spots)))))]);
    };
    if (hand.covers(city_price) && s.settlements[p] && s.cities_left(p) > 0) return at(Kind::City, s.settlements[p]);
    const bool road = hand.covers(road_price);
    if (road && hand.covers(settlement_price) && s.settlements_left(p) > 0)
      if (const u64 spots = ends_of(s.roads(p)) & open_spots(s)) return at(Kind::Settle, spots);
    const bool card = s.rules.development_cards && hand.covers(card_price);
    if (!card && !(road && s.roads_left(p) > 0) && !has_playable_card(s)) return Action::make(Kind::End);
  }
  Menu m = menu(s).without_bundles();
  m.give = m.wanted = 0;
  return sample_by_kind(m, rng, equal_weights);
}

inline Action draw_move(Policy policy, const State& s, Rng& rng) {
  switch (policy) {
    case Policy::ByKind: return sample_by_kind(s, rng, equal_weights);
    case Policy::Weighted: return sample_by_kind(s, rng, build_weights);
    case Policy::BuildOnly: return build_only(s, rng);
    default: return sample_action(s, rng);
  }
}

}  // namespace longroad::catan
