// Many openings of one position, played by any native agents on many threads.
#pragma once

#include "catan/players/agent.hpp"
#include "core/seeds.hpp"
#include "core/thread_pool.hpp"

namespace longroad::batch {

using namespace catan;

// Who sits at the table of a study: `partners` place, `play` plays.
struct StudyAgents {
  NativeAgent play, partners;
};

// Native agents in all seats, for one game. They are shown all hands: a study may begin where they have followed nothing.
struct Seated {
  std::array<std::optional<NativePlayer>, max_players> seats;
  const StopToken& stop;

  Seated(NativeAgent agent, const Rules& rules, const StopToken& asked) : stop(asked) {
    agent.open_hands = true;
    for (int seat = 0; seat < rules.players; ++seat) seats[seat].emplace(agent, rules, seat);
  }
  Action choose(const State& s, Rng& rng) { return seats[s.actor]->choose(s, rng, stop); }
};

namespace detail {

// Calls use(make) for an agent, where make() gives somebody to sit through one game: the plain ones are known when compiled.
template <class Use>
auto with_player(const NativeAgent& agent, const State& s, const StopToken& stop, Use&& use) {
  if (const Policy* policy = std::get_if<Policy>(&agent.how)) {
    if (*policy == Policy::BuildOnly) return use([] { return Drawing{Policy::BuildOnly}; });
    return use([&] { return Drawing{*policy}; });
  }
  if (const auto* settings = std::get_if<ValueSettings>(&agent.how)) {
    const Valuing valuing(s, *settings);
    return use([&]() -> const Valuing& { return valuing; });
  }
  return use([&] { return Seated(agent, s.rules, stop); });
}

template <class Use>
auto with_placer(const NativeAgent& agent, const State& s, const StopToken& stop, Use&& use) {
  if (std::holds_alternative<Policy>(agent.how)) return use([] { return DrawingSpots{}; });
  return with_player(agent, s, stop, use);
}

}  // namespace detail

// Games first..first+games-1 of an opening; throws Stopped. `seen` is told every action and outcome. Openings share no dice: what
// is common to their games is little (a fifth of the variance), and independent games make plain statistics.
template <class Seen>
Tally play_study(const Opening& opening, const StudyAgents& agents, u64 seed, u64 first, int games, const StopToken& stop,
                 Seen&& seen) {
  const u64 own = own_seed(seed, opening.spots);
  return detail::with_placer(agents.partners, opening.start, stop, [&](auto&& make_placer) {
    return detail::with_player(agents.play, opening.start, stop, [&](auto&& make_player) {
      Tally tally;
      for (int game = 0; game < games; ++game) {
        stop.throw_if_requested();
        auto&& placer = make_placer();
        auto&& player = make_player();
        const State end = play_opening(opening, placer, player, OpeningSeeds{own, first + u64(game)}, seen);
        tally += {end.winner == opening.player, end.winner == nobody, 1};
      }
      return tally;
    });
  });
}

// The same for many openings. The result does not depend on the number of threads. Throws Stopped.
inline std::vector<Tally> play_studies(const std::vector<Opening>& openings, const StudyAgents& agents, u64 seed, u64 first,
                                       int games, ThreadPool& pool, const StopToken& stop) {
  constexpr int share = 25;  // games that a thread takes at a time
  const int shares = (games + share - 1) / share, jobs = int(openings.size()) * shares;
  std::vector<Tally> parts(openings.size() * std::size_t(shares));
  std::atomic<int> next{0};
  pool.run(pool.threads(), [&](int, int) {
    try {
      for (int job; (job = next++) < jobs && !stop.stop_requested();) {
        const int from = job % shares * share;
        parts[std::size_t(job)] = play_study(openings[std::size_t(job / shares)], agents, seed, first + u64(from),
                                             std::min(share, games - from), stop, [](Action) {});
      }
    } catch (Stopped) {
    }
  });
  stop.throw_if_requested();
  std::vector<Tally> tallies(openings.size());
  for (int job = 0; job < jobs; ++job) tallies[std::size_t(job / shares)] += parts[std::size_t(job)];
  return tallies;
}

}  // namespace longroad::batch
