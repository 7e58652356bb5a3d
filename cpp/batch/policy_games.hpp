// Games to learn a policy from: planners that draw their moves, the better ones more often, by what their network makes of the
// ends of their plans; and for every decision what was compared, what was drawn, and how the game went on.
//
// The policy: of the best ways to go on, each with the win probability P that the network sees at its end (the mean over chance),
// one is drawn with odds proportional to exp(logit(P) / temperature). A second network, the critic, says what a decision
// is worth; the advantage of what was drawn is the generalized one (Schulman et al. 2016) over the decisions of the whole game,
// whoever took them, less the luck of dice, cards and later draws as far as the critic sees it (Burch et al. 2018).
#pragma once

#include <numeric>

#include "batch/luck.hpp"
#include "batch/match.hpp"
#include "catan/learning/decision_table.hpp"
#include "catan/players/agent.hpp"

namespace longroad::batch {

using namespace catan;

struct PolicySettings {
  double temperature = 0.035;  // of the odds of moves
  double least = 0.01;         // a way drawn less often than this is left out
  int candidates = 6;          // ways to go on that are drawn from
  int most_ends = 24;          // of one way: a decision with more is made, not kept
  double trace = 0.9;          // lambda of the advantages
  int critic_share = 4;        // of the decisions one in so many is kept for the critic
};

// Plays by drawing among its plans, and keeps what it compared.
class StudentPlayer : public NativePlayer {
 public:
  // `agent` is a planner with a network. What it decides is added to `kept`.
  StudentPlayer(const NativeAgent& agent, const Rules& rules, int seat, std::shared_ptr<Networks> critic,
                const PolicySettings& settings, std::vector<Decision>* kept)
      : NativePlayer(agent, rules, seat),
        planner_(std::get<PlannerSettings>(agent.how)),
        critic_(std::move(critic)),
        settings_(settings),
        kept_(kept) {}

  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    const bool talks = s.phase == Phase::Respond || s.phase == Phase::Choose;
    if (in_set_up(s.phase) || talks) return NativePlayer::choose(s, rng, stop);
    const State drawn = determinize(View(s, s.actor), belief(), rng);
    if (const auto offer = planner_.offer(drawn, belief())) return *offer;
    auto options = planner_.options(drawn);
    std::stable_sort(options.begin(), options.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    if (options.size() == 1 || options[0].value >= planner_.judge().win()) return options[0].first;
    if (int(options.size()) > settings_.candidates) options.resize(std::size_t(settings_.candidates));
    const std::vector<double> odds = odds_of(options);
    options.resize(odds.size());
    double ticket = double(rng.next() >> 11) * 0x1p-53;
    std::size_t chosen = 0;
    while (chosen + 1 < odds.size() && (ticket -= odds[chosen]) >= 0) ++chosen;
    keep(s, drawn, options, odds, chosen);
    return options[chosen].first;
  }

 private:
  using Plan = PlannerPlayer::Plan;

  // Of ways to go on, the best first; those that are hardly ever drawn are left out: they teach little and cost as much.
  std::vector<double> odds_of(const std::vector<Plan>& options) const {
    std::vector<double> odds;
    double most = -1e9, sum = 0;
    for (const Plan& option : options) {
      const double p = std::clamp(option.value / NetworkEvaluator::points_of_win, 1e-4, 1 - 1e-4);
      odds.push_back(std::log(p / (1 - p)) / settings_.temperature);
      most = std::max(most, odds.back());
    }
    for (double& o : odds) sum += o = std::exp(o - most);
    while (odds.back() < settings_.least * sum) odds.pop_back();
    sum = std::accumulate(odds.begin(), odds.end(), 0.0);
    for (double& o : odds) o /= sum;
    return odds;
  }

  void keep(const State& s, const State& drawn, const std::vector<Plan>& options, const std::vector<double>& odds,
            std::size_t chosen) {
    prepare(s);
    Decision d;
    d.seat = s.actor, d.chosen = int(chosen), d.log_probability = float(std::log(odds[chosen]));
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::vector<DecisionEnd>& ends = d.candidates.emplace_back();
      planner_.judge().visit_ends(options[i].state, s.actor, [&](double probability, State end) {
        take_end(end, probability, s.actor, ends.emplace_back());
        reveal(end, drawn, s);
        if (i == chosen) take_end(end, probability, s.actor, d.revealed.emplace_back());
        const auto expected = end.is_over() ? won(end) : critics_->win_probabilities(end);
        for (std::size_t p = 0; p < expected.size(); ++p) {
          d.expected[p] += float(odds[i] * probability) * expected[p];
          if (i == chosen) d.taken[p] += float(probability) * expected[p];
        }
      });
      if (int(ends.size()) > settings_.most_ends) return;
    }
    kept_->push_back(std::move(d));
  }

  // What the others really hold, where the plan has not changed it: the critic may know, since it does not choose.
  static void reveal(State& end, const State& drawn, const State& real) {
    for (int p = 0; p < end.players(); ++p) {
      if (p == real.actor) continue;
      if (end.cards[p] == drawn.cards[p]) end.cards[p] = real.cards[p];
      if (end.hand[p] == drawn.hand[p]) end.hand[p] = real.hand[p];
    }
  }

  // What a learner sees of an end.
  void take_end(const State& end, double probability, int me, DecisionEnd& to) const {
    to.probability = float(probability);
    if (end.is_over()) {
      to.won = end.winner == me;
      return;
    }
    features_->write(end, to.inputs);
    const catan::detail::Occupied on(end);
    for (int p = 0; p < end.players(); ++p) to.worth[std::size_t(p)] = float(catan::detail::worth(end, p, worth_, on));
  }

