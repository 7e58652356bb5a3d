// Monte-Carlo tree search for many players, chance and hidden cards: UCT (Kocsis and Szepesvari 2006), or PUCT where the model
// knows which moves are likely to be good.
//
// The tree is that of one observer (single-observer information set MCTS, Cowling et al. 2012): every simulation starts from
// another consistent state and follows the moves that are legal in it, so a node stands for an information set of the
// observer. Each player maximizes its own value (max^n). Chance stands on the edges: a move leads to one
// child for each outcome; outcomes whose probabilities are always the same (dice) are visited in proportion to them, not drawn,
// which takes their noise away.
//
// Leaves are judged by an Evaluator, several at a time: gather() descends and adds a leaf per simulation, the evaluator computes
// them, absorb() takes the answers back up. Between the two every simulation counts as a visit that was lost (a virtual loss), so
// that the next one looks elsewhere. run() does all of it for one tree; many trees can share one batch (batch/searches.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "search/evaluator.hpp"
#include "search/gumbel.hpp"
#include "search/settings.hpp"

namespace longroad::search {

// What UCT searches in.
template <class M>
concept UctModel =
    requires(const M& m, const typename M::State& s, typename M::State& changing, typename M::Move move,
             std::span<Candidate<typename M::Move>> candidates, std::span<Outcome<typename M::Move>> outcomes, Rng& rng) {
      requires Game<typename M::Game>;  // of the evaluator
      requires std::is_trivially_copyable_v<typename M::State>;
      requires std::equality_comparable<typename M::Move>;
      { m.is_over(s) } -> std::same_as<bool>;
      { m.is_chance(s) } -> std::same_as<bool>;
      { m.actor(s) } -> std::same_as<int>;

      // Writes the moves worth searching, the most promising first, and returns their number (1 to max_moves). `at_root`: they
      // are the moves to choose from, not those of a later position.
      { m.candidates(s, true, candidates) } -> std::same_as<int>;
      // Everything hidden that the candidates of a position depend on: where it is equal, so are they.
      { m.hidden_from_observer(s) } -> std::same_as<u64>;
      { m.is_legal(s, move) } -> std::same_as<bool>;

      // Carries out a move or an outcome. A move that several things may follow, chance nodes aside (an offer, say), returns
      // different numbers for different ones.
      { m.apply(changing, move, rng) } -> std::same_as<u64>;
      { m.outcomes(s, outcomes) } -> std::same_as<int>;
      // Whether the probabilities of these outcomes are the same in all consistent states.
      { m.is_known_chance(s) } -> std::same_as<bool>;
      // A key of an outcome, not 0.
      { m.outcome_key(move) } -> std::same_as<u64>;

      // What each player has of a game that is over, 0 to 1.
      { m.result(s) } -> std::same_as<std::array<float, std::size_t(M::max_players)>>;
      // The position that the evaluator is asked about for a leaf; it may be over.
      { m.judged_at(s, rng) } -> std::same_as<typename M::State>;

      { M::max_players } -> std::convertible_to<int>;
      { M::max_moves } -> std::convertible_to<int>;
      { M::max_outcomes } -> std::convertible_to<int>;
    };

// How the moves of the root share the simulations.
enum class RootRule : u8 {
  Puct,    // as those of all other nodes
  Gumbel,  // by sequential halving
};

struct UctSettings {
  u64 simulations = 1000;
  double seconds = 0;         // 0: no limit; else simulations run until the time is up or `simulations` are made, unless 0
  bool priors = true;         // PUCT; else UCB1, every move once before any twice
  float exploration = 0.25f;  // the weight of exploration
  float unseen_loss = 0.10f;  // PUCT: a move not tried yet is thought so much worse than the position
  float widening = 0;         // if set, after n visits only the widening * sqrt(n) + 1 most promising moves are looked at
  bool shuffled = false;      // UCB1: moves not tried yet are tried in an order that is drawn, not in the model's
  bool even_dice = true;      // chance of known odds is dealt out in proportion, so that no outcome lags behind; else drawn
  bool asked_priors = false;  // PUCT with the priors of the evaluator, which must know them; the model's are not looked at
  RootRule root = RootRule::Puct;
  GumbelSettings gumbel{};
  int batch = 1;              // simulations whose leaves are computed together
  u32 max_nodes = 4'000'000;  // the tree stops growing there; what lies beyond is judged as a leaf each time
};

template <UctModel M>
class UctTree {
 public:
  using State = typename M::State;
  using Move = typename M::Move;
  using Values = std::array<float, std::size_t(M::max_players)>;
  using Judging = Evaluator<typename M::Game>;
  static constexpr u32 none = ~u32{0};
  static constexpr int most_passed = 12;

