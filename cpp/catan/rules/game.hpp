// Catan as the Game concept sees it.
#pragma once

#include "catan/rules/legality.hpp"

namespace longroad::catan {

struct Catan {
  using State = catan::State;
  using Action = catan::Action;
  static constexpr int max_players = catan::max_players, max_actions = catan::max_actions, max_outcomes = catan::max_outcomes;

  static int players(const State& s) { return s.players(); }
  static bool is_over(const State& s) { return s.is_over(); }
  static bool is_chance(const State& s) { return s.is_chance(); }
  static int actor(const State& s) { return s.actor; }
  static int legal_actions(const State& s, std::span<Action> out) { return catan::legal_actions(s, out); }
  static Action sample_action(const State& s, Rng& rng) { return catan::sample_action(s, rng); }
  static int chance_outcomes(const State& s, std::span<Outcome<Action>> out) { return catan::chance_outcomes(s, out); }
  static Action sample_chance(const State& s, Rng& rng) { return catan::sample_chance(s, rng); }
  static void apply(State& s, Action action) { catan::apply(s, action); }
  static bool is_legal(const State& s, Action action) { return catan::is_legal(s, action); }
  // A discard may belong with the one after it, so it never counts as forced.
  static std::optional<Action> only_action(const State& s) {
    if (s.phase == Phase::Discard) return {};
    const Menu m = menu(s);
    return m.size() == 1 ? std::optional(m.pick(0)) : std::nullopt;
  }
  static double returns(const State& s, int player) { return catan::returns(s, player); }
  static int winner(const State& s) { return s.winner == nobody ? -1 : s.winner; }
  static int score(const State& s, int player) { return s.points(player); }
  static int turns(const State& s) { return s.turn; }
  static bool is_roll(Action event) { return event.kind() == Kind::Dice; }
};

static_assert(Game<Catan>);

}  // namespace longroad::catan
