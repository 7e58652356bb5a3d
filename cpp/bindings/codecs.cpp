// Codecs and encodings of single positions.
#include <algorithm>

#include "bindings/common.hpp"
#include "catan/codecs/codec_gendre.hpp"
#include "catan/codecs/encode_casher.hpp"
#include "catan/codecs/encode_gendre.hpp"
#include "catan/codecs/encode_general.hpp"
#include "catan/knowledge/view_actions.hpp"

namespace longroad::bindings {

namespace {

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
T* room(Row<T>& out, int size) {
  if (int(out.shape(0)) != size) throw nb::value_error(("the array needs " + std::to_string(size) + " elements").c_str());
  return out.data();
}

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Views = nb::typed<nb::sequence, View>;

// Calls write(view, row) for every view of a list and its row of an array.
template <class T, class Write>
void each_row(const Views& views, Rows<T>& out, int size, Write&& write) {
  if (out.shape(0) != nb::len(views) || int(out.shape(1)) != size)
    throw nb::value_error(
        ("the array needs " + std::to_string(nb::len(views)) + " x " + std::to_string(size) + " elements").c_str());
  T *row = out.data(), *const end = row + out.size();
  for (nb::handle view : views) {
    if (row == end) throw nb::value_error("more views than their sequence said");
    write(nb::cast<const View&>(view), row);
    row += size;
  }
}

// The position of a decision as its player knows it, good for legal actions and their numbers.
State decision(const View& v) {
  if (!decides(v)) throw IllegalAction("p" + std::to_string(v.viewer()) + " does not decide now");
  return stand_in(v);
}

const State& decision(const GameState& g) {
  if (g.state.is_chance() || g.state.is_over())
    throw IllegalAction(std::string("nobody decides; the phase is '") + phase_names[int(g.state.phase)] + "'");
  return g.state;
}

void require_gendre(const Rules& rules) {
  if (!gendre::fits(rules)) throw nb::value_error("gendre2020 needs 2 players, offers_per_turn=0 and discard_limit >= 6");
}

void require_two(const View& v) {
  if (v.erased_state().players() != 2) throw nb::value_error("gendre2020 needs 2 players");
}

void check_index(int index, int size) {
  if (index < 0 || index >= size) throw nb::index_error(("the index must be in 0.." + std::to_string(size - 1)).c_str());
}

void general_mask(const View& v, u8* row) {
  if (decides(v))
    general::write_mask(stand_in(v), row);
  else
    std::fill_n(row, int(general::size), u8{0});
}

void gendre_mask(const View& v, u8* row) {
  require_two(v);
  if (const State s = stand_in(v); decides(v) && gendre::has_words(s))
    gendre::write_mask(s, row);
  else
    std::fill_n(row, int(gendre::size), u8{0});
}

void bind_general(nb::module_& m) {
  nb::module_ c = m.def_submodule("general", "The general codec and encoding.");
  c.attr("ACTIONS") = int(general::size);
  c.attr("BYTES") = int(general::encoding_size);
  c.def(
      "index_of",
      [](const GameState& g, Action a) -> std::optional<int> {
        const int index = is_action(a) ? general::index_of(decision(g), a) : -1;
        return index < 0 ? std::nullopt : std::optional(index);
      },
      "state"_a, "action"_a);
  c.def(
      "action_of",
      [](const GameState& g, int index) {
        check_index(index, general::size);
        return general::action_of(decision(g), index);
      },
      "state"_a, "index"_a);
  c.def(
      "write_mask", [](const GameState& g, Row<u8> out) { general::write_mask(g.state, room(out, general::size)); }, "state"_a,
      "out"_a);
  c.def("encode", [](const View& v, Row<u8> out) { general::encode(v, room(out, general::encoding_size)); }, "view"_a, "out"_a);
  c.def(
      "encode_many", [](Views views, Rows<u8> out) { each_row(views, out, general::encoding_size, general::encode); }, "views"_a,
      "out"_a);
  c.def(
      "index_of",
      [](const View& v, Action a) -> std::optional<int> {
        const int index = is_action(a) ? general::index_of(decision(v), a) : -1;
        return index < 0 ? std::nullopt : std::optional(index);
      },
      "view"_a, "action"_a);
  c.def(
      "action_of",
      [](const View& v, int index) {
        check_index(index, general::size);
        return general::action_of(decision(v), index);
      },
      "view"_a, "index"_a);
  c.def("write_masks", [](Views views, Rows<u8> out) { each_row(views, out, general::size, general_mask); }, "views"_a, "out"_a);
}

void bind_gendre(nb::module_& m) {
  nb::module_ c = m.def_submodule("gendre", "Codec and encoding of Gendre & Kaneko (2020).");
  c.attr("ACTIONS") = int(gendre::size);
  c.attr("PLANES") = int(gendre::planes);
  c.attr("SCALARS") = int(gendre::scalars);
  c.def(
      "index_of",
      [](const GameState& g, Action a) -> std::optional<int> {
        require_gendre(g.state.rules);
        const int index = is_action(a) ? gendre::index_of(decision(g), a) : -1;
        return index < 0 ? std::nullopt : std::optional(index);
      },
      "state"_a, "action"_a);
  c.def(
      "expand",
      [](const GameState& g, int index, Rng& rng) {
        require_gendre(g.state.rules);
        check_index(index, gendre::size);
        std::array<Action, 128> list;
        const int n = gendre::expand(decision(g), index, rng, list);
        return std::vector<Action>(list.begin(), list.begin() + n);
      },
      "state"_a, "index"_a, "rng"_a);
  c.def(
      "write_mask",
      [](const GameState& g, Row<u8> out) {
        require_gendre(g.state.rules);
        gendre::write_mask(g.state, room(out, gendre::size));
      },
      "state"_a, "out"_a);
  c.def(
      "encode",
      [](const View& v, Row<u8> out) {
        require_two(v);
        gendre::encode(v, room(out, gendre::encoding_size));
      },
      "view"_a, "out"_a);
  c.def(
      "encode_many",
      [](Views views, Rows<u8> out) {
        each_row(views, out, gendre::encoding_size, [](const View& v, u8* row) { require_two(v), gendre::encode(v, row); });
      },
      "views"_a, "out"_a);
  // Of a view the codec says what it can, also under rules that it was not made for: domestic trade has no entries.
  c.def(
      "index_of",
      [](const View& v, Action a) -> std::optional<int> {
        require_two(v);
        const State s = decision(v);
        const int index = is_action(a) && gendre::has_words(s) ? gendre::index_of(s, a) : -1;
        return index < 0 ? std::nullopt : std::optional(index);
      },
      "view"_a, "action"_a);
  c.def(
      "expand",
      [](const View& v, int index, Rng& rng) {
        require_two(v);
        check_index(index, gendre::size);
        const State s = decision(v);
        std::array<Action, 128> list;
        const int n = gendre::has_words(s) ? gendre::expand(s, index, rng, list) : 0;
        return std::vector<Action>(list.begin(), list.begin() + n);
      },
      "view"_a, "index"_a, "rng"_a);
  c.def("write_masks", [](Views views, Rows<u8> out) { each_row(views, out, gendre::size, gendre_mask); }, "views"_a, "out"_a);
}

void bind_casher(nb::module_& m) {
  nb::module_ c = m.def_submodule("casher", "Encoding of Casher (2024).");
  c.attr("FEATURES") = int(casher::encoding_size);
  c.def(
      "encode",
      [](const View& v, std::optional<Action> move, Row<float> out) {
        float* to = room(out, casher::encoding_size);
        casher::encode(v, to);
        if (move && !casher::mark_move(v, *move, to))
          throw IllegalAction(action_text(*move) + ": casher2024 has no entry for it");
      },
      "view"_a, "move"_a.none(), "out"_a);
  c.def(
      "encode_moves",
      [](const View& v, const std::vector<Action>& moves, Rows<float> out) {
        if (out.shape(0) != moves.size() || int(out.shape(1)) != casher::encoding_size)
          throw nb::value_error("the array needs a row of 1782 elements for every move");
        if (moves.empty()) return;
        float* const first = out.data();
        casher::encode(v, first);
        for (std::size_t i = 1; i < moves.size(); ++i)
          std::copy_n(first, int(casher::encoding_size), first + i * casher::encoding_size);
        for (std::size_t i = 0; i < moves.size(); ++i)
          if (!casher::mark_move(v, moves[i], first + i * casher::encoding_size))
            throw IllegalAction(action_text(moves[i]) + ": casher2024 has no entry for it");
      },
      "view"_a, "moves"_a, "out"_a);
}

}  // namespace

void bind_codecs(nb::module_& m) {
  bind_general(m);
  bind_gendre(m);
  bind_casher(m);
}

}  // namespace longroad::bindings
