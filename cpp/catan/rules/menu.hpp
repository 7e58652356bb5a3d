// What may be done: the legal actions of a position, kept as sets so that they can be counted and drawn from without
// being written down. The order of pick(0..size()-1) is the order of the written list.
#pragma once

#include <span>

#include "catan/rules/actions.hpp"

namespace longroad::catan {

// -- where a player may build, money aside

// Free paths that touch the player's network, not through an opponent's building.
inline Paths open_paths(const State& s, int p) {
  const u64 foreign = s.all_buildings() & ~s.buildings(p);
  const u64 network = (ends_of(s.roads(p)) | s.buildings(p)) & ~foreign;
  return paths_at(network) & ~s.all_roads();
}

// Free intersections that obey the distance rule.
inline u64 open_spots(const State& s) {
  const u64 taken = s.all_buildings();
  return topology.land & ~(taken | neighbours(taken));
}

// The bank rates a player may use, as three five-bit sets of resources to give: bits 0-4 at 4:1, 5-9 at 3:1, 10-14 at 2:1.
inline u32 bank_offers(const State& s, int p) {
  const u32 access = s.harbor_access[p];
  const u32 special = access & 0x1f, general = access >> 5 & 1 ? 0x1f : 0;
  const Counts hand = s.hand[p];
  const u32 four = s.rules.best_rate_only ? ~(special | general) : ~0u;
  const u32 three = s.rules.best_rate_only ? general & ~special : general;
  return (hand.at_least(4) & four) | (hand.at_least(3) & three) << 5 | (hand.at_least(2) & special) << 10;
}

// Whether somebody could answer an offer.
inline bool opponent_has_cards(const State& s) {
  for (int p = 0; p < s.players(); ++p)
    if (p != s.current && !s.hand[p].empty()) return true;
  return false;
}

inline bool may_offer(const State& s) {
  return s.phase == Phase::Main && s.offers_made < s.rules.offers_per_turn && opponent_has_cards(s);
}

// The old development cards of the current player, if one may be played at all.
inline Counts playable_cards(const State& s) { return s.card_played ? Counts{} : s.cards[s.current] - s.bought; }

inline bool has_playable_card(const State& s) {
  constexpr u64 victory_points = u64{0xff} << (8 * VictoryPointCard);
  return playable_cards(s).word & ~victory_points;
}

// The hexes where a player has a building, as a set.
inline u32 hexes_of(const State& s, int p) {
  u32 set = 0;
  for (u64 cells = s.buildings(p); cells;) set |= topology.cell_hexes[pop(cells)];
  return set;
}

// The hexes where the robber may go: not where it stands. A friendly robber keeps off the hexes of every player with few public
// points, the mover included, as long as another hex is left.
inline u32 robber_hexes(const State& s) {
  const u32 others = ((1u << hexes) - 1) & ~(1u << s.robber);
  if (!s.rules.friendly_robber) return others;
  u32 spared = 0;
  for (int p = 0; p < s.players(); ++p)
    if (s.public_points[p] <= spared_points) spared |= hexes_of(s, p);
  return others & ~spared ? others & ~spared : others;
}

// Whether a player can be robbed at a hex.
inline bool can_be_robbed(const State& s, int p, int hex) {
  return p != s.current && !s.hand[p].empty() && (s.buildings(p) & topology.hex_corners[hex]);
}

// -- the menu

struct Menu {
  u32 plain = 0;  // kinds without a payload, as a set of Kind
  Paths roads;
  u64 settle = 0, city = 0;
  u32 give = 0, wanted = 0;  // bank trades: every rate in `give` for every resource in `wanted` but its own
  u32 chosen = 0;            // resources, or players of a deal
  Kind chosen_kind = Kind::Monopoly;
  std::array<u32, 3> bundle{};  // resources of which at least 1, 2, 3 cards can be offered
  Kind bundle_kind = Kind::Offer;
  u64 excluded = 0;  // a bundle pair that may not be a counter: the offer itself
  bool is_robber = false;
  u32 unrobbed = 0;                       // hexes where the robber may go and nobody can be robbed
  std::array<u32, max_players> robbed{};  // hexes where it may go and rob this player

  static constexpr int exchanges_per_gift = 12;  // 1, 2 or 3 of one of four other resources

  // The same without offers and counter-offers.
  Menu without_bundles() const {
    Menu m = *this;
    m.bundle = {};
    m.excluded = 0;
    return m;
  }

  // Groups that are mostly empty ask before they count.
  int trades() const {
    constexpr u32 three_times = 0x421;  // repeats five bits for the three rates
    return give ? count(give) * count(wanted) - count(give & (wanted * three_times)) : 0;
  }
  int bundles() const {
    if (!bundle[0]) return 0;
    return exchanges_per_gift * (count(bundle[0]) + count(bundle[1]) + count(bundle[2])) - (excluded != 0);
  }
  int robber_moves() const {
    if (!is_robber) return 0;
    int n = count(unrobbed);
    for (u32 set : robbed) n += count(set);
    return n;
  }
  int size() const {
    return count(plain) + roads.size() + count(settle) + count(city) + trades() + count(chosen) + bundles() + robber_moves();
  }

