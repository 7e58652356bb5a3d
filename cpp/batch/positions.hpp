// Positions of games with their outcomes: what the native network learns from. One game per board, since games of the same agents
// on one board are much alike.
//
// Two kinds. *Turns*: from each game some positions in which a turn has just ended, drawn with equal probability, and who won.
// *Siblings*: what different moves of one decision lead to by the end of the turn, each played out several times with the same
// dice; what decides a move is the difference between siblings, and their common dice take most of the noise out of it.
#pragma once

#include <cstring>

#include "batch/match.hpp"
#include "catan/evaluation/features.hpp"
#include "catan/players/agent.hpp"

namespace longroad::batch {

using namespace catan;

struct SamplingSettings {
  int turns = 8;       // positions of a game at most
  double explore = 0;  // the probability that a decision is replaced by a random move
  int siblings = 0;    // positions of a decision; 0: none
  int playouts = 2;    // of each sibling
};

// Of the positions inside a turn one in so many is looked at; most are judged only once it has ended.
constexpr u32 mid_turn = 12;

struct SampledPosition {
  State state;
  u64 game = 0;
  std::array<float, max_players> won{};  // the share of games that each seat has won from here
  int sibling_of = -1;                   // the seat that decided between siblings; -1: not one of them
};

// An agent that sometimes makes a random move, so that what good players avoid is seen too.
class ExploringPlayer : public NativePlayer {
 public:
  ExploringPlayer() = default;
  ExploringPlayer(const NativeAgent& agent, const Rules& rules, int seat, double explore, Rng lots)
      : NativePlayer(agent, rules, seat), threshold_(u64(explore * 0x1p53)), lots_(lots) {}

  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    if (threshold_ && !in_set_up(s.phase) && s.phase != Phase::Respond && (lots_.next() >> 11) < threshold_) {
      std::array<Action, std::size_t(max_actions)> moves;
      return moves[lots_.below(u32(moves_without_bundles(s, moves)))];
    }
    return NativePlayer::choose(s, rng, stop);
  }

 private:
  u64 threshold_ = 0;
  Rng lots_;
};

// Plays on to the end by agents that see all hands.
inline int winner_from(State s, const Setup& setup, const std::vector<NativeAgent>& agents, int rotation, Rng chance, Rng draws,
                       const StopToken& stop) {
  const int n = setup.players();
  Seating<Catan, NativePlayer> players(n, [&](int seat) {
    NativeAgent agent = agents[std::size_t((seat + rotation) % n)];
    agent.open_hands = true;
    return std::pair(NativePlayer(agent, setup.rules, seat), Rng::stream(draws.state(), u64(seat)));
  });
  players.run(s, chance, stop, [&](Action event) { apply(s, event); });
  return Catan::winner(s);
}

// What different moves of a decision lead to by the end of the turn: the two best by the judge, and others at random.
inline std::vector<State> siblings_of(const State& s, const Judge& judge, int most, Rng& lots) {
  std::array<Action, std::size_t(max_actions)> moves;
  const int n = moves_without_bundles(s, moves);
  const Rng chance = Rng::stream(lots.next(), 0);
  std::vector<std::pair<double, State>> found;
  for (int i = 0; i < n; ++i) {
    State next = s;
    apply(next, moves[std::size_t(i)]);
    Rng same = chance;
    next = judge.ended(next, same);
    if (next.is_over() || next.is_chance()) continue;
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const auto& other) { return std::memcmp(&other.second, &next, sizeof next) == 0; });
    if (!known) found.emplace_back(judge.value(next, s.actor), next);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<State> kept;
  for (std::size_t i = 0; i < found.size() && int(kept.size()) < most; ++i) {
    if (i >= 2) std::swap(found[i], found[i + lots.below(u32(found.size() - i))]);
    kept.push_back(found[i].second);
  }
  return kept;
}

// Whether a decision is one to compare siblings of: a choice inside one's own turn, after the roll.
inline bool branches(const State& s) {
  const bool inside =
      s.phase == Phase::Main || s.phase == Phase::Robber || s.phase == Phase::FreeRoads || s.phase == Phase::Plenty;
  return inside && !Catan::only_action(s);
}

// Game `number` of a seed: seated in turn, so that each agent plays each seat. Throws Stopped.
inline std::vector<SampledPosition> sample_game(const Setup& setup, const std::vector<NativeAgent>& agents, u64 seed, u64 number,
                                                const SamplingSettings& settings, const StopToken& stop) {
  const int n = setup.players();
  const MatchSeeds seeds{seed, number, int(number % u64(n))};
  Rng chance = seeds.chance(), lots = generator(seed, Use::Lots, number);
  State s = setup.start(chance);
  Seating<Catan, ExploringPlayer> players(n, [&](int seat) {
    const NativeAgent& agent = agents[std::size_t((seat + seeds.rotation) % n)];
    return std::pair(ExploringPlayer(agent, setup.rules, seat, settings.explore, Rng::stream(lots.next(), 0)), seeds.seat(seat));
  });
  std::vector<SampledPosition> kept;
  std::optional<State> decision;
  u32 turns = 0, decisions = 0;
  players.run(s, chance, stop, [&](Action event) {
    if (settings.siblings && !event.is_chance() && branches(s) && lots.below(++decisions) == 0) decision = s;
    apply(s, event);
    if (s.is_over() || s.is_chance() || in_set_up(s.phase)) return;
    if (event.kind() != Kind::End && lots.below(mid_turn) != 0) return;
    // Reservoir sampling: of the positions so far each is kept with the same probability.
    ++turns;
    if (int(kept.size()) < settings.turns)
      kept.push_back({s, number});
    else if (const u32 place = lots.below(turns); int(place) < settings.turns)
      kept[place] = {s, number};
  });
  if (s.winner == nobody) kept.clear();
  for (SampledPosition& one : kept) one.won[s.winner] = 1;
  if (decision) {
    const Judge judge(*decision, {});
    const auto siblings = siblings_of(*decision, judge, settings.siblings, lots);
    if (siblings.size() < 2) return kept;
    const std::size_t first = kept.size();
    for (const State& one : siblings) kept.push_back({one, number, {}, decision->actor});
    for (int i = 0; i < settings.playouts; ++i) {
      const Rng dice = Rng::stream(lots.next(), 0), draws = Rng::stream(lots.next(), 0);
      for (std::size_t k = first; k < kept.size(); ++k)
        if (const int winner = winner_from(kept[k].state, setup, agents, seeds.rotation, dice, draws, stop); winner >= 0)
          kept[k].won[std::size_t(winner)] += 1.f / float(settings.playouts);
    }
  }
  return kept;
}

inline std::vector<std::vector<SampledPosition>> sample_games(const Setup& setup, const std::vector<NativeAgent>& agents,
                                                              u64 seed, u64 first, int games, const SamplingSettings& settings,
                                                              ThreadPool& pool, const StopToken& stop) {
  std::vector<std::vector<SampledPosition>> found{std::size_t(games)};
  std::atomic<int> next{0};
  pool.run(pool.threads(), [&](int, int) {
    try {
      for (int g; (g = next++) < games && !stop.stop_requested();)
        found[std::size_t(g)] = sample_game(setup, agents, seed, first + u64(g), settings, stop);
    } catch (Stopped) {
    }
  });
  stop.throw_if_requested();
  return found;
}

}  // namespace longroad::batch
