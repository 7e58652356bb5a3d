// Tree search in a toy game whose best move is known: what batches, virtual visits and sequential halving must and must not do.
// Exits with 1 at the first thing that does not hold.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "search/uct.hpp"

using namespace longroad;
using namespace longroad::search;

namespace {

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}
void require(bool holds, const std::string& what) {
  if (!holds) fail(what);
}

// Two players take turns to choose one of `width` numbers, `length` times; a fair coin follows each choice. How good a position
// is for the first player is a sum over its choices.
struct Toy {
  static constexpr int width = 20, length = 40, max_players = 2, max_actions = width, max_outcomes = 2;
  struct State {
    std::array<int, length> chosen{};
    int made = 0, coins = 0;
    bool coin = false;
  };
  struct Action {
    int number = 0;
    bool operator==(const Action&) const = default;
  };
  static int players(const State&) { return 2; }
  static bool is_over(const State& s) { return s.made == length && !s.coin; }
  static bool is_chance(const State& s) { return s.coin; }
  static int actor(const State& s) { return s.made % 2; }
  static int legal_actions(const State&, std::span<Action> out) {
    for (int i = 0; i < width; ++i) out[std::size_t(i)] = {i};
    return width;
  }
  static Action sample_action(const State&, Rng& rng) { return {int(rng.below(width))}; }
  static int chance_outcomes(const State&, std::span<Outcome<Action>> out) {
    out[0] = {{0}, 0.5}, out[1] = {{1}, 0.5};
    return 2;
  }
  static Action sample_chance(const State&, Rng& rng) { return {int(rng.below(2))}; }
  static void apply(State& s, Action action) {
    if (s.coin)
      s.coins += action.number, s.coin = false;
    else
      s.chosen[std::size_t(s.made++)] = action.number, s.coin = true;
  }
  static bool is_legal(const State&, Action action) { return action.number < width; }
  static std::optional<Action> only_action(const State&) { return {}; }
  static double returns(const State& s, int player) { return (player ? -1 : 1) * (2 * worth(s) - 1); }
  static int winner(const State& s) { return worth(s) > 0.5 ? 0 : 1; }
  static int score(const State& s, int) { return s.coins; }
  static int turns(const State& s) { return s.made; }
  static bool is_roll(Action) { return false; }

  static constexpr int best = 13;
  // Each choice is the better for the one who makes it the nearer to `best` it is.
  static double worth(const State& s) {
    double sum = 0.5;
    for (int i = 0; i < s.made; ++i) sum -= (i % 2 ? -1 : 1) * 0.03 * std::abs(s.chosen[std::size_t(i)] - best);
    return std::clamp(sum, 0.0, 1.0);
  }
};
static_assert(Game<Toy>);

struct ToyModel {
  using Game = Toy;
  using State = Toy::State;
  using Move = Toy::Action;
  static constexpr int max_players = 2, max_moves = Toy::width, max_outcomes = 2;

  bool is_over(const State& s) const { return Toy::is_over(s); }
  bool is_chance(const State& s) const { return s.coin; }
  int actor(const State& s) const { return Toy::actor(s); }
  int candidates(const State&, bool, std::span<Candidate<Move>> out) const {
    for (int i = 0; i < Toy::width; ++i) out[std::size_t(i)] = {{i}, 1.f / Toy::width};
    return Toy::width;
  }
  u64 hidden_from_observer(const State&) const { return 1; }
  bool is_legal(const State&, Move) const { return true; }
  u64 apply(State& s, Move move, Rng&) const { return Toy::apply(s, move), 0; }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return Toy::chance_outcomes(s, out); }
  bool is_known_chance(const State&) const { return false; }
  u64 outcome_key(Move move) const { return u64(move.number) + 1; }
  std::array<float, 2> result(const State& s) const { return {float(Toy::worth(s)), float(1 - Toy::worth(s))}; }
  State judged_at(const State& s, Rng&) const { return s; }
};

// Knows the worth, or says the same of everything; its priors favour small numbers, the wrong ones.
class ToyEvaluator : public Evaluator<Toy> {
 public:
  explicit ToyEvaluator(bool constant = false, int fails_at = -1) : constant_(constant), fails_at_(fails_at) {}