  Action pick(int n) const {
    int here = count(plain);
    if (n < here) return Action::make(Kind(nth(plain, n)));
    n -= here;
    if (n < (here = count(roads.across))) return Action::make(Kind::Road, topology.across_path[nth(roads.across, n)]);
    n -= here;
    if (n < (here = count(roads.upright))) return Action::make(Kind::Road, topology.upright_path[nth(roads.upright, n)]);
    n -= here;
    if (n < (here = count(settle))) return Action::make(Kind::Settle, topology.intersection[nth(settle, n)]);
    n -= here;
    if (n < (here = count(city))) return Action::make(Kind::City, topology.intersection[nth(city, n)]);
    n -= here;
    if (n < (here = trades())) return pick_trade(n);
    n -= here;
    if (n < (here = count(chosen))) return Action::make(chosen_kind, nth(chosen, n));
    n -= here;
    if (n < (here = bundles())) return pick_bundle(n);
    return pick_robber(n - here);
  }

  // Writes all and returns how many.
  int write(std::span<Action> out) const {
    int n = 0;
    for (u64 set = plain; set;) out[n++] = Action::make(Kind(pop(set)));
    for (u64 set = roads.across; set;) out[n++] = Action::make(Kind::Road, topology.across_path[pop(set)]);
    for (u64 set = roads.upright; set;) out[n++] = Action::make(Kind::Road, topology.upright_path[pop(set)]);
    for (u64 set = settle; set;) out[n++] = Action::make(Kind::Settle, topology.intersection[pop(set)]);
    for (u64 set = city; set;) out[n++] = Action::make(Kind::City, topology.intersection[pop(set)]);
    for (u64 gifts = give; gifts;) {
      const int gift = pop(gifts), given = gift % resources;
      for (u64 set = wanted & ~(1u << given); set;) out[n++] = Action::make(Kind::Trade, given, 4 - gift / resources, pop(set));
    }
    for (u64 set = chosen; set;) out[n++] = Action::make(chosen_kind, pop(set));
    for (int i = 0, all = bundles(); i < all; ++i) out[n++] = pick_bundle(i);
    for (u64 set = unrobbed; set;) out[n++] = Action::make(Kind::Robber, pop(set), nobody);
    for (int p = 0; p < max_players; ++p)
      for (u64 set = robbed[p]; set;) out[n++] = Action::make(Kind::Robber, pop(set), p);
    return n;
  }

  Action pick_trade(int n) const {
    for (u64 gifts = give;;) {
      const int gift = pop(gifts), given = gift % resources;
      const u64 set = wanted & ~(1u << given);
      if (n < count(set)) return Action::make(Kind::Trade, given, 4 - gift / resources, nth(set, n));
      n -= count(set);
    }
  }

  Action pick_robber(int n) const {
    if (n < count(unrobbed)) return Action::make(Kind::Robber, nth(unrobbed, n), nobody);
    n -= count(unrobbed);
    int p = 0;
    while (n >= count(robbed[p])) n -= count(robbed[p++]);
    return Action::make(Kind::Robber, nth(robbed[p], n), p);
  }

  // Gifts by number of cards, then resource; for each the received resources, 1 to 3 of each.
  Action pick_bundle(int n) const {
    if (excluded && n >= excluded_index()) ++n;
    int gift = n / exchanges_per_gift, exchange = n % exchanges_per_gift, cards = 0;
    while (gift >= count(bundle[cards])) gift -= count(bundle[cards++]);
    const int given = nth(bundle[cards], gift);
    const int other = exchange / 3, received = other + (other >= given);
    return Action::bundles(bundle_kind, {Counts::single(given, cards + 1), Counts::single(received, 1 + exchange % 3)});
  }

  // The place of the single-kind pair `give` for `get` in pick_bundle's order, or -1 if it is not listed.
  int bundle_index(Bundles b) const {
    const u32 given_set = b.give.at_least(1), received_set = b.get.at_least(1);
    if (count(given_set) != 1 || count(received_set) != 1) return -1;
    const int given = lowest(given_set), received = lowest(received_set);
    const int cards = b.give[given] - 1, price = b.get[received] - 1;
    if (cards > 2 || price > 2 || given == received || !has(bundle[cards], given)) return -1;
    int gift = count(bundle[cards] & ((1u << given) - 1));
    for (int c = 0; c < cards; ++c) gift += count(bundle[c]);
    return gift * exchanges_per_gift + 3 * (received - (received > given)) + price;
  }

