// Skirmish: cards, actions, rules, states.
#include "bindings/playing.hpp"
#include "bindings/skirmish_state.hpp"
#include "skirmish/codecs/codec.hpp"
#include "skirmish/evaluation/evaluate.hpp"

namespace longroad::bindings {

namespace {

using skirmish::Kind, skirmish::card_name, skirmish::player_count;
using Card = std::optional<std::string>;
using SkirmishAction = skirmish::Action;
using S = const skirmish::State&;

SkirmishAction read_move(const std::string& text) {
  if (const auto action = skirmish::parse_action(text)) return *action;
  throw NotationError("'" + text + "' is not an action; examples: 'place 4/1/1', 'attack 6/6/6', 'battle 6/6/6 with 4/1/1'");
}

// So that no Action ever holds a word that names nothing.
SkirmishAction checked_word(u64 word) {
  const SkirmishAction action{u32(word)};
  if (word >> 32 || !skirmish::is_action(action)) throw NotationError(std::to_string(word) + " is not the number of an action");
  return action;
}

int checked(int player) {
  if (player < 0 || player >= player_count) throw nb::index_error(("there is no player p" + std::to_string(player)).c_str());
  return player;
}

// The names of a set of cards, in the order of the catalogue.
std::vector<std::string> names(u64 set) {
  std::vector<std::string> list;
  while (set) list.push_back(card_name(pop(set)));
  return list;
}

void bind_cards(nb::module_& m) {
  nb::list list;
  for (int card = 0; card < skirmish::cards; ++card) {
    const skirmish::Values& v = skirmish::catalogue[std::size_t(card)];
    list.append(nb::make_tuple(card_name(card), v.fight, v.heal, v.attack));
  }
  m.attr("CATALOGUE") = nb::tuple(list);
  m.attr("STARTING_HAND") = skirmish::starting_hand;
}

void bind_action(nb::module_& m) {
  using A = SkirmishAction;
  nb::class_<A>(m, "Action", "A move of a player or an outcome of chance; a value that can be compared, hashed and printed.")
      .def_static(
          "parse", [](const Text& text) { return read_move(text.value); }, "text"_a,
          "The action written as in docs/reference/skirmish.md; raises NotationError.")
      .def_static("from_int", &checked_word, "word"_a,
                  "The action with this number; the opposite of int(action). Raises NotationError if there is none.")
      .def("__str__", &skirmish::action_text)
      .def("__repr__", [](A a) { return "Action.parse('" + skirmish::action_text(a) + "')"; })
      .def("__int__", [](A a) { return a.word; })
      .def("__hash__", [](A a) { return std::int64_t(a.word); })
      .def(
          "__eq__", [](A a, A b) { return a == b; }, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__getstate__", [](A a) { return a.word; })
      .def("__setstate__", [](A& a, u64 word) { new (&a) A{checked_word(word)}; })
      .def_prop_ro(
          "kind", [](A a) { return skirmish::kind_names[int(a.kind())]; }, "The first word of its text: 'place', 'battle', ...")
      .def_prop_ro(
          "is_chance", [](A a) { return a.kind() == Kind::Draw; }, "Whether it is an outcome of chance.")
      .def_prop_ro(
          "card", [](A a) { return skirmish::has_card(a.kind()) ? Card(card_name(a.card())) : std::nullopt; },
          "The name of the card that is drawn, is placed or acts; None for 'keep'.")
      .def_prop_ro(
          "target", [](A a) { return skirmish::has_target(a.kind()) ? Card(card_name(a.target())) : std::nullopt; },
          "The enemy card of a battle or removal, else None.");
}

void bind_state_class(nb::module_& m) {
  using T = SkirmishState;
  nb::class_<T> c(m, "State", "A game of Skirmish in progress. longroad.skirmish.State adds records and drawings.");
  c.def(nb::init<const T&>(), "other"_a).def(nb::init<const skirmish::Rules&>(), "rules"_a);
  const auto prop = [&](const char* name, auto get, const char* doc) {
    c.def_prop_ro(name, [=](const T& t) { return get(t.state); }, doc);
  };
  const auto per_player = [&](const char* name, auto get, const char* doc) {
    c.def(name, [=](const T& t, int p) { return get(t.state, checked(p)); }, "player"_a, doc);
  };
  const auto phase = [](S s) { return skirmish::phase_names[int(s.phase)]; };
  prop("players", [](S) { return player_count; }, "How many play: two.");
  prop("phase", phase, "What is asked now; docs/reference/skirmish.md lists the phases.");
  prop("is_over", [](S s) { return s.is_over(); }, "Whether the game has ended.");
  prop("is_chance", [](S s) { return s.is_chance(); }, "Whether chance is next.");
  prop(
      "winner", [](S s) { return s.winner == skirmish::nobody ? std::nullopt : std::optional<int>(s.winner); },
      "Who won, or None.");
  prop("current", [](S s) { return int(s.current); }, "Whose turn it is.");
  prop(
      "actor", [](S s) { return s.is_chance() || s.is_over() ? std::nullopt : std::optional<int>(s.current); },
      "Who decides now; None at chance and at the end.");
  prop("turn", [](S s) { return int(s.turn); }, "Turns ended, of both players together.");
  prop(
      "acting", [](S s) { return s.phase == skirmish::Phase::Act ? Card(card_name(s.acting())) : std::nullopt; },
      "The card whose action is asked for in phase 'act', else None.");
  prop(
      "to_act", [](S s) { return names(s.is_over() ? 0 : s.to_act); },
      "The cards whose action is still to come this turn, in their order.");
  per_player("hp", [](S s, int p) { return s.hp[std::size_t(p)]; }, "Health points.");
  per_player("hand", [](S s, int p) { return names(s.hand[std::size_t(p)]); }, "The cards in the hand, in catalogue order.");
  per_player("field", [](S s, int p) { return names(s.field[std::size_t(p)]); }, "The cards on the field, in catalogue order.");
  per_player("deck", [](S s, int p) { return names(s.deck[std::size_t(p)]); }, "The cards still to draw, in catalogue order.");
  per_player(
      "evaluate", [](S s, int p) { return skirmish::evaluate(s, p); },
      "The paper's evaluation: health, a third of all values on the field, less the imbalance of the hand; the player's less the "
      "opponent's.");
  bind_playing<skirmish::Skirmish>(c, phase, &read_move);
  m.attr("STATE_BYTES") = sizeof(skirmish::State);
}

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void bind_codec(nb::module_& m) {
  m.attr("CODEC_SIZE") = skirmish::codec_size;
  m.attr("CODEC_VERSION") = skirmish::codec_version;
  m.attr("ENCODING_SIZE") = skirmish::encoding_size;
  m.attr("ENCODING_VERSION") = skirmish::encoding_version;
  m.def(
      "index_of",
      [](SkirmishAction a) {
        const int index = skirmish::index_of(a);
        return index < 0 ? std::nullopt : std::optional(index);
      },
      "action"_a, "The policy index of an action; None for an outcome of chance.");
  m.def(
      "action_at",
      [](int index) {
        if (index < 0 || index >= skirmish::codec_size) throw nb::index_error("no such index");
        return skirmish::action_at(index);
      },
      "index"_a, "The action behind a policy index.");
  m.def(
      "write_mask",
      [](const SkirmishState& s, const Row<u8>& out) {
        if (int(out.shape(0)) != skirmish::codec_size) throw nb::value_error("the array has the wrong size");
        skirmish::write_mask(s.state, out.data());
      },
      "state"_a, "out"_a, "1 at every legal index, 0 elsewhere.");
  m.def(
      "encode",
      [](const SkirmishState& s, int player, const Row<u8>& out) {
        if (int(out.shape(0)) != skirmish::encoding_size) throw nb::value_error("the array has the wrong size");
        skirmish::encode(s.state, checked(player), out.data());
      },
      "state"_a, "player"_a, "out"_a, "What a player sees, its own side first.");
}

}  // namespace

void bind_skirmish(nb::module_& m) {
  bind_cards(m);
  bind_action(m);
  bind_state_class(m);
  bind_codec(m);
}

}  // namespace longroad::bindings
