// A player of Catan by Monte-Carlo tree search. Its own offers are moves of the tree's root (merged), or every trade gets a tree
// of its own as in Ke and Chan's report (trade_trees.hpp).
#pragma once

#include <thread>

#include "catan/players/planner.hpp"
#include "catan/players/trade_trees.hpp"
#include "core/seeds.hpp"

namespace longroad::catan {

class MctsPlayer {
 public:
  explicit MctsPlayer(const MctsSettings& settings)
      : settings_(settings),
        trees_(std::size_t(std::max(settings.threads, 1))),
        adviser_(adviser(settings)),
        outlook_(settings.leaf.make_evaluator(settings.judge)) {
    if (settings.search.root == search::RootRule::Gumbel && (trees_.size() > 1 || settings.trading == Trading::Separate))
      throw std::invalid_argument("sequential halving is for one tree");
  }

  // A move for the viewer, who is to decide. Throws Stopped, and what the evaluator throws.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken& stop) {
    while (evaluators_.size() < trees_.size()) evaluators_.push_back(settings_.make_evaluator());
    if (const auto move = begin(view, belief, rng, stop)) return *move;
    try {
      search_trees(belief, stop);
    } catch (...) {
      now_.reset();
      throw;
    }
    return finish();
  }

  // -- choose() in parts, for a search whose leaves are computed together with those of others: begin(); then, while
  // is_searching(), gather() and absorb() in turn; then finish(). With one thread, and without trees of trades.

  // A move that needs no search; else nothing, and a search has begun.
  std::optional<Action> begin(const View& view, const Belief& belief, Rng& rng) {
    if (trees_.size() > 1 || settings_.trading == Trading::Separate)
      throw std::logic_error("a search of several trees cannot be shared");
    auto move = begin(view, belief, rng, {});
    if (!move) grown().front().begin();
    return move;
  }

  bool is_searching() { return !grown().front().is_done(settings_.search); }

  // Adds the leaves of up to `most` simulations to the evaluator's batch; returns how many simulations were begun.
  int gather(const Belief& belief, Evaluator& evaluator, int most) {
    Rng& own = now_->generators[0];
    evaluator.draw_from(own);
    const auto sample = [&] { return determinize(now_->view, belief, own); };
    return grown().front().gather(model(), settings_.search, sample, own, evaluator, most);
  }
  void absorb(const Evaluator& evaluator) { grown().front().absorb(evaluator); }

  // The move that was found.
  Action finish() {
    const Action move = most_visited(grown(), now_->state);
    now_.reset();
    if (move.kind() == Kind::Offer) tried_.push_back(move.payload());
    return move;
  }

  // What a search found of a move.
  struct FoundMove {
    Action move;
    float prior = 0;
    u64 visits = 0;
    double total = 0;   // of the win probabilities of the one who decides
    double policy = 0;  // what the search makes of the prior: its share of the visits, or of the halving's improved policy

    double win_probability() const { return visits ? total / double(visits) : 0; }
  };
  struct Analysis {
    std::vector<FoundMove> moves;               // those that were searched, most visits first
    std::array<double, max_players> outlook{};  // the win probability of every player
  };

