// How good a position is for a player, in victory points: those it has, and what its income, its place on the board and its
// cards promise. A guess for searches, tuned by self-play; no rule of the game depends on it.
#pragma once

#include <algorithm>

#include "catan/evaluation/weights.hpp"
#include "catan/rules/menu.hpp"

namespace longroad::catan {

// The part of the evaluation that the board alone decides, computed once for a search.
struct BoardWorth {
  static constexpr int most_pips = 64, most_missing = 10;

  Weights weights;
  bool refined = false;                                          // some weight of what the first ones leave out is set
  std::array<Counts, 64> pips{};                                 // of a cell, by resource
  std::array<u8, 64> kinds{};                                    // the resources there, as a set
  std::array<float, 64> spot{};                                  // worth of a cell as a place to settle
  std::array<u8, hexes> hex_pips{}, terrain{};                   // of a hex
  std::array<std::array<float, most_pips>, resources> income{};  // resource and pips to worth
  std::array<float, most_missing> closeness{};                   // cards missing to the share that a purchase counts

  static BoardWorth of(const Board& board, const Weights& weights = {}) {
    BoardWorth b;
    b.weights = weights;
    b.refined = weights.knight_played != 0 || weights.further_card != 0 || weights.seven != 0 || weights.near_target != 0;
    for (int hex = 0; hex < hexes; ++hex) {
      b.hex_pips[hex] = u8(catan::pips(board.token(hex)));
      b.terrain[hex] = u8(board.terrain(hex));
    }
    for (u64 cells = topology.land; cells;) {
      const int cell = pop(cells);
      double sum = has(topology.harbored, cell) ? weights.spot_harbor : 0;
      for (u64 around = topology.cell_hexes[cell]; around;) {
        const int hex = pop(around), terrain = board.terrain(hex);
        if (terrain == Desert) continue;
        b.pips[cell] += Counts::single(terrain, b.hex_pips[hex]);
        b.kinds[cell] |= u8(1u << terrain);
        sum += weights.income[terrain] * b.hex_pips[hex];
      }
      b.spot[cell] = float(sum);
    }
    for (int r = 0; r < resources; ++r)
      for (int n = 1; n < most_pips; ++n)
        b.income[r][n] = float(weights.variety + weights.income[r] * n / (1 + n * weights.diminishing));
    double share = 1;
    for (float& c : b.closeness) c = float(share), share *= weights.closeness;
    return b;
  }
};

// How many cards a hand lacks for a price.
constexpr int missing(Counts hand, Counts price) {
  const u64 difference = (price.word | Counts::tops) - hand.word, lacking = difference & Counts::tops;
  return Counts{difference & (lacking - (lacking >> 7))}.total();
}

namespace detail {

// What all players have on the board, and where there is room.
struct Occupied {
  u64 buildings, spots;
  Paths free;

  explicit Occupied(const State& s)
      : buildings(s.all_buildings()),
        spots(topology.land & ~(buildings | neighbours(buildings))),
        free(topology.all & ~s.all_roads()) {}
};

}  // namespace detail

// The free spots a player can settle after building 0, 1 or 2 roads.
struct Reach {
  std::array<u64, 3> spots{};

  Reach() = default;
  Reach(const State& s, int p, const detail::Occupied& on) {
    const u64 passable = ~(on.buildings & ~s.buildings(p));
    u64 network = ends_of(s.roads(p));
    spots[0] = network & on.spots;
    network = (network | s.buildings(p)) & passable;
    for (int roads = 1; roads < 3; ++roads) {
      network |= ends_of(paths_at(network) & on.free) & passable;
      spots[roads] = network & on.spots;
    }
  }

  // How many roads the nearest spot takes; 3 if none is that near.
  int roads_needed() const { return spots[0] ? 0 : spots[1] ? 1 : spots[2] ? 2 : 3; }
};

// What a player can spend its cards on, money aside.
struct Purchases {
  bool city, settlement, card, road;
  Counts settlement_cost;  // with the roads to get there