  void prepare(const State& s) {
    if (features_ && board_ == s.board) return;
    board_ = s.board;
    features_.emplace(s.board);
    const NetworkWeights& weights = critic_->of(s.players());
    critics_.emplace(weights, s.board);
    worth_ = BoardWorth::of(s.board, weights.evaluation);
  }

  PlannerPlayer planner_;
  std::shared_ptr<Networks> critic_;
  PolicySettings settings_;
  std::vector<Decision>* kept_;
  std::optional<Features> features_;
  std::optional<Network> critics_;
  BoardWorth worth_;
  Board board_{};
};

// A student, or an agent that plays as it is.
class StudentOrNot {
 public:
  explicit StudentOrNot(StudentPlayer player) : who_(std::move(player)) {}
  explicit StudentOrNot(NativePlayer player) : who_(std::move(player)) {}

  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    return std::visit([&](auto& who) { return who.choose(s, rng, stop); }, who_);
  }
  bool follows() const {
    return std::visit([](const auto& who) { return who.follows(); }, who_);
  }
  bool follows(Action event) const {
    return std::visit([&](const auto& who) { return who.follows(event); }, who_);
  }
  void observe(const State& before, Action event, const State& after) {
    std::visit([&](auto& who) { who.observe(before, event, after); }, who_);
  }

 private:
  std::variant<StudentPlayer, NativePlayer> who_;
};

// Who plays: `students` is a set of agents, which are planners with a network; the others play as they are.
struct PolicyTable {
  std::vector<NativeAgent> agents;
  u32 students = 0;
  std::shared_ptr<Networks> critic;
};

// DecisionTable for the policy, and those for the critic.
struct Lessons {
  DecisionTable policy, critic;
  std::vector<int> winners;  // by game: the agent that won, or -1

  explicit Lessons(int players = 2) : policy(players), critic(players) {}
};

// Game `number` of a seed. Throws Stopped.
inline Lessons play_lesson(const Setup& setup, const PolicyTable& table, u64 seed, u64 number, const PolicySettings& settings,
                           const StopToken& stop) {
  const int n = setup.players();
  const MatchSeeds seeds{seed, number, int(number % u64(n))};
  Rng chance = seeds.chance();
  State s = setup.start(chance);
  std::vector<Decision> kept;
  Seating<Catan, StudentOrNot> players(n, [&](int seat) {
    const int who = (seat + seeds.rotation) % n;
    const NativeAgent& agent = table.agents[std::size_t(who)];
    return std::pair(table.students >> who & 1
                         ? StudentOrNot(StudentPlayer(agent, setup.rules, seat, table.critic, settings, &kept))
                         : StudentOrNot(NativePlayer(agent, setup.rules, seat)),
                     seeds.seat(seat));
  });
  Luck luck(table.critic->of(n), s.board);
  std::vector<WinProbabilities> lucky;  // between a decision and the one before, and after the last
  WinProbabilities since{};
  players.run(s, chance, stop, [&](Action event) {
    if (kept.size() > lucky.size()) lucky.push_back(std::exchange(since, {}));
    if (event.is_chance()) {
      const WinProbabilities had = luck.of(s, event);
      for (std::size_t p = 0; p < had.size(); ++p) since[p] += had[p];
    }
    apply(s, event);
  });
  lucky.push_back(since);
  Lessons lessons(n);
  lessons.winners = {s.winner == nobody ? -1 : (int(s.winner) + seeds.rotation) % n};
  if (s.winner == nobody) return lessons;

  std::array<float, max_players> next = won(s), ahead{};  // what was expected next, and the sum of what came of it
  for (std::size_t i = kept.size(); i-- > 0;) {
    Decision& d = kept[i];
    for (std::size_t p = 0; p < std::size_t(n); ++p) {
      ahead[p] = next[p] - lucky[i + 1][p] - d.taken[p] + float(settings.trace) * ahead[p];
      d.returns[p] = d.taken[p] + ahead[p];
    }
    next = d.expected;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i].candidates.size() > 1) lessons.policy.add(kept[i]);
    if ((i + number) % u64(settings.critic_share)) continue;
    kept[i].candidates = {std::move(kept[i].revealed)};
    kept[i].chosen = 0;
    lessons.critic.add(kept[i]);
  }
  return lessons;
}

// Games first..first+games-1 of a seed, in order, whatever the number of threads. Throws Stopped.
inline Lessons play_lessons(const Setup& setup, const PolicyTable& table, u64 seed, u64 first, int games,
                            const PolicySettings& settings, ThreadPool& pool, const StopToken& stop) {
  std::vector<std::optional<Lessons>> found{std::size_t(games)};
  std::atomic<int> next{0};
  pool.run(pool.threads(), [&](int, int) {
    try {
      for (int g; (g = next++) < games && !stop.stop_requested();)
        found[std::size_t(g)].emplace(play_lesson(setup, table, seed, first + u64(g), settings, stop));
    } catch (Stopped) {
    }
  });
  stop.throw_if_requested();
  Lessons all(setup.players());
  for (auto& one : found) {
    all.policy.append(one->policy), all.critic.append(one->critic);
    all.winners.push_back(one->winners[0]);
    one.reset();
  }
  return all;
}

}  // namespace longroad::batch
