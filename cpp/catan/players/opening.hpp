// What a way to begin is worth, found by playing: games from a position of the set-up in which one player's next settlements
// are given. Agents choose their settlements with it; opening_study.hpp plays many of them on many threads.
#pragma once

#include <algorithm>
#include <vector>

#include "catan/players/drawn.hpp"
#include "catan/players/value.hpp"
#include "core/play.hpp"
#include "core/seeds.hpp"

namespace longroad::catan {

// A position of the set-up, and the intersections (a set of cells) where `player` places its next settlements. Nobody else takes
// or crowds them.
struct Opening {
  State start;
  int player = 0;
  u64 spots = 0;
};

// What the games of an opening brought its player.
struct Tally {
  u32 wins = 0, ties = 0, games = 0;  // a tie: nobody won within the rules' turns

  Tally& operator+=(const Tally& o) { return wins += o.wins, ties += o.ties, games += o.games, *this; }
};

// -- who places and who plays: anything with choose(state, rng), told all that is to know

// By a policy.
struct Drawing {
  Policy policy;
  Action choose(const State& s, Rng& rng) const { return draw_move(policy, s, rng); }
};

// Settlements anywhere, each free spot equally likely. Draws from the whole board until the spot is free, so that games with
// the same generator mostly draw the same spot whatever else is taken.
struct DrawingSpots {
  Action choose(const State& s, Rng& rng) const {
    if (s.phase != Phase::SetupSettlement) return sample_action(s, rng);
    const u64 open = open_spots(s);
    for (;;) {
      const u32 node = rng.below(intersections);
      if (has(open, topology.cell[node])) return Action::make(Kind::Settle, int(node));
    }
  }
};

// -- one game

inline bool in_set_up(const State& s) { return in_set_up(s.phase); }

// Plays a game of an opening to its end; returns the last position. A pure function of its arguments.
// - The player places its spots in an order drawn by lot, and its roads as `play` chooses.
// - Everything else of the set-up is `place`'s choice, who takes the player's spots for settled; third settlements are drawn.
// - After the set-up `play` decides for everybody.
// `seen` is told every action and outcome.
template <class Place, class Play, class Seen>
State play_opening(const Opening& opening, Place&& place, Play&& play, const OpeningSeeds& seeds, Seen&& seen) {
  State s = opening.start;
  Rng chance = seeds.chance(), moves = seeds.moves();
  u64 spots = opening.spots;
  const auto placed = [&]() -> Action {
    const bool own = s.actor == opening.player, settles = s.phase == Phase::SetupSettlement;
    Rng rng = seeds.placing(s.setup_step, !settles);
    if (own && settles && spots) {
      const int cell = nth(spots, int(rng.below(u32(count(spots)))));
      spots &= ~bit(cell);
      return Action::make(Kind::Settle, topology.intersection[cell]);
    }
    State shown = s;
    shown.settlements[opening.player] |= spots;
    const bool third = s.setup_step >= 2 * s.players();
    return settles && third  ? DrawingSpots{}.choose(shown, rng)
           : own && !settles ? play.choose(shown, rng)
                             : place.choose(shown, rng);
  };
  longroad::play<Catan>(
      s, chance, [&] { return std::optional(in_set_up(s) ? placed() : play.choose(s, moves)); },
      [&](Action event) {
        seen(event);
        apply(s, event);
      });
  return s;
}

// Games first..first+games-1 of an opening. Throws Stopped.
template <class Place, class Play>
Tally play_openings(const Opening& opening, Place&& place, Play&& play, u64 seed, u64 first, int games, const StopToken& stop) {
  Tally tally;
  for (int game = 0; game < games; ++game) {
    stop.throw_if_requested();
    const State end = play_opening(opening, place, play, OpeningSeeds{seed, first + u64(game)}, [](Action) {});
    tally += {end.winner == opening.player, end.winner == nobody, 1};
  }
  return tally;
}

// -- who gets the games: sequential halving

// So many candidates play on, so many games each.
struct HalvingRound {
  int candidates, games;
};

// All play `base` games; then again and again the better half, but not fewer than `last`, plays as many as it has behind it.
inline std::vector<HalvingRound> halving_rounds(int candidates, int last, int base) {
  std::vector<HalvingRound> rounds{{candidates, base}};
  for (int games = base; candidates > last; games *= 2) {
    candidates = std::max((candidates + 1) / 2, last);
    rounds.push_back({candidates, games});
  }
  return rounds;
}

// The `keep` of `candidates` that won most games, best first; of equals the one named first. All have played as many.
inline void keep_best(std::vector<int>& candidates, const std::vector<Tally>& tallies, int keep) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](int a, int b) { return tallies[std::size_t(a)].wins > tallies[std::size_t(b)].wins; });
  candidates.resize(std::size_t(keep));
}

// -- for agents

struct OpeningSettings {
  int games = 1000;     // about so many for a decision
  int candidates = 12;  // the moves that look best; the others are not played
};

// A move for the player to act in the set-up, by games in which everybody places and plays as Valuing. What looks better wins
// ties. `s` is a full position (determinize gives one; in the set-up little is hidden). Throws Stopped.
inline Action choose_opening(const State& s, const OpeningSettings& settings, Rng& rng, const StopToken& stop) {
  const Valuing valuing(s, {});
  std::array<Action, std::size_t(max_actions)> listed;
  const int all = legal_actions(s, listed);
  std::vector<std::pair<double, Action>> moves;
  for (int i = 0; i < all; ++i) moves.emplace_back(valuing.value(s, listed[std::size_t(i)], s.actor), listed[std::size_t(i)]);
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  moves.resize(std::min(moves.size(), std::size_t(std::max(settings.candidates, 1))));

  std::vector<Opening> openings;
  std::vector<int> left;
  for (const auto& [value, move] : moves) {
    left.push_back(int(openings.size()));
    openings.push_back({s, s.actor, 0});
    apply(openings.back().start, move);
  }
  const int n = int(moves.size()), rounds = int(halving_rounds(n, 1, 1).size()) - 1;
  if (rounds == 0) return moves[0].second;
  const u64 seed = rng.next();
  std::vector<Tally> tallies(moves.size());
  // The last one left needs no more games.
  for (const HalvingRound& round : halving_rounds(n, 2, std::max(settings.games / (n * rounds), 1))) {
    keep_best(left, tallies, round.candidates);
    for (int i : left) {
      Tally& tally = tallies[std::size_t(i)];
      tally += play_openings(openings[std::size_t(i)], valuing, valuing, seed, tally.games, round.games, stop);
    }
  }
  keep_best(left, tallies, 1);
  return moves[std::size_t(left[0])].second;
}

}  // namespace longroad::catan
