// The race to the target: how many turns a player needs to its next purchases, and to the end, from what the dice bring it, its
// harbors and the bank. An estimate that treats income as steady; no rule of the game depends on it.
#pragma once

#include <cmath>

#include "catan/evaluation/evaluate.hpp"

namespace longroad::catan {

constexpr float never = 400;  // turns: what cannot be reached

// What a player has and gets, in cards; time in own turns (all players' rolls in between included).
struct Economy {
  std::array<float, resources> hand{}, income{};
  std::array<float, resources> rate{};  // cards given to the bank for one of another kind

  static Economy of(const State& s, int p, const BoardWorth& b) {
    Economy e;
    const Counts pips = income_pips(s, p, b);
    const float rolls = float(s.players());
    for (int r = 0; r < resources; ++r) {
      e.hand[r] = float(s.hand[p][r]);
      e.income[r] = rolls * float(pips[r]) / 36;
      e.rate[r] = s.harbor_access[p] >> r & 1 ? 2.f : s.harbor_access[p] >> AnyResource & 1 ? 3.f : 4.f;
    }
    const u64 corners = topology.hex_corners[s.robber];
    if (s.rules.robber && b.hex_pips[s.robber] && (s.buildings(p) & corners)) {
      const int robbed = count(s.settlements[p] & corners) + 2 * count(s.cities[p] & corners);
      e.income[b.terrain[s.robber]] -= robber_stays * rolls * float(b.hex_pips[s.robber] * robbed) / 36;
    }
    return e;
  }

  void add_income(Counts pips, int players) {
    for (int r = 0; r < resources; ++r) income[r] += float(players * pips[r]) / 36;
  }

  // Turns until a price can be paid, cards of other kinds traded in at the bank; `never` if it cannot.
  float turns_to(const std::array<float, resources>& price) const {
    // lacking(t) = missing cards - cards that spare ones buy: convex and falling, so that Newton's method from the left arrives.
    float t = 0;
    for (int step = 0; step < most_steps; ++step) {
      float lacking = 0, slope = 0;
      for (int r = 0; r < resources; ++r) {
        const float spare = hand[r] + income[r] * t - price[r];
        const float share = spare > 0 ? 1 / rate[r] : 1;
        lacking -= spare * share;
        slope += income[r] * share;
      }
      if (lacking <= 1e-4f) return t;
      if (slope <= 1e-6f) return never;
      t += lacking / slope;
      if (t > never) return never;
    }
    return t;
  }

  // The hand after waiting and paying.
  void spend(float turns, const std::array<float, resources>& price) {
    float lacking = 0;
    for (int r = 0; r < resources; ++r) {
      hand[r] += income[r] * turns - price[r];
      if (hand[r] < 0) lacking -= hand[r], hand[r] = 0;
    }
    for (int tries = 0; tries < resources && lacking > 1e-4f; ++tries) {
      int most = 0;
      for (int r = 1; r < resources; ++r)
        if (hand[r] / rate[r] > hand[most] / rate[most]) most = r;
      const float paid = std::min(lacking, hand[most] / rate[most]);
      hand[most] -= paid * rate[most];
      lacking -= paid;
    }
  }

