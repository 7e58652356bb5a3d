// The state of a game of Catan: everything there is to know, in one plain value of fixed size.
#pragma once

#include <array>
#include <type_traits>

#include "catan/rules/board.hpp"
#include "catan/rules/dice.hpp"

namespace longroad::catan {

constexpr int max_players = 4;
constexpr u8 nobody = 0xff;

enum Card : u8 { KnightCard, VictoryPointCard, RoadBuildingCard, YearOfPlentyCard, MonopolyCard };
constexpr int card_kinds = 5;

constexpr int road_pieces = 15, settlement_pieces = 5, city_pieces = 4;
// A player with so many public points or fewer is spared by a friendly robber.
constexpr int spared_points = 2;
constexpr int longest_road_minimum = 5, largest_army_minimum = 3, special_card_points = 2;

// Prices, in the order brick, lumber, ore, grain, wool.
constexpr Counts road_price = Counts::of(1, 1, 0, 0, 0);
constexpr Counts settlement_price = Counts::of(1, 1, 0, 1, 1);
constexpr Counts city_price = Counts::of(0, 0, 3, 2, 0);
constexpr Counts card_price = Counts::of(0, 0, 1, 1, 1);
constexpr Counts full_deck = Counts::of(14, 5, 2, 2, 2);

// The options of a game; docs/reference/rules.md has the table. Defaults are the official rules.
struct Rules {
  u8 players = 4;
  u8 target_points = 10;
  u8 discard_limit = 7;
  u8 bank = 19;
  u8 offers_per_turn = 10;
  u8 starting_settlements = 2;
  bool best_rate_only = false;
  bool robber = true;
  bool development_cards = true;
  bool open_hands = false;
  u16 turn_cap = 5000;
  bool friendly_robber = false;
  bool dice_deck = false;

  constexpr bool operator==(const Rules&) const = default;
};

enum class Phase : u8 {
  SetupSettlement,
  SetupRoad,
  BeforeRoll,
  Dice,
  Discard,
  Robber,
  Steal,
  Main,
  FreeRoads,
  Plenty,
  Draw,
  Respond,
  Choose,
  Over
};
constexpr const char* phase_names[] = {
    "setup settlement", "setup road", "before roll", "dice",    "discard", "robber", "steal", "main",
    "free roads",       "plenty",     "draw",        "respond", "choose",  "over"};

constexpr bool in_set_up(Phase phase) { return phase == Phase::SetupSettlement || phase == Phase::SetupRoad; }

enum class Reply : u8 { None, Accept, Refuse, Counter };

struct State {
  // -- fixed from the start
  Rules rules;
  std::array<u8, 2> zeros;  // no padding anywhere: equal positions are equal bytes
  Board board;
  std::array<u32, 11> hexes_with_token;  // token - 2 to the set of hexes that show it

  // -- on the board; sets of cells (see topology.hpp), one per player
  std::array<u64, max_players> across, upright;
  std::array<u64, max_players> settlements, cities;

  // -- cards
  std::array<Counts, max_players> hand;   // resources
  std::array<Counts, max_players> cards;  // development cards held, those bought this turn included
  Counts bought;                          // of those of the current player, the ones bought this turn
  Counts bank, deck;

  // -- a domestic trade in the making: bundles as in Action (giver's side first)
  u64 offer;
  std::array<u64, max_players> counter;

  // -- bookkeeping, one per player
  std::array<u8, max_players> public_points;  // without victory point cards
  std::array<u8, max_players> knights;
  std::array<u8, max_players> road_length;
  std::array<u8, max_players> harbor_access;  // bit r: 2:1 for resource r; bit 5: 3:1
  std::array<Reply, max_players> replies;

  // -- whose turn, and what is asked
  u16 turn;  // turns ended since the set-up
  Phase phase;
  u8 current;                     // whose turn it is
  u8 actor;                       // who decides now; `current` at chance nodes
  u8 winner;                      // a player, or nobody
  u8 robber, first_robber;        // hexes: now, and at the start
  u8 longest_road, largest_army;  // a player, or nobody
  u8 last_roll;
  u8 left;    // free roads, plenty cards or discards still to come; in set-up the cell of the new settlement
  u8 victim;  // of the steal about to happen
  u8 setup_step;
  u8 offers_made;
  bool rolled, card_played;
  DiceDeck dice_deck;  // what is left of it, if the rules have one

  constexpr Paths roads(int p) const { return {across[p], upright[p]}; }
  constexpr u64 buildings(int p) const { return settlements[p] | cities[p]; }
  constexpr u64 all_buildings() const {
    u64 all = 0;
    for (int p = 0; p < max_players; ++p) all |= buildings(p);
    return all;
  }
  constexpr Paths all_roads() const {
    Paths all;
    for (int p = 0; p < max_players; ++p) all = all | roads(p);
    return all;
  }
  constexpr int players() const { return rules.players; }
  constexpr int next(int p) const { return p + 1 == rules.players ? 0 : p + 1; }
  constexpr int points(int p) const { return public_points[p] + cards[p][VictoryPointCard]; }
  constexpr int roads_left(int p) const { return road_pieces - roads(p).size(); }
  constexpr int settlements_left(int p) const { return settlement_pieces - count(settlements[p]); }
  constexpr int cities_left(int p) const { return city_pieces - count(cities[p]); }
  constexpr bool is_chance() const { return phase == Phase::Dice || phase == Phase::Steal || phase == Phase::Draw; }
  constexpr bool is_over() const { return phase == Phase::Over; }
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 384);

// The position before the first settlement. `robber` is the hex it starts on.
inline State initial_state(const Rules& rules, const Board& board, int robber) {
  State s{};
  s.rules = rules;
  s.board = board;
  for (int hex = 0; hex < hexes; ++hex)
    if (const int token = board.token(hex)) s.hexes_with_token[token - 2] |= 1u << hex;
  s.bank = Counts::all(rules.bank);
  s.deck = full_deck;
  if (rules.dice_deck) s.dice_deck = DiceDeck::full();
  s.phase = Phase::SetupSettlement;
  s.winner = s.longest_road = s.largest_army = s.victim = nobody;
  s.robber = s.first_robber = u8(robber);
  return s;
}

}  // namespace longroad::catan
