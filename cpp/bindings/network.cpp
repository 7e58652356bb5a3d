// The native network: its inputs, its weights, and positions to learn from.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "batch/evaluation_speed.hpp"
#include "batch/positions.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"
#include "catan/evaluation/evaluators.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

template <class T>
using Array = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

template <class T, class Into>
void copy_into(const char* name, const Array<T>& from, Into& into) {
  if (from.size() != into.size())
    throw nb::value_error(
        (std::string(name) + ": " + std::to_string(from.size()) + " numbers instead of " + std::to_string(into.size())).c_str());
  std::copy_n(from.data(), into.size(), into.begin());
}

std::shared_ptr<NetworkWeights> network_of(const Array<std::int16_t>& first, const Array<std::int16_t>& first_bias,
                                           const Array<std::int8_t>& second, const Array<std::int32_t>& second_bias,
                                           const Array<std::int16_t>& third, int third_bias, float worth, float race,
                                           const Weights& evaluation) {
  auto w = std::make_shared<NetworkWeights>();
  copy_into("first", first, w->first), copy_into("first_bias", first_bias, w->first_bias);
  copy_into("second", second, w->second), copy_into("second_bias", second_bias, w->second_bias);
  copy_into("third", third, w->third);
  w->third_bias = third_bias, w->worth = worth, w->race = race, w->evaluation = evaluation;
  return w;
}

// What a learner is shown of positions, one row each.
struct Rows {
  std::vector<u16> inputs;
  std::vector<float> won, worths;
  std::vector<std::int8_t> points, sibling_of;
  std::vector<std::int16_t> turn;
  std::vector<std::int64_t> game;

  void add(const SampledPosition& at, const Features& features, const BoardWorth& board) {
    const State& s = at.state;
    std::array<PlayerInputs, max_players> now{};
    features.write(s, now);
    const catan::detail::Occupied on(s);
    for (int p = 0; p < s.players(); ++p) {
      inputs.insert(inputs.end(), now[std::size_t(p)].begin(), now[std::size_t(p)].end());
      won.push_back(at.won[std::size_t(p)]);
      worths.push_back(float(catan::detail::worth(s, p, board, on)));
      worths.push_back(turns_to_win(s, p, board, on));
      points.push_back(std::int8_t(s.points(p)));
    }
    sibling_of.push_back(std::int8_t(at.sibling_of)), turn.push_back(std::int16_t(s.turn)), game.push_back(std::int64_t(at.game));
  }

  nb::dict arrays(std::size_t players) && {
    const std::size_t rows = turn.size();
    nb::dict d;
    d["inputs"] = to_numpy(std::move(inputs), {rows, players, std::size_t(catan::inputs::groups)});
    d["won"] = to_numpy(std::move(won), {rows, players});
    d["worths"] = to_numpy(std::move(worths), {rows, players, 2});
    d["points"] = to_numpy(std::move(points), {rows, players});
    d["sibling_of"] = to_numpy(std::move(sibling_of), {rows});
    d["turn"] = to_numpy(std::move(turn), {rows});
    d["game"] = to_numpy(std::move(game), {rows});
    return d;
  }
};

nb::dict sampled(const Setup& setup, const std::vector<NativeAgent>& agents, u64 seed, u64 first, int games, int turns,
                 double explore, int siblings, int playouts, int threads) {
  const int n = setup.players();
  Rows rows = interruptible([&](const StopToken& stop) {
    ThreadPool pool(threads);
    Rows made;
    for (const auto& one : sample_games(setup, agents, seed, first, games, {turns, explore, siblings, playouts}, pool, stop)) {
      if (one.empty()) continue;
      const Board& board = one[0].state.board;
      const Features features(board);
      const BoardWorth worth = BoardWorth::of(board, n == 2 ? Weights{} : weights_for_many());
      for (const SampledPosition& at : one) made.add(at, features, worth);
    }
    return made;
  });
  return std::move(rows).arrays(std::size_t(n));
}