  // Looks at a decision instead of making it, in a tree of its own: at the listed moves, at offers worth a try, and at `asked`,
  // legal moves that may be offers of any bundles. One half of the simulations goes where the search leads; the other half is
  // shared equally by `asked` and the `compared` moves most visited so far, so that these can be compared. Throws Stopped.
  Analysis analyse(const View& view, const Belief& belief, std::span<const Action> asked, int compared, Rng& rng,
                   const StopToken& stop) {
    if (settings_.trading == Trading::Separate) throw std::invalid_argument("trees of trades are not analysed");
    const State s = determinize(view, belief, rng);
    prepare(s);
    std::vector<Action> offers = offers_for(s, belief);
    for (Action move : asked)
      if ((move.kind() == Kind::Offer || move.kind() == Kind::Counter) &&
          std::find(offers.begin(), offers.end(), move) == offers.end())
        offers.push_back(move);
    CatanUct model = settings_.model(judge(), &*purposes_);
    model.offers = offers;
    const auto evaluator = settings_.make_evaluator();
    evaluator->draw_from(rng);
    std::vector<Tree> tree(1);
    const auto run = [&](double share) {
      search::UctSettings part = settings_.search;
      part.seconds *= share;
      if (part.simulations) part.simulations = std::max<u64>(u64(double(part.simulations) * share), 1);
      tree[0].run(model, part, [&] { return determinize(view, belief, rng); }, rng, *evaluator, stop);
    };
    run(0.5);
    Analysis found;
    for (int p = 0; p < s.players(); ++p) found.outlook[std::size_t(p)] = tree[0].outlook(p);
    std::vector<Action> again(asked.begin(), asked.end());
    for (const FoundMove& one : found_moves(tree, s)) {
      if (compared-- <= 0) break;
      if (std::find(again.begin(), again.end(), one.move) == again.end()) again.push_back(one.move);
    }
    for (Action move : again) {
      tree[0].begin_with(move);
      run(0.5 / double(again.size()));
    }
    found.moves = found_moves(tree, s);
    return found;
  }

  // Takes back what was gathered, and ends the search without a move.
  void abandon() {
    if (!now_) return;
    for (Tree& tree : grown()) tree.abandon();
    now_.reset();
  }

  // Keeps the part of the trees that is still ahead.
  void observe(const View& before, Action seen, const View& after) {
    apart_.observe(seen);
    if (nodes() == 0) return;
    if (!settings_.reuse || !is_rooted_at(before)) return forget();
    root_ = after.public_state();
    const Kind kind = seen.kind();
    if (kind >= Kind::Offer && kind <= Kind::Cancel) return follow_talk(before, seen, after.public_state());
    if (seen.is_chance()) {
      if (seen.a() == nobody || !pending_) return forget();
      return advance(*pending_, seen.word + 1);
    }
    if (after.public_state().is_chance())
      pending_ = seen;
    else
      advance(seen, kind == Kind::Monopoly ? CatanUct::sizes_key([&](int p) { return after.hand_size(p); }) : 0);
  }

  // What the search behind its last move found, most visits first; nothing if it did not search.
  std::span<const FoundMove> found() const { return found_; }
  // The player's win probability by the search behind its last move; negative if it did not search.
  double win_probability() const { return win_probability_; }
  // How many leaves were computed together in choose().
  search::BatchSizes batch_sizes() const {
    search::BatchSizes sum;
    for (const auto& evaluator : evaluators_) sum += evaluator->batch_sizes();
    return sum;
  }
  // Of all trees.
  u64 nodes() const {
    u64 sum = 0;
    for (const auto& tree : trees_) sum += tree.size();
    return sum;
  }

 private:
  using Tree = search::UctTree<CatanUct>;

  // A decision that is searched.
  struct Search {
    View view;
    State state;  // consistent with it
    std::vector<Action> offers;
    std::vector<Rng> generators;  // one per tree
    std::vector<Tree> others;     // if not empty, these are grown, not those that are kept
  };

  std::optional<Action> begin(const View& view, const Belief& belief, Rng& rng, const StopToken& stop) {
    const State s = determinize(view, belief, rng);
    prepare(s);
    win_probability_ = -1;
    found_.clear();
    std::array<Action, std::size_t(max_actions)> list;
    const int n = moves_without_bundles(s, list);
    if (const auto win = winning_move(s, {list.data(), std::size_t(n)})) {
      win_probability_ = 1;
      return win;
    }
    if (settings_.trading == Trading::Separate) {
      evaluators_[0]->draw_from(rng);
      if (const auto move = apart_.choose(s, settings_.model(judge(), &*purposes_), settings_, rng, *evaluators_[0], stop)) {
        win_probability_ = apart_.win_probability();
        return move;
      }
    }
    std::vector<Action> offers = offers_for(s, belief);
    if (n == 1 && offers.empty()) return list[0];
    now_ = std::make_unique<Search>(Search{view, s, std::move(offers), {}, {}});
    if (s.phase == Phase::Choose) {  // the trees are kept for what comes of the offer; this decision gets others
      now_->others.resize(trees_.size());
    } else {
      if (!settings_.reuse || pending_ || !is_rooted_at(view)) forget();
      root_ = view.public_state();
    }
    for (u64 i = 0; i < trees_.size(); ++i) now_->generators.push_back(tree_generator(rng.next(), i));
    return {};
  }

