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

#include <memory>

#include "batch/playout.hpp"
#include "catan/view.hpp"

namespace longroad::bindings {

namespace nb = nanobind;
using namespace nb::literals;
using namespace longroad::catan;

// Raised as longroad.errors.IllegalActionError.
struct IllegalAction : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// Raised as longroad.errors.NotationError.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

using Five = std::tuple<int, int, int, int, int>;
inline Five five(Counts c) { return {c[0], c[1], c[2], c[3], c[4]}; }

inline Action read_action(const std::string& text) {
  if (const auto action = parse_action(text)) return *action;
  throw NotationError("'" + text + "' is no action; examples: 'settle n23', 'road e41', 'trade 4 wool for 1 ore'");
}

// A state as Python holds it: the value, and the events that led to it. Copies share the list of events up to
// where they part.
struct GameState {
  State state;
  std::shared_ptr<std::vector<u64>> events = std::make_shared<std::vector<u64>>();
  std::size_t length = 0;

  GameState(const Rules& rules, const Board& board, int robber) : state(initial_state(rules, board, robber)) {}

  void play(Action action) {
    apply(state, action);
    if (events->size() != length)
      events = std::make_shared<std::vector<u64>>(events->begin(), events->begin() + std::ptrdiff_t(length));
    events->push_back(action.word);
    ++length;
  }

  void play_checked(Action action) {
    if (std::string why = refusal(state, action); !why.empty()) throw IllegalAction(action_text(action) + ": " + why);
    play(action);
  }
};

void bind_values(nb::module_& m);
void bind_topology(nb::module_& m);
void bind_state(nb::module_& m);
void bind_codecs(nb::module_& m);
void bind_batch(nb::module_& m);

}  // namespace longroad::bindings