  struct Child {
    u64 key;
    u32 node, visits;
  };
  struct Edge {
    Move move;
    float prior;
    u32 visits = 0;
    double total = 0;  // of the values for the one who moves
    std::vector<Child> children{};

    double mean() const { return visits ? total / visits : 0; }
  };
  struct Node {
    u32 visits = 0;
    double total = 0;           // of the values for the one who decides here
    std::vector<u64> hidden{};  // what was hidden in the positions whose candidates are edges
    std::vector<Edge> edges{};
    bool awaits_priors = false;  // of the evaluator
  };

  // What is known of the position searched; its edges are the moves.
  const Node& root() const { return nodes_[0]; }
  u32 size() const { return u32(nodes_.size()); }

  void clear() { nodes_.clear(); }

  // The simulations to come begin with this move of the root, which must be one of its edges and legal in all consistent states;
  // nothing: with the one that the settings choose.
  void begin_with(std::optional<Move> first) { first_ = first; }

  // Simulations of the last run so far.
  u64 made() const { return made_; }
  // The mean over all of them, for any player.
  double outlook(int player) const { return made_ ? outlook_[std::size_t(player)] / double(made_) : 0; }

  // Runs simulations; `sample` gives a consistent state in which the observer decides. Adds to what the tree
  // already knows of that position. The moves of the root are asked for again: those of a node that became the root are others
  // than those of a root. Returns how many were made. Throws Stopped, and what the evaluator throws; the tree then holds what
  // the finished simulations found.
  template <class Sample>
  u64 run(const M& model, const UctSettings& settings, Sample&& sample, Rng& rng, Judging& evaluator,
          const StopToken& stop = {}) {
    begin();
    evaluator.clear();
    try {
      while (!is_done(settings)) {
        const u64 before = made_;
        gather(model, settings, sample, rng, evaluator, settings.batch);
        evaluator.compute();
        absorb(evaluator);
        evaluator.clear();
        if (made_ / 64 != before / 64) stop.throw_if_requested();
      }
    } catch (...) {
      abandon();
      evaluator.clear();
      throw;
    }
    return made_;
  }

  // -- run() in parts: begin(), then gather() and absorb() in turn until is_done()

  void begin() {
    if (nodes_.empty()) nodes_.emplace_back();
    nodes_[0].hidden.clear();
    gumbel_.clear();
    outlook_ = {};
    made_ = checked_ = 0;
    start_ = wall_seconds();
  }

  // Whether the simulations or the time are used up; the clock is looked at every 16 simulations.
  bool is_done(const UctSettings& settings) {
    if (settings.simulations && made_ >= settings.simulations) return true;
    if (settings.seconds <= 0 || made_ / 16 == checked_) return false;
    checked_ = made_ / 16;
    return wall_seconds() - start_ > settings.seconds;
  }

  // Begins up to `most` simulations, not more than are to be made, and adds their leaves to the evaluator's batch, unless the
  // game is over there. Nothing may be waiting. A simulation that comes to a node whose priors are still to be computed ends
  // there, too: the node is judged twice in the batch, in another consistent state perhaps. Returns how many were begun.
  template <class Sample>
  int gather(const M& model, const UctSettings& settings, Sample&& sample, Rng& rng, Judging& evaluator, int most) {
    const u64 left = settings.simulations ? settings.simulations - made_ : ~u64{0};
    const int n = int(std::min(left, u64(std::max(most, 1))));
    for (int i = 0; i < n; ++i) {
      descend(model, settings, sample(), rng, evaluator);
      ++made_;
      if (nodes_[0].awaits_priors) return i + 1;  // nowhere else to go
    }
    return n;
  }

