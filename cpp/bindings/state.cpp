// State and View.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bindings/playing.hpp"
#include "catan/knowledge/view_actions.hpp"

namespace longroad::bindings {

namespace {

template <class Position>
int checked(const Position& s, int p) {
  if (p < 0 || p >= s.players()) throw nb::index_error(("there is no player p" + std::to_string(p)).c_str());
  return p;
}

std::optional<int> player_or_none(u8 p) { return p == nobody ? std::nullopt : std::optional<int>(p); }

std::vector<int> intersection_list(u64 set) {
  std::vector<int> list;
  while (set) list.push_back(topology.intersection[pop(set)]);
  return list;
}

std::vector<int> path_list(Paths roads) {
  std::vector<int> list;
  for (u64 set = roads.across; set;) list.push_back(topology.across_path[pop(set)]);
  for (u64 set = roads.upright; set;) list.push_back(topology.upright_path[pop(set)]);
  std::sort(list.begin(), list.end());
  return list;
}

using GiveGet = std::pair<Five, Five>;
GiveGet give_get(u64 packed) {
  const Bundles b = Bundles::unpack(packed);
  return {five(b.give), five(b.get)};
}

template <class Position>
nb::list replies(const Position& s) {
  nb::list list;
  for (int p = 0; p < s.players(); ++p) {
    switch (s.replies[p]) {
      case Reply::None: list.append(nb::none()); break;
      case Reply::Accept: list.append("accept"); break;
      case Reply::Refuse: list.append("refuse"); break;
      case Reply::Counter: list.append(give_get(s.counter[p])); break;
    }
  }
  return list;
}

template <class Position>
nb::object dice_deck(const Position& s) {
  if (!s.rules.dice_deck) return nb::none();
  nb::list counts;
  for (int left : s.dice_deck.left()) counts.append(left);
  return nb::tuple(counts);
}

// The read-only face of everything public, the same for State and View. `open` gives the public part of either.
template <class T, class F>
void bind_public(nb::class_<T>& c, F open) {
  const auto prop = [&](const char* name, auto get, const char* doc) {
    c.def_prop_ro(name, [=](const T& t) { return get(open(t)); }, doc);
  };
  const auto per_player = [&](const char* name, auto get, const char* doc) {
    c.def(name, [=](const T& t, int p) { return get(open(t), checked(open(t), p)); }, "player"_a, doc);
  };
  prop("players", [](const auto& s) { return s.players(); }, "How many play.");
  prop(
      "phase", [](const auto& s) { return phase_names[int(s.phase)]; },
      "What is asked now; docs/reference/rules.md lists the phases.");
  prop("is_over", [](const auto& s) { return s.is_over(); }, "Whether the game has ended.");
  prop("is_chance", [](const auto& s) { return s.is_chance(); }, "Whether chance is next.");
  prop("winner", [](const auto& s) { return player_or_none(s.winner); }, "Who won, or None.");
  prop("current", [](const auto& s) { return int(s.current); }, "Whose turn it is.");
  prop(
      "actor", [](const auto& s) { return s.is_chance() || s.is_over() ? std::nullopt : std::optional<int>(s.actor); },
      "Who decides now; None at chance and at the end.");
  prop("turn", [](const auto& s) { return int(s.turn); }, "Turns completed since the set-up.");
  prop("rolled", [](const auto& s) { return s.rolled; }, "Whether the dice were rolled this turn.");
  prop("card_played", [](const auto& s) { return s.card_played; }, "Whether a development card was played this turn.");
  prop("last_roll", [](const auto& s) { return int(s.last_roll); }, "The sum of the last dice, 0 before the first.");
  prop("robber", [](const auto& s) { return int(s.robber); }, "The robber's hex.");
  prop("bank", [](const auto& s) { return five(s.bank); }, "The bank's cards, five counts.");
  prop("longest_road", [](const auto& s) { return player_or_none(s.longest_road); }, "Who holds the longest road, or None.");
  prop("largest_army", [](const auto& s) { return player_or_none(s.largest_army); }, "Who holds the largest army, or None.");
  prop(
      "left", [](const auto& s) { return s.phase == Phase::SetupRoad ? 0 : int(s.left); },
      "Free roads, plenty cards or discards still to come.");
  prop("offers_made", [](const auto& s) { return int(s.offers_made); }, "Domestic offers made this turn.");
  prop(
      "offer", [](const auto& s) { return s.offer ? std::optional(give_get(s.offer)) : std::nullopt; },
      "The open offer as (given, received), from the side of the one whose turn it is; None without one.");
  c.def_prop_ro(
      "replies", [=](const T& t) { return replies(open(t)); },
      nb::sig("def replies(self, /) -> list[str | tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None]"),
      "One per player: None, 'accept', 'refuse' or a counter-offer (given, received) from that player's side.");
  c.def_prop_ro(
      "dice_deck", [=](const T& t) { return dice_deck(open(t)); }, nb::sig("def dice_deck(self, /) -> tuple[int, ...] | None"),
      "How many rolls of each sum 2 to 12 are left in the dice deck; None where dice are rolled.");
  per_player(
      "settlements", [](const auto& s, int p) { return intersection_list(s.settlements[p]); },
      "Intersections with a settlement.");
  per_player("cities", [](const auto& s, int p) { return intersection_list(s.cities[p]); }, "Intersections with a city.");
  per_player("roads", [](const auto& s, int p) { return path_list(s.roads(p)); }, "Paths with a road.");
  per_player("knights", [](const auto& s, int p) { return int(s.knights[p]); }, "Knights played.");
  per_player("road_length", [](const auto& s, int p) { return int(s.road_length[p]); }, "The length of the longest road.");
  per_player(
      "public_points", [](const auto& s, int p) { return int(s.public_points[p]); }, "Points without victory point cards.");
  per_player(
      "harbor_access",
      [](const auto& s, int p) {
        std::vector<int> kinds_;
        for (int k = 0; k < 6; ++k)
          if (s.harbor_access[p] >> k & 1) kinds_.push_back(k);
        return kinds_;
      },
      "Harbor kinds in use: 0-4 a resource's 2:1, 5 for 3:1.");
  c.def_prop_ro(
      "board_text", [=](const T& t) { return board_text(open(t).board, open(t).first_robber); }, "The board's text form.");
}

void bind_state_class(nb::module_& m) {
  nb::class_<GameState> c(m, "State", "A game of Catan in progress. longroad.catan.State adds records and drawings.");
  c.def(nb::init<const GameState&>(), "other"_a)
      .def(
          "__init__",
          [](GameState* g, const Rules& rules, const Text& board) {
            const auto [parsed, robber] = parse_board(board.value);
            new (g) GameState(rules, parsed, robber);
          },
          "rules"_a, "board"_a);
  bind_public(c, [](const GameState& g) -> const State& { return g.state; });
  c.def(
       "hand", [](const GameState& g, int p) { return five(g.state.hand[checked(g.state, p)]); }, "player"_a,
       "Resource cards, five counts.")
      .def(
          "hand_size", [](const GameState& g, int p) { return g.state.hand[checked(g.state, p)].total(); }, "player"_a,
          "Number of resource cards.")
      .def(
          "cards", [](const GameState& g, int p) { return five(g.state.cards[checked(g.state, p)]); }, "player"_a,
          "Development cards held, five counts.")
      .def(
          "card_count", [](const GameState& g, int p) { return g.state.cards[checked(g.state, p)].total(); }, "player"_a,
          "Number of development cards held.")
      .def(
          "points", [](const GameState& g, int p) { return g.state.points(checked(g.state, p)); }, "player"_a,
          "Points, hidden ones included.")
      .def_prop_ro(
          "deck", [](const GameState& g) { return five(g.state.deck); }, "Development cards left, five counts.")
      .def_prop_ro(
          "deck_size", [](const GameState& g) { return g.state.deck.total(); }, "Development cards left.")
      .def_prop_ro(
          "bought", [](const GameState& g) { return five(g.state.bought); },
          "Cards the current player bought this turn, five counts.");
  c.def(
      "seen_by",
      [](const GameState& g, Action event, int player, bool open_hands) {
        return seen_by(g.state, event, checked(g.state, player), open_hands);
      },
      "event"_a, "player"_a, "open_hands"_a = false,
      "What is about to happen, as a player will see it: a card that is hidden from it is not named.");
  c.def_ro("has_history", &GameState::has_history,
           "Whether the events begin with the game; not so in a position that was drawn from a belief.");
  bind_playing<Catan>(c, [](const State& s) { return phase_names[int(s.phase)]; }, &read_action);
  m.attr("STATE_BYTES") = sizeof(State);
}

void bind_view_class(nb::module_& m) {
  nb::class_<View> c(m, "View", "What one player may know of a position.");
  c.def(
      "__init__",
      [](View* v, const GameState& g, int player, bool open_hands) {
        new (v) View(g.state, checked(g.state, player), open_hands);
      },
      "state"_a, "player"_a, "open_hands"_a = false);
  c.def(nb::init<const View&>(), "other"_a);
  using Bytes = std::array<char, sizeof(View)>;  // what is hidden was erased
  c.def("__getstate__", [](const View& v) {
    const Bytes bytes = std::bit_cast<Bytes>(v);
    return nb::bytes(bytes.data(), bytes.size());
  });
  c.def("__setstate__", [](View& v, const nb::bytes& packed) {
    Bytes bytes;
    if (packed.size() != bytes.size()) throw nb::value_error("not a view of this version");
    std::memcpy(bytes.data(), packed.c_str(), bytes.size());
    new (&v) View(std::bit_cast<View>(bytes));
  });
  bind_public(c, [](const View& v) -> const PublicState& { return v.public_state(); });
  c.def_prop_ro("player", &View::viewer, "Whose view it is.")
      .def(
          "hand",
          [](const View& v, int p) -> std::optional<Five> {
            checked(v.public_state(), p);
            return v.sees_hand(p) ? std::optional(five(v.hand(p))) : std::nullopt;
          },
          "player"_a, "Resource cards, five counts, or None if hidden.")
      .def(
          "hand_size", [](const View& v, int p) { return v.hand_size(checked(v.public_state(), p)); }, "player"_a,
          "Number of resource cards.")
      .def(
          "cards",
          [](const View& v, int p) -> std::optional<Five> {
            return checked(v.public_state(), p) == v.viewer() ? std::optional(five(v.own_cards())) : std::nullopt;
          },
          "player"_a, "Development cards held, five counts, or None if hidden.")
      .def(
          "card_count", [](const View& v, int p) { return v.card_count(checked(v.public_state(), p)); }, "player"_a,
          "Number of development cards held.")
      .def(
          "points", [](const View& v, int p) { return v.points(checked(v.public_state(), p)); }, "player"_a,
          "Own points and the winner's in full, the others' without hidden ones.")
      .def_prop_ro(
          "unseen_cards", [](const View& v) { return five(v.unseen_cards()); },
          "Development cards not seen: the deck and the others' hands, five counts.")
      .def_prop_ro("deck_size", &View::deck_size, "Development cards left.")
      .def_prop_ro(
          "bought", [](const View& v) { return five(v.own_bought()); }, "Cards the viewer bought this turn, five counts.")
      .def_prop_ro(
          "actions", [](const View& v) { return decides(v) ? listed<Catan>(stand_in(v)) : std::vector<Action>{}; },
          "The listed legal actions of the viewer, as the state lists them; empty if it does not decide.");
}

}  // namespace

void bind_state(nb::module_& m) {
  bind_state_class(m);
  bind_view_class(m);
}

}  // namespace longroad::bindings
