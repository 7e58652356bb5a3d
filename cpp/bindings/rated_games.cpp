// Many games whose moves a network rates.
#include "batch/rated_games.hpp"

#include "bindings/arrays.hpp"

namespace longroad::bindings {

namespace {

using batch::RatedGame;
using batch::RatedGames;

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
void check_size(const Array& array, int size, const char* what) {
  if (int(array.shape(0)) < size)
    throw nb::value_error((std::string(what) + ": needs " + std::to_string(size) + " rows").c_str());
}

int write(RatedGames& games, Rows<u8> positions, Rows<std::int16_t> moves, Column<std::int32_t> owners) {
  const int rows = games.rows();
  if (int(positions.shape(1)) != casher::position_size || int(moves.shape(1)) != 2)
    throw nb::value_error("positions have 1536 numbers, moves 2");
  check_size(positions, games.games(), "positions");
  check_size(moves, rows, "moves");
  check_size(owners, rows, "owners");
  nb::gil_scoped_release released;
  return games.write(positions.data(), moves.data(), owners.data());
}

// The first finished games, as arrays; they are dropped.
nb::dict take(RatedGames& games, int count) {
  if (count < 0 || count > int(games.finished().size())) throw nb::value_error("there are not so many finished games");
  const std::size_t n = std::size_t(count), players = std::size_t(games.players());
  std::vector<std::int32_t> decisions, rolls;
  std::vector<std::int8_t> winner;
  std::vector<u8> explored, points;
  std::size_t rows = 0;
  for (std::size_t g = 0; g < n; ++g) {
    const RatedGame& game = games.finished()[g];
    const State& end = game.state();
    decisions.push_back(game.decisions());
    rolls.push_back(game.rolls());
    winner.push_back(end.winner == nobody ? std::int8_t(-1) : std::int8_t(end.winner));
    explored.push_back(game.explored());
    for (std::size_t p = 0; p < players; ++p) points.push_back(u8(end.points(int(p))));
    rows += std::size_t(game.decisions());
  }
  std::vector<u8> positions(rows * casher::position_size);
  std::vector<std::int16_t> moves(2 * rows);
  std::vector<float> places(rows);
  {
    nb::gil_scoped_release released;
    games.write_finished(count, positions.data(), moves.data(), places.data());
    games.drop(count);
  }
  nb::dict d;
  d["positions"] = to_numpy(std::move(positions), {rows, std::size_t(casher::position_size)});
  d["moves"] = to_numpy(std::move(moves), {rows, 2});
  d["places"] = to_numpy(std::move(places), {rows});
  d["decisions"] = to_numpy(std::move(decisions), {n});
  d["rolls"] = to_numpy(std::move(rolls), {n});
  d["winner"] = to_numpy(std::move(winner), {n});
  d["explored"] = to_numpy(std::move(explored), {n});
  d["points"] = to_numpy(std::move(points), {n, players});
  return d;
}

}  // namespace

void bind_rated_games(nb::module_& m) {
  nb::class_<RatedGames>(m, "RatedGames", "Many games whose moves are rated; longroad.train.td_games makes the arrays.")
      .def(nb::init<const Rules&, const BoardSource&, int, u64, int, u32>(), "rules"_a, "source"_a, "games"_a, "seed"_a,
           "threads"_a, "explore"_a)
      .def(
          "begin",
          [](RatedGames& g, int wanted) {
            nb::gil_scoped_release released;
            g.begin(wanted);
          },
          "wanted"_a, "A new game in each of the first slots that has none.")
      .def_prop_ro("rows", &RatedGames::rows)
      .def_prop_ro("finished", [](const RatedGames& g) { return g.finished().size(); })
      .def("write", &write, "positions"_a, "moves"_a, "owners"_a,
           "Writes the positions and moves to be rated, and whose they are.")
      .def(
          "lowest",
          [](RatedGames& g, Column<const float> ratings, Column<std::int32_t> chosen) {
            check_size(ratings, g.rows(), "ratings");
            check_size(chosen, g.games(), "chosen");
            nb::gil_scoped_release released;
            g.lowest(ratings.data(), chosen.data());
          },
          "ratings"_a, "chosen"_a, "Writes the move of each game with the lowest rating, or -1.")
      .def(
          "step",
          [](RatedGames& g, Column<const std::int32_t> chosen) {
            check_size(chosen, g.games(), "chosen");
            nb::gil_scoped_release released;
            return g.step(chosen.data());
          },
          "chosen"_a, "Plays a move per game; the first game where it is illegal, or -1.")
      .def("take", &take, "count"_a, nb::sig("def take(self, count: int) -> dict[str, typing.Any]"),
           "The first finished games, as arrays; they are dropped.")
      .def(
          "state_of",
          [](const RatedGames& g, int game) -> std::optional<GameState> {
            if (game < 0 || game >= g.games()) throw nb::index_error("no such game");
            const RatedGame* found = g.game(game);
            if (!found) return {};
            GameState result(found->state().rules, found->state().board, found->state().first_robber);
            for (Action event : found->events()) result.play(event);
            return result;
          },
          "game"_a, "A copy of the game in a slot; None where none is running.")
      .def(
          "save",
          [](const RatedGames& g) {
            std::vector<u64> words = g.save();
            const std::size_t size = words.size();
            return to_numpy(std::move(words), {size});
          },
          "Everything that `load` needs to go on.")
      .def(
          "load", [](RatedGames& g, Column<const u64> words) { return g.load({words.data(), words.shape(0)}); }, "words"_a,
          "False if the words are not of games with these settings.");
}

}  // namespace longroad::bindings
