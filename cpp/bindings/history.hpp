// A game in progress as Python holds it, for any game.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace longroad::bindings {

// Raised as longroad.errors.IllegalActionError.
struct IllegalAction : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// Raised as longroad.errors.NotationError.
struct NotationError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Throws IllegalAction unless a player is the one to decide: native players trust their caller that it is.
template <class State>
void require_decision(const State& s, int actor, int player) {
  if (s.is_over()) throw IllegalAction("the game is over: there is nothing to choose");
  if (s.is_chance()) throw IllegalAction("chance is next: nobody decides now");
  if (actor != player)
    throw IllegalAction("p" + std::to_string(player) + " does not decide now, p" + std::to_string(actor) + " does");
}

// The action or outcome behind an event's number.
template <Game G>
typename G::Action event_of(u64 word) {
  return {decltype(G::Action::word)(word)};
}

// A state, and the events that led to it. Copies share the list of events up to where they part.
//
// Beside the Game, its namespace has refusal(state, action) and action_text(action).
template <Game G>
struct History {
  using State = typename G::State;
  using Action = typename G::Action;

  State state;
  std::shared_ptr<std::vector<u64>> events = std::make_shared<std::vector<u64>>();
  std::size_t length = 0;

  explicit History(const State& start) : state(start) {}

  void play(Action action) {
    G::apply(state, action);
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

}  // namespace longroad::bindings
