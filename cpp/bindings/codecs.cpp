// Codecs and encodings of single positions.
#include "bindings/common.hpp"
#include "catan/codec_gendre.hpp"
#include "catan/encode_casher.hpp"
#include "catan/encode_gendre.hpp"
#include "catan/encode_general.hpp"

namespace longroad::bindings {

namespace {

template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
T* room(Row<T>& out, int size) {
  if (int(out.shape(0)) != size) throw nb::value_error(("the array needs " + std::to_string(size) + " elements").c_str());
  return out.data();
}

const State& decision(const GameState& g) {
  if (g.state.is_chance() || g.state.is_over())
    throw IllegalAction(std::string("nobody decides; the phase is '") + phase_names[int(g.state.phase)] + "'");
  return g.state;
}

void require_gendre(const Rules& rules) {
  if (!gendre::fits(rules)) throw nb::value_error("gendre2020 needs 2 players, offers_per_turn=0 and discard_limit >= 6");
}

void check_index(int index, int size) {
  if (index < 0 || index >= size) throw nb::index_error(("the index must be in 0.." + std::to_string(size - 1)).c_str());
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
        if (v.erased_state().players() != 2) throw nb::value_error("gendre2020 needs 2 players");
        gendre::encode(v, room(out, gendre::encoding_size));
      },
      "view"_a, "out"_a);
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
}

}  // namespace

void bind_codecs(nb::module_& m) {
  bind_general(m);
  bind_gendre(m);
  bind_casher(m);
}

}  // namespace longroad::bindings