  Probabilities win_probabilities(int at) const override {
    if (at >= throws_from) throw std::runtime_error("no value");
    return answers_.at(std::size_t(at));
  }
  bool priors(int, std::span<Candidate<Toy::Action>> moves) const override {
    float sum = 0;
    for (auto& c : moves) sum += c.prior = 1.f / float(3 + c.move.number);
    for (auto& c : moves) c.prior /= sum;
    return true;
  }

  int throws_from = 1'000'000;

 private:
  void take(const Toy::State& s) override { waiting_.push_back(s); }
  void answer() override {
    if (++computed_ == fails_at_) throw std::runtime_error("no answer");
    answers_.clear();
    for (const Toy::State& s : waiting_) {
      const float worth = constant_ ? 0.25f : float(Toy::worth(s));
      answers_.push_back({worth, 1 - worth});
    }
  }
  void drop() override { waiting_.clear(), answers_.clear(); }

  bool constant_;
  int fails_at_, computed_ = 0;
  std::vector<Toy::State> waiting_;
  std::vector<Probabilities> answers_;
};

using Tree = UctTree<ToyModel>;

UctSettings settings(u64 simulations, int batch, bool asked) {
  UctSettings s;
  s.simulations = simulations, s.batch = batch, s.asked_priors = asked;
  return s;
}

// What a tree holds at its root, as numbers.
std::vector<double> contents(const Tree& tree) {
  std::vector<double> found{double(tree.root().visits), tree.root().total};
  for (const auto& e : tree.root().edges) {
    found.insert(found.end(), {double(e.move.number), double(e.visits), e.total, double(e.prior)});
    for (const auto& c : e.children) found.insert(found.end(), {double(c.key), double(c.visits)});
  }
  return found;
}

// All simulations are counted once, their values too, whatever the batch: with equal values every mean is that value.
void check_visits(int batch, bool asked) {
  Tree tree;
  ToyEvaluator evaluator(true);
  Rng rng(7);
  require(tree.run(ToyModel{}, settings(300, batch, asked), [] { return Toy::State{}; }, rng, evaluator) == 300, "not all made");
  const auto& root = tree.root();
  u64 visits = asked ? 1 : 0;  // the first one ended at the root
  for (const auto& e : root.edges) {
    visits += e.visits;
    u64 below = 0;
    for (const auto& c : e.children) below += c.visits;
    require(below == e.visits, "children and edge differ in visits");
    if (e.visits) require(std::abs(e.mean() - 0.25) < 1e-9, "a virtual visit left its value: " + std::to_string(e.mean()));
  }
  require(visits == 300 && root.visits == 300, "visits are not the simulations: " + std::to_string(visits));
  require(std::abs(tree.outlook(0) - 0.25) < 1e-9, "the outlook is another");
  u64 computed = 0;
  for (std::size_t i = 0; i < evaluator.batch_sizes().batches.size(); ++i) computed += evaluator.batch_sizes().batches[i];
  require(evaluator.batch_sizes().positions <= 300 && computed >= 300 / u64(batch), "the histogram does not add up");
  if (batch == 1) require(evaluator.batch_sizes().batches[0] == computed, "a batch of one is larger");
}

void check_determinism(int batch) {
  std::vector<double> first;
  for (int round = 0; round < 2; ++round) {
    Tree tree;
    ToyEvaluator evaluator;
    Rng rng(3);
    tree.run(ToyModel{}, settings(200, batch, true), [] { return Toy::State{}; }, rng, evaluator);
    if (round == 0)
      first = contents(tree);
    else
      require(first == contents(tree), "the same search came out another way");
  }
}

