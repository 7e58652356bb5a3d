// Skirmish as the Game concept sees it.
#pragma once

#include "skirmish/rules/rules.hpp"

namespace longroad::skirmish {

struct Skirmish {
  using State = skirmish::State;
  using Action = skirmish::Action;
  static constexpr int max_players = player_count, max_actions = skirmish::max_actions, max_outcomes = skirmish::max_outcomes;

  static int players(const State&) { return player_count; }
  static bool is_over(const State& s) { return s.is_over(); }
  static bool is_chance(const State& s) { return s.is_chance(); }
  static int actor(const State& s) { return s.current; }
  static int legal_actions(const State& s, std::span<Action> out) { return skirmish::legal_actions(s, out); }
  static Action sample_action(const State& s, Rng& rng) {
    std::array<Action, max_actions> list;
    return list[rng.below(u32(skirmish::legal_actions(s, list)))];
  }
  static int chance_outcomes(const State& s, std::span<Outcome<Action>> out) { return skirmish::chance_outcomes(s, out); }
  static Action sample_chance(const State& s, Rng& rng) {
    const u32 deck = s.deck[drawing(s)];
    return Action::make(Kind::Draw, nth(deck, int(rng.below(u32(count(deck))))));
  }
  static void apply(State& s, Action action) { skirmish::apply(s, action); }
  static bool is_legal(const State& s, Action action) { return refusal(s, action).empty(); }
  static std::optional<Action> only_action(const State& s) {
    std::array<Action, max_actions> list;
    return skirmish::legal_actions(s, list) == 1 ? std::optional(list[0]) : std::nullopt;
  }
  static double returns(const State& s, int player) { return s.winner == nobody ? 0.0 : s.winner == player ? 1.0 : -1.0; }
  static int winner(const State& s) { return s.winner == nobody ? -1 : s.winner; }
  static int score(const State& s, int player) { return s.hp[std::size_t(player)]; }
  static int turns(const State& s) { return s.turn; }
  static bool is_roll(Action) { return false; }
};

static_assert(Game<Skirmish>);

}  // namespace longroad::skirmish