  std::vector<Tree>& grown() { return now_->others.empty() ? trees_ : now_->others; }

  const Judge& judge() const { return judges_.front(); }

  CatanUct model(std::size_t tree = 0) const {
    CatanUct made = settings_.model(judges_[tree], &*purposes_);
    made.offers = now_->offers;
    return made;
  }

  // It judges by the same weights, with its own share of the race, or by the network of the leaves.
  static PlannerSettings adviser(const MctsSettings& settings) {
    PlannerSettings how{.bargain = settings.bargain};
    how.judge.two = settings.judge.two, how.judge.many = settings.judge.many;
    how.judge.networks = settings.leaf.networks;
    return how;
  }

  void prepare(const State& s) {
    if (judges_.empty() || !(s.board == board_)) {
      judges_.clear();
      while (judges_.size() < trees_.size()) judges_.emplace_back(s, settings_.judge);
      purposes_.emplace(judge().board());
      board_ = s.board;
    }
    if (s.turn != turn_) tried_.clear(), turn_ = s.turn;
  }

  // Whether the trees are those of a view, or of the position before what is pending.
  bool is_rooted_at(const View& view) const { return root_ == view.public_state(); }

  void forget() {
    for (Tree& tree : trees_) tree.clear();
    pending_.reset();
  }
  void advance(Action move, u64 key) {
    for (Tree& tree : trees_) tree.advance(move, key);
    pending_.reset();
  }

  // An offer of one's own waits for its answers; other talk and deals on counter-offers the trees do not know.
  void follow_talk(const View& before, Action seen, const PublicState& after) {
    if (before.public_state().current != before.viewer()) return forget();
    if (seen.kind() == Kind::Offer) pending_ = seen;
    if (!pending_) return forget();
    if (seen.kind() == Kind::Deal && before.public_state().replies[seen.a()] == Reply::Counter) return forget();
    if (seen.kind() == Kind::Deal)
      advance(*pending_, CatanUct::deal_key(seen.a()));
    else if (after.phase == Phase::Main)
      advance(*pending_, CatanUct::refused_key);
  }

  // A move that wins at once or begins a plan that wins this turn for certain, if there is one. Searches that see wins everywhere
  // would not hurry.
  std::optional<Action> winning_move(const State& s, std::span<const Action> moves) {
    if (!settings_.win_at_once) return {};
    for (Action move : moves) {
      State next = s;
      apply(next, move);
      if (next.winner == s.actor) return move;
    }
    return settings_.trading == Trading::Separate ? std::nullopt : adviser_.winning_plan(s);
  }

  // Offers and counter-offers worth searching.
  std::vector<Action> offers_for(const State& s, const Belief& belief) {
    std::vector<Action> offers;
    if (settings_.trading != Trading::Merged) return offers;
    if (s.phase == Phase::Respond) {
      if (const auto counter = best_counter(s, judge().board(), settings_.bargain)) offers.push_back(*counter);
      return offers;
    }
    if (!may_offer(s) || s.phase != Phase::Main || int(tried_.size()) >= settings_.bargain.offers) return offers;
    Rng none(0);
    const State end = judge().ended(s, none);
    if (double((end.is_over() ? won(end) : outlook_->answered(end))[s.actor]) > settings_.stop_trading_above) return offers;
    offers = adviser_.proposals(s, belief, tried_);
    if (int(offers.size()) > settings_.offers_searched) offers.resize(std::size_t(settings_.offers_searched));
    return offers;
  }