// What was gathered and is taken back leaves no trace, also if the evaluator throws.
void check_abandoning() {
  Tree tree;
  ToyEvaluator evaluator;
  Rng rng(3);
  const UctSettings how = settings(200, 8, true);
  tree.run(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator);
  tree.begin();
  tree.gather(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator, 1);
  evaluator.compute(), tree.absorb(evaluator), evaluator.clear();
  const auto before = contents(tree);
  tree.gather(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator, 50);
  require(contents(tree)[0] == before[0] + 50, "visits are not counted at once");
  tree.abandon();
  evaluator.clear();
  const auto after = contents(tree);
  double visits = 0;
  for (const auto& e : tree.root().edges) visits += e.visits;
  for (std::size_t i = 0; i < 2; ++i) require(before[i] == after[i], "what was taken back left a trace at the root");
  require(visits == before[0] - 2, "what was taken back left a trace at the edges");  // two simulations ended at the root
  require(tree.made() == 1, "what was taken back still counts");

  Tree other;
  ToyEvaluator failing(false, 9);
  try {
    other.run(ToyModel{}, settings(200, 4, false), [] { return Toy::State{}; }, rng, failing);
    fail("an error of the evaluator was lost");
  } catch (const std::runtime_error&) {
  }
  require(other.made() == 32 && other.root().visits == 32, "the tree does not hold what was finished");
  // Also if only some of the answers are bad.
  const auto held = contents(other);
  failing.throws_from = 2;
  try {
    other.run(ToyModel{}, settings(200, 4, false), [] { return Toy::State{}; }, rng, failing);
    fail("an error of an answer was lost");
  } catch (const std::runtime_error&) {
  }
  require(other.made() == 0 && contents(other)[0] == held[0] && contents(other)[1] == held[1], "half a batch was taken");
  ToyEvaluator working;
  require(other.run(ToyModel{}, settings(10, 4, false), [] { return Toy::State{}; }, rng, working) == 10, "it cannot go on");
}

// Sequential halving: who is tried how often, and what is found.
void check_halving() {
  int found = 0;
  for (u64 seed = 1; seed <= 40; ++seed) {
    Tree tree;
    ToyEvaluator evaluator;
    Rng rng(seed);
    UctSettings how = settings(65, 1, true);
    how.root = RootRule::Gumbel, how.gumbel.noise = true;
    tree.run(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator);
    std::vector<u32> tries;
    for (const auto& e : tree.root().edges)
      if (e.visits) tries.push_back(e.visits);
    std::sort(tries.begin(), tries.end());
    // 64 after the root's own: 16 once, 8 twice more, 4 four times more, 2 eight times more
    require(tries == std::vector<u32>{1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 7, 7, 15, 15},
            "the halves are not tried as they should");
    const int move = tree.root().edges[tree.best_by_halving()].move.number;
    const auto policy = tree.improved_policy({});
    double sum = 0, mean = 0, prior_mean = 0;
    for (std::size_t i = 0; i < policy.size(); ++i) {
      const int distance = std::abs(tree.root().edges[i].move.number - Toy::best);
      sum += policy[i], mean += policy[i] * distance, prior_mean += double(tree.root().edges[i].prior) * distance;
    }
    require(std::abs(sum - 1) < 1e-9 && mean < prior_mean, "the policy was not improved");
    found += std::abs(move - Toy::best) <= 1;
  }
  require(found >= 36, "the best moves were found " + std::to_string(found) + " times of 40");

  // Without noise nothing is drawn, and the highest priors are considered; few simulations consider few moves.
  for (u64 budget : {2u, 5u, 17u}) {
    Tree tree;
    ToyEvaluator evaluator;
    Rng rng(1);
    UctSettings how = settings(budget, 1, true);
    how.root = RootRule::Gumbel;
    tree.run(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator);
    for (u32 i = 0; i < tree.root().edges.size(); ++i) {
      const auto& e = tree.root().edges[i];
      require((e.visits > 0) == (i < std::min<u64>(budget - 1, 16)), "not the highest priors were considered");
    }
    require(tree.root().edges[tree.best_by_halving()].visits > 0, "a move was chosen that was not tried");
  }
}

// In batches the halves are tried as often.
void check_halving_in_batches(int batch) {
  Tree tree;
  ToyEvaluator evaluator;
  Rng rng(5);
  UctSettings how = settings(65, batch, true);
  how.root = RootRule::Gumbel;
  tree.run(ToyModel{}, how, [] { return Toy::State{}; }, rng, evaluator);
  u64 tries = 0;
  u32 most = 0;
  for (const auto& e : tree.root().edges) tries += e.visits, most = std::max(most, e.visits);
  require(tries == 64 && most == 15, "batches change how often the halves are tried");
}

}  // namespace

int main() {
  for (int batch : {1, 2, 7, 64})
    for (bool asked : {false, true}) check_visits(batch, asked);
  for (int batch : {1, 8}) check_determinism(batch);
  check_abandoning();
  check_halving();
  for (int batch : {1, 4, 16}) check_halving_in_batches(batch);
  std::printf("trees of a toy game, no complaint\n");
}