nb::ndarray<nb::numpy, float> judged(const Networks& networks,
                                     const nb::ndarray<const u16, nb::ndim<3>, nb::c_contig, nb::device::cpu>& inputs,
                                     const nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>& worths) {
  const std::size_t rows = inputs.shape(0), players = inputs.shape(1);
  const NetworkWeights& weights = networks.of(int(players));
  if (inputs.shape(2) != std::size_t(catan::inputs::groups)) throw nb::value_error("inputs: of another number of groups");
  if (worths.shape(0) != rows || worths.shape(1) != players || worths.shape(2) != 2)
    throw nb::value_error("worths: must have two numbers per row and player");
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs.data()[i] >= catan::inputs::count) throw nb::value_error("inputs: out of range");
  Network network(weights, Board{});
  auto found = new_array<float>({rows, players});
  for (std::size_t row = 0; row < rows; ++row) {
    std::array<PlayerInputs, max_players> now{};
    Network::Numbers worth{}, turns{};
    for (std::size_t p = 0; p < players; ++p) {
      std::copy_n(inputs.data() + (row * players + p) * now[p].size(), now[p].size(), now[p].begin());
      worth[p] = worths.data()[(row * players + p) * 2], turns[p] = worths.data()[(row * players + p) * 2 + 1];
    }
    const auto probability = Network::softmax(network.logits({now.data(), players}, worth, turns), int(players));
    std::copy_n(probability.begin(), players, found.data() + row * players);
  }
  return found;
}

}  // namespace

void bind_network(nb::module_& m) {
  nb::class_<NetworkWeights>(m, "NetworkWeights", "The weights of the native network, as integers.")
      .def(nb::new_(&network_of), "first"_a, "first_bias"_a, "second"_a, "second_bias"_a, "third"_a, "third_bias"_a, "worth"_a,
           "race"_a, "evaluation"_a);
  nb::class_<Networks>(m, "Networks", "The networks for two players and for more; either may be missing.")
      .def(nb::new_([](std::shared_ptr<NetworkWeights> two, std::shared_ptr<NetworkWeights> many,
                       std::shared_ptr<NetworkWeights> two_for_moves, std::shared_ptr<NetworkWeights> many_for_moves) {
             return std::make_shared<Networks>(Networks{two, many, two_for_moves, many_for_moves});
           }),
           "two"_a.none(), "many"_a.none(), "two_for_moves"_a.none() = nb::none(), "many_for_moves"_a.none() = nb::none())
      .def("knows", &Networks::knows, "players"_a, "Whether there is one for this number of players.")
      .def("win_probabilities", &judged, "inputs"_a, "worths"_a,
           "Of rows as sample_positions gives them: the win probability of every player.")
      .def(
          "win_probabilities_of",
          [](const Networks& w, const GameState& g) {
            const int n = g.state.players();
            const auto found = Network(w.of(n), g.state.board).win_probabilities(g.state);
            return std::vector<float>(found.begin(), found.begin() + n);
          },
          "state"_a, "Of a position that is not over, hands open.");
  m.def(
      "sample_positions", &sampled, "setup"_a, "agents"_a, "seed"_a, "first"_a, "games"_a, "turns"_a = 8, "explore"_a = 0,
      "siblings"_a = 0, "playouts"_a = 2, "threads"_a = 1,
      nb::sig(
          "def sample_positions(setup: Setup, agents: Sequence[NativeAgent], seed: int, first: int, games: int, turns: int = 8, "
          "explore: float = 0.0, siblings: int = 0, playouts: int = 2, threads: int = 1) -> dict[str, Any]"),
      "Positions at the ends of turns, one game per board, with their inputs, outcomes and what the evaluation says of them.");
  m.def(
      "evaluation_speed",
      [](const Setup& setup, const NativeAgent& agent, u64 seed, int games) {
        const auto found =
            interruptible([&](const StopToken& stop) { return evaluation_speed(setup, agent, seed, games, stop); });
        return std::pair(found.evaluations, found.seconds);
      },
      "setup"_a, "agent"_a, "seed"_a, "games"_a,
      "Positions that an agent judges in games against itself, and the CPU seconds of all its thinking.");
  m.def(
      "input_groups",
      [] {
        std::vector<std::pair<std::string, int>> groups;
        for (const auto& g : catan::inputs::table) groups.emplace_back(g.name, g.size);
        return groups;
      },
      "The groups of inputs that the native network has per player: name and size.");
  m.def(
      "ordered_groups",
      [] {
        std::vector<bool> ordered;
        for (int g = 0; g < catan::inputs::groups; ++g) ordered.push_back(catan::inputs::is_ordered(g));
        return ordered;
      },
      "Of each group of inputs, whether its numbers are more and less of something, not names.");
}

}  // namespace longroad::bindings
