// Decisions of Skirmish as policy indices, and what the one who decides sees as bytes, its own side first. Version 1 of both.
#pragma once

#include <algorithm>
#include <span>

#include "skirmish/rules/game.hpp"

namespace longroad::skirmish {

constexpr const char* codec_version = "skirmish-1";
constexpr const char* encoding_version = "skirmish-1";

// -- actions: keep; then a card for place, rest, heal, attack; then a card and an enemy card for battle, remove

namespace detail {
constexpr int keep = 0, place = 1, rest = place + cards, heal = rest + cards, attack = heal + cards, battle = attack + cards,
              remove = battle + cards * cards, end = remove + cards * cards;
}

constexpr int codec_size = detail::end;

// The index of a player's action.
constexpr int index_of(Action action) {
  const int card = action.card(), pair = card * cards + action.target();
  switch (action.kind()) {
    case Kind::Place: return detail::place + card;
    case Kind::Rest: return detail::rest + card;
    case Kind::Heal: return detail::heal + card;
    case Kind::Attack: return detail::attack + card;
    case Kind::Battle: return detail::battle + pair;
    case Kind::Remove: return detail::remove + pair;
    case Kind::Keep: return detail::keep;
    case Kind::Draw: return -1;
  }
  return -1;
}

// The action behind an index.
constexpr Action action_at(int index) {
  using namespace detail;
  if (index < place) return Action::make(Kind::Keep);
  if (index < rest) return Action::make(Kind::Place, index - place);
  if (index < heal) return Action::make(Kind::Rest, index - rest);
  if (index < attack) return Action::make(Kind::Heal, index - heal);
  if (index < battle) return Action::make(Kind::Attack, index - attack);
  const bool battles = index < remove;
  const int pair = index - (battles ? battle : remove);
  return Action::make(battles ? Kind::Battle : Kind::Remove, pair / cards, pair % cards);
}

// Writes 1 at every legal index and 0 elsewhere.
inline void write_mask(const State& s, u8* mask) {
  std::fill_n(mask, codec_size, u8{0});
  if (s.is_chance() || s.is_over()) return;
  std::array<Action, max_actions> list;
  const int n = legal_actions(s, list);
  for (int i = 0; i < n; ++i) mask[index_of(list[std::size_t(i)])] = 1;
}

// -- observations: for the player, then for the other, a byte per card in hand, on the field, in the deck, and health as low and
// high byte; the player's cards that are still to act, the card that acts now, the phase, turns left as low and high byte

constexpr int side_size = 3 * cards + 2;
constexpr int encoding_size = 2 * side_size + 2 * cards + 1 + 2;

inline void encode(const State& s, int player, u8* out) {
  const auto set = [&](u64 held) {
    for (int card = 0; card < cards; ++card) *out++ = u8(held >> card & 1);
  };
  const auto number = [&](int n) {
    const int clipped = std::clamp(n, 0, 0xffff);
    *out++ = u8(clipped & 0xff), *out++ = u8(clipped >> 8);
  };
  for (int p : {player, 1 - player}) {
    set(s.hand[std::size_t(p)]), set(s.field[std::size_t(p)]), set(s.deck[std::size_t(p)]);
    number(s.hp[std::size_t(p)]);
  }
  const bool acts = s.phase == Phase::Act && s.current == player;
  set(acts ? s.to_act : 0), set(acts ? u64{1} << s.acting() : 0);
  *out++ = u8(s.phase);
  number(s.turn_cap - s.turn);
}

}  // namespace longroad::skirmish
