// What the native network sees of a position: for every player one number out of each group of inputs, so that a position is as
// many active inputs as there are groups. Numbers are small and bounded, and most stay as they are from one position to the next:
// that is what makes the network's first layer cheap (network.hpp).
//
// All hands count as known. Inside a search they are, since it looks at consistent states; what is hidden enters through the
// average over many of them.
#pragma once

#include "catan/evaluation/evaluate.hpp"

namespace longroad::catan {

// Groups of inputs, in order. A group takes numbers 0 to size - 1; larger ones count as the last.
struct InputGroup {
  const char* name;
  int size;
};

namespace inputs {

enum Group : int {
  Turn,    // players, how many turns until one's own, whether it is rolled
  Round,   // eighths of the way: turns per player, by 4
  SetUp,   // steps of the set-up, or none
  ToGo,    // points missing to the target
  Lead,    // points ahead of the best opponent
  Income,  // pips of each resource (5 groups)
  AllIncome = Income + resources,
  Kinds,    // resources produced, as a set
  Numbers,  // of 36 rolls, those that bring a card
  Hand,     // cards of each resource (5 groups)
  AllCards = Hand + resources,
  Knights,
  RoadBuilding,
  Plenty,
  Monopoly,  // held
  KnightsPlayed,
  Army,
  Road,  // special cards: the lead of the holder, or what is missing
  RoadLength,
  RoadsLeft,
  Settlements,
  Cities,
  Harbors,  // pips that can be traded at a harbor of the resource (5 groups)
  GeneralHarbor = Harbors + resources,
  Robbed,  // pips lost to the robber
  RobbedKind,
  Spots,                     // free ones within 0, 1, 2 roads (3 groups)
  BestSpot = Spots + 3,      // pips of the best of them (3 groups)
  SpotKinds = BestSpot + 3,  // resources of the best one within a road, as a set
  SecondSpot,                // pips of the second best within 2 roads
  HarborSpots,               // harbors within 2 roads, as a set
  Contested,                 // whether another can settle there as soon
  ToCity,
  ToSettlement,
  ToCard,
  ToRoad,      // cards missing
  Affordable,  // a city, a settlement, a card, once spare cards are traded in, as a set
  Upgrade,     // pips of the best settlement to become a city
  CityEngine,
  SettlementEngine,
  CardEngine,
  Deck,                        // development cards left, for everybody
  SpotKindsAt,                 // resources of the best spot within 0 and within 2 roads, as a set (2 groups)
  NewKinds = SpotKindsAt + 2,  // of the best spot within 0, 1, 2 roads, those not produced yet (3 groups)
  ThirdSpot = NewKinds + 3,    // pips of the third best within 2 roads
  SafeSpots,                   // within 2 roads, and of no opponent
  SecondUpgrade,               // pips of the second best settlement to become a city
  Discards,                    // quarters of cards that sevens are expected to take until one can spend them
  Exposed,                     // pips that one hex brings at most: what the robber can take
  RoadEnds,                    // paths free to build on next
  Scarcity,                    // pips of each resource on the whole board (5 groups)
  groups = Scarcity + resources
};

constexpr std::array<InputGroup, std::size_t(groups)> table = [] {
  std::array<InputGroup, std::size_t(groups)> t{};
  const auto set = [&](int g, const char* name, int size) { t[std::size_t(g)] = {name, size}; };
  set(Turn, "turn", 24), set(Round, "round", 16), set(SetUp, "set-up", 14), set(ToGo, "to go", 16), set(Lead, "lead", 17);
  for (int r = 0; r < resources; ++r) set(Income + r, "income", 24), set(Hand + r, "hand", 9), set(Harbors + r, "harbor", 14);
  set(AllIncome, "all income", 32), set(Kinds, "kinds", 32), set(Numbers, "numbers", 37), set(AllCards, "all cards", 18);
  set(Knights, "knights", 6), set(RoadBuilding, "road building", 3), set(Plenty, "plenty", 3), set(Monopoly, "monopoly", 3);
  set(KnightsPlayed, "knights played", 9), set(Army, "army", 9), set(Road, "road", 11);
  set(RoadLength, "road length", 16), set(RoadsLeft, "roads left", 16), set(Settlements, "settlements", 6),
      set(Cities, "cities", 5);
  set(GeneralHarbor, "general harbor", 18), set(Robbed, "robbed", 14), set(RobbedKind, "robbed kind", 6);
  for (int i = 0; i < 3; ++i) set(Spots + i, "spots", 7), set(BestSpot + i, "best spot", 16);
  set(SpotKinds, "spot kinds", 32), set(SecondSpot, "second spot", 16), set(HarborSpots, "harbor spots", 64),
      set(Contested, "contested", 3);
  set(ToCity, "to city", 7), set(ToSettlement, "to settlement", 10), set(ToCard, "to card", 5), set(ToRoad, "to road", 4);
  set(Affordable, "affordable", 8), set(Upgrade, "upgrade", 16);
  set(CityEngine, "city engine", 16), set(SettlementEngine, "settlement engine", 12), set(CardEngine, "card engine", 16);
  set(Deck, "deck", 26);
  set(SpotKindsAt, "settled spot kinds", 32), set(SpotKindsAt + 1, "far spot kinds", 32);
  for (int i = 0; i < 3; ++i) set(NewKinds + i, "new kinds", 4);
  set(ThirdSpot, "third spot", 16), set(SafeSpots, "safe spots", 8), set(SecondUpgrade, "second upgrade", 16);
  set(Discards, "discards", 16), set(Exposed, "exposed", 16), set(RoadEnds, "road ends", 12);
  for (int r = 0; r < resources; ++r) set(Scarcity + r, "scarcity", 12);
  return t;
}();

constexpr std::array<u16, std::size_t(groups)> firsts = [] {
  std::array<u16, std::size_t(groups)> f{};
  for (int g = 1; g < groups; ++g) f[std::size_t(g)] = u16(f[std::size_t(g - 1)] + table[std::size_t(g - 1)].size);
  return f;
}();

// Whether the numbers of a group are more and less of something, not names.
constexpr bool is_ordered(int group) {
  return group != Turn && group != Kinds && group != RobbedKind && group != SpotKinds && group != HarborSpots &&
         group != Affordable && group != SpotKindsAt && group != SpotKindsAt + 1;
}

constexpr int count = firsts[std::size_t(groups - 1)] + table[std::size_t(groups - 1)].size;

}  // namespace inputs

// The active input of every group, for one player.
using PlayerInputs = std::array<u16, std::size_t(inputs::groups)>;

// Makes inputs of the positions of one board.
class Features {
 public:
  explicit Features(const Board& board) {
    for (int hex = 0; hex < hexes; ++hex)
      if (board.terrain(hex) != Desert)
        token_[std::size_t(hex)] = u8(board.token(hex) - 2), pips_[std::size_t(hex)] = u8(pips(board.token(hex)));
    for (int hex = 0; hex < hexes; ++hex) terrain_[std::size_t(hex)] = u8(board.terrain(hex));
    for (u64 cells = topology.land; cells;) {
      const int cell = pop(cells);
      for (u64 around = topology.cell_hexes[cell]; around;) {
        const int hex = pop(around);
        if (board.terrain(hex) == Desert) continue;
        cell_pips_[std::size_t(cell)] += Counts::single(board.terrain(hex), pips_[std::size_t(hex)]);
        cell_kinds_[std::size_t(cell)] |= u8(1u << board.terrain(hex));
        cell_tokens_[std::size_t(cell)] |= u16(1u << token_[std::size_t(hex)]);
      }
      if (has(topology.harbored, cell)) cell_harbor_[std::size_t(cell)] = board.harbor[topology.harbor_at[cell]];
      cell_total_[std::size_t(cell)] = u8(cell_pips_[std::size_t(cell)].total());
    }
    for (int hex = 0; hex < hexes; ++hex)
      if (board.terrain(hex) != Desert) scarcity_[std::size_t(board.terrain(hex))] += pips_[std::size_t(hex)];
  }