  static constexpr float robber_stays = 0.5;  // share of a robbed income that counts as lost
  static constexpr int most_steps = 12;       // of Newton: each leaves at least one of five kinks behind
};

struct RaceWeights {
  float knight_share = 0.56f;  // of the cards bought
  float point_share = 0.2f;
  float card_bonus = 0.1f;     // points, for what else a card may be
  float road_pips = 2.5f;      // a spot must have so many more for each road on the way
  int most_purchases = 24;     // who has not won after them is taken to win then
  float income_bonus = 0.35f;  // points, for an income of one card per turn
  float least_turns = 0.5f;    // each purchase takes at least so long
};

// What a player saves for.
enum class Buy : u8 { City, Settlement, Card, Army, Road, Nothing };

// Turns to the target points, by buying next what brings most for its time.
inline float turns_to_win(const State& s, int p, const BoardWorth& b, const detail::Occupied& on, const RaceWeights& w = {}) {
  using Price = std::array<float, resources>;
  const int players = s.players();
  float points = float(s.points(p)), elapsed = 0;
  const float target = float(s.rules.target_points);
  Economy e = Economy::of(s, p, b);
  const Reach reach(s, p, on);
  // spots in reach, the best first for its way
  struct Spot {
    int cell, roads;
    float worth;
  };
  std::array<Spot, 54> spots;
  int n = 0;
  u64 seen = 0;
  for (int roads = 0; roads < 3; ++roads) {
    for (u64 cells = reach.spots[roads] & ~seen; cells;) {
      const int cell = pop(cells);
      spots[std::size_t(n++)] = {cell, roads, float(b.pips[cell].total()) - w.road_pips * float(roads)};
    }
    seen |= reach.spots[roads];
  }
  u64 taken = 0;
  int settlements_left = s.settlements_left(p), cities_left = s.cities_left(p), roads_left = s.roads_left(p);
  std::array<Counts, 10> upgradable;
  int towns = 0;
  for (u64 cells = s.settlements[p]; cells;) upgradable[std::size_t(towns++)] = b.pips[pop(cells)];
  float knights = float(s.knights[p] + s.cards[p][KnightCard]);
  int longest = 0, army = 0;
  for (int q = 0; q < players; ++q)
    if (q != p) longest = std::max<int>(longest, s.road_length[q]), army = std::max<int>(army, s.knights[q]);
  bool has_army = s.largest_army == p, has_road = s.longest_road == p;
  float deck = float(s.deck.total());

  for (int step = 0; step < w.most_purchases && points < target; ++step) {
    float best = -1, best_turns = never;
    Buy what = Buy::Nothing;
    int which = -1;
    Price price{};
    const auto look = [&](Buy kind, int index, const Price& cost, float gain, float income) {
      const float t = e.turns_to(cost);
      if (t >= never) return;
      const float score = (gain + w.income_bonus * income) / (t + w.least_turns);
      if (score > best) best = score, best_turns = t, what = kind, which = index, price = cost;
    };
    if (towns && cities_left > 0) {
      int top = 0;
      for (int i = 1; i < towns; ++i)
        if (upgradable[std::size_t(i)].total() > upgradable[std::size_t(top)].total()) top = i;
      look(Buy::City, top, {0, 0, 3, 2, 0}, 1, float(players * upgradable[std::size_t(top)].total()) / 36);
    }
    if (settlements_left > 0) {
      int top = -1;
      for (int i = 0; i < n; ++i) {
        const Spot& spot = spots[std::size_t(i)];
        if (has(taken, spot.cell) || spot.roads > roads_left) continue;
        if (top < 0 || spot.worth > spots[std::size_t(top)].worth) top = i;
      }
      if (top >= 0) {
        const Spot& spot = spots[std::size_t(top)];
        const float roads = float(spot.roads);
        look(Buy::Settlement, top, {1 + roads, 1 + roads, 0, 1, 1}, 1, float(players * b.pips[spot.cell].total()) / 36);
      }
    }
    if (s.rules.development_cards && deck >= 1) {
      look(Buy::Card, 0, {0, 0, 1, 1, 1}, w.point_share + w.card_bonus, 0);
      if (!has_army) {
        const float cards = std::max(0.f, float(std::max(largest_army_minimum, army + 1)) - knights) / w.knight_share;
        if (cards <= deck) look(Buy::Army, int(cards + 0.5f), {0, 0, cards, cards, cards}, 2 + cards * w.point_share, 0);
      }
    }
    if (!has_road) {
      const int gap = std::max(longest_road_minimum, longest + 1) - s.road_length[p];
      if (gap > 0 && gap <= roads_left) look(Buy::Road, gap, {float(gap), float(gap), 0, 0, 0}, 2, 0);
    }
    if (what == Buy::Nothing) return never;
    const float turns = std::max(best_turns, step == 0 ? 0.f : w.least_turns);
    e.spend(turns, price);
    elapsed += turns;
    switch (what) {
      case Buy::City:
        points += 1, --cities_left, ++settlements_left;
        e.add_income(upgradable[std::size_t(which)], players);
        upgradable[std::size_t(which)] = upgradable[std::size_t(--towns)];
        break;
      case Buy::Settlement: {
        const Spot& spot = spots[std::size_t(which)];
        points += 1, --settlements_left, roads_left -= spot.roads;
        e.add_income(b.pips[spot.cell], players);
        upgradable[std::size_t(towns++)] = b.pips[spot.cell];
        taken |= bit(spot.cell) | neighbours(bit(spot.cell));
        break;
      }
      case Buy::Card: points += w.point_share, deck -= 1, knights += w.knight_share; break;
      case Buy::Army:
        points += 2 + price[Ore] * w.point_share, deck -= price[Ore];
        knights = float(std::max(largest_army_minimum, army + 1)), has_army = true;
        break;
      default: points += 2, roads_left -= which, has_road = true;
    }
  }
  return std::min(elapsed, never);
}

}  // namespace longroad::catan