  // Takes the answers to all that was gathered; or throws what the evaluator throws, and no value was taken.
  void absorb(const Judging& evaluator) {
    for (Pending& p : pending_) {
      if (p.place >= 0) p.values = evaluator.win_probabilities(p.place);
      if (p.asked) take_priors(evaluator, p);
    }
    for (const Pending& p : pending_) {
      for (std::size_t i = 0; i < p.values.size(); ++i) outlook_[i] += double(p.values[i]);
      for (const Step& step : steps_of(p)) {
        const double value = p.values[std::size_t(step.actor)];
        nodes_[step.node].total += value;
        if (step.edge != none) nodes_[step.node].edges[step.edge].total += value;
      }
    }
    pending_.clear();
    steps_.clear();
  }

  // Takes the gathered simulations back, as if they had not begun.
  void abandon() {
    for (const Pending& p : pending_)
      for (const Step& step : steps_of(p)) {
        Node& node = nodes_[step.node];
        --node.visits;
        if (step.edge == none && node.awaits_priors) node.hidden.clear();  // its moves are to be asked for again
        if (step.edge == none) continue;
        if (step.node == 0 && gumbel_.has_begun()) gumbel_.take_back(step.edge);
        --node.edges[step.edge].visits;
        if (step.child != none) --node.edges[step.edge].children[step.child].visits;
      }
    made_ -= pending_.size();
    pending_.clear();
    steps_.clear();
  }

  // Of a run with RootRule::Gumbel in which nothing is waiting: the edge of the move that was found.
  u32 best_by_halving() { return gumbel_.has_begun() ? gumbel_.best(arm_facts(), root_value()) : 0; }
  // What the search makes of the priors of the root's edges.
  std::vector<double> improved_policy(const GumbelSettings& settings) {
    return GumbelRoot::improved_policy(arm_facts(), root_value(), settings);
  }

  // Makes the position after a move of the root the root; `key` is what followed, 0 for nothing. Forgets everything if the tree
  // has not been there.
  void advance(Move move, u64 key) {
    if (nodes_.empty()) return;
    u32 child = none;
    for (const Edge& e : nodes_[0].edges)
      if (e.move == move)
        for (const Child& c : e.children)
          if (c.key == key) child = c.node;
    if (child == none) return clear();
    std::vector<Node> kept;
    keep(child, kept);
    nodes_ = std::move(kept);
  }

 private:
  struct Step {
    u32 node, edge, child;
    int actor;
  };
  // A simulation whose leaf was gathered, or whose end is known.
  struct Pending {
    u32 first, count;  // of steps_
    int place;         // in the evaluator's batch; -1: its values are known
    u32 asked;         // the last node waits for the priors of so many of its first edges
    Values values;
  };

  std::span<const Step> steps_of(const Pending& p) const { return {steps_.data() + p.first, p.count}; }

  static double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  u32 keep(u32 from, std::vector<Node>& into) {
    const u32 here = u32(into.size());
    into.push_back(std::move(nodes_[from]));
    for (std::size_t e = 0; e < into[here].edges.size(); ++e)
      for (std::size_t c = 0; c < into[here].edges[e].children.size(); ++c) {
        const u32 moved = keep(into[here].edges[e].children[c].node, into);
        into[here].edges[e].children[c].node = moved;
      }
    return here;
  }

  void descend(const M& model, const UctSettings& settings, State s, Rng& rng, Judging& evaluator) {
    Pending p{u32(steps_.size()), 0, -1, 0, {}};
    const auto judge = [&] {
      const State judged = model.judged_at(s, rng);
      if (model.is_over(judged))
        p.values = model.result(judged);
      else
        p.place = evaluator.add(judged);
    };
    u32 at = 0;
    int passed = 0;
    while (true) {
      if (model.is_over(s)) {
        p.values = model.result(s);
        break;
      }
      const int actor = model.actor(s);
      const bool fresh = nodes_[at].visits == 0 && at != 0;
      expand(model, settings, s, at, rng);
      const Node& node = nodes_[at];
      // A position with one move only is passed through, but a game may be such that only those are to come.
      if (node.awaits_priors || (fresh && (node.edges.size() > 1 || ++passed > most_passed))) {
        judge();
        if (node.awaits_priors && node.hidden.size() == 1 && p.place >= 0) p.asked = u32(node.edges.size());
        steps_.push_back({at, none, none, actor});
        break;
      }
      const bool halving = at == 0 && settings.root == RootRule::Gumbel;
      const u32 e = at == 0 && first_ ? edge_of(*first_)
                    : halving         ? select_halving(settings, rng)
                                      : select(model, settings, s, node);
      if (e == none) {  // nothing the tree knows is legal here
        judge();
        break;
      }
      u64 key = model.apply(s, node.edges[e].move, rng);
      if (model.is_chance(s)) {
        const Move outcome = draw(model, s, node.edges[e], settings.even_dice, rng);
        model.apply(s, outcome, rng);
        key = model.outcome_key(outcome);
      }
      const u32 child = follow(at, e, key, settings.max_nodes);
      steps_.push_back({at, e, child, actor});
      if (child == none) {
        judge();
        break;
      }
      at = nodes_[at].edges[e].children[child].node;
    }
    // Counted at once, the values later: until then the visits look like losses.
    p.count = u32(steps_.size()) - p.first;
    for (const Step& step : steps_of(p)) {
      ++nodes_[step.node].visits;
      if (step.edge != none) ++nodes_[step.node].edges[step.edge].visits;
    }
    pending_.push_back(p);
  }

