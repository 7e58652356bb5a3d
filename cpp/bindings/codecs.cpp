// Codecs as objects, with their layouts.
#include "catan/codecs/codecs.hpp"

#include <nanobind/stl/variant.h>

#include <algorithm>

#include "bindings/layouts.hpp"
#include "catan/knowledge/view_actions.hpp"

namespace longroad::bindings {

namespace {

using Said = std::variant<Action, std::string>;

nb::tuple shape_of(const Shape& shape) {
  nb::list lengths;
  for (int i = 0; i < shape.dimensions; ++i) lengths.append(shape.lengths[std::size_t(i)]);
  return nb::tuple(lengths);
}

nb::object range(int first, int count) { return nb::module_::import_("builtins").attr("range")(first, first + count); }

// The places of a field in a row of a block.
nb::object field_places(const Block& block, std::string_view name, int row) {
  if (row < 0 || row >= block.count() / block.row()) throw nb::index_error("no such row");
  for (const Field& field : block.fields)
    if (field.name == name) return range(block.first + row * block.row() + field.first, field.count);
  no_part("field", name, block.fields);
}

void bind_layouts(nb::module_& m) {
  nb::class_<Block>(m, "Block", "A named part of a codec's indices or of an encoding's numbers.")
      .def_ro("name", &Block::name)
      .def_ro("first", &Block::first, "Its first index.")
      .def_prop_ro(
          "shape", [](const Block& b) { return shape_of(b.shape); }, nb::sig("def shape(self, /) -> tuple[int, ...]"),
          "The lengths of its dimensions; () for a single entry.")
      .def_prop_ro("count", &Block::count, "How many indices it has.")
      .def_prop_ro(
          "places", [](const Block& b) { return range(b.first, b.count()); }, nb::sig("def places(self, /) -> range"),
          "All of its indices.")
      .def_prop_ro(
          "fields",
          [](const Block& b) {
            nb::list names;
            for (const Field& field : b.fields) names.append(text(field.name));
            return nb::tuple(names);
          },
          nb::sig("def fields(self, /) -> tuple[str, ...]"),
          "The names of the parts of a row, in their order; () if it has none.")
      .def("field", &field_places, nb::sig("def field(self, name: str, row: int = 0) -> range"), "name"_a, "row"_a = 0,
           "The indices of a field, in a row of the block. Raises KeyError for a name that it does not have.")
      .def("__repr__", [](const Block& b) { return "<block '" + text(b.name) + "' from " + std::to_string(b.first) + ">"; });
}

// The position of a decision, and whether the codec has indices for it. Raises ValueError for rules that it is not made for.
struct Decision {
  State state;
  bool has_words;
};

void require_rules(const Codec& c, const Rules& rules) {
  if (!c.fits(rules)) throw nb::value_error((text(c.name) + " needs " + text(c.needs)).c_str());
}

Decision decision(const Codec& c, const GameState& g) {
  require_rules(c, g.state.rules);
  if (g.state.is_chance() || g.state.is_over())
    throw IllegalAction(std::string("nobody decides; the phase is '") + phase_names[int(g.state.phase)] + "'");
  return {g.state, true};
}

// Of a view a codec says what it can, also under rules that it was not made for.
Decision decision(const Codec& c, const View& v) {
  require_players(c.name, c.most_players, v);
  if (!decides(v)) throw IllegalAction("p" + std::to_string(v.viewer()) + " does not decide now");
  const State s = stand_in(v);
  return {s, c.has_words(s)};
}

template <class Position>
std::optional<int> index(const Codec& c, const Position& position, const Said& said) {
  const Decision d = decision(c, position);
  const Action action = std::holds_alternative<Action>(said) ? std::get<Action>(said) : read_action(std::get<std::string>(said));
  const int found = is_action(action) && d.has_words ? c.index_of(d.state, action) : -1;
  return found < 0 ? std::nullopt : std::optional(found);
}

template <class Position>
std::vector<Action> expand(const Codec& c, const Position& position, int number, Rng& rng) {
  if (number < 0 || number >= c.size) throw nb::index_error(("the index must be in 0.." + std::to_string(c.size - 1)).c_str());
  const Decision d = decision(c, position);
  std::array<Action, 128> list;
  const int n = d.has_words ? c.expand(d.state, number, rng, list) : 0;
  return {list.begin(), list.begin() + n};
}

void write_mask(const Codec& c, const GameState& g, u8* out) {
  require_rules(c, g.state.rules);
  c.write_mask(g.state, out);
}

void write_mask(const Codec& c, const View& v, u8* out) {
  require_players(c.name, c.most_players, v);
  if (decides(v))
    if (const State s = stand_in(v); c.has_words(s)) return c.write_mask(s, out);
  std::fill_n(out, c.size, u8{0});
}

u8* bytes(bool* flags) { return reinterpret_cast<u8*>(flags); }

template <class Position>
nb::ndarray<nb::numpy, bool> mask(const Codec& c, const Position& position) {
  auto out = new_array<bool>({std::size_t(c.size)});
  write_mask(c, position, bytes(out.data()));
  return out;
}

nb::tuple trade_entries(const Codec& c) {
  nb::list entries;
  for (const Block& block : c.layout)
    for (int i = 0; i < block.count() && block.domestic_trade; ++i) entries.append(block.first + i);
  return nb::tuple(entries);
}

void bind_codec_class(nb::module_& m) {
  nb::class_<Codec> c(m, "Codec", "A dense numbering of actions, from the point of view of the one who decides.");
  c.def_ro("name", &Codec::name)
      .def_ro("version", &Codec::version)
      .def_ro("history", &Codec::history, "A line per version.")
      .def_ro("games", &Codec::games, "The games it is for, in words.")
      .def_ro("needs", &Codec::needs, "What rules it needs, in words.")
      .def_ro("size", &Codec::size, "The number of indices.")
      .def_ro("most_players", &Codec::most_players)
      .def_prop_ro(
          "layout", [](const Codec& x) { return layout_of(x.layout); }, nb::sig("def layout(self, /) -> tuple[Block, ...]"),
          "All indices by name, in their order.")
      .def(
          "block", [](const Codec& x, std::string_view name) { return block_of(x.layout, name); }, "name"_a,
          "A part of the layout. Raises KeyError for a name that it does not have.")
      .def_prop_ro("trade", &trade_entries, nb::sig("def trade(self, /) -> tuple[int, ...]"),
                   "The indices of domestic trade: offers, answers, deals.")
      .def(
          "fits", [](const Codec& x, const Rules& rules) { return x.fits(rules); }, "rules"_a,
          "Whether it has an index for every decision under these rules.")
      .def("index", &index<GameState>, "position"_a, "action"_a,
           "The index of an action of the actor, or None if this codec cannot say it.")
      .def("index", &index<View>, "position"_a, "action"_a)
      .def("mask", &mask<GameState>, "position"_a,
           "True at the index of every listed legal action; of a view that does not decide all are False.")
      .def("mask", &mask<View>, "position"_a)
      .def(
          "masks",
          [](const Codec& x, const Views& views) {
            return rows_of<bool>(views, x.size, [&](const View& v, bool* row) { write_mask(x, v, bytes(row)); });
          },
          "views"_a, "The masks of many views, a row each.")
      .def(
          "write_mask", [](const Codec& x, const GameState& g, const Row<u8>& out) { write_mask(x, g, room(out, x.size)); },
          "state"_a, "out"_a, "mask() of a state as bytes, written into an array.")
      .def("expand", &expand<GameState>, "position"_a, "index"_a, "rng"_a,
           "The exact actions behind an index, to be applied in order: one, or several for a large discard. The generator draws "
           "what the codec leaves open (in gendre2020, which further cards are kept). Empty for an index that stands for nothing "
           "here.")
      .def("expand", &expand<View>, "position"_a, "index"_a, "rng"_a);
  bind_names(m, c, "CODECS", codecs);
}

}  // namespace

void bind_codecs(nb::module_& m) {
  bind_layouts(m);
  bind_codec_class(m);
}

}  // namespace longroad::bindings
