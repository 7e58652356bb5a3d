// The searches, and the players made of them. longroad.search gives them their Python faces.
#include "batch/skirmish_match.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/skirmish_state.hpp"
#include "catan/players/expectimax.hpp"

namespace longroad::bindings {

namespace {

using skirmish::MatchGame;

// Answers, as longroad.search.Answer reads them.
template <class Move>
nb::dict figures(const search::Answer<Move>& a) {
  nb::dict d;
  d["value"] = a.value;
  d["best"] = a.best.empty() ? nb::object(nb::none()) : nb::cast(a.best.front());
  d["depth"] = a.depth;
  d["complete"] = a.complete;
  d["nodes"] = a.counters.nodes;
  d["leaves"] = a.counters.leaves;
  d["cuts"] = a.counters.cuts;
  d["hits"] = a.counters.hits;
  d["seconds"] = a.seconds;
  return d;
}

// -- Catan

void bind_catan(nb::module_& m) {
  nb::class_<ExpectimaxPlayer>(m, "CatanSearch", "Expectiminimax on Catan.")
      .def(nb::init<const ExpectimaxSettings&>(), "settings"_a)
      .def(
          "search",
          [](ExpectimaxPlayer& p, const GameState& g, int player) {
            return figures(interruptible([&] { return p.search(g.state, player); }));
          },
          "state"_a, "player"_a, nb::sig("def search(self, state: State, player: int) -> dict[str, typing.Any]"),
          "The value of a full position for a player.");
  m.def(
      "representatives",
      [](const GameState& g, bool clusters, int classes) {
        std::vector<std::pair<std::string, Action>> list;
        if (g.state.is_chance() || g.state.is_over()) return list;
        const auto write = [&](const auto& found_in) {
          std::array<search::Representative<Action>, std::size_t(max_clusters)> found;
          const int n = found_in.representatives(g.state, found);
          for (int i = 0; i < n; ++i) list.emplace_back(found_in.name(found[std::size_t(i)].of), found[std::size_t(i)].move);
        };
        const Purposes purposes{BoardWorth::of(g.state.board)};
        if (clusters)
          write(MoveClusters{purposes.board, classes});
        else
          write(purposes);
        return list;
      },
      "state"_a, "clusters"_a, "classes"_a, "The representative moves of a position, with the names of their classes.");
  m.def(
      "evaluate",
      [](const GameState& g, int player) { return catan::evaluate(g.state, player, BoardWorth::of(g.state.board, {})); },
      "state"_a, "player"_a, "The positional evaluation that searches use.");
}

// -- Skirmish

using skirmish::PlayerSettings;

// `signature` is that of the games before.
nb::dict play_skirmish_py(const skirmish::Rules& rules, const PlayerSettings& one, const PlayerSettings& two, u64 seed, u64 first,
                          int blocks, int threads, u64 signature) {
  std::vector<MatchGame> results(std::size_t(blocks) * 2);
  interruptible([&] {
    ThreadPool pool(threads);
    skirmish::play_blocks(rules, {one, two}, seed, first, blocks, pool, results.data());
    return true;
  });
  std::vector<std::int8_t> winner;
  std::vector<u8> starter;
  std::vector<std::int32_t> turns, hp, decisions;
  std::vector<double> seconds;
  for (const MatchGame& r : results) {
    winner.push_back(r.winner == skirmish::nobody ? std::int8_t(-1) : std::int8_t(r.winner));
    starter.push_back(r.first);
    turns.push_back(r.turns);
    for (std::size_t p = 0; p < 2; ++p) {
      hp.push_back(r.hp[p]);
      seconds.push_back(r.seconds[p]);
      decisions.push_back(std::int32_t(r.decisions[p]));
    }
    signature = search::mix(signature, r.signature);
  }
  const std::size_t games = results.size();
  nb::dict d;
  d["winner"] = to_numpy(std::move(winner), {games});
  d["first"] = to_numpy(std::move(starter), {games});
  d["turns"] = to_numpy(std::move(turns), {games});
  d["hp"] = to_numpy(std::move(hp), {games, 2});
  d["seconds"] = to_numpy(std::move(seconds), {games, 2});
  d["decisions"] = to_numpy(std::move(decisions), {games, 2});
  d["signature"] = signature;
  return d;
}

void bind_skirmish_players(nb::module_& m) {
  using skirmish::Player;
  nb::class_<Player>(m, "Player", "A player with what it remembers from move to move.")
      .def(nb::init<const PlayerSettings&>(), "settings"_a)
      .def("begin_game", &Player::begin_game, "Forgets everything.")
      .def(
          "search",
          [](Player& p, const SkirmishState& s, int player) {
            return figures(interruptible([&] { return p.search(s.state, player); }));
          },
          "state"_a, "player"_a, nb::sig("def search(self, state: State, player: int) -> dict[str, typing.Any]"),
          "The value of a position for a player.")
      .def(
          "choose",
          [](Player& p, const SkirmishState& s, Rng& rng) {
            if (s.state.is_chance() || s.state.is_over()) throw IllegalAction("nobody decides here");
            return interruptible([&] { return p.choose(s.state, rng); });
          },
          "state"_a, "rng"_a, "A move for the one to act.");
  m.def("play_blocks", &play_skirmish_py, "rules"_a, "one"_a, "two"_a, "seed"_a, "first"_a, "blocks"_a, "threads"_a,
        "signature"_a,
        nb::sig("def play_blocks(rules: RulesCore, one: PlayerSettings, two: PlayerSettings, seed: int, first: int, blocks: int, "
                "threads: int, signature: int) -> dict[str, typing.Any]"));
  m.def(
      "game_events",
      [](const skirmish::Rules& rules, const PlayerSettings& one, const PlayerSettings& two, u64 seed, u64 block, int rotation) {
        return interruptible([&] {
          std::vector<u64> events;
          Player first(one), second(two);
          skirmish::play_game(rules, {&first, &second}, seed, block, rotation,
                              [&](skirmish::Action a) { events.push_back(a.word); });
          return events;
        });
      },
      "rules"_a, "one"_a, "two"_a, "seed"_a, "block"_a, "rotation"_a, "The events of one game of a match.");
  m.def(
      "representatives",
      [](const SkirmishState& g, bool clusters, int classes) {
        using skirmish::AverageModel, skirmish::Classes;
        std::vector<std::tuple<std::string, std::array<double, 3>, skirmish::Action>> list;
        if (g.state.phase != skirmish::Phase::Place) return list;
        const AverageModel model = AverageModel::at(g.state, clusters ? Classes::Clusters : Classes::Aspects, classes);
        std::array<search::Representative<skirmish::Action>, std::size_t(skirmish::max_classes)> found;
        const int n = model.representatives(g.state, found);
        for (int i = 0; i < n; ++i) {
          const auto& r = found[std::size_t(i)];
          const skirmish::Values& v = model.cards.of(g.state.current, r.move.card());
          const double unit = model.unit;
          list.emplace_back(model.name(r.of), std::array<double, 3>{v.fight / unit, v.heal / unit, v.attack / unit},
                            model.real_move(g.state, r.move));
        }
        return list;
      },
      "state"_a, "clusters"_a, "classes"_a,
      "The representatives of a placement: class, average values (fight, heal, attack), and the move that is played for it.");
}

}  // namespace

void bind_search(nb::module_& m, nb::module_& skirmish) {
  bind_catan(m);
  bind_skirmish_players(skirmish);
}

}  // namespace longroad::bindings