 private:
  int excluded_index() const { return bundle_index(Bundles::unpack(excluded)); }
};

constexpr u32 plain_kind(Kind kind, bool legal = true) { return u32(legal) << int(kind); }

namespace detail {

inline void offer_bundles(Menu& m, Counts hand, Kind kind) {
  m.bundle = {hand.at_least(1), hand.at_least(2), hand.at_least(3)};
  m.bundle_kind = kind;
}

inline void play_cards(const State& s, Menu& m) {
  if (!has_playable_card(s)) return;
  const u32 playable = playable_cards(s).at_least(1);
  m.plain |= plain_kind(Kind::Knight, playable >> KnightCard & 1) |
             plain_kind(Kind::YearOfPlenty, (playable >> YearOfPlentyCard & 1) && !s.bank.empty());
  if (playable >> RoadBuildingCard & 1)
    m.plain |= plain_kind(Kind::RoadBuilding, s.roads_left(s.current) > 0 && !open_paths(s, s.current).empty());
  if (playable >> MonopolyCard & 1) m.chosen = 0x1f;
}

inline Menu main_menu(const State& s) {
  const int p = s.current;
  const Counts hand = s.hand[p];
  Menu m;
  m.plain = plain_kind(Kind::End);
  if (hand.covers(road_price)) {
    if (s.roads_left(p) > 0) m.roads = open_paths(s, p);
    if (hand.covers(settlement_price) && s.settlements_left(p) > 0) m.settle = ends_of(s.roads(p)) & open_spots(s);
  }
  if (hand.covers(city_price) && s.cities_left(p) > 0) m.city = s.settlements[p];
  if (hand.covers(card_price) && !s.deck.empty() && s.rules.development_cards) m.plain |= plain_kind(Kind::BuyCard);
  m.give = bank_offers(s, p);
  if (m.give) m.wanted = s.bank.at_least(1);
  play_cards(s, m);
  if (s.rules.offers_per_turn && may_offer(s)) offer_bundles(m, hand, Kind::Offer);
  return m;
}

inline Menu robber_menu(const State& s) {
  Menu m;
  m.is_robber = true;
  const u32 free = robber_hexes(s);
  m.unrobbed = free;
  for (int p = 0; p < s.players(); ++p) {
    if (p == s.current || s.hand[p].empty()) continue;
    m.robbed[p] = hexes_of(s, p) & free;
    m.unrobbed &= ~m.robbed[p];
  }
  return m;
}

inline Menu respond_menu(const State& s) {
  Menu m;
  const Bundles offer = Bundles::unpack(s.offer);
  m.plain = plain_kind(Kind::Accept, s.hand[s.actor].covers(offer.get)) | plain_kind(Kind::Refuse);
  offer_bundles(m, s.hand[s.actor], Kind::Counter);
  if (m.bundle_index(offer.reversed()) >= 0) m.excluded = offer.reversed().pack();
  return m;
}

}  // namespace detail

// Those who accepted, and those whose counter the offerer can pay.
inline u32 partners(const State& s) {
  u32 set = 0;
  for (int p = 0; p < s.players(); ++p) {
    const bool countered = s.replies[p] == Reply::Counter && s.hand[s.current].covers(Bundles::unpack(s.counter[p]).get);
    if (s.replies[p] == Reply::Accept || countered) set |= 1u << p;
  }
  return set;
}

// The menu of a decision; empty at chance and at the end.
inline Menu menu(const State& s) {
  Menu m;
  switch (s.phase) {
    case Phase::Main: return detail::main_menu(s);
    case Phase::BeforeRoll:
      m.plain = plain_kind(Kind::Roll);
      detail::play_cards(s, m);
      return m;
    case Phase::SetupSettlement: m.settle = open_spots(s); return m;
    case Phase::SetupRoad: m.roads = paths_at(bit(s.left)) & ~s.all_roads(); return m;
    case Phase::Discard:
      m.chosen = s.hand[s.actor].at_least(1);
      m.chosen_kind = Kind::Discard;
      return m;
    case Phase::FreeRoads: m.roads = open_paths(s, s.current); return m;
    case Phase::Robber: return detail::robber_menu(s);
    case Phase::Plenty:
      m.chosen = s.bank.at_least(1);
      m.chosen_kind = Kind::Take;
      return m;
    case Phase::Respond: return detail::respond_menu(s);
    case Phase::Choose:
      m.plain = plain_kind(Kind::Cancel);
      m.chosen = partners(s);
      m.chosen_kind = Kind::Deal;
      return m;
    default: return m;
  }
}

// The largest number of listed actions: a full main menu (every count at its bound at once, which no position reaches).
constexpr int max_actions = 6 + paths + intersections + settlement_pieces + 60 + 5 + 180;

inline int legal_actions(const State& s, std::span<Action> out) { return menu(s).write(out); }

// A uniformly drawn one of them; where there is only one, nothing is drawn.
inline Action sample_action(const State& s, Rng& rng) {
  if (s.phase == Phase::BeforeRoll && !has_playable_card(s)) return Action::make(Kind::Roll);
  const Menu m = menu(s);
  const int n = m.size();
  return m.pick(n == 1 ? 0 : int(rng.below(u32(n))));
}

}  // namespace longroad::catan