  // Gives a node the priors it waits for, the most promising move first. Moves that only other consistent states have keep the
  // model's.
  void take_priors(const Judging& evaluator, const Pending& p) {
    Node& node = nodes_[steps_[p.first + p.count - 1].node];
    if (!node.awaits_priors) return;
    thread_local std::array<Candidate<Move>, std::size_t(M::max_moves)> asked;
    const auto first = node.edges.begin(), last = first + p.asked;
    for (u32 i = 0; i < p.asked; ++i) asked[i] = {node.edges[i].move, node.edges[i].prior};
    if (!evaluator.priors(p.place, {asked.data(), p.asked}))
      throw std::logic_error("the search asks for priors, and the evaluator knows none");
    for (u32 i = 0; i < p.asked; ++i) node.edges[i].prior = asked[i].prior;
    std::stable_sort(first, last, [](const Edge& a, const Edge& b) { return a.prior > b.prior; });
    node.awaits_priors = false;
  }

  // Adds the candidates of a position to its node unless they are there. A node whose `hidden` was emptied keeps, of its edges,
  // what it knows of these candidates.
  void expand(const M& model, const UctSettings& settings, const State& s, u32 at, Rng& rng) {
    const u64 hidden = model.hidden_from_observer(s);
    Node& node = nodes_[at];
    if (std::find(node.hidden.begin(), node.hidden.end(), hidden) != node.hidden.end()) return;
    thread_local std::array<Candidate<Move>, std::size_t(M::max_moves)> found;  // long: not to be cleared every time
    const int n = model.candidates(s, at == 0, found);
    std::vector<Edge> known;
    if (node.hidden.empty()) {
      node.awaits_priors = settings.asked_priors && n > 1;
      known.swap(node.edges);
      node.edges.reserve(std::size_t(n));
    }
    node.hidden.push_back(hidden);
    const std::size_t first = node.edges.size();
    for (int i = 0; i < n; ++i) {
      const auto& c = found[std::size_t(i)];
      const auto same = [&](const Edge& e) { return e.move == c.move; };
      if (node.hidden.size() > 1 && std::any_of(node.edges.begin(), node.edges.end(), same)) continue;
      if (const auto old = std::find_if(known.begin(), known.end(), same); old != known.end()) {
        node.edges.push_back(std::move(*old));
        node.edges.back().prior = c.prior;
      } else {
        node.edges.push_back({c.move, c.prior});
      }
    }
    if (settings.shuffled && !settings.priors)
      for (std::size_t i = node.edges.size(); i > first + 1; --i)
        std::swap(node.edges[i - 1], node.edges[first + rng.below(u32(i - first))]);
  }

  u32 select(const M& model, const UctSettings& settings, const State& s, const Node& node) const {
    const bool all_legal = node.hidden.size() == 1;
    if (node.edges.size() == 1 && all_legal) return 0;
    const double mean = node.visits ? node.total / node.visits : 0.5;
    const double root_of_visits = std::sqrt(double(node.visits) + 1), log_of_visits = std::log(double(node.visits) + 1);
    int considered = int(node.edges.size());
    if (settings.widening > 0) considered = std::min(considered, 1 + int(settings.widening * root_of_visits));
    u32 best = none;
    double most = -std::numeric_limits<double>::infinity();
    for (u32 i = 0; i < node.edges.size(); ++i) {
      if (int(i) >= considered && best != none) break;
      const Edge& e = node.edges[i];
      double score;
      if (settings.priors) {
        const double q = e.visits ? e.total / e.visits : mean - double(settings.unseen_loss);
        score = q + double(settings.exploration) * double(e.prior) * root_of_visits / (1 + e.visits);
      } else {
        score = e.visits ? e.total / e.visits + double(settings.exploration) * std::sqrt(log_of_visits / e.visits) : 1e9 - i;
      }
      if (score > most && (all_legal || model.is_legal(s, e.move))) most = score, best = i;
    }
    return best;
  }

