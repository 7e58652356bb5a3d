// What players and chance do, as values and as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "skirmish/rules/cards.hpp"

namespace longroad::skirmish {

enum class Kind : u8 {
  Keep,    // place nothing
  Place,   // a soldier
  Remove,  // a removal, on an enemy card
  Rest,
  Heal,
  Attack,
  Battle,
  Draw,  // chance
};
constexpr int kinds = 8;
constexpr const char* kind_names[kinds] = {"keep", "place", "remove", "rest", "heal", "attack", "battle", "draw"};

struct Action {
  u32 word;

  static constexpr Action make(Kind kind, int card = 0, int target = 0) {
    return {u32(kind) | u32(card) << 8 | u32(target) << 16};
  }
  constexpr Kind kind() const { return Kind(word & 0xff); }
  constexpr int card() const { return int(word >> 8) & 0xff; }
  constexpr int target() const { return int(word >> 16) & 0xff; }
  constexpr bool operator==(const Action&) const = default;
};

constexpr bool has_card(Kind kind) { return kind != Kind::Keep; }
constexpr bool has_target(Kind kind) { return kind == Kind::Remove || kind == Kind::Battle; }

// "6/6/6" (fight, heal, attack), "removal-a", "removal-b".
inline std::string card_name(int card) {
  if (is_removal(card)) return card == first_removal ? "removal-a" : "removal-b";
  const Values& v = catalogue[std::size_t(card)];
  return std::to_string(v.fight) + "/" + std::to_string(v.heal) + "/" + std::to_string(v.attack);
}

inline std::optional<int> find_card(std::string_view name) {
  for (int card = 0; card < cards; ++card)
    if (card_name(card) == name) return card;
  return {};
}

// "keep", "place 6/6/6", "remove 4/1/1 by removal-a", "rest 6/6/6", "heal 6/6/6", "attack 6/6/6", "battle 6/6/6 with 4/1/1",
// "draw 6/6/6".
inline std::string action_text(Action a) {
  const Kind kind = a.kind();
  const std::string name = kind_names[int(kind)];
  if (kind == Kind::Remove) return name + " " + card_name(a.target()) + " by " + card_name(a.card());
  if (kind == Kind::Battle) return name + " " + card_name(a.card()) + " with " + card_name(a.target());
  return has_card(kind) ? name + " " + card_name(a.card()) : name;
}

// The action with exactly this text.
inline std::optional<Action> parse_action(std::string_view text) {
  std::array<std::string_view, 5> word;
  std::size_t words = 0;
  while (true) {
    const std::size_t space = text.find(' ');
    if (words == word.size()) return {};
    word[words++] = text.substr(0, space);
    if (space == text.npos) break;
    text.remove_prefix(space + 1);
  }
  for (int k = 0; k < kinds; ++k) {
    const Kind kind{u8(k)};
    if (word[0] != kind_names[k]) continue;
    if (!has_card(kind)) return words == 1 ? std::optional(Action::make(kind)) : std::nullopt;
    if (words != (has_target(kind) ? 4u : 2u)) return {};
    const auto first = find_card(word[1]), second = words == 4 ? find_card(word[3]) : 0;
    if (!first || !second) return {};
    if (kind == Kind::Remove && word[2] == "by") return Action::make(kind, *second, *first);
    if (kind == Kind::Battle && word[2] == "with") return Action::make(kind, *first, *second);
    return has_target(kind) ? std::nullopt : std::optional(Action::make(kind, *first));
  }
  return {};
}

// Whether a word is an action at all (an integer from a file may be anything).
constexpr bool is_action(Action a) {
  if (int(a.kind()) >= kinds) return false;
  const Action clean = Action::make(a.kind(), has_card(a.kind()) ? a.card() : 0, has_target(a.kind()) ? a.target() : 0);
  return a == clean && a.card() < cards && a.target() < cards;
}

}  // namespace longroad::skirmish
