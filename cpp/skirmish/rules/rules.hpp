// The rules of Skirmish, in the order of a turn: draw, place, act with every card, then the other player.
//
// The rules ask a `Cards` for the values of a card, so that a search may put average cards on the table (averages.hpp) without a
// second set of rules. The game itself is played with PrintedCards.
#pragma once

#include <span>

#include "core/game.hpp"
#include "skirmish/rules/actions.hpp"
#include "skirmish/rules/state.hpp"

namespace longroad::skirmish {

// The values as printed on the cards, whoever owns them.
struct PrintedCards {
  static constexpr const Values& of(int /*owner*/, int card) { return catalogue[std::size_t(card)]; }
};

constexpr int max_actions = 96, max_outcomes = cards;

// -- what is legal

template <class Cards = PrintedCards>
int legal_actions(const State& s, std::span<Action> out, const Cards& = {}) {
  int n = 0;
  const int me = s.current, you = 1 - me;
  if (s.phase == Phase::Place) {
    for (u64 hand = s.hand[me] & ~removals; hand;) out[n++] = Action::make(Kind::Place, pop(hand));
    for (u64 hand = s.hand[me] & removals; hand;) {
      const int card = pop(hand);
      for (u64 enemies = s.field[you]; enemies;) out[n++] = Action::make(Kind::Remove, card, pop(enemies));
    }
    out[n++] = Action::make(Kind::Keep);
  } else if (s.phase == Phase::Act) {
    const int card = s.acting();
    for (u64 enemies = s.field[you]; enemies;) out[n++] = Action::make(Kind::Battle, card, pop(enemies));
    out[n++] = Action::make(Kind::Attack, card);
    out[n++] = Action::make(Kind::Heal, card);
    out[n++] = Action::make(Kind::Rest, card);
  }
  return n;
}

// Whose cards chance draws now: in the deal first five for player 0, then five for player 1.
constexpr int drawing(const State& s) { return s.phase == Phase::Deal ? int(count(s.hand[0]) == starting_hand) : s.current; }

inline int chance_outcomes(const State& s, std::span<Outcome<Action>> out) {
  const u32 deck = s.deck[drawing(s)];
  const double probability = 1.0 / count(deck);
  int n = 0;
  for (u64 left = deck; left;) out[n++] = {Action::make(Kind::Draw, pop(left)), probability};
  return n;
}

// Why an action or outcome is not possible here; empty if it is.
inline std::string refusal(const State& s, Action a) {
  const auto in_phase = [&](Phase phase) { return s.phase == phase; };
  const std::string now = std::string("the phase is '") + phase_names[int(s.phase)] + "'";
  const int me = s.current, you = 1 - me;
  if (!is_action(a)) return "no such action";
  switch (a.kind()) {
    case Kind::Draw:
      if (!s.is_chance()) return "nothing is drawn now; " + now;
      return has(s.deck[drawing(s)], a.card()) ? "" : card_name(a.card()) + " is not in the deck";
    case Kind::Keep: return in_phase(Phase::Place) ? "" : now;
    case Kind::Place:
    case Kind::Remove:
      if (!in_phase(Phase::Place)) return now;
      if (!has(s.hand[me], a.card())) return card_name(a.card()) + " is not in the hand";
      if (is_removal(a.card()) != (a.kind() == Kind::Remove))
        return is_removal(a.card()) ? "a removal is placed on an enemy card" : "only a removal removes a card from the hand";
      if (a.kind() == Kind::Remove && !has(s.field[you], a.target()))
        return "no enemy " + card_name(a.target()) + " on the field";
      return "";
    default:
      if (!in_phase(Phase::Act)) return now;
      if (a.card() != s.acting()) return "the next card to act is " + card_name(s.acting());
      if (a.kind() == Kind::Battle && !has(s.field[you], a.target()))
        return "no enemy " + card_name(a.target()) + " on the field";
      return "";
  }
}

// -- what happens

constexpr void finish(State& s, u8 winner) {
  s.phase = Phase::Over;
  s.winner = winner;
}

// A player draws unless the hand would pass its limit or the deck is empty.
constexpr void begin_turn(State& s) {
  const bool draws = s.deck[s.current] != 0 && count(s.hand[s.current]) < s.hand_limit;
  s.phase = draws ? Phase::Draw : Phase::Place;
}

constexpr void end_turn(State& s) {
  if (++s.turn >= s.turn_cap) return finish(s, nobody);
  s.current ^= 1;
  begin_turn(s);
}

constexpr void next_card(State& s) {
  if (s.to_act == 0)
    end_turn(s);
  else
    s.phase = Phase::Act;
}

template <class Cards>
constexpr void take_off(State& s, int owner, int card, const Cards& cards) {
  s.field[owner] &= ~bit(card);
  s.strength[owner] -= cards.of(owner, card).total();
}

// Carries out a legal action or a possible outcome.
template <class Cards = PrintedCards>
void apply(State& s, Action a, const Cards& cards = {}) {
  const int me = s.current, you = 1 - me, card = a.card();
  switch (a.kind()) {
    case Kind::Draw: {
      const int owner = drawing(s);
      s.deck[owner] &= ~u32(bit(card));
      s.hand[owner] |= u32(bit(card));
      if (s.phase == Phase::Draw)
        s.phase = Phase::Place;
      else if (count(s.hand[1]) == starting_hand)
        begin_turn(s);
      return;
    }
    case Kind::Place:
      s.hand[me] &= ~u32(bit(card));
      s.field[me] |= bit(card);
      s.strength[me] += cards.of(me, card).total();
      break;
    case Kind::Remove:
      s.hand[me] &= ~u32(bit(card));
      take_off(s, you, a.target(), cards);
      break;
    case Kind::Heal: s.hp[me] += cards.of(me, card).heal; break;
    case Kind::Attack:
      s.hp[you] -= cards.of(me, card).attack;
      if (s.hp[you] <= 0) return finish(s, u8(me));
      break;
    case Kind::Battle: {
      const int mine = cards.of(me, card).fight, yours = cards.of(you, a.target()).fight;
      if (mine <= yours) take_off(s, me, card, cards);
      if (mine >= yours) take_off(s, you, a.target(), cards);
      break;
    }
    default: break;  // keep, rest
  }
  s.to_act = s.phase == Phase::Place ? s.field[me] : s.to_act & (s.to_act - 1);
  next_card(s);
}

}  // namespace longroad::skirmish
