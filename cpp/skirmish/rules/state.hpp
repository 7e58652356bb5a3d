// The state of a game of Skirmish: one cache line.
#pragma once

#include <type_traits>

#include "skirmish/rules/cards.hpp"

namespace longroad::skirmish {

using i32 = std::int32_t;

constexpr int player_count = 2, starting_hand = 5;
constexpr u8 nobody = 0xff;

// The options of a game; docs/reference/skirmish.md has the table.
struct Rules {
  u8 hand_limit = 5;  // nobody draws beyond it
  u8 starting_hp = 50;
  u16 turn_cap = 200;  // turns of both players together; then nobody wins
  u32 deck = table_deck;
  constexpr bool operator==(const Rules&) const = default;
};

enum class Phase : u8 { Deal, Draw, Place, Act, Over };
constexpr const char* phase_names[] = {"deal", "draw", "place", "act", "over"};

struct State {
  std::array<u64, player_count>
      field;   // cards on the table; bits below 32 are cards of the catalogue, the others stand for averages
  u64 to_act;  // of the current player's cards on the table, those whose action is still to come; after a deadly blow, those
               // that had not acted, the one that struck included
  std::array<u32, player_count> hand, deck;
  std::array<i32, player_count> hp;
  std::array<i32, player_count> strength;  // the sum of all values on the field
  u16 turn;                                // turns ended
  u16 turn_cap;
  Phase phase;
  u8 current;  // whose turn it is
  u8 winner;   // a player, or nobody
  u8 hand_limit;

  constexpr bool is_over() const { return phase == Phase::Over; }
  constexpr bool is_chance() const { return phase <= Phase::Draw; }
  // The card whose action is asked for in phase Act.
  constexpr int acting() const { return lowest(to_act); }
};

static_assert(sizeof(State) == 64 && std::has_unique_object_representations_v<State> && std::is_trivially_copyable_v<State>);

// Before the first card is dealt.
constexpr State initial_state(const Rules& rules) {
  State s{};
  s.deck = {rules.deck, rules.deck};
  s.hp = {rules.starting_hp, rules.starting_hp};
  s.turn_cap = rules.turn_cap;
  s.hand_limit = rules.hand_limit;
  s.phase = Phase::Deal;
  s.winner = nobody;
  return s;
}

}  // namespace longroad::skirmish