  Purchases(const State& s, int p, const Reach& reach)
      : city(s.settlements[p] && s.cities_left(p) > 0),
        settlement(s.settlements_left(p) > 0),
        card(s.rules.development_cards && !s.deck.empty()),
        road(s.roads_left(p) > 0),
        settlement_cost(settlement_price) {
    const int roads = reach.roads_needed();
    settlement = settlement && roads < 3 && s.roads_left(p) >= roads;
    settlement_cost.word += u64(roads) * road_price.word;
  }
  Purchases(const State& s, int p) : Purchases(s, p, Reach(s, p, detail::Occupied(s))) {}
};

// Beyond its points, no position is worth less or more than this.
constexpr double least_promise = -5, most_promise = 40;

// A hand of resource cards: each card, and how near it comes to what it can buy. `now`: its owner may spend it at once.
inline double hand_worth(Counts hand, const Purchases& buy, int discard_limit, bool now, const BoardWorth& b) {
  const Weights& w = b.weights;
  const int cards = hand.total();
  double sum = w.card * std::min(cards, discard_limit + 4) - w.too_many * std::clamp(cards - discard_limit, 0, 12);
  const auto near = [&](Counts price) {
    const int lacking = missing(hand, price);
    return double(b.closeness[lacking]) + (now && lacking == 0 ? w.at_hand : 0);
  };
  if (buy.city) sum += w.want_city * near(city_price);
  if (buy.settlement) sum += w.want_settlement * near(buy.settlement_cost);
  if (buy.card) sum += w.want_card * near(card_price);
  if (buy.road) sum += w.want_road * near(road_price);
  return sum;
}

// What a player's buildings bring by resource, in pips; the robber left aside.
inline Counts income_pips(const State& s, int p, const BoardWorth& b) {
  Counts pips;
  for (u64 cells = s.settlements[p]; cells;) pips += b.pips[pop(cells)];
  for (u64 cells = s.cities[p]; cells;) pips.word += 2 * b.pips[pop(cells)].word;
  return pips;
}

namespace detail {

inline double income_worth(const State& s, int p, const BoardWorth& b) {
  const Weights& w = b.weights;
  const Counts pips = income_pips(s, p, b);
  std::array<int, resources> n;
  double sum = 0;
  for (int r = 0; r < resources; ++r) {
    n[r] = std::min(pips[r], BoardWorth::most_pips - 1);
    sum += double(b.income[r][n[r]]);
  }
  const u64 corners = topology.hex_corners[s.robber];
  if (s.rules.robber && b.hex_pips[s.robber] && (s.buildings(p) & corners)) {
    const int terrain = b.terrain[s.robber];
    const int robbed = b.hex_pips[s.robber] * (count(s.settlements[p] & corners) + 2 * count(s.cities[p] & corners));
    const int left = std::max(n[terrain] - robbed, 0);
    sum -= w.blocked * double(b.income[terrain][n[terrain]] - b.income[terrain][left]);
  }
  sum += w.city_engine * std::min(2 * n[Ore], 3 * n[Grain]);
  sum += w.settlement_engine * std::min({n[Brick], n[Lumber], n[Grain], n[Wool]});
  sum += w.card_engine * std::min({n[Ore], n[Grain], n[Wool]});
  if (const u32 access = s.harbor_access[p]) {
    for (u64 set = access & 0x1f; set;) sum += w.harbor * n[pop(set)];
    if (access >> AnyResource & 1) sum += w.general_harbor * (n[0] + n[1] + n[2] + n[3] + n[4]);
  }
  return sum;
}

// The best spots in reach, nearer ones counted again in the farther sets.
inline double reach_worth(const State& s, int p, const Reach& reach, const BoardWorth& b) {
  const Weights& w = b.weights;
  u32 produced = 0;
  for (u64 cells = s.buildings(p); cells;) produced |= b.kinds[pop(cells)];
  double sum = 0, best = 0;
  u64 seen = 0;
  for (int roads = 0; roads < 3; ++roads) {
    for (u64 cells = reach.spots[roads] & ~seen; cells;) {
      const int cell = pop(cells);
      best = std::max(best, double(b.spot[cell]) + w.spot_variety * count(b.kinds[cell] & ~produced));
    }
    seen |= reach.spots[roads];
    sum += w.spot[roads] * best;
  }
  return s.settlements_left(p) > 0 ? sum : 0.5 * sum;
}

// Progress toward a special card, or the lead of its holder. `most` is the largest count of the others, `pieces` what is left to
// add.
inline double race_worth(bool holder, int own, int most, int minimum, int pieces, const std::array<double, 3>& gaps,
                         double lead) {
  if (holder) return lead * std::clamp(own - most, 0, 3);
  const int gap = std::max(minimum, most + 1) - own;
  return gap <= 3 && gap <= pieces ? gaps[std::max(gap, 1) - 1] : 0;
}

// Whether an opponent of its holder can take a special card at its next turn, with the cards it has.
inline bool can_take_road(const State& s, int holder) {
  for (int q = 0; q < s.players(); ++q) {
    if (q == holder) continue;
    const int roads = std::min(s.hand[q][Brick], s.hand[q][Lumber]) + 2 * s.cards[q][RoadBuildingCard];
    if (s.road_length[q] + std::min(roads, s.roads_left(q)) > s.road_length[holder]) return true;
  }
  return false;
}
inline bool can_take_army(const State& s, int holder) {
  for (int q = 0; q < s.players(); ++q)
    if (q != holder && s.cards[q][KnightCard] && s.knights[q] + 1 > s.knights[holder]) return true;
  return false;
}

// How many cards a player is expected to lose to sevens before it can spend them: its hand grows with every roll until then.
inline double expected_discards(const State& s, int p, Counts pips) {
  if (!s.rules.robber) return 0;
  const int n = s.players(), ahead = (p - s.current + n) % n;
  const int rolls = ahead == 0 && s.rolled ? n : ahead + !s.rolled;
  const double per_roll = pips.total() / 36.0;
  double hand = s.hand[p].total(), first = 1.0 / 6, sum = 0;
  for (int k = 0; k < rolls; ++k, hand += per_roll, first *= 5.0 / 6)
    sum += first * 0.5 * hand * std::clamp((hand - s.rules.discard_limit - 0.5) / (1 + k) + 0.5, 0.0, 1.0);
  return sum;
}

inline double special_worth(const State& s, int p, const BoardWorth& b) {
  const Weights& w = b.weights;
  int longest = 0, army = 0;
  for (int q = 0; q < s.players(); ++q) {
    if (q == p) continue;
    longest = std::max<int>(longest, s.road_length[q]);
    army = std::max<int>(army, s.knights[q]);
  }
  const int own_knights = s.knights[p] + s.cards[p][KnightCard];
  double threats = 0;
  if (w.road_threat != 0 && s.longest_road == p && can_take_road(s, p)) threats -= w.road_threat;
  if (w.army_threat != 0 && s.largest_army == p && can_take_army(s, p)) threats -= w.army_threat;
  return threats + w.road * s.road_length[p] +
         race_worth(s.longest_road == p, s.road_length[p], longest, longest_road_minimum, s.roads_left(p), w.road_gap,
                    w.road_lead) +
         race_worth(s.largest_army == p, own_knights, army, largest_army_minimum, 99, w.army_gap, w.army_lead);
}

// Knights on the table, cards held back, the risk of sevens, the last points: what the weights for two leave out.
inline double refinements(const State& s, int p, const BoardWorth& b) {
  const Weights& w = b.weights;
  if (!b.refined) return 0;
  const Counts cards = s.cards[p];
  const int playable = cards[KnightCard] + cards[RoadBuildingCard] + cards[YearOfPlentyCard] + cards[MonopolyCard];
  return w.knight_played * s.knights[p] - w.further_card * std::max(playable - 1, 0) -
         w.seven * expected_discards(s, p, income_pips(s, p, b)) +
         w.near_target * std::max(s.points(p) - (s.rules.target_points - 3), 0);
}

inline double promise(const State& s, int p, const BoardWorth& b, const Occupied& on) {
  const Weights& w = b.weights;
  const Reach reach(s, p, on);
  const Counts cards = s.cards[p];
  return income_worth(s, p, b) + reach_worth(s, p, reach, b) + special_worth(s, p, b) +
         hand_worth(s.hand[p], Purchases(s, p, reach), s.rules.discard_limit, s.current == p && s.rolled, b) +
         w.knight * cards[KnightCard] +
         w.progress_card * (cards[RoadBuildingCard] + cards[YearOfPlentyCard] + cards[MonopolyCard]) +
         w.settlement_left * s.settlements_left(p) + (s.current == p && !s.rolled ? w.to_roll : 0) + refinements(s, p, b);
}

inline double worth(const State& s, int p, const BoardWorth& b, const Occupied& on) {
  return s.points(p) + std::clamp(promise(s, p, b, on), least_promise, most_promise);
}

}  // namespace detail

// What one player's position is worth.
inline double worth(const State& s, int player, const BoardWorth& b) { return detail::worth(s, player, b, detail::Occupied(s)); }

// The same less what the opponents' positions are worth.
inline double evaluate(const State& s, int player, const BoardWorth& b) {
  const detail::Occupied on(s);
  double strongest = -100, sum = 0;
  for (int p = 0; p < s.players(); ++p) {
    if (p == player) continue;
    const double other = detail::worth(s, p, b, on);
    strongest = std::max(strongest, other);
    sum += other;
  }
  const double own = detail::worth(s, player, b, on);
  // To win is to pass the leader, but a card taken from the others is not worth nothing.
  const double share = b.weights.leader_share;
  return own - share * strongest - (1 - share) * sum / (s.players() - 1);
}

// Without a table at hand: computes one, so not for searches.
inline double worth(const State& s, int player) { return worth(s, player, BoardWorth::of(s.board)); }
inline double evaluate(const State& s, int player) { return evaluate(s, player, BoardWorth::of(s.board)); }

}  // namespace longroad::catan
