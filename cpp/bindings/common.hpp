// What all binding files share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/history.hpp"
#include "catan/knowledge/view.hpp"
#include "catan/rules/game.hpp"

namespace longroad::bindings {

namespace nb = nanobind;
using namespace nb::literals;
using namespace longroad::catan;

// For a field that is an enum: a number is not a member of it.
inline auto only_itself() { return nb::for_setter(nb::arg("value").noconvert()); }

using Five = std::tuple<int, int, int, int, int>;
inline Five five(Counts c) { return {c[0], c[1], c[2], c[3], c[4]}; }

inline Action read_action(const std::string& text) {
  if (const auto action = parse_action(text)) return *action;
  throw NotationError("'" + text + "' is not an action; examples: 'settle n23', 'road e41', 'trade 4 wool for 1 ore'");
}

// Catan's state as Python holds it.
struct GameState : History<Catan> {
  bool has_history = true;  // the events begin with the game

  GameState(const Rules& rules, const Board& board, int robber) : History(initial_state(rules, board, robber)) {}
  // A position consistent with what a player knows: how it came about is not known.
  explicit GameState(const State& dealt) : History(dealt), has_history(false) {}
};

void bind_core(nb::module_& m);
void bind_settings(nb::module_& m);
void bind_values(nb::module_& m);
void bind_topology(nb::module_& m);
void bind_state(nb::module_& m);
void bind_position(nb::module_& m);
void bind_belief(nb::module_& m);
void bind_codecs(nb::module_& m);
void bind_encodings(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_vector_env(nb::module_& m);
void bind_rated_games(nb::module_& m);
void bind_openings(nb::module_& m);
void bind_network(nb::module_& m);
void bind_learning(nb::module_& m);
void bind_search(nb::module_& m, nb::module_& skirmish);
void bind_agents(nb::module_& m);
void bind_arena(nb::module_& m, nb::module_& skirmish);
void bind_shared_searches(nb::module_& m);
void bind_analysis(nb::module_& m);
void bind_skirmish_settings(nb::module_& m);
void bind_skirmish(nb::module_& m);

}  // namespace longroad::bindings
