// What the bindings of codecs and encodings share: layouts, rows of arrays, objects by name.
#pragma once

#include <nanobind/stl/string_view.h>

#include "bindings/arrays.hpp"
#include "catan/codecs/layout.hpp"

namespace longroad::bindings {

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Views = nb::typed<nb::sequence, View>;

inline std::string text(std::string_view view) { return std::string(view); }

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
  if (i != n) throw nb::value_error("fewer views than their sequence said");
  return out;
}

inline nb::tuple layout_of(std::span<const Block> layout) {
  nb::list blocks;
  for (const Block& block : layout) blocks.append(nb::cast(block));
  return nb::tuple(blocks);
}

[[noreturn]] inline void no_part(std::string_view what, std::string_view name, const auto& known) {
  std::string names;
  for (const auto& one : known) names += (names.empty() ? "" : ", ") + text(one.name);
  throw nb::key_error(("no " + text(what) + " '" + text(name) + "'; there are " + names).c_str());
}

inline const Block& block_of(std::span<const Block> layout, std::string_view name) {
  for (const Block& block : layout)
    if (block.name == name) return block;
  no_part("block", name, layout);
}

inline void require_players(std::string_view name, int most, const View& v) {
  if (v.public_state().players() > most)
    throw nb::value_error((text(name) + " needs " + std::to_string(most) + " players").c_str());
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

}  // namespace longroad::bindings
