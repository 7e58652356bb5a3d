// Codecs and encodings as objects, with their layouts.
#include "catan/codecs/codecs.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>

#include <algorithm>

#include "bindings/arrays.hpp"
#include "catan/codecs/encodings.hpp"
#include "catan/knowledge/view_actions.hpp"

namespace longroad::bindings {

namespace {

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Views = nb::typed<nb::sequence, View>;
using Said = std::variant<Action, std::string>;

std::string text(std::string_view view) { return std::string(view); }

template <class T>
T* room(const Row<T>& out, int size) {
  if (int(out.shape(0)) != size) throw nb::value_error(("the array needs " + std::to_string(size) + " elements").c_str());
  return out.data();
}

// A new array whose rows write(view, row) fills, one per view.
template <class T, class Write>
nb::ndarray<nb::numpy, T> rows_of(const Views& views, int size, Write&& write) {
  const std::size_t n = nb::len(views);
  auto out = new_array<T>({n, std::size_t(size)});
  T* row = out.data();
  std::size_t i = 0;
  for (nb::handle view : views) {
    if (i++ == n) throw nb::value_error("more views than their sequence said");
    write(nb::cast<const View&>(view), row);
    row += size;
  }
  return out;
}

// -- layouts

nb::tuple shape_of(const Shape& shape) {
  nb::list lengths;
  for (int i = 0; i < shape.dimensions; ++i) lengths.append(shape.lengths[std::size_t(i)]);
  return nb::tuple(lengths);
}

nb::tuple layout_of(std::span<const Block> layout) {
  nb::list blocks;
  for (const Block& block : layout) blocks.append(nb::cast(block));
  return nb::tuple(blocks);
}

[[noreturn]] void no_part(std::string_view what, std::string_view name, const auto& known) {
  std::string names;
  for (const auto& one : known) names += (names.empty() ? "" : ", ") + text(one.name);
  throw nb::key_error(("no " + text(what) + " '" + text(name) + "'; there are " + names).c_str());
}

const Block& block_of(std::span<const Block> layout, std::string_view name) {
  for (const Block& block : layout)
    if (block.name == name) return block;
  no_part("block", name, layout);
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

// -- codecs

// The position of a decision, and whether the codec has words for it. Raises ValueError for rules that it is not made for.
struct Decision {
  State state;
  bool has_words;
};

void require_players(std::string_view name, int most, const View& v) {
  if (v.public_state().players() > most)
    throw nb::value_error((text(name) + " needs " + std::to_string(most) + " players").c_str());
}

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

// Codec("general") is the one object of that name, so that a pickle is read as the same object.
template <class T, std::size_t n>
void bind_names(nb::module_& m, nb::class_<T>& c, const char* list, const std::array<const T*, n>& table) {
  c.def(nb::new_([&table](std::string_view wanted) -> const T* {
          for (const T* one : table)
            if (one->name == wanted) return one;
          throw nb::key_error(("no '" + text(wanted) + "'").c_str());
        }),
        nb::rv_policy::reference, "name"_a);
  c.def(
      "__reduce__", [](const T& t) { return nb::make_tuple(nb::type<T>(), nb::make_tuple(text(t.name))); },
      nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  c.def("__repr__", [](const T& t) { return text(t.name) + " (" + text(t.version) + ")"; });
  nb::list names;
  for (const T* one : table) names.append(text(one->name));
  m.attr(list) = nb::tuple(names);
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

// -- encodings

template <class Work>
auto in_its_type(const Encoding& e, Work&& work) {
  return std::visit([&]<class T>(void (*write)(const View&, T*)) { return work(write, T{}); }, e.encode);
}

void require_moves(const Encoding& e) {
  if (!e.mark_move) throw nb::value_error(("encoding '" + text(e.name) + "' does not take a move").c_str());
}

void mark(const Encoding& e, const View& v, Action move, float* out) {
  if (!e.mark_move(v, move, out)) throw IllegalAction(action_text(move) + ": " + text(e.name) + " has no entry for it");
}

nb::object encode(const Encoding& e, const View& v, std::optional<Action> move) {
  require_players(e.name, e.most_players, v);
  if (move) require_moves(e);
  return in_its_type(e, [&]<class T>(auto write, T) {
    auto out = new_array<T>({std::size_t(e.size)});
    write(v, out.data());
    if constexpr (std::is_same_v<T, float>)
      if (move) mark(e, v, *move, out.data());
    return nb::cast(out);
  });
}

nb::object encode_many(const Encoding& e, const Views& views) {
  return in_its_type(e, [&]<class T>(auto write, T) {
    return nb::cast(rows_of<T>(views, e.size, [&](const View& v, T* row) {
      require_players(e.name, e.most_players, v);
      write(v, row);
    }));
  });
}

nb::ndarray<nb::numpy, float> encode_moves(const Encoding& e, const View& v, const std::vector<Action>& moves) {
  require_players(e.name, e.most_players, v);
  require_moves(e);
  const std::size_t size = std::size_t(e.size);
  auto out = new_array<float>({moves.size(), size});
  if (moves.empty()) return out;
  float* const first = out.data();
  std::get<Encoding::Floats>(e.encode)(v, first);
  for (std::size_t i = 1; i < moves.size(); ++i) std::copy_n(first, size, first + i * size);
  for (std::size_t i = 0; i < moves.size(); ++i) mark(e, v, moves[i], first + i * size);
  return out;
}

template <class T>
void write_encoding(const Encoding& e, const View& v, const Row<T>& out) {
  require_players(e.name, e.most_players, v);
  const auto write = std::get_if<void (*)(const View&, T*)>(&e.encode);
  if (!write) throw nb::type_error(("encoding '" + text(e.name) + "' has another type").c_str());
  (*write)(v, room(out, e.size));
}

void bind_encoding_class(nb::module_& m) {
  nb::class_<Encoding> c(m, "Encoding", "A view as numbers for a network.");
  c.def_ro("name", &Encoding::name)
      .def_ro("version", &Encoding::version)
      .def_ro("history", &Encoding::history, "A line per version.")
      .def_ro("size", &Encoding::size, "How many numbers.")
      .def_ro("most_players", &Encoding::most_players)
      .def_prop_ro(
          "dtype", [](const Encoding& e) { return std::holds_alternative<Encoding::Bytes>(e.encode) ? "uint8" : "float32"; },
          "NumPy's name of their type.")
      .def_prop_ro(
          "layout", [](const Encoding& e) { return layout_of(e.layout); }, nb::sig("def layout(self, /) -> tuple[Block, ...]"),
          "All numbers by name, in their order.")
      .def(
          "block", [](const Encoding& e, std::string_view name) { return block_of(e.layout, name); }, "name"_a,
          "A part of the layout. Raises KeyError for a name that it does not have.")
      .def_prop_ro(
          "takes_move", [](const Encoding& e) { return e.mark_move != nullptr; },
          "Whether it shows a position together with a move.")
      .def("encode", &encode, "view"_a, "move"_a = nb::none(),
           nb::sig("def encode(self, view: View, move: Action | None = None) -> numpy.typing.NDArray[numpy.generic]"),
           "The numbers of a view, with a move where it takes one.")
      .def("encode_many", &encode_many, "views"_a,
           nb::sig("def encode_many(self, views: Sequence[View]) -> numpy.typing.NDArray[numpy.generic]"),
           "The numbers of many views, a row each; those of a move are zeros.")
      .def("encode_moves", &encode_moves, "view"_a, "moves"_a,
           nb::sig("def encode_moves(self, view: View, moves: Sequence[Action]) -> numpy.typing.NDArray[numpy.generic]"),
           "The numbers of a view with each of several moves, a row each: encode() for all of them at once.")
      .def("write", &write_encoding<u8>, "view"_a, "out"_a, "encode() into an array.")
      .def("write", &write_encoding<float>, "view"_a, "out"_a);
  bind_names(m, c, "ENCODINGS", encodings);
}

}  // namespace

void bind_codecs(nb::module_& m) {
  bind_layouts(m);
  bind_codec_class(m);
  bind_encoding_class(m);
}

}  // namespace longroad::bindings
