// What a review and a coach ask: the moves of a decision by tree search and by rollouts, and what an evaluation is made of.
// longroad.analysis puts it into words.
#include "batch/rollouts.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"
#include "catan/evaluation/parts.hpp"
#include "catan/players/trade_ideas.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

void require_decision_of(const View& view) { require_decision(view.public_state(), view.public_state().actor, view.viewer()); }

// Raises IllegalActionError for a move that the viewer cannot make.
void require_moves(const View& view, const std::vector<Action>& moves) {
  require_decision_of(view);
  const State s = stand_in(view);
  for (Action move : moves)
    if (!is_legal(s, move)) throw IllegalAction(action_text(move) + ": " + refusal(s, move));
}

RolloutSettings rollout_settings(const NativeAgent& player, std::optional<int> turns, const JudgeSettings& judge) {
  if (turns && *turns < 0) throw nb::value_error("turns must be at least 0");
  return {player, turns ? *turns : RolloutSettings::to_the_end, judge};
}

// (count, columns, players)
nb::ndarray<nb::numpy, float> to_array(const std::vector<WinProbabilities>& found, std::size_t columns, int players) {
  auto array = new_array<float>({columns ? found.size() / columns : 0, columns, std::size_t(players)});
  float* to = array.data();
  for (const WinProbabilities& one : found) to = std::copy_n(one.begin(), players, to);
  return array;
}

using Moves = std::vector<std::tuple<Action, double, u64, double>>;

std::pair<Moves, std::vector<double>> analysed(const MctsSettings& settings, const View& view, const Belief& belief,
                                               const std::vector<Action>& asked, int compared, Rng& rng, const StopSource* stop) {
  require_moves(view, asked);
  const auto found = interruptible(
      [&](const StopToken& token) { return MctsPlayer(settings).analyse(view, belief, asked, compared, rng, token); }, stop);
  Moves moves;
  for (const auto& one : found.moves)
    if (one.visits) moves.emplace_back(one.move, double(one.prior), one.visits, one.win_probability());
  return {moves, {found.outlook.begin(), found.outlook.begin() + view.public_state().players()}};
}

nb::dict to_dict(const Parts& parts) {
  nb::dict d;
  d["points"] = parts.points;
  d["income"] = parts.income;
  d["reach"] = parts.reach;
  d["special"] = parts.special;
  d["hand"] = parts.hand;
  d["cards"] = parts.cards;
  d["rest"] = parts.rest;
  return d;
}

}  // namespace

