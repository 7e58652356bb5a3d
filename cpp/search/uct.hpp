// Monte-Carlo tree search for many players, chance and hidden cards: UCT (Kocsis and Szepesvari 2006), or PUCT where the model
// knows which moves are likely to be good.
//
// The tree is that of one observer (single-observer information set MCTS, Cowling et al. 2012): every simulation starts from
// another consistent state and follows the moves that are legal in it, so a node stands for an information set of the
// observer. Each player maximizes its own value (max^n). Chance stands on the edges: a move leads to one
// child for each outcome; outcomes whose probabilities are always the same (dice) are visited in proportion to them, not drawn,
// which takes their noise away.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <vector>

#include "search/evaluator.hpp"
#include "search/settings.hpp"

namespace longroad::search {

// What UCT searches in.
template <class M>
concept UctModel =
    requires(const M& m, const typename M::State& s, typename M::State& changing, typename M::Move move,
             std::span<Candidate<typename M::Move>> candidates, std::span<Outcome<typename M::Move>> outcomes, Rng& rng) {
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

      // What a position promises each player, 0 to 1; it need not be a decision.
      { m.value(s, rng) } -> std::same_as<std::array<float, std::size_t(M::max_players)>>;

      { M::max_players } -> std::convertible_to<int>;
      { M::max_moves } -> std::convertible_to<int>;
      { M::max_outcomes } -> std::convertible_to<int>;
    };

struct UctSettings {
  u64 simulations = 1000;
  double seconds = 0;         // 0: no limit; else simulations run until the time is up or `simulations` are made, unless 0
  bool priors = true;         // PUCT; else UCB1, every move once before any twice
  float exploration = 0.25f;  // the weight of exploration
  float unseen_loss = 0.10f;  // PUCT: a move not tried yet is thought so much worse than the position
  float widening = 0;         // if set, after n visits only the widening * sqrt(n) + 1 most promising moves are looked at
  u32 max_nodes = 4'000'000;  // the tree stops growing there; what lies beyond is judged as a leaf each time
};

template <UctModel M>
class UctTree {
 public:
  using State = typename M::State;
  using Move = typename M::Move;
  using Values = std::array<float, std::size_t(M::max_players)>;
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
  };

  // What is known of the position searched; its edges are the moves.
  const Node& root() const { return nodes_[0]; }
  u32 size() const { return u32(nodes_.size()); }

  void clear() { nodes_.clear(); }

  // The mean over all simulations of the last run, for any player.
  double outlook(int player) const { return made_ ? outlook_[std::size_t(player)] / double(made_) : 0; }

  // Runs simulations; `sample` gives a consistent state in which the observer decides. Adds to what the tree
  // already knows of that position. The moves of the root are asked for again: those of a node that became the root are others
  // than those of a root. Returns how many were made. Throws Stopped; the tree then holds what the finished simulations found.
  template <class Sample>
  u64 run(const M& model, const UctSettings& settings, Sample&& sample, Rng& rng, const StopToken& stop = {}) {
    if (nodes_.empty()) nodes_.emplace_back();
    nodes_[0].hidden.clear();
    outlook_ = {};
    made_ = 0;
    const double start = wall_seconds();
    const u64 limit = settings.simulations ? settings.simulations : ~u64{0};
    while (made_ < limit) {
      simulate(model, settings, sample(), rng);
      ++made_;
      stop.check(made_ * 64);
      if (settings.seconds > 0 && made_ % 16 == 0 && wall_seconds() - start > settings.seconds) break;
    }
    return made_;
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
    u32 node, edge;
    int actor;
  };

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

  void simulate(const M& model, const UctSettings& settings, State s, Rng& rng) {
    path_.clear();
    u32 at = 0;
    int passed = 0;
    Values values;
    while (true) {
      if (model.is_over(s)) {
        values = model.value(s, rng);
        break;
      }
      const int actor = model.actor(s);
      const bool fresh = nodes_[at].visits == 0 && at != 0;
      if (fresh) {
        // A position with one move only is passed through, but a game may be such that only those are to come.
        expand(model, s, at);
        if (nodes_[at].edges.size() > 1 || ++passed > most_passed) {
          values = model.value(s, rng);
          path_.push_back({at, none, actor});
          break;
        }
      } else {
        expand(model, s, at);
      }
      const u32 e = select(model, settings, s, nodes_[at]);
      if (e == none) {  // nothing the tree knows is legal here
        values = model.value(s, rng);
        break;
      }
      path_.push_back({at, e, actor});
      u64 key = model.apply(s, nodes_[at].edges[e].move, rng);
      if (model.is_chance(s)) {
        const Move outcome = draw(model, s, nodes_[at].edges[e], rng);
        model.apply(s, outcome, rng);
        key = model.outcome_key(outcome);
      }
      at = follow(at, e, key, settings.max_nodes);
      if (at == none) {
        values = model.value(s, rng);
        break;
      }
    }
    for (std::size_t p = 0; p < values.size(); ++p) outlook_[p] += double(values[p]);
    for (const Step& step : path_) {
      const double value = values[std::size_t(step.actor)];
      Node& node = nodes_[step.node];
      ++node.visits;
      node.total += value;
      if (step.edge == none) continue;
      ++node.edges[step.edge].visits;
      node.edges[step.edge].total += value;
    }
  }

  // Adds the candidates of a position to its node unless they are there. A node whose `hidden` was emptied keeps, of its edges,
  // what it knows of these candidates.
  void expand(const M& model, const State& s, u32 at) {
    const u64 hidden = model.hidden_from_observer(s);
    Node& node = nodes_[at];
    if (std::find(node.hidden.begin(), node.hidden.end(), hidden) != node.hidden.end()) return;
    thread_local std::array<Candidate<Move>, std::size_t(M::max_moves)> found;  // long: not to be cleared every time
    const int n = model.candidates(s, at == 0, found);
    std::vector<Edge> known;
    if (node.hidden.empty()) {
      known.swap(node.edges);
      node.edges.reserve(std::size_t(n));
    }
    node.hidden.push_back(hidden);
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

  Move draw(const M& model, const State& s, const Edge& edge, Rng& rng) const {
    std::array<Outcome<Move>, std::size_t(M::max_outcomes)> outcomes;
    const int n = model.outcomes(s, outcomes);
    if (!model.is_known_chance(s)) {
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

  // The node behind an edge, made if it is not there and the tree may still grow; else none.
  u32 follow(u32 at, u32 e, u64 key, u32 max_nodes) {
    for (Child& c : nodes_[at].edges[e].children)
      if (c.key == key) return ++c.visits, c.node;
    if (nodes_.size() >= max_nodes) return none;
    const u32 made = u32(nodes_.size());
    nodes_[at].edges[e].children.push_back({key, made, 1});
    nodes_.emplace_back();
    return made;
  }

  std::vector<Node> nodes_;
  std::vector<Step> path_;
  std::array<double, std::size_t(M::max_players)> outlook_{};  // sums of the last run
  u64 made_ = 0;
};

}  // namespace longroad::search
