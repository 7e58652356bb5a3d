// States of positions that were reached elsewhere. longroad.catan.Position is the Python face.
#include "catan/rules/position.hpp"

#include <algorithm>

#include "bindings/common.hpp"
#include "bindings/text.hpp"

namespace longroad::bindings {

namespace {

Counts counted(const Five& five, const char* what, int most) {
  const auto [a, b, c, d, e] = five;
  for (int n : {a, b, c, d, e})
    if (n < 0 || n > most)
      throw PositionError(std::string("position: ") + what + ": counts must be between 0 and " + std::to_string(most));
  return Counts::of(a, b, c, d, e);
}

std::vector<Counts> counted(const std::vector<Five>& fives, const char* what, int most) {
  std::vector<Counts> list;
  for (const Five& five : fives) list.push_back(counted(five, what, most));
  return list;
}

Phase phase_named(const std::string& name) {
  const auto found = std::find(std::begin(phase_names), std::end(phase_names), name);
  if (found == std::end(phase_names)) throw PositionError("position: there is no phase '" + name + "'");
  return Phase(found - std::begin(phase_names));
}

}  // namespace

void bind_position(nb::module_& m) {
  using Places = std::vector<std::vector<int>>;
  m.def(
      "placed",
      [](const Rules& rules, const Text& board, const Places& settlements, const Places& cities, const Places& roads,
         const std::vector<Five>& hands, const std::vector<Five>& cards, const std::vector<int>& knights, const Five& bought,
         const Five& bank, const Five& deck, std::optional<int> longest_road, std::optional<int> largest_army, int robber,
         const std::string& phase, int turn, int current, int actor, int left, int last_roll, bool rolled, bool card_played,
         int offers_made, const std::optional<std::vector<int>>& dice_deck) {
        constexpr int most_resources = 50, most_cards = 14;
        const auto [parsed, first_robber] = parse_board(board.value);
        Position given;
        given.settlements = settlements, given.cities = cities, given.roads = roads;
        given.hands = counted(hands, "hands", most_resources);
        given.cards = counted(cards, "cards", most_cards);
        given.knights = knights;
        given.bought = counted(bought, "bought", most_cards);
        given.bank = counted(bank, "bank", most_resources);
        given.deck = counted(deck, "deck", most_cards);
        given.longest_road = longest_road.value_or(nobody), given.largest_army = largest_army.value_or(nobody);
        given.robber = robber;
        given.phase = phase_named(phase);
        given.turn = turn, given.current = current, given.actor = actor, given.left = left, given.last_roll = last_roll;
        given.rolled = rolled, given.card_played = card_played, given.offers_made = offers_made;
        given.dice_deck = dice_deck.value_or(std::vector<int>{});
        return GameState(placed(rules, parsed, first_robber, given));
      },
      "rules"_a, "board"_a, nb::kw_only(), "settlements"_a, "cities"_a, "roads"_a, "hands"_a, "cards"_a, "knights"_a, "bought"_a,
      "bank"_a, "deck"_a, "longest_road"_a.none(), "largest_army"_a.none(), "robber"_a, "phase"_a, "turn"_a, "current"_a,
      "actor"_a, "left"_a, "last_roll"_a, "rolled"_a, "card_played"_a, "offers_made"_a, "dice_deck"_a.none(),
      "The state of a position in plain numbers; raises PositionError.");
}

}  // namespace longroad::bindings