  u32 edge_of(Move move) const {
    const auto& edges = nodes_[0].edges;
    const auto found = std::find_if(edges.begin(), edges.end(), [&](const Edge& e) { return e.move == move; });
    return found == edges.end() ? none : u32(found - edges.begin());
  }

  // The edge of the root that sequential halving tries next. All its moves are legal: the observer knows its own.
  u32 select_halving(const UctSettings& settings, Rng& rng) {
    if (!gumbel_.has_begun()) {
      before_ = made_;
      gumbel_.begin(arm_facts(), settings.gumbel, settings.simulations ? settings.simulations - made_ : 0, rng);
    }
    double spent = settings.simulations ? double(made_ - before_) / double(settings.simulations - before_) : 0;
    if (settings.seconds > 0) spent = std::max(spent, (wall_seconds() - start_) / settings.seconds);
    while (gumbel_.is_phase_over(spent)) gumbel_.halve(arm_facts(), root_value());
    return gumbel_.next();
  }

  // Of the root's edges, without the simulations that wait for their answers.
  std::span<const ArmFacts> arm_facts() {
    facts_.clear();
    for (const Edge& e : nodes_[0].edges) facts_.push_back({e.prior, e.visits, e.total});
    for (const Pending& p : pending_)
      if (const Step& step = steps_[p.first]; p.count && step.edge != none) --facts_[step.edge].visits;
    for (ArmFacts& f : facts_) f.mean = f.visits ? f.mean / f.visits : 0;
    return facts_;
  }
  double root_value() const { return nodes_[0].visits ? nodes_[0].total / nodes_[0].visits : 0.5; }

  Move draw(const M& model, const State& s, const Edge& edge, bool even, Rng& rng) const {
    std::array<Outcome<Move>, std::size_t(M::max_outcomes)> outcomes;
    const int n = model.outcomes(s, outcomes);
    if (!even || !model.is_known_chance(s)) {
      double ticket = double(rng.next() >> 11) * 0x1p-53;
      for (int i = 0; i < n; ++i)
        if ((ticket -= outcomes[std::size_t(i)].probability) < 0) return outcomes[std::size_t(i)].action;
      return outcomes[std::size_t(n - 1)].action;
    }
    double most = -std::numeric_limits<double>::infinity();
    int best = 0;
    for (int i = 0; i < n; ++i) {
      u32 visits = 0;
      const u64 key = model.outcome_key(outcomes[std::size_t(i)].action);
      for (const Child& c : edge.children)
        if (c.key == key) visits = c.visits;
      // how far it lags behind its share
      const double lag = outcomes[std::size_t(i)].probability * (edge.visits + 1) - visits;
      if (lag > most) most = lag, best = i;
    }
    return outcomes[std::size_t(best)].action;
  }

  // The child behind an edge, made if it is not there and the tree may still grow; else none.
  u32 follow(u32 at, u32 e, u64 key, u32 max_nodes) {
    auto& children = nodes_[at].edges[e].children;
    for (u32 i = 0; i < children.size(); ++i)
      if (children[i].key == key) return ++children[i].visits, i;
    if (nodes_.size() >= max_nodes) return none;
    children.push_back({key, u32(nodes_.size()), 1});
    const u32 made = u32(children.size() - 1);
    nodes_.emplace_back();
    return made;
  }

  std::vector<Node> nodes_;
  std::vector<Pending> pending_;
  std::vector<Step> steps_;                                    // of what is pending
  std::array<double, std::size_t(M::max_players)> outlook_{};  // sums of the last run
  u64 made_ = 0, checked_ = 0, before_ = 0;                    // simulations; when the clock was looked at; when halving began
  double start_ = 0;
  GumbelRoot gumbel_;
  std::vector<ArmFacts> facts_;
  std::optional<Move> first_;
};

}  // namespace longroad::search