  // Each thread grows a tree of its own with its share of the simulations; the same whatever the timing, if they are counted.
  void search_trees(const Belief& belief, const StopToken& stop) {
    std::vector<Tree>& trees = grown();
    const u64 threads = trees.size();
    const auto work = [&](u64 i) {
      search::UctSettings share = settings_.search;
      if (share.simulations) share.simulations = share.simulations / threads + (i < share.simulations % threads);
      if (settings_.search.simulations && !share.simulations) return;
      Rng& own = now_->generators[i];
      evaluators_[i]->draw_from(own);
      trees[i].run(model(i), share, [&] { return determinize(now_->view, belief, own); }, own, *evaluators_[i], stop);
    };
    if (threads == 1) return work(0);
    std::vector<std::thread> running;
    std::vector<std::exception_ptr> thrown(threads);
    for (u64 i = 0; i < threads; ++i)
      running.emplace_back([&, i] {
        try {
          work(i);
        } catch (...) {
          thrown[i] = std::current_exception();
        }
      });
    for (std::thread& thread : running) thread.join();
    for (const std::exception_ptr& error : thrown)
      if (error) std::rethrow_exception(error);
  }

  // The moves of the roots that are legal, as those of all consistent states are; the most visited first.
  static std::vector<FoundMove> found_moves(const std::vector<Tree>& trees, const State& s) {
    std::vector<FoundMove> sums;
    for (const Tree& tree : trees) {
      if (tree.size() == 0) continue;
      for (const auto& edge : tree.root().edges) {
        if (!is_legal(s, edge.move)) continue;
        const auto same = std::find_if(sums.begin(), sums.end(), [&](const FoundMove& sum) { return sum.move == edge.move; });
        if (same == sums.end())
          sums.push_back({edge.move, edge.prior, edge.visits, edge.total});
        else
          same->visits += edge.visits, same->total += edge.total;
      }
    }
    std::stable_sort(sums.begin(), sums.end(), [](const FoundMove& a, const FoundMove& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.total > b.total;
    });
    return sums;
  }

  Action most_visited(std::vector<Tree>& trees, const State& s) {
    std::vector<FoundMove>& sums = found_ = found_moves(trees, s);
    u64 visits = 0;
    double total = 0;
    for (const FoundMove& sum : sums) visits += sum.visits, total += sum.total;
    for (FoundMove& sum : sums) sum.policy = visits ? double(sum.visits) / double(visits) : 0;
    win_probability_ = visits ? total / double(visits) : -1;
    auto best = sums.begin();
    // An offer that is refused has cost nothing: it need not be better, only as good.
    const FoundMove* offer = nullptr;
    for (const FoundMove& sum : sums) {
      if (sum.move.kind() != Kind::Offer || sum.visits == 0) continue;
      if (!offer || sum.total * double(offer->visits) > offer->total * double(sum.visits)) offer = &sum;
    }
    if (settings_.search.root == search::RootRule::Gumbel) {  // of one tree: what the halving left
      const Action move = trees[0].root().edges[trees[0].best_by_halving()].move;
      best = std::find_if(sums.begin(), sums.end(), [&](const FoundMove& sum) { return sum.move == move; });
      if (best->visits) win_probability_ = best->total / double(best->visits);
      const std::vector<double> improved = trees[0].improved_policy(settings_.search.gumbel);
      for (FoundMove& sum : sums)
        for (std::size_t e = 0; e < improved.size(); ++e)
          if (trees[0].root().edges[e].move == sum.move) sum.policy = improved[e];
    }
    const double mean = best->total / double(std::max<u64>(best->visits, 1));
    if (offer && offer->total / double(offer->visits) + settings_.offer_margin > mean) return offer->move;
    return best->move;
  }

  MctsSettings settings_;
  std::vector<Tree> trees_;
  TradeTrees apart_;
  PlannerPlayer adviser_;                               // on what to offer
  std::unique_ptr<EagerEvaluator> outlook_;             // on whether to offer at all
  std::vector<std::unique_ptr<Evaluator>> evaluators_;  // of choose(), one per tree
  std::unique_ptr<Search> now_;
  std::vector<Judge> judges_;  // one per tree: they are not to be shared between threads
  std::optional<Purposes> purposes_;
  Board board_{};
  PublicState root_;
  std::optional<Action> pending_;  // a move that chance or an answer follows
  std::vector<u64> tried_;         // offers made this turn
  int turn_ = -1;
  double win_probability_ = -1;
  std::vector<FoundMove> found_;
};

}  // namespace longroad::catan
