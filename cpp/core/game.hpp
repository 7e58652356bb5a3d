// The contract of a game: what the loop (play.hpp), searches, matches and environments may ask of it.
//
// A game is a namespace-like struct of static functions over a plain value, its State: trivially copyable, of fixed
// size, without pointers and without a generator inside, so that copying is a memcpy and a planner cannot see the future.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <type_traits>

#include "core/rng.hpp"

namespace longroad {

// One outcome of a chance node, with its exact probability.
template <class Action>
struct Outcome {
  Action action;
  double probability;
};

template <class G>
concept Game = requires(const typename G::State& state, typename G::State& changing, typename G::Action action, Rng& rng,
                        std::span<typename G::Action> actions, std::span<Outcome<typename G::Action>> outcomes, int player) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::is_trivially_copyable_v<typename G::Action>;

  // How many players take part, 2 to max_players.
  { G::players(state) } -> std::same_as<int>;

  // Nobody can act any more; returns() holds the result.
  { G::is_over(state) } -> std::same_as<bool>;

  // The next event is chance. Excludes is_over.
  { G::is_chance(state) } -> std::same_as<bool>;

  // Who decides. Holds in 0..players-1 unless is_over or is_chance.
  { G::actor(state) } -> std::same_as<int>;

  // Writes the listed legal actions of the actor and returns their number (at most max_actions). Never 0 at a decision.
  { G::legal_actions(state, actions) } -> std::same_as<int>;

  // A uniformly drawn member of that list, without writing it.
  { G::sample_action(state, rng) } -> std::same_as<typename G::Action>;

  // Writes the outcomes of a chance node with their probabilities (positive, sum 1) and returns their number (at most
  // max_outcomes).
  { G::chance_outcomes(state, outcomes) } -> std::same_as<int>;

  // Draws one of them.
  { G::sample_chance(state, rng) } -> std::same_as<typename G::Action>;

  // Carries out a legal action or a possible outcome. Undefined for others: ask is_legal first.
  { G::apply(changing, action) };

  // Whether apply may be called with it here; true also for legal actions that the list leaves out.
  { G::is_legal(state, action) } -> std::same_as<bool>;

  // The action of a decision that leaves no choice and stands for itself; nothing elsewhere.
  { G::only_action(state) } -> std::same_as<std::optional<typename G::Action>>;

  // The result for a player once is_over: 1 for a win; all players' results add up to 0.
  { G::returns(state, player) } -> std::same_as<double>;

  // -- what tables of results show of a game
  // Who has won, once is_over; -1 for nobody.
  { G::winner(state) } -> std::same_as<int>;
  // What a player has: points, health.
  { G::score(state, player) } -> std::same_as<int>;
  // Turns begun so far.
  { G::turns(state) } -> std::same_as<int>;
  // Whether an event counts as a roll of the dice.
  { G::is_roll(action) } -> std::same_as<bool>;

  { G::max_players } -> std::convertible_to<int>;
  { G::max_actions } -> std::convertible_to<int>;
  { G::max_outcomes } -> std::convertible_to<int>;
};

}  // namespace longroad
