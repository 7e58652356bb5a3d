// Many games at once: where their boards come from, matches, and what the benchmark measures.
#include <ctime>

#include "batch/match.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

BoardSource board_source(Layout layout, HarborLayout harbor_layout, const std::optional<std::string>& text) {
  BoardSource source;
  source.layout = layout;
  source.harbors = harbor_layout;
  if (text) {
    const auto [board, robber] = parse_board(*text);
    source.given = true;
    source.board = board;
    source.robber = robber;
  }
  return source;
}

std::array<NativeAgent, max_players> seats(const std::vector<NativeAgent>& list) {
  std::array<NativeAgent, max_players> result{};
  for (std::size_t i = 0; i < list.size() && i < result.size(); ++i) result[i] = list[i];
  return result;
}

// `signature` is that of the games before; `keep` adds board and events of every game.
nb::dict play_blocks_py(const Rules& rules, const BoardSource& source, const std::vector<NativeAgent>& agents, u64 seed,
                        u64 first, int blocks, int threads, u64 signature, bool keep) {
  const std::size_t n = rules.players, games = std::size_t(blocks) * n;
  std::vector<GameResult> results(games);
  std::vector<KeptGame> kept(keep ? games : 0);
  interruptible([&] {
    ThreadPool pool(threads);
    play_blocks(rules, source, seats(agents), seed, first, blocks, pool, results.data(), keep ? kept.data() : nullptr);
    return true;
  });
  std::vector<std::int8_t> winner, seat;
  std::vector<std::int32_t> turns, rolls, decisions;
  std::vector<u8> points;
  std::vector<float> seconds;
  for (const GameResult& r : results) {
    winner.push_back(r.winner_agent == nobody ? std::int8_t(-1) : std::int8_t(r.winner_agent));
    seat.push_back(r.winner_seat == nobody ? std::int8_t(-1) : std::int8_t(r.winner_seat));
    turns.push_back(r.turns);
    rolls.push_back(std::int32_t(r.rolls));
    for (std::size_t agent = 0; agent < n; ++agent) {
      points.push_back(r.points[agent]);
      decisions.push_back(std::int32_t(r.decisions[agent]));
      seconds.push_back(float(r.seconds[agent]));
    }
    signature = (signature ^ r.signature) * 0x100000001b3;
  }
  nb::dict d;
  d["winner"] = to_numpy(std::move(winner), {games});
  d["winner_seat"] = to_numpy(std::move(seat), {games});
  d["turns"] = to_numpy(std::move(turns), {games});
  d["rolls"] = to_numpy(std::move(rolls), {games});
  d["decisions"] = to_numpy(std::move(decisions), {games, n});
  d["seconds"] = to_numpy(std::move(seconds), {games, n});
  d["points"] = to_numpy(std::move(points), {games, n});
  d["signature"] = signature;
  nb::list list;  // of (board, events)
  for (KeptGame& game : kept) {
    const std::size_t events = game.events.size();
    list.append(nb::make_tuple(game.board, to_numpy(std::move(game.events), {events})));
  }
  d["games"] = list;
  return d;
}

// The events of one game, to be replayed from its board.
std::pair<std::string, std::vector<u64>> game_events(const Rules& rules, const BoardSource& source,
                                                     const std::vector<NativeAgent>& agents, u64 seed, u64 block, int rotation) {
  std::pair<std::string, std::vector<u64>> result;
  play_game(
      rules, source, seats(agents), seed, block, rotation, [&](const State& s) { result.first = board_text(s.board, s.robber); },
      [&](Action a) { result.second.push_back(a.word); });
  return result;
}

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Random games on one thread; returns games, actions, CPU seconds.
std::tuple<int, u64, double> random_games(const Rules& rules, const BoardSource& source, Policy policy, int games, u64 seed) {
  if (policy != Policy::Random && policy != Policy::ByKind) throw nb::value_error("policy must be random or kind");
  nb::gil_scoped_release released;
  u64 actions = 0;
  const double start = cpu_seconds();
  for (int g = 0; g < games; ++g) {
    Rng rng = Rng::stream(seed, u64(g));
    State s = source.start(rules, rng);
    actions += policy == Policy::Random ? play_out_with<Policy::Random>(s, rng) : play_out_with<Policy::ByKind>(s, rng);
  }
  return {games, actions, cpu_seconds() - start};
}

// Copies of a position, with a change after each so that none can be left out; returns CPU seconds.
double copy_states(const GameState& g, int copies) {
  nb::gil_scoped_release released;
  std::vector<State> ring(16, g.state);
  const double start = cpu_seconds();
  for (int i = 0; i < copies; ++i) {
    State& to = ring[std::size_t(i) % 16];
    to = ring[std::size_t(i + 15) % 16];
    asm volatile("" : : "r"(&to) : "memory");
  }
  return cpu_seconds() - start;
}

void bind_board_source(nb::module_& m) {
  nb::class_<BoardSource>(m, "BoardSource", "Where the boards of many games come from.")
      .def(
          "__init__",
          [](BoardSource* b, Layout layout, HarborLayout harbor_layout, const std::optional<std::string>& text) {
            new (b) BoardSource(board_source(layout, harbor_layout, text));
          },
          "layout"_a.noconvert() = BoardSource{}.layout, "harbors"_a.noconvert() = BoardSource{}.harbors, "text"_a = nb::none(),
          "Boards drawn as asked, or the one of the text; raises BoardError.")
      .def_ro("layout", &BoardSource::layout)
      .def_ro("harbors", &BoardSource::harbors)
      .def(
          "draw",
          [](const BoardSource& b, Rng& rng) {
            const State s = b.start({}, rng);
            return board_text(s.board, s.robber);
          },
          "rng"_a, "The text of a board, drawn by the generator, which is then at the chance of a game on it.");
}

}  // namespace

void bind_batch(nb::module_& m) {
  bind_board_source(m);
  m.def(
      "play_blocks", &play_blocks_py, "rules"_a, "source"_a, "agents"_a, "seed"_a, "first"_a, "blocks"_a, "threads"_a,
      "signature"_a, "keep"_a,
      nb::sig(
          "def play_blocks(rules: RulesCore, source: BoardSource, agents: Sequence[NativeAgent], seed: int, first: int, blocks: "
          "int, threads: int, signature: int, keep: bool) -> dict[str, typing.Any]"));
  m.def("game_events", &game_events, "rules"_a, "source"_a, "agents"_a, "seed"_a, "block"_a, "rotation"_a);
  m.def("random_games", &random_games, "rules"_a, "source"_a, "policy"_a.noconvert(), "games"_a, "seed"_a);
  m.def("copy_states", &copy_states, "state"_a, "copies"_a);
  m.def(
      "policy_weights",
      [](Policy policy) {
        if (policy != Policy::ByKind && policy != Policy::Weighted) throw nb::value_error("policy must be kind or typed");
        return policy == Policy::Weighted ? build_weights : equal_weights;
      },
      "policy"_a.noconvert());
  nb::list names;
  for (const char* name : kind_names) names.append(name);
  m.attr("KINDS") = nb::tuple(names);
}

}  // namespace longroad::bindings