void bind_analysis(nb::module_& m) {
  m.def("analyse_moves", &analysed, "settings"_a, "view"_a, "belief"_a, "asked"_a, "compared"_a, "rng"_a,
        "stop"_a.none() = nb::none(),
        "The moves of the viewer's decision by a tree search of its own, most visits first: move, prior, visits, mean win "
        "probability; and the win probability of every player. Half of the simulations is shared equally by `asked` and the "
        "`compared` moves most visited. Raises StoppedError, and IllegalActionError for a move that cannot be made.");
  m.def(
      "compare_lines",
      [](const View& view, const Belief& belief, const std::vector<Line>& lines, const NativeAgent& player,
         std::optional<int> turns, const JudgeSettings& judge, u64 seed, u64 first, int count, int threads,
         const StopSource* stop) {
        std::vector<Action> moves;
        for (const auto& [move, wish] : lines) moves.push_back(move);
        require_moves(view, moves);
        if (count < 0) throw nb::value_error("count must be at least 0");
        const RolloutSettings settings = rollout_settings(player, turns, judge);
        const auto found = interruptible(
            [&](const StopToken& token) {
              ThreadPool pool(threads);
              std::vector<WinProbabilities> results(moves.size() * std::size_t(count));
              batch::compare_lines(view, belief, lines, settings, seed, first, count, pool, token, results.data());
              return results;
            },
            stop);
        return to_array(found, moves.size(), view.public_state().players());
      },
      "view"_a, "belief"_a, "lines"_a, "player"_a, "turns"_a.none(), "judge"_a, "seed"_a, "first"_a, "count"_a, "threads"_a = 1,
      "stop"_a.none() = nb::none(),
      nb::sig("def compare_lines(view: View, belief: Belief, lines: Sequence[tuple[Action, Action | None]], player: "
              "NativeAgent, turns: int | None, judge: JudgeSettings, seed: int, first: int, count: int, threads: int = 1, stop: "
              "Stop | None = None) -> numpy.typing.NDArray[numpy.float32]"),
      "Rollouts first..first+count-1 after each line, as (rollouts, lines, players): the same cards and dice for all of them. A "
      "line is a move and, if not None, what the player whose turn it is does as soon as it can in this turn. The `player` plays "
      "all seats, for `turns` turns, then `judge` judges; None: to the end.");
  m.def(
      "play_on",
      [](const std::vector<const GameState*>& states, const NativeAgent& player, std::optional<int> turns,
         const JudgeSettings& judge, u64 seed, int count, int threads, const StopSource* stop) {
        if (count < 0) throw nb::value_error("count must be at least 0");
        std::vector<State> positions;
        for (const GameState* g : states) {
          positions.push_back(g->state);
          if (positions.back().players() != positions.front().players())
            throw nb::value_error("positions of games with different numbers of players");
        }
        const int players = positions.empty() ? 0 : positions.front().players();
        const RolloutSettings settings = rollout_settings(player, turns, judge);
        const auto found = interruptible(
            [&](const StopToken& token) {
              ThreadPool pool(threads);
              std::vector<WinProbabilities> results(positions.size() * std::size_t(count));
              batch::play_on(positions, settings, seed, count, pool, token, results.data());
              return results;
            },
            stop);
        return to_array(found, positions.size(), players);
      },
      "states"_a, "player"_a, "turns"_a.none(), "judge"_a, "seed"_a, "count"_a, "threads"_a = 1, "stop"_a.none() = nb::none(),
      nb::sig("def play_on(states: Sequence[State], player: NativeAgent, turns: int | None, judge: JudgeSettings, seed: int, "
              "count: int, threads: int = 1, stop: Stop | None = None) -> numpy.typing.NDArray[numpy.float32]"),
      "The same from full positions, as (rollouts, positions, players).");
  m.def(
      "sampled_outlook",
      [](const View& view, const Belief& belief, const NativeAgent& player, const JudgeSettings& judge, u64 seed, int samples) {
        const auto found = interruptible([&](const StopToken& token) {
          Rollouts rollouts(rollout_settings(player, 0, judge));
          WinProbabilities sum{};
          for (int i = 0; i < samples; ++i) {
            const u64 own = own_seed(seed, u64(i));
            Rng cards = Rng::stream(own, 0);
            State s = determinize(view, belief, cards);
            if (s.phase == Phase::Dice) s.phase = Phase::BeforeRoll;
            const WinProbabilities one = rollouts.from(s, own, token);
            for (std::size_t p = 0; p < sum.size(); ++p) sum[p] += one[p] / float(samples);
          }
          return sum;
        });
        return std::vector<float>(found.begin(), found.begin() + view.public_state().players());
      },
      "view"_a, "belief"_a, "player"_a, "judge"_a, "seed"_a, "samples"_a,
      "The win probability of every player by what the viewer knows: the mean over consistent states, judged where the turn, or "
      "the set-up, has ended.");
  m.def(
      "trade_ideas",
      [](const View& view, const Belief& belief, const PlannerSettings& settings, int samples, Rng& rng) {
        std::vector<std::pair<Action, std::vector<double>>> list;
        for (const TradeIdea& idea : trade_ideas(view, belief, settings, samples, rng))
          list.emplace_back(idea.offer,
                            std::vector<double>(idea.agrees.begin(), idea.agrees.begin() + view.public_state().players()));
        return list;
      },
      "view"_a, "belief"_a, "settings"_a, "samples"_a, "rng"_a,
      "Offers worth making, the best first, each with the probability by player that it agrees; none where no offer can be "
      "made.");
  m.def(
      "evaluation_parts",
      [](const GameState& g, const JudgeSettings& judge) {
        const BoardWorth board = BoardWorth::of(g.state.board, judge.weights(g.state.players()));
        nb::list list;
        for (int p = 0; p < g.state.players(); ++p) list.append(to_dict(parts_of(g.state, p, board)));
        return list;
      },
      "state"_a, "judge"_a, nb::sig("def evaluation_parts(state: State, judge: JudgeSettings) -> list[dict[str, float]]"),
      "What the evaluation of every player's position is made of, in victory points.");
}

}  // namespace longroad::bindings
