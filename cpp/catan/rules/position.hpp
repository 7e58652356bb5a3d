// A position in plain numbers, and the state that holds it: for games that are played elsewhere, by other programs.
//
// What follows from the rest (points, road lengths, harbors in use) is worked out here. Who holds the longest road and the
// largest army is taken as given, since other programs award them by other rules.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "catan/rules/rules.hpp"

namespace longroad::catan {

// Numbers that do not describe a position of the game. The message says which.
struct PositionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Position {
  // One per player; places by their dense numbers.
  std::vector<std::vector<int>> settlements, cities, roads;
  std::vector<Counts> hands, cards;
  std::vector<int> knights;

  Counts bought, bank, deck;
  int longest_road = nobody, largest_army = nobody;
  int robber = 0;
  Phase phase = Phase::SetupSettlement;
  int turn = 0, current = 0, actor = 0, left = 0, last_roll = 0, offers_made = 0;
  bool rolled = false, card_played = false;
  std::vector<int> dice_deck;  // how many rolls of each sum 2..12 are left; empty where the rules have no such deck
};

namespace detail {

inline void require(bool holds, const std::string& otherwise) {
  if (!holds) throw PositionError("position: " + otherwise);
}

inline std::string seat(int p) { return "p" + std::to_string(p); }

inline u64 cells_of(const std::vector<int>& nodes, std::size_t pieces, const std::string& what) {
  require(nodes.size() <= pieces, what + ": more than " + std::to_string(pieces));
  u64 set = 0;
  for (int node : nodes) {
    require(0 <= node && node < intersections, what + ": there is no n" + std::to_string(node));
    require(!has(set, topology.cell[node]), what + ": n" + std::to_string(node) + " twice");
    set |= bit(topology.cell[node]);
  }
  return set;
}

inline Paths paths_of(const std::vector<int>& roads, const std::string& what) {
  require(roads.size() <= road_pieces, what + ": more than " + std::to_string(road_pieces));
  Paths set;
  for (int path : roads) {
    require(0 <= path && path < paths, what + ": there is no e" + std::to_string(path));
    require((set & path_set(path)).empty(), what + ": e" + std::to_string(path) + " twice");
    set = set | path_set(path);
  }
  return set;
}

inline void put_pieces(State& s, const Position& given) {
  for (int p = 0; p < s.players(); ++p) {
    s.settlements[p] = cells_of(given.settlements[p], settlement_pieces, "settlements of " + seat(p));
    s.cities[p] = cells_of(given.cities[p], city_pieces, "cities of " + seat(p));
    const Paths roads = paths_of(given.roads[p], "roads of " + seat(p));
    s.across[p] = roads.across;
    s.upright[p] = roads.upright;
    for (int q = 0; q < p; ++q) {
      require((s.buildings(p) & s.buildings(q)) == 0, seat(q) + " and " + seat(p) + " build on one intersection");
      require((s.roads(p) & s.roads(q)).empty(), seat(q) + " and " + seat(p) + " have a road on one path");
    }
    require((s.settlements[p] & s.cities[p]) == 0, "a settlement and a city of " + seat(p) + " on one intersection");
  }
  const u64 built = s.all_buildings();
  require((neighbours(built) & built) == 0, "two buildings on neighbouring intersections");
}

inline void deal_all(State& s, const Position& given) {
  Counts resources_ = given.bank, unplayed = given.deck;
  for (int p = 0; p < s.players(); ++p) {
    s.hand[p] = given.hands[p];
    s.cards[p] = given.cards[p];
    s.knights[p] = u8(given.knights[p]);
    resources_ += given.hands[p];
    unplayed += given.cards[p];
    require(0 <= given.knights[p] && given.knights[p] <= full_deck[KnightCard], "knights of " + seat(p));
    unplayed += Counts::single(KnightCard, given.knights[p]);
  }
  require(resources_ == Counts::all(s.rules.bank),
          "hands and bank are not " + std::to_string(s.rules.bank) + " cards a resource");
  require(full_deck.covers(unplayed), "more development cards of a kind than there are");
  require(given.cards[given.current].covers(given.bought), "cards bought that are not held");
  s.bank = given.bank;
  s.deck = given.deck;
  s.bought = given.bought;
}

inline void work_out(State& s) {
  for (int p = 0; p < s.players(); ++p) {
    const u64 own = s.buildings(p);
    s.public_points[p] = u8(count(s.settlements[p]) + 2 * count(s.cities[p]) +
                            special_card_points * ((s.longest_road == p) + (s.largest_army == p)));
    s.road_length[p] = u8(longest_road(s.roads(p), s.all_buildings() & ~own));
    for (u64 coast = own & topology.harbored; coast;)
      s.harbor_access[p] |= u8(1u << s.board.harbor[topology.harbor_at[pop(coast)]]);
  }
}

inline void ask_in_setup(State& s, const Position& given) {
  int step = 0, settled = 0;
  for (int p = 0; p < s.players(); ++p) step += s.roads(p).size(), settled += count(s.buildings(p));
  const bool road = s.phase == Phase::SetupRoad;
  for (const auto& [field, begun] : {std::pair{"rolled", given.rolled},
                                     {"card_played", given.card_played},
                                     {"offers_made", given.offers_made != 0},
                                     {"turn", given.turn != 0},
                                     {"last_roll", given.last_roll != 0},
                                     {"left", given.left != 0}})
    require(!begun, std::string(field) + ": nothing of a turn has happened yet in the set-up");
  require(step < s.players() * s.rules.starting_settlements && settled == step + road, "pieces that the set-up does not bring");
  require(given.current == rules::setup_player(s, step), "it is not the turn of " + seat(given.current) + " in the set-up");
  s.setup_step = u8(step);
  if (!road) return;
  const u64 fresh = s.settlements[s.current] & ~ends_of(s.roads(s.current));
  require(count(fresh) == 1, "no new settlement for the road of the set-up");
  require(!(paths_at(fresh) & ~s.all_roads()).empty(), "roads: no path at the new settlement is free for the road of the set-up");
  u64 cells = fresh;
  s.left = u8(pop(cells));
}

// What the phase asks for can be done.
inline void ask_in_turn(const State& s, const Position& given) {
  const std::string phase = "phase '" + std::string(phase_names[int(s.phase)]) + "'";
  const auto require_robber = [&] { require(s.rules.robber, phase + ": the rules have no robber"); };
  switch (s.phase) {
    case Phase::BeforeRoll:
    case Phase::Main: require(given.left == 0, "left: nothing is left to do in " + phase); break;
    case Phase::Robber:
      require_robber();
      require(given.left == 0, "left: nothing is left to do in " + phase);
      break;
    case Phase::FreeRoads:
      require(given.left == 1 || given.left == 2, "left: must be 1 or 2 in " + phase);
      require(s.roads_left(s.current) > 0, phase + ": " + seat(s.current) + " has no road left to build");
      require(!open_paths(s, s.current).empty(), phase + ": " + seat(s.current) + " has no place for a road");
      break;
    case Phase::Plenty:
      require(given.left == 1 || given.left == 2, "left: must be 1 or 2 in " + phase);
      require(!s.bank.empty(), "bank: it is empty, there is nothing to take in " + phase);
      break;
    case Phase::Discard:
      require_robber();
      require(0 < given.left && given.left <= s.hand[s.actor].total(), "left: more to discard than there is, or nothing");
      break;
    default: throw PositionError("position: " + phase + " cannot be set up");
  }
}

// What has happened in the turn is what leads to the phase.
inline void require_flags(const State& s) {
  const std::string phase = "phase '" + std::string(phase_names[int(s.phase)]) + "'";
  const bool seven = s.rolled && s.last_roll == 7;
  require(!s.rolled || s.last_roll != 0, "last_roll: the dice were rolled this turn");
  require(!s.rolled || s.phase != Phase::BeforeRoll, "rolled: the dice were not rolled yet in " + phase);
  require(s.rolled || s.phase != Phase::Main, "rolled: the dice were rolled in " + phase);
  require(seven || s.phase != Phase::Discard, "last_roll: a seven was rolled this turn in " + phase);
  require(s.card_played || (s.phase != Phase::FreeRoads && s.phase != Phase::Plenty),
          "card_played: a development card was played in " + phase);
  require(s.card_played || seven || s.phase != Phase::Robber, "card_played: a knight was played or a seven rolled in " + phase);
  require(s.rolled || s.offers_made == 0, "offers_made: no offers are made before the dice are rolled");
  require(s.turn > 0 || s.rolled || s.last_roll == 0, "last_roll: nobody has rolled yet in turn 0");
}

inline void put_dice_deck(State& s, const Position& given) {
  if (!s.rules.dice_deck) return require(given.dice_deck.empty(), "dice_deck: the rules have none");
  require(given.dice_deck.size() == dice_sums, "dice_deck: the rules have one, 11 counts are needed (of the sums 2 to 12)");
  DiceDeck::Counts left{};
  int all = 0;
  for (std::size_t i = 0; i < dice_sums; ++i) {
    require(0 <= given.dice_deck[i] && given.dice_deck[i] <= dice_ways[i],
            "dice_deck: rolls of " + std::to_string(lowest_sum + i) + " must be between 0 and " + std::to_string(dice_ways[i]));
    left[i] = u8(given.dice_deck[i]);
    all += left[i];
  }
  require(all > 0, "dice_deck: it is empty, but with its last roll all 36 are shuffled in again");
  const auto last = std::size_t(given.last_roll - lowest_sum);
  if (given.last_roll == 0)
    require(all == dice_rolls, "dice_deck: nobody has rolled yet, but rolls are missing");
  else
    require(all == dice_rolls || left[last] < dice_ways[last], "dice_deck: the last roll is still in it");
  s.dice_deck = DiceDeck::of(left);
}

inline void ask(State& s, const Position& given) {
  const auto is_player = [&](int p) { return 0 <= p && p < s.players(); };
  require(is_player(given.current) && is_player(given.actor), "there is no such player to act");
  s.phase = given.phase;
  s.current = u8(given.current);
  s.actor = u8(given.actor);
  s.turn = u16(given.turn);
  s.last_roll = u8(given.last_roll);
  s.rolled = given.rolled;
  s.card_played = given.card_played;
  require(0 <= given.offers_made && given.offers_made <= s.rules.offers_per_turn,
          "offers_made: must be between 0 and " + std::to_string(s.rules.offers_per_turn) + " by the rules");
  s.offers_made = u8(given.offers_made);
  require(s.actor == s.current || s.phase == Phase::Discard, "only a discard is another player's");
  if (s.phase == Phase::SetupSettlement || s.phase == Phase::SetupRoad) return ask_in_setup(s, given);
  s.setup_step = u8(s.players() * s.rules.starting_settlements);
  s.left = u8(given.left);
  ask_in_turn(s, given);
  require_flags(s);
  require(s.points(s.current) < s.rules.target_points,
          "the game is over: " + seat(s.current) + " has the turn and " + std::to_string(s.points(s.current)) + " points");
  require(s.rules.turn_cap == 0 || s.turn < s.rules.turn_cap,
          "turn: the game is over, the rules end it after turn " + std::to_string(s.rules.turn_cap));
}

}  // namespace detail

// The state of a position, on a board whose robber started on hex `first_robber`. Throws PositionError. Whether the position can
// be reached by the rules is not asked; what it says is consistent, so the game can continue from it.
inline State placed(const Rules& rules, const Board& board, int first_robber, const Position& given) {
  State s = initial_state(rules, board, first_robber);
  const auto n = std::size_t(s.players());
  detail::require(given.settlements.size() == n && given.cities.size() == n && given.roads.size() == n &&
                      given.hands.size() == n && given.cards.size() == n && given.knights.size() == n,
                  "not " + std::to_string(n) + " players");
  detail::require(0 <= given.robber && given.robber < hexes, "the robber is on no hex");
  detail::require(0 <= given.turn && given.turn <= 0xffff, "no such turn");
  detail::require(given.last_roll == 0 || (2 <= given.last_roll && given.last_roll <= 12), "no such roll");
  for (int holder : {given.longest_road, given.largest_army})
    detail::require(holder == nobody || (0 <= holder && holder < int(n)), "there is no such player to hold a special card");
  s.robber = u8(given.robber);
  s.longest_road = u8(given.longest_road);
  s.largest_army = u8(given.largest_army);
  detail::require(0 <= given.current && given.current < int(n), "there is no such player to act");
  detail::put_pieces(s, given);
  detail::deal_all(s, given);
  detail::work_out(s);
  detail::put_dice_deck(s, given);
  detail::ask(s, given);
  return s;
}

}  // namespace longroad::catan
