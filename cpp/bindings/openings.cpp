// Studies of openings. longroad.openings gives them their Python face.
#include "batch/opening_study.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

// Raises ValueError unless the player can place all spots from here on. The game ends after `rounds`, or sooner if the rules say
// so.
Opening opening_of(const GameState& g, int player, const std::vector<int>& nodes, int rounds) {
  const State& s = g.state;
  if (!in_set_up(s)) throw nb::value_error("the set-up is over");
  if (player < 0 || player >= s.players()) throw nb::value_error("no such player");
  Opening opening{s, player, 0};
  u16& cap = opening.start.rules.turn_cap;
  cap = u16(std::min(rounds * s.players(), cap ? int(cap) : 0xffff));
  u64 open = open_spots(s);
  for (int node : nodes) {
    if (node < 0 || node >= intersections || !has(open, topology.cell[node]))
      throw nb::value_error(("n" + std::to_string(node) + " is not free").c_str());
    const u64 here = bit(topology.cell[node]);
    opening.spots |= here;
    open &= ~(here | neighbours(here));
  }
  int left = 0;
  for (int step = s.setup_step + (s.phase == Phase::SetupRoad); step < s.players() * s.rules.starting_settlements; ++step)
    left += rules::setup_player(s, step) == player;
  if (count(opening.spots) > left)
    throw nb::value_error(("p" + std::to_string(player) + " has " + std::to_string(left) + " settlements left to place").c_str());
  return opening;
}

using Tallies = std::pair<nb::ndarray<nb::numpy, std::int64_t>, nb::ndarray<nb::numpy, std::int64_t>>;

Tallies play_openings_py(const GameState& g, int player, const std::vector<std::vector<int>>& placements, const NativeAgent& play,
                         const NativeAgent& partners, int rounds, u64 seed, u64 first, int games, int threads) {
  std::vector<Opening> openings;
  for (const std::vector<int>& nodes : placements) openings.push_back(opening_of(g, player, nodes, rounds));
  const std::vector<Tally> tallies = interruptible([&](const StopToken& stop) {
    ThreadPool pool(threads);
    return play_studies(openings, {play, partners}, seed, first, games, pool, stop);
  });
  std::vector<std::int64_t> wins, ties;
  for (const Tally& t : tallies) wins.push_back(t.wins), ties.push_back(t.ties);
  return {to_numpy(std::move(wins), {tallies.size()}), to_numpy(std::move(ties), {tallies.size()})};
}

}  // namespace

void bind_openings(nb::module_& m) {
  m.def("play_openings", &play_openings_py, "state"_a, "player"_a, "placements"_a, "play"_a, "partners"_a, "rounds"_a, "seed"_a,
        "first"_a, "games"_a, "threads"_a,
        nb::sig("def play_openings(state: State, player: int, placements: Sequence[Sequence[int]], play: NativeAgent, partners: "
                "NativeAgent, rounds: int, seed: int, first: int, games: int, threads: int) -> "
                "tuple[numpy.typing.NDArray[numpy.int64], "
                "numpy.typing.NDArray[numpy.int64]]"),
        "Games first..first+games-1 of every placement: those its player won, and those nobody won.");
  m.def(
      "opening_events",
      [](const GameState& g, int player, const std::vector<int>& placement, const NativeAgent& play, const NativeAgent& partners,
         int rounds, u64 seed, u64 game) {
        std::vector<u64> events;
        play_study(opening_of(g, player, placement, rounds), {play, partners}, seed, game, 1, {},
                   [&](Action a) { events.push_back(a.word); });
        return events;
      },
      "state"_a, "player"_a, "placement"_a, "play"_a, "partners"_a, "rounds"_a, "seed"_a, "game"_a,
      "The events of one of these games, from the state on.");
  m.def(
      "halving_rounds",
      [](int candidates, int last, int base) {
        std::vector<std::pair<int, int>> list;
        for (const HalvingRound& round : halving_rounds(candidates, last, base)) list.emplace_back(round.candidates, round.games);
        return list;
      },
      "candidates"_a, "last"_a, "base"_a, "Rounds of sequential halving: how many play on, and how many more games each.");
  m.def(
      "choose_opening",
      [](const View& view, int games, int candidates, Rng& rng) {
        if (!decides(view) || !in_set_up(view.public_state().phase))
          throw IllegalAction("p" + std::to_string(view.viewer()) + " does not place a first settlement or road now");
        const State s = determinize(view, {}, rng);
        return interruptible([&](const StopToken& stop) { return choose_opening(s, {games, candidates}, rng, stop); });
      },
      "view"_a, "games"_a, "candidates"_a, "rng"_a, "A settlement or road of the set-up, chosen by games.");
}

}  // namespace longroad::bindings
