// Skirmish's state as Python holds it: what a binding that takes a longroad.skirmish.State asks for.
#pragma once

#include "bindings/history.hpp"
#include "skirmish/rules/game.hpp"

namespace longroad::bindings {

struct SkirmishState : History<skirmish::Skirmish> {
  explicit SkirmishState(const skirmish::State& shown) : History(shown) {}
  explicit SkirmishState(const skirmish::Rules& rules) : History(skirmish::initial_state(rules)) {}
};

}  // namespace longroad::bindings
