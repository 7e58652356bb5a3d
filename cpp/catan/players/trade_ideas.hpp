// Offers worth making, and who would agree to them: for somebody who is to be advised.
#pragma once

#include "catan/players/planner.hpp"

namespace longroad::catan {

struct TradeIdea {
  Action offer;
  // By player: the share of the consistent states in which it holds the cards and gains by giving them.
  std::array<double, max_players> agrees{};
};

// The offers that a planner would make in some of `samples` consistent states, the one made most often first. None where the
// viewer may not offer.
inline std::vector<TradeIdea> trade_ideas(const View& view, const Belief& belief, const PlannerSettings& settings, int samples,
                                          Rng& rng) {
  std::vector<TradeIdea> ideas;
  const PublicState& shown = view.public_state();
  if (shown.phase != Phase::Main || shown.actor != view.viewer()) return ideas;
  std::vector<State> states;
  for (int i = 0; i < samples; ++i) states.push_back(determinize(view, belief, rng));
  PlannerPlayer planner(settings);
  std::vector<int> made;
  constexpr int most_planned = 4;  // plans take their time
  for (int i = 0; i < std::min(samples, most_planned); ++i)
    for (Action offer : planner.proposals(states[std::size_t(i)], belief, {})) {
      std::size_t at = 0;
      while (at < ideas.size() && ideas[at].offer != offer) ++at;
      if (at == ideas.size()) ideas.push_back({offer, {}}), made.push_back(0);
      ++made[at];
    }
  const int me = view.viewer();
  const BoardWorth board = BoardWorth::of(shown.board, settings.judge.weights(shown.players()));
  for (const State& s : states) {
    const HandJudge judge(s, board);
    for (TradeIdea& idea : ideas)
      for (int q = 0; q < s.players(); ++q)
        if (q != me && !is_too_close(s, q, settings.bargain) &&
            would_agree(s, me, q, idea.offer.bundles(), judge, settings.bargain))
          idea.agrees[std::size_t(q)] += 1.0 / samples;
  }
  std::vector<std::size_t> order(ideas.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return made[a] > made[b]; });
  std::vector<TradeIdea> sorted;
  for (std::size_t i : order) sorted.push_back(ideas[i]);
  return sorted;
}

}  // namespace longroad::catan
