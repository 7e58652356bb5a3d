// Rng, Action, Rules, Board: the small values.
#include "bindings/common.hpp"
#include "bindings/text.hpp"

namespace longroad::bindings {

namespace {

template <class T>
std::optional<T> only_for(Action a, std::initializer_list<Kind> kinds, T value) {
  for (Kind kind : kinds)
    if (a.kind() == kind) return value;
  return {};
}

std::optional<int> resource_of(Action a) {
  return only_for(a, {Kind::Monopoly, Kind::Take, Kind::Discard, Kind::Stole, Kind::Trade}, a.a());
}

std::optional<int> player_of(Action a) {
  if (a.kind() == Kind::Deal) return a.a();
  return a.kind() == Kind::Robber && a.b() != nobody ? std::optional(a.b()) : std::nullopt;
}

std::optional<Five> given(Action a) {
  if (a.kind() == Kind::Trade) return five(Counts::single(a.a(), a.b()));
  return only_for(a, {Kind::Offer, Kind::Counter}, five(a.bundles().give));
}

std::optional<Five> received(Action a) {
  if (a.kind() == Kind::Trade) return five(Counts::single(a.c()));
  return only_for(a, {Kind::Offer, Kind::Counter}, five(a.bundles().get));
}

void bind_action(nb::module_& m) {
  nb::class_<Action>(m, "Action", "A move of a player or an outcome of chance; a value that can be compared, hashed and printed.")
      .def_static(
          "parse", [](const Text& text) { return read_action(text.value); }, "text"_a,
          "The action written as in docs/reference/rules.md; raises NotationError.")
      .def_static(
          "from_int", [](u64 word) { return Action{word}; }, "word"_a,
          "The action with this number; the opposite of int(action).")
      .def("__str__", &action_text)
      .def("__repr__",
           [](Action a) {
             return is_action(a) ? "Action.parse('" + action_text(a) + "')" : "Action.from_int(" + std::to_string(a.word) + ")";
           })
      .def("__int__", [](Action a) { return a.word; })
      .def("__hash__", [](Action a) { return std::int64_t(a.word >> 1); })
      .def(
          "__eq__", [](Action a, Action b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__getstate__", [](Action a) { return a.word; })
      .def("__setstate__", [](Action& a, u64 word) { new (&a) Action{word}; })
      .def_prop_ro(
          "kind", [](Action a) { return int(a.kind()) < kinds ? kind_names[int(a.kind())] : "?"; },
          "The first words of its text: 'settle', 'buy card', 'dice', ...")
      .def_prop_ro("is_chance", &Action::is_chance, "Whether it is an outcome of chance.")
      .def_prop_ro(
          "intersection", [](Action a) { return only_for(a, {Kind::Settle, Kind::City}, a.a()); },
          "Of a settlement or city, else None.")
      .def_prop_ro(
          "path", [](Action a) { return only_for(a, {Kind::Road}, a.a()); }, "Of a road, else None.")
      .def_prop_ro(
          "hex", [](Action a) { return only_for(a, {Kind::Robber}, a.a()); }, "Where the robber goes, else None.")
      .def_prop_ro("player", &player_of, "The robber's victim or the partner of a deal, else None.")
      .def_prop_ro("resource", &resource_of, "The resource it is about (the given one in a bank trade), else None.")
      .def_prop_ro(
          "card", [](Action a) { return only_for(a, {Kind::Drew}, a.a()); }, "The development card drawn, else None.")
      .def_prop_ro(
          "sum", [](Action a) { return only_for(a, {Kind::Dice}, a.a()); }, "Of the dice, else None.")
      .def_prop_ro("give", &given, "What the one who trades gives: five counts, else None.")
      .def_prop_ro("get", &received, "What the one who trades receives: five counts, else None.");
}

struct BoardAndRobber {
  Board board;
  int robber;
};

template <std::size_t n, class F>
nb::tuple tuple_of(F&& f) {
  nb::list items;
  for (std::size_t i = 0; i < n; ++i) items.append(f(int(i)));
  return nb::tuple(items);
}

void bind_board(nb::module_& m) {
  nb::class_<BoardAndRobber>(m, "Board", "Terrain, tokens, harbors and where the robber starts.")
      .def(
          "__init__",
          [](BoardAndRobber* b, const Text& text) {
            const auto [board, robber] = parse_board(text.value);
            new (b) BoardAndRobber{board, robber};
          },
          "text"_a, "Reads the text form of docs/reference/rules.md; raises BoardError.")
      .def("__str__", [](const BoardAndRobber& b) { return board_text(b.board, b.robber); })
      .def(
          "__eq__", [](const BoardAndRobber& a, const BoardAndRobber& b) { return a.board == b.board && a.robber == b.robber; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const BoardAndRobber& b) { return nb::hash(nb::str(board_text(b.board, b.robber).c_str())); })
      .def_prop_ro(
          "terrain", [](const BoardAndRobber& b) { return tuple_of<hexes>([&](int h) { return b.board.terrain(h); }); },
          nb::sig("def terrain(self, /) -> tuple[int, ...]"), "Of each hex: 0-4 a resource, 5 the desert.")
      .def_prop_ro(
          "tokens", [](const BoardAndRobber& b) { return tuple_of<hexes>([&](int h) { return b.board.token(h); }); },
          nb::sig("def tokens(self, /) -> tuple[int, ...]"), "Of each hex, 0 on a desert.")
      .def_prop_ro(
          "harbors",
          [](const BoardAndRobber& b) {
            return tuple_of<longroad::catan::harbors>([&](int h) { return int(b.board.harbor[h]); });
          },
          nb::sig("def harbors(self, /) -> tuple[int, ...]"), "Of each harbor: 0-4 the resource of a 2:1 harbor, 5 for 3:1.")
      .def_prop_ro("robber", [](const BoardAndRobber& b) { return b.robber; }, "The hex the robber starts on.");
  m.def(
      "draw_board_text",
      [](Layout layout, HarborLayout harbor_layout, u64 seed) {
        Rng rng = Rng::stream(seed, 0);
        const Board board = draw_board(layout, harbor_layout, rng);
        return board_text(board, first_desert(board));
      },
      "layout"_a.noconvert(), "harbors"_a.noconvert(), "seed"_a, "The text of the board that a seed draws.");
}

}  // namespace

void bind_values(nb::module_& m) {
  nb::class_<Rng>(m, "Rng", "A generator of random numbers, the same on every machine (SplitMix64).")
      .def(nb::init<u64>(), "seed"_a = 0)
      .def_static("stream", &Rng::stream, "seed"_a, "stream"_a, "A generator for one use of many of a seed.")
      .def(
          "below",
          [](Rng& rng, u32 n) {
            if (n == 0) throw nb::value_error("below(n) needs n > 0");
            return rng.below(n);
          },
          "n"_a, "A number in 0..n-1.")
      .def("next", &Rng::next, "64 random bits.")
      .def(
          "choice",
          [](Rng& rng, nb::sequence items) {
            const std::size_t n = nb::len(items);
            if (n == 0) throw nb::value_error("choice(items) needs at least one item");
            return nb::object(items[rng.below(u32(n))]);
          },
          "items"_a, nb::sig("def choice[T](self, items: Sequence[T]) -> T"), "One of a sequence's items.")
      .def("__repr__", [](const Rng& rng) { return "<Rng at " + std::to_string(rng.state()) + ">"; })
      .def("__getstate__", &Rng::state)
      .def("__setstate__", [](Rng& rng, u64 state) { new (&rng) Rng(state); });
  bind_action(m);
  bind_board(m);
}

}  // namespace longroad::bindings
