// Choices and settings of Skirmish's rules and players, field by field; settings.cpp says how they are used.
#include "bindings/common.hpp"
#include "skirmish/players/player.hpp"

namespace longroad::bindings {

namespace {

using skirmish::Balance, skirmish::Doubled, skirmish::First, skirmish::How, skirmish::Moves, skirmish::PlayerSettings,
    skirmish::Reading, skirmish::Rules, skirmish::TreeSettings;

std::vector<std::string> names_of(u32 set) {
  std::vector<std::string> list;
  for (u64 left = set; left;) list.push_back(skirmish::card_name(pop(left)));
  return list;
}

u32 cards_of(const std::vector<std::string>& list) {
  u32 set = 0;
  for (const std::string& name : list) {
    const auto card = skirmish::find_card(name);
    if (!card) throw NotationError("'" + name + "' is not a card");
    set |= u32(bit(*card));
  }
  return set;
}

}  // namespace

void bind_skirmish_settings(nb::module_& m) {
  nb::enum_<Moves>(m, "Moves", "Which placements a search looks at.")
      .value("all", Moves::All, "Every card.")
      .value("representative", Moves::Aspects, "One average card per class of the paper.")
      .value("clustered", Moves::Clusters, "One average card per cluster.");
  nb::class_<Rules>(m, "RulesCore", "The options that the engine plays by; longroad.skirmish.Rules makes it.")
      .def(nb::init<>())
      .def_rw("hand_limit", &Rules::hand_limit)
      .def_rw("starting_hp", &Rules::starting_hp)
      .def_rw("turn_cap", &Rules::turn_cap)
      .def_prop_rw(
          "deck", [](const Rules& r) { return names_of(r.deck); },
          [](Rules& r, const std::vector<std::string>& deck) { r.deck = cards_of(deck); },
          "The names of the cards of either player's deck.");
  nb::enum_<Balance>(m, "Balance", "Between what the factor for balanced hands measures the distance.")
      .value("cards", Balance::Cards, "The sums of the values of the strongest and the weakest card.")
      .value("aspects", Balance::Aspects, "The sums of all Fight, all Heal and all Attack values.");
  nb::enum_<Doubled>(m, "Doubled", "What counts double of the cards in the hand when averages are taken.")
      .value("weight", Doubled::Weight, "The card: as if it were there twice.")
      .value("value", Doubled::Value, "Its value alone.");
  nb::enum_<First>(m, "First", "Which of two equally good actions of a card is taken.")
      .value("attack", First::Attack)
      .value("heal", First::Heal);
  nb::class_<Reading>(m, "Reading", "How the paper is read where it leaves its search open.")
      .def(nb::init<>())
      .def_rw("balance", &Reading::balance, only_itself())
      .def_rw("win_bonus", &Reading::win_bonus)
      .def_rw("first", &Reading::first, only_itself())
      .def_rw("doubled", &Reading::doubled, only_itself())
      .def_rw("keep", &Reading::keep)
      .def_rw("spend", &Reading::spend);
  nb::enum_<How>(m, "How", "What a player does to find its move.")
      .value("random", How::Random)
      .value("expectimax", How::Expectimax)
      .value("tree", How::Tree);
  nb::class_<TreeSettings>(m, "TreeSettings", "How a tree of Skirmish grows.")
      .def(nb::init<>())
      .def_rw("search", &TreeSettings::search)
      .def_rw("temperature", &TreeSettings::temperature)
      .def_rw("odds", &TreeSettings::odds);
  nb::class_<PlayerSettings>(m, "PlayerSettings", "How a player of Skirmish plays.")
      .def(nb::init<>())
      .def_rw("how", &PlayerSettings::how, only_itself())
      .def_rw("search", &PlayerSettings::search)
      .def_rw("tree", &PlayerSettings::tree)
      .def_rw("moves", &PlayerSettings::moves, only_itself())
      .def_rw("classes", &PlayerSettings::classes)
      .def_rw("real_root", &PlayerSettings::real_root)
      .def_rw("lean", &PlayerSettings::lean)
      .def_rw("reading", &PlayerSettings::reading);
  m.attr("MAX_CLASSES") = skirmish::max_classes;
}

}  // namespace longroad::bindings
