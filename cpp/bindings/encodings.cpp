// Encodings as objects.
#include "catan/codecs/encodings.hpp"

#include <algorithm>

#include "bindings/layouts.hpp"

namespace longroad::bindings {

namespace {

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

}  // namespace

void bind_encodings(nb::module_& m) {
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

}  // namespace longroad::bindings
