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
      : settings_(settings), trees_(std::size_t(std::max(settings.threads, 1))), adviser_(adviser(settings)) {}

  // A move for the viewer, who is to decide. Throws Stopped.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken& stop) {
    const State s = determinize(view, belief, rng);
    prepare(s);
    win_probability_ = -1;
    std::array<Action, std::size_t(max_actions)> list;
    const int n = moves_without_bundles(s, list);
    if (const auto win = winning_move(s, {list.data(), std::size_t(n)})) {
      win_probability_ = 1;
      return *win;
    }
    if (settings_.trading == Trading::Separate) {
      if (const auto move = apart_.choose(s, *judge_, settings_, rng, stop)) {
        win_probability_ = apart_.win_probability();
        return *move;
      }
    }
    const std::vector<Action> offers = offers_for(s, belief);
    if (n == 1 && offers.empty()) return list[0];
    CatanUct model = settings_.model(*judge_, settings_.make());
    model.offers = offers;
    if (s.phase == Phase::Choose) {  // the trees are kept for what comes of the offer; this decision gets others
      std::vector<Tree> others(trees_.size());
      search_trees(others, model, view, belief, rng, stop);
      return most_visited(others, s);
    }
    if (!settings_.reuse || pending_ || !is_rooted_at(view)) forget();
    root_ = view.public_state();
    search_trees(trees_, model, view, belief, rng, stop);
    const Action move = most_visited(trees_, s);
    if (move.kind() == Kind::Offer) tried_.push_back(move.payload());
    return move;
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

  // The player's win probability by the search behind its last move; negative if it did not search.
  double win_probability() const { return win_probability_; }
  // Of all trees.
  u64 nodes() const {
    u64 sum = 0;
    for (const auto& tree : trees_) sum += tree.size();
    return sum;
  }

 private:
  using Tree = search::UctTree<CatanUct>;

  // It judges by the same weights, with its own share of the race.
  static PlannerSettings adviser(const MctsSettings& settings) {
    PlannerSettings how{.bargain = settings.bargain};
    how.judge.two = settings.judge.two, how.judge.many = settings.judge.many;
    return how;
  }

  void prepare(const State& s) {
    if (!judge_ || !(s.board == board_)) judge_.emplace(s, settings_.judge), board_ = s.board;
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
      if (const auto counter = best_counter(s, judge_->board(), settings_.bargain)) offers.push_back(*counter);
      return offers;
    }
    if (!may_offer(s) || s.phase != Phase::Main || int(tried_.size()) >= settings_.bargain.offers) return offers;
    const CatanUct model = settings_.model(*judge_, settings_.make());
    Rng none(0);
    if (double(model.win_probabilities(judge_->ended(s, none))[s.actor]) > settings_.stop_trading_above) return offers;
    offers = adviser_.proposals(s, belief, tried_);
    if (int(offers.size()) > settings_.offers_searched) offers.resize(std::size_t(settings_.offers_searched));
    return offers;
  }

  // Each thread grows a tree of its own with its share of the simulations; the same whatever the timing, if they are counted.
  void search_trees(std::vector<Tree>& trees, const CatanUct& model, const View& view, const Belief& belief, Rng& rng,
                    const StopToken& stop) const {
    const u64 threads = trees.size();
    std::vector<Rng> generators;
    for (u64 i = 0; i < threads; ++i) generators.push_back(tree_generator(rng.next(), i));
    const auto work = [&](u64 i) {
      search::UctSettings share = settings_.search;
      if (share.simulations) share.simulations = share.simulations / threads + (i < share.simulations % threads);
      if (settings_.search.simulations && !share.simulations) return;
      Rng& own = generators[i];
      trees[i].run(model, share, [&] { return determinize(view, belief, own); }, own, stop);
    };
    if (threads == 1) return work(0);
    std::vector<std::thread> running;
    std::atomic<bool> stopped{false};
    for (u64 i = 0; i < threads; ++i)
      running.emplace_back([&, i] {
        try {
          work(i);
        } catch (Stopped) {
          stopped = true;
        }
      });
    for (std::thread& thread : running) thread.join();
    if (stopped) throw Stopped{};
  }

  // Of the moves that are legal, as those of all consistent states are.
  Action most_visited(const std::vector<Tree>& trees, const State& s) {
    struct Sum {
      Action move;
      u64 visits;
      double total;
    };
    std::vector<Sum> sums;
    u64 visits = 0;
    double total = 0;
    for (const Tree& tree : trees) {
      if (tree.size() == 0) continue;
      for (const auto& edge : tree.root().edges) {
        if (!is_legal(s, edge.move)) continue;
        const auto same = std::find_if(sums.begin(), sums.end(), [&](const Sum& sum) { return sum.move == edge.move; });
        if (same == sums.end())
          sums.push_back({edge.move, edge.visits, edge.total});
        else
          same->visits += edge.visits, same->total += edge.total;
        visits += edge.visits, total += edge.total;
      }
    }
    win_probability_ = visits ? total / double(visits) : -1;
    const auto best = std::max_element(sums.begin(), sums.end(), [](const Sum& a, const Sum& b) {
      return a.visits != b.visits ? a.visits < b.visits : a.total < b.total;
    });
    // An offer that is refused has cost nothing: it need not be better, only as good.
    const Sum* offer = nullptr;
    for (const Sum& sum : sums) {
      if (sum.move.kind() != Kind::Offer || sum.visits == 0) continue;
      if (!offer || sum.total * double(offer->visits) > offer->total * double(sum.visits)) offer = &sum;
    }
    const double mean = best->total / double(std::max<u64>(best->visits, 1));
    if (offer && offer->total / double(offer->visits) + settings_.offer_margin > mean) return offer->move;
    return best->move;
  }

  MctsSettings settings_;
  std::vector<Tree> trees_;
  TradeTrees apart_;
  PlannerPlayer adviser_;  // on what to offer
  std::optional<Judge> judge_;
  Board board_{};
  PublicState root_;
  std::optional<Action> pending_;  // a move that chance or an answer follows
  std::vector<u64> tried_;         // offers made this turn
  int turn_ = -1;
  double win_probability_ = -1;
};

}  // namespace longroad::catan
