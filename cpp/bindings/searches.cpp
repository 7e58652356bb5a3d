// Networks behind the evaluator's contract, and tree searches that share one batch of them.
#include "batch/searches.hpp"

#include "bindings/arrays.hpp"
#include "bindings/batch_sizes.hpp"

namespace longroad::bindings {

namespace {

using Floats = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<u8, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Answers = std::pair<Floats, Floats>;
constexpr const char* batch_sizes_doc =
    "How many positions were computed together: {1: batches of one, 2: of two or three, 4: of four to seven, ...}.";

std::string shape(const Floats& array) {
  return "(" + std::to_string(array.shape(0)) + ", " + std::to_string(array.shape(1)) + ")";
}

void require_shape(const char* what, const Floats& array, std::size_t rows, int columns) {
  if (array.shape(0) != rows || array.shape(1) != std::size_t(columns))
    throw AnswerError(std::string(what) + " of shape " + shape(array) + " for " + std::to_string(rows) + " positions, not (" +
                      std::to_string(rows) + ", " + std::to_string(columns) + ")");
}

void require_answers(const PolicyForm& form, const Floats& logits, const Floats& values, int count) {
  require_shape("logits", logits, std::size_t(count), form.codec->size);
  require_shape("values", values, std::size_t(count), form.value_columns);
}

// -- one evaluator

PolicyEvaluator::BatchFunction calling(nb::callable function, const PolicyForm& form) {
  return [function = std::move(function), form](std::span<const u8> rows, int count) -> PolicyEvaluator::Answers {
    auto shown = new_array<u8>({std::size_t(count), std::size_t(form.encoding->size)});
    std::copy(rows.begin(), rows.end(), shown.data());
    const nb::object said = function(shown);
    auto kept = std::make_shared<Answers>();
    if (!nb::try_cast(said, *kept))
      throw AnswerError("the function returned something else than two float32 arrays, logits and values");
    require_answers(form, kept->first, kept->second, count);
    return {kept->first.data(), kept->second.data(), kept};
  };
}

int checked(const PolicyEvaluator& e, int at) {
  if (at < 0 || at >= e.size()) throw nb::index_error("no such position in the batch");
  return at;
}

void bind_evaluator(nb::module_& m) {
  nb::class_<PolicyForm>(m, "PolicyForm", "What a policy and value network reads and says.")
      .def(
          "__init__",
          [](PolicyForm* f, const Encoding& encoding, const Codec& codec, int value_columns, bool trades,
             std::vector<int> bank_columns, int bank, float temperature) {
            if (!(temperature > 0)) throw nb::value_error("temperature must be above 0");
            new (f) PolicyForm{&encoding, &codec, value_columns, temperature, trades, std::move(bank_columns), bank};
          },
          "encoding"_a, "codec"_a, "value_columns"_a, "trades"_a = true, "bank_columns"_a = std::vector<int>{},
          "bank"_a = PolicyForm::full_bank, "temperature"_a = 1.0f,
          "`value_columns`: of its values, which are win probabilities, the one who decides first, then in turn order. `trades`: "
          "whether its logits of offers, answers and deals mean anything. The `bank_columns` of the encoding show `bank` cards "
          "at "
          "most. Logits are divided by `temperature` before they become priors.");
  nb::class_<PolicyEvaluator>(m, "PolicyEvaluator", "Judges positions by a policy and value network, many at a time.")
      .def(
          "__init__",
          [](PolicyEvaluator* e, const PolicyForm& form, nb::callable function) {
            new (e) PolicyEvaluator(form, calling(std::move(function), form));
          },
          nb::sig("def __init__(self, form: PolicyForm, function: collections.abc.Callable[[NDArray[numpy.uint8]], "
                  "tuple[NDArray[numpy.float32], NDArray[numpy.float32]]]) -> None"),
          "form"_a, "function"_a,
          "`function` takes encoded positions, a row each, and returns two float32 arrays with as many rows: logits by the index "
          "of the codec, and values.")
      .def(
          "add",
          [](PolicyEvaluator& e, const GameState& g) {
            if (g.state.is_over() || g.state.is_chance()) throw IllegalAction("nobody decides in this position");
            return e.add(g.state);
          },
          "state"_a, "Adds a position in which somebody decides; returns its place in the batch.")
      .def("compute", &PolicyEvaluator::compute, "Answers all positions added. Raises AnswerError.")
      .def("clear", &PolicyEvaluator::clear, "Forgets the batch.")
      .def("__len__", &PolicyEvaluator::size)
      .def(
          "win_probabilities",
          [](const PolicyEvaluator& e, int at, int players) {
            const auto all = e.win_probabilities(checked(e, at));
            return std::vector<float>(all.begin(), all.begin() + std::clamp(players, 0, max_players));
          },
          "at"_a, "players"_a, "Of a computed position, for each player. Raises AnswerError.")
      .def(
          "priors",
          [](const PolicyEvaluator& e, int at, const std::vector<Action>& moves) {
            std::vector<search::Candidate<Action>> candidates;
            for (Action move : moves) candidates.push_back({move, 0});
            e.priors(checked(e, at), candidates);
            std::vector<float> found;
            for (const auto& c : candidates) found.push_back(c.prior);
            return found;
          },
          "at"_a, "moves"_a, "Of moves of a computed position; they add up to 1. Raises AnswerError.")
      .def_prop_ro(
          "batch_sizes", [](const PolicyEvaluator& e) { return to_dict(e.batch_sizes()); },
          nb::sig("def batch_sizes(self, /) -> dict[int, int]"), batch_sizes_doc);
}

// Win probabilities of positions as they stand, a row per position, by one of the evaluators that need no network.
nb::ndarray<nb::numpy, float> leaf_win_probabilities(const LeafSettings& leaf, const JudgeSettings& judge, const nb::list& states,
                                                     Rng& rng) {
  std::vector<const State*> asked;
  for (const nb::handle state : states) {
    asked.push_back(&nb::cast<const GameState&>(state).state);
    if (asked.back()->is_over()) throw IllegalAction("a game that is over is not judged");
  }
  const auto evaluator = make_leaf_evaluator(leaf, judge);
  evaluator->draw_from(rng);
  auto out = new_array<float>({asked.size(), std::size_t(max_players)});
  for (const State* s : asked) evaluator->add(*s);
  evaluator->compute();
  for (std::size_t i = 0; i < asked.size(); ++i)
    std::ranges::copy(evaluator->win_probabilities(int(i)), out.data() + i * std::size_t(max_players));
  return out;
}

// -- many searches

template <class Searches>
int gather(Searches& s, const Rows& out) {
  if (out.shape(0) < s.most_leaves() || out.shape(1) != std::size_t(s.form().encoding->size))
    throw nb::value_error(("needs an array for " + std::to_string(s.most_leaves()) + " rows of " +
                           std::to_string(s.form().encoding->size) + " bytes")
                              .c_str());
  const nb::gil_scoped_release released;
  const int count = s.gather();
  s.write(out.data());
  return count;
}

template <class Searches>
void absorb(Searches& s, int count, const Floats& logits, const Floats& values) {
  if (count) require_answers(s.form(), logits, values, count);
  const nb::gil_scoped_release released;
  s.absorb(logits.data(), values.data());
}

// Decisions with what they point to, and the number of leaves that wait.
struct Decisions : batch::Searches<batch::Decision> {
  using Searches::Searches;
  std::vector<nb::object> held;
  int waiting = 0;
};

struct SearchedGames : batch::Searches<batch::SelfPlay> {
  using Searches::Searches;
  int waiting = 0;
};

template <class T>
void bind_rounds(nb::class_<T>& c) {
  c.def_prop_ro("most_leaves", &T::most_leaves, "Of one round at most.")
      .def(
          "gather", [](T& s, const Rows& out) { return s.waiting = gather(s, out); }, "out"_a,
          "Gathers the leaves of the next round, encoded, into the first rows of an array; returns how many.")
      .def(
          "absorb", [](T& s, const Floats& logits, const Floats& values) { absorb(s, s.waiting, logits, values); }, "logits"_a,
          "values"_a, "Takes the answers to all leaves of the round, a row each. Raises AnswerError.")
      .def_prop_ro(
          "batch_sizes", [](const T& s) { return to_dict(s.batch_sizes()); },
          nb::sig("def batch_sizes(self, /) -> dict[int, int]"), batch_sizes_doc);
}

void bind_decisions(nb::module_& m) {
  nb::class_<Decisions> c(m, "Decisions", "Decisions of tree searches in many games, whose leaves are computed together.");
  c.def(
       "__init__",
       [](Decisions* d, const PolicyForm& form, const std::vector<std::tuple<nb::object, nb::object, nb::object>>& asked,
          int threads, int per_round) {
         for (const auto& [player, view, rng] : asked) {
           const View& shown = nb::cast<const View&>(view);
           require_decision(shown.public_state(), shown.public_state().actor, shown.viewer());
         }
         new (d) Decisions(form, std::max(threads, 1), std::max(per_round, 1));
         for (const auto& [player, view, rng] : asked) {
           d->slots().emplace_back(nb::cast<NativePlayer&>(player), nb::cast<const View&>(view), nb::cast<Rng&>(rng));
           d->held.push_back(player), d->held.push_back(rng);
         }
       },
       nb::sig("def __init__(self, form: PolicyForm, asked: Sequence[tuple[NativePlayer, View, Rng]], threads: int = 1, "
               "per_round: int = 1) -> None"),
       "form"_a, "asked"_a, "threads"_a = 1, "per_round"_a = 1,
       "Players that are to decide, with their views and generators. Each begins `per_round` simulations per round.")
      .def_prop_ro(
          "is_done",
          [](Decisions& d) {
            return std::all_of(d.slots().begin(), d.slots().end(), [](const auto& slot) { return slot.is_made(); });
          },
          "Whether all of them are made.")
      .def(
          "move",
          [](Decisions& d, int number) {
            if (number < 0 || std::size_t(number) >= d.slots().size() || !d.slots()[std::size_t(number)].is_made())
              throw nb::index_error("no such decision, or it is not made yet");
            return d.slots()[std::size_t(number)].move();
          },
          "number"_a, "The move of a decision that is made. Raises what its search raised: AnswerError, say.")
      .def(
          "abandon",
          [](Decisions& d) {
            for (auto& slot : d.slots()) slot.abandon();
          },
          "Ends the searches that are not done, without a move.");
  bind_rounds(c);
}

nb::dict take_lessons(SearchedGames& g) {
  batch::Lessons all;
  for (auto& slot : g.slots()) all.append(slot.taken());
  const std::size_t n = all.size(), width = std::size_t(g.form().encoding->size), actions = std::size_t(g.form().codec->size);
  nb::dict d;
  d["position"] = nb::cast(to_numpy(std::move(all.positions), {n, width}));
  d["mask"] = nb::cast(to_numpy(std::move(all.masks), {n, actions}));
  d["policy"] = nb::cast(to_numpy(std::move(all.policies), {n, actions}));
  d["outlook"] = nb::cast(to_numpy(std::move(all.outlooks), {n}));
  d["winner"] = nb::cast(to_numpy(std::move(all.winners), {n}));
  d["players"] = nb::cast(to_numpy(std::move(all.players), {n}));
  return d;
}

void bind_searched_games(nb::module_& m) {
  nb::class_<SearchedGames> c(m, "SearchedGames",
                              "Games of a tree search against itself, side by side and one after the other, whose leaves are "
                              "computed together.");
  c.def(
       "__init__",
       [](SearchedGames* g, const PolicyForm& form, const Setup& setup, const NativeAgent& agent, int games, u64 seed,
          int threads, int per_round, bool keep) {
         new (g) SearchedGames(form, std::max(threads, 1), std::max(per_round, 1));
         for (int slot = 0; slot < games; ++slot)
           g->slots().emplace_back(setup, agent, seed, u64(slot), keep ? &g->form() : nullptr);
       },
       "form"_a, "setup"_a, "agent"_a, "games"_a, "seed"_a, "threads"_a = 1, "per_round"_a = 1, "keep"_a = false,
       "With `keep`, what the searches find is kept for take_lessons().")
      .def("take_lessons", &take_lessons, nb::sig("def take_lessons(self) -> dict[str, NDArray[typing.Any]]"),
           "What the searches found in the games that were over since the last call, a row per decision: `position` (encoded), "
           "`mask`, `policy` by index, `outlook` (the search's win probability), `winner` by seat after the one who decided (-1: "
           "nobody), `players`.")
      .def_prop_ro(
          "games",
          [](SearchedGames& g) {
            u64 sum = 0;
            for (const auto& slot : g.slots()) sum += slot.games();
            return sum;
          },
          "Games that were finished.")
      .def_prop_ro(
          "moves",
          [](SearchedGames& g) {
            u64 sum = 0;
            for (const auto& slot : g.slots()) sum += slot.moves();
            return sum;
          },
          "Moves that were made.");
  bind_rounds(c);
}

}  // namespace

void bind_shared_searches(nb::module_& m) {
  bind_evaluator(m);
  m.def("leaf_win_probabilities", &leaf_win_probabilities, "leaf"_a, "judge"_a, "states"_a, "rng"_a,
        nb::sig("def leaf_win_probabilities(leaf: LeafSettings, judge: JudgeSettings, states: Sequence[State], rng: Rng) -> "
                "NDArray[numpy.float32]"),
        "Win probabilities of positions as they stand, a row of four per position, as `mcts` values its leaves; a playout draws "
        "from `rng`.");
  bind_decisions(m);
  bind_searched_games(m);
}

}  // namespace longroad::bindings