  // Of all players.
  void write(const State& s, std::span<PlayerInputs> out) const {
    const detail::Occupied on(s);
    const int n = s.players();
    std::array<Reach, max_players> reach;
    for (int p = 0; p < n; ++p) reach[std::size_t(p)] = Reach(s, p, on);
    for (int p = 0; p < n; ++p) write(s, p, on, reach, out[std::size_t(p)]);
  }

 private:
  void write(const State& s, int p, const detail::Occupied& on, const std::array<Reach, max_players>& reaches,
             PlayerInputs& out) const {
    using namespace inputs;
    const auto set = [&](int group, int value) {
      out[std::size_t(group)] = u16(firsts[std::size_t(group)] + std::clamp(value, 0, table[std::size_t(group)].size - 1));
    };
    const int n = s.players(), ahead = (p - s.current + n) % n;
    set(Turn, (n - 2) * 8 + ahead * 2 + s.rolled);
    set(Round, s.turn / (4 * n));
    set(SetUp, s.phase == Phase::SetupSettlement || s.phase == Phase::SetupRoad ? s.setup_step + 1 : 0);
    int points = 0, army = 0, longest = 0;
    for (int q = 0; q < n; ++q) {
      if (q == p) continue;
      points = std::max(points, s.points(q)), army = std::max<int>(army, s.knights[q]),
      longest = std::max<int>(longest, s.road_length[q]);
    }
    const int own = s.points(p);
    set(ToGo, s.rules.target_points - own);
    set(Lead, own - points + 8);

    Counts income;
    u32 kinds = 0, tokens = 0;
    int upgrade = 0, second_upgrade = 0;
    for (u64 cells = s.settlements[p]; cells;) {
      const std::size_t cell = std::size_t(pop(cells));
      income += cell_pips_[cell], kinds |= cell_kinds_[cell], tokens |= cell_tokens_[cell];
      if (const int pips = cell_total_[cell] + 1; pips > upgrade)
        second_upgrade = upgrade, upgrade = pips;
      else
        second_upgrade = std::max(second_upgrade, pips);
    }
    for (u64 cells = s.cities[p]; cells;) {
      const std::size_t cell = std::size_t(pop(cells));
      income.word += 2 * cell_pips_[cell].word, kinds |= cell_kinds_[cell], tokens |= cell_tokens_[cell];
    }
    const Counts hand = s.hand[p];
    const u32 access = s.harbor_access[p];
    int spare = 0;
    const int all = income.total();
    for (int r = 0; r < resources; ++r) {
      set(Income + r, income[r]);
      set(Hand + r, hand[r]);
      set(Harbors + r, access >> r & 1 ? 1 + income[r] : 0);
    }
    set(AllIncome, all / 2);
    set(Kinds, int(kinds));
    int numbers = 0;
    for (u32 rest = tokens; rest; rest &= rest - 1) numbers += pips(lowest(rest) + 2);
    set(Numbers, numbers);
    const int cards = hand.total();
    set(AllCards, cards);
    set(GeneralHarbor, access >> AnyResource & 1 ? 1 + all / 3 : 0);

    const Counts held = s.cards[p];
    set(Knights, held[KnightCard]), set(RoadBuilding, held[RoadBuildingCard]);
    set(Plenty, held[YearOfPlentyCard]), set(Monopoly, held[MonopolyCard]);
    set(KnightsPlayed, s.knights[p]);
    set(Army, s.largest_army == p ? 5 + std::clamp(s.knights[p] - army, 0, 3)
                                  : 5 - std::min(std::max(largest_army_minimum, army + 1) - s.knights[p], 5));
    set(Road, s.longest_road == p ? 6 + std::clamp(s.road_length[p] - longest, 0, 4)
                                  : 6 - std::min(std::max(longest_road_minimum, longest + 1) - s.road_length[p], 6));
    set(RoadLength, s.road_length[p]), set(RoadsLeft, s.roads_left(p));
    set(Settlements, longroad::count(s.settlements[p])), set(Cities, longroad::count(s.cities[p]));

    const u64 corners = topology.hex_corners[s.robber];
    const bool robbed = s.rules.robber && pips_[s.robber] && (s.buildings(p) & corners);
    set(Robbed, robbed
                    ? pips_[s.robber] * (longroad::count(s.settlements[p] & corners) + 2 * longroad::count(s.cities[p] & corners))
                    : 0);
    set(RobbedKind, robbed ? 1 + terrain_[s.robber] : 0);

    const Reach& reach = reaches[std::size_t(p)];
    int best = 0, best_cell = -1, near_cell = -1, second = 0, third = 0;
    u64 seen = 0;
    u32 harbors = 0;
    for (int roads = 0; roads < 3; ++roads) {
      set(Spots + roads, longroad::count(reach.spots[roads]));
      for (u64 cells = reach.spots[roads] & ~seen; cells;) {
        const int cell = pop(cells);
        const int total = cell_total_[std::size_t(cell)];
        if (total >= best)
          third = second, second = best_cell >= 0 ? best : 0, best = total, best_cell = cell;
        else if (total > second)
          third = second, second = total;
        else
          third = std::max(third, total);
      }
      seen |= reach.spots[roads];
      set(BestSpot + roads, best_cell >= 0 ? best + 1 : 0);
      const u32 there = best_cell >= 0 ? cell_kinds_[std::size_t(best_cell)] : 0;
      if (roads != 1) set(SpotKindsAt + roads / 2, int(there));
      set(NewKinds + roads, longroad::count(u64(there & ~kinds)));
      if (roads < 2) near_cell = best_cell;
    }
    for (u64 cells = seen & topology.harbored; cells;) harbors |= 1u << cell_harbor_[std::size_t(pop(cells))];
    set(SecondSpot, second);
    set(ThirdSpot, third);
    u64 others = 0;
    for (int q = 0; q < n; ++q)
      if (q != p) others |= reaches[std::size_t(q)].spots[2];
    set(SafeSpots, longroad::count(seen & ~others));
    set(HarborSpots, int(harbors & ~access));
    set(SpotKinds, near_cell >= 0 ? cell_kinds_[std::size_t(near_cell)] : 0);
    int contested = 0;
    for (int q = 0; near_cell >= 0 && q < n; ++q)
      if (q != p)
        contested |= has(reaches[std::size_t(q)].spots[0], near_cell)   ? 2
                     : has(reaches[std::size_t(q)].spots[1], near_cell) ? 1
                                                                        : 0;
    set(Contested, std::min(contested, 2));

    const Purchases buy(s, p, reach);
    const int to_city = missing(hand, city_price), to_settlement = missing(hand, buy.settlement_cost),
              to_card = missing(hand, card_price);
    set(ToCity, buy.city ? to_city : 6);
    set(ToSettlement, buy.settlement ? to_settlement : 9);
    set(ToCard, buy.card ? to_card : 4);
    set(ToRoad, buy.road ? missing(hand, road_price) : 3);
    const auto can = [&](Counts price, int lacking) {
      spare = 0;
      for (int r = 0; r < resources; ++r) {
        const int rate = access >> r & 1 ? 2 : access >> AnyResource & 1 ? 3 : 4;
        spare += std::max(hand[r] - price[r], 0) / rate;
      }
      return spare >= lacking;
    };
    set(Affordable, (buy.city && can(city_price, to_city)) + 2 * (buy.settlement && can(buy.settlement_cost, to_settlement)) +
                        4 * (buy.card && can(card_price, to_card)));
    set(Upgrade, upgrade);
    set(SecondUpgrade, second_upgrade);
    set(Discards, int(4 * detail::expected_discards(s, p, income)));
    int exposed = 0;
    for (int hex = 0; hex < hexes; ++hex) {
      const u64 around = topology.hex_corners[hex];
      const int held = longroad::count(s.settlements[p] & around) + 2 * longroad::count(s.cities[p] & around);
      exposed = std::max(exposed, held * pips_[std::size_t(hex)]);
    }
    set(Exposed, exposed);
    const u64 passable = ~(on.buildings & ~s.buildings(p));
    set(RoadEnds, (paths_at((ends_of(s.roads(p)) | s.buildings(p)) & passable) & on.free).size());
    for (int r = 0; r < resources; ++r) set(Scarcity + r, scarcity_[std::size_t(r)] / 2);
    set(CityEngine, std::min(2 * income[Ore], 3 * income[Grain]) / 3);
    set(SettlementEngine, std::min({income[Brick], income[Lumber], income[Grain], income[Wool]}));
    set(CardEngine, std::min({income[Ore], income[Grain], income[Wool]}));
    set(Deck, s.rules.development_cards ? s.deck.total() : 0);
  }

  std::array<u8, hexes> token_{}, pips_{}, terrain_{};
  std::array<Counts, 64> cell_pips_{};
  std::array<u8, 64> cell_kinds_{}, cell_total_{}, cell_harbor_{};
  std::array<u8, resources> scarcity_{};
  std::array<u16, 64> cell_tokens_{};
};

}  // namespace longroad::catan
