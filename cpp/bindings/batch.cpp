// Many games at once: where their boards come from, matches, and what the benchmark measures.
#include <ctime>

#include "batch/playouts.hpp"
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

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Random games on one thread; returns games, decisions, CPU seconds.
std::tuple<int, u64, double> random_games(const Setup& setup, Policy policy, int games, u64 seed) {
  if (policy != Policy::Random && policy != Policy::ByKind) throw nb::value_error("policy must be random or kind");
  nb::gil_scoped_release released;
  const double start = cpu_seconds();
  const u64 decisions = policy == Policy::Random ? play_out_games<Policy::Random>(setup, games, seed)
                                                 : play_out_games<Policy::ByKind>(setup, games, seed);
  return {games, decisions, cpu_seconds() - start};
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
  m.def("random_games", &random_games, "setup"_a, "policy"_a.noconvert(), "games"_a, "seed"_a,
        "Games with drawn moves: games, decisions, CPU seconds.");
  m.def("copy_states", &copy_states, "state"_a, "copies"_a, "The CPU seconds of so many copies of a state.");
  nb::list names;
  for (const char* name : kind_names) names.append(name);
  m.attr("KINDS") = nb::tuple(names);
}

}  // namespace longroad::bindings
