// What every game's State offers Python for playing it: ask what can happen, make it happen, look back.
#pragma once

#include <algorithm>
#include <cstring>

#include "bindings/common.hpp"
#include "bindings/text.hpp"
#include "core/seeds.hpp"

namespace longroad::bindings {

template <Game G>
std::vector<typename G::Action> listed(const typename G::State& s) {
  if (G::is_chance(s) || G::is_over(s)) return {};
  std::array<typename G::Action, G::max_actions> list;
  const int n = G::legal_actions(s, list);
  return {list.begin(), list.begin() + n};
}

template <Game G>
std::vector<std::pair<typename G::Action, double>> outcomes(const typename G::State& s) {
  std::vector<std::pair<typename G::Action, double>> list;
  if (!G::is_chance(s)) return list;
  std::array<Outcome<typename G::Action>, G::max_outcomes> found;
  const int n = G::chance_outcomes(s, found);
  for (int i = 0; i < n; ++i) list.emplace_back(found[std::size_t(i)].action, found[std::size_t(i)].probability);
  return list;
}

// Events in the notation, as a record has them.
template <Game G>
std::string events_text(std::span<const u64> words) {
  std::string text;
  for (u64 word : words) {
    if (!text.empty()) text += "; ";
    text += action_text(event_of<G>(word));
  }
  return text;
}

inline std::optional<std::string> unless_empty(std::string text) {
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

// T is a History<G>; `phase` names its phase; `read` is the action of a text, or throws NotationError.
template <Game G, class T, class Phase, class Read>
void bind_playing(nb::class_<T>& c, Phase phase, Read read) {
  using Action = typename G::Action;
  const auto in_phase = [=](const T& t) { return std::string("the phase is '") + phase(t.state) + "'"; };
  c.def(
       "legal_actions", [](const T& t) { return listed<G>(t.state); },
       "The listed legal actions of the actor; empty at chance and at the end.")
      .def(
          "is_legal", [](const T& t, Action a) { return G::is_legal(t.state, a); }, "action"_a, "Whether apply would take it.")
      .def(
          "is_legal", [=](const T& t, const Text& text) { return G::is_legal(t.state, read(text.value)); }, "action"_a,
          "The same for an action as text; raises NotationError if it is not one.")
      .def(
          "refusal", [](const T& t, Action a) { return unless_empty(refusal(t.state, a)); }, "action"_a,
          "Why an action is illegal here, or None.")
      .def(
          "refusal", [=](const T& t, const Text& text) { return unless_empty(refusal(t.state, read(text.value))); }, "action"_a,
          "The same for an action as text; raises NotationError if it is not one.")
      .def(
          "chance_outcomes", [](const T& t) { return outcomes<G>(t.state); },
          "Outcomes and exact probabilities; empty unless chance is next.")
      .def(
          "sample_chance",
          [=](const T& t, Rng& rng) {
            if (!G::is_chance(t.state)) throw IllegalAction("chance is not next; " + in_phase(t));
            return G::sample_chance(t.state, rng);
          },
          "rng"_a, "An outcome drawn by the caller's generator.")
      .def(
          "sample_action",
          [=](const T& t, Rng& rng) {
            if (G::is_chance(t.state) || G::is_over(t.state)) throw IllegalAction("nobody decides; " + in_phase(t));
            return G::sample_action(t.state, rng);
          },
          "rng"_a, "A listed legal action, drawn uniformly.")
      .def(
          "apply", [](T& t, Action a) { t.play_checked(a); }, "action"_a,
          "Carries out a legal action or a possible outcome; raises IllegalActionError.")
      .def(
          "apply", [=](T& t, const Text& text) { t.play_checked(read(text.value)); }, "action"_a,
          "The same for an action as text; raises NotationError if it is not one.")
      .def(
          "returns",
          [](const T& t) {
            std::vector<double> result;
            for (int p = 0; p < G::players(t.state); ++p) result.push_back(G::returns(t.state, p));
            return result;
          },
          "1 for the winner, -1/(n-1) for the others; zeros without a winner.")
      .def(
          "score",
          [](const T& t, int player) {
            if (player < 0 || player >= G::players(t.state)) throw nb::index_error("no such player");
            return G::score(t.state, player);
          },
          "player"_a, "What tables of results show of a player: points, health.")
      .def_prop_ro(
          "rolls",
          [](const T& t) {
            const auto end = t.events->begin() + std::ptrdiff_t(t.length);
            return std::count_if(t.events->begin(), end, [](u64 word) { return G::is_roll(event_of<G>(word)); });
          },
          "How often the dice were rolled.")
      .def(
          "event_words",
          [](const T& t) { return std::vector<u64>(t.events->begin(), t.events->begin() + std::ptrdiff_t(t.length)); },
          "Every action and outcome so far, as numbers.")
      .def(
          "events_text", [](const T& t) { return events_text<G>({t.events->data(), t.length}); },
          "Every action and outcome so far in the notation, separated by semicolons, as records have them.")
      .def(
          "mixed_into",
          [](const T& t, u64 total) {
            for (std::size_t i = 0; i < t.length; ++i) total = mixed(total, (*t.events)[i]);
            return total;
          },
          "total"_a, "A hash with every event so far mixed in.")
      .def(
          "same_position", [](const T& a, const T& b) { return std::memcmp(&a.state, &b.state, sizeof(typename G::State)) == 0; },
          "other"_a, "Whether two states are equal bit for bit.");
}

}  // namespace longroad::bindings
