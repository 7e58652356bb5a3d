// Trading as in Ke and Chan's report (NTU): before it builds, the player grows one tree for each trade it could make, as if
// the trade had happened, and one for making none. It chooses the trade with the largest P(accept) x (win probability
// after - win probability now), and remembers the best next move of both trees, so that nothing is searched twice. One trade per
// turn.
#pragma once

#include "catan/players/mcts_settings.hpp"

namespace longroad::catan {

class TradeTrees {
 public:
  // A move in the main phase of the own turn, and what is said about offers; nothing elsewhere. `s` is a state consistent
  // with what the player knows.
  std::optional<Action> choose(const State& s, const CatanUct& model, const MctsSettings& settings, Rng& rng,
                               Evaluator& evaluator, const StopToken& stop) {
    win_probability_ = -1;
    if (s.phase == Phase::Respond) return answer(s, model, settings, rng, evaluator, stop);
    if (s.phase == Phase::Choose) return agreed(s);
    if (s.phase != Phase::Main) return {};
    if (s.turn != turn_) turn_ = s.turn, traded_ = false, next_.reset();
    if (next_ && is_legal(s, *next_)) {
      const Action remembered = *next_;
      next_.reset();
      win_probability_ = known_;
      return remembered;
    }
    next_.reset();
    const Result now = grown(s, model, settings, rng, evaluator, stop);
    win_probability_ = now.value;
    if (traded_ || now.value > settings.stop_trading_above) return now.best;
    traded_ = true;
    Result best = now;
    std::optional<Action> trade;
    double most = 0;
    for (Action t : trades(s, settings)) {
      const bool bank = t.kind() == Kind::Trade;
      State after = s;
      if (bank)
        apply(after, t);
      else
        after = exchanged(s, partner_for(s, t.bundles()), t.bundles());
      const Result then = grown(after, model, settings, rng, evaluator, stop);
      const double gain = then.value - now.value;
      if (gain <= most) continue;  // whatever the other one says
      const double accepted = bank ? 1 : acceptance(s, after, t.bundles(), model, settings, rng, evaluator, stop);
      if (accepted * gain > most) most = accepted * gain, trade = t, best = then;
    }
    if (!trade) return now.best;
    if (settings.remember) made_ = best.best, refused_ = now.best;
    known_ = now.value;
    if (trade->kind() == Kind::Trade) next_ = made_;
    return trade;
  }

  // Learns how an offer of one's own went.
  void observe(Action seen) {
    if (seen.kind() == Kind::Offer) waiting_ = true, next_ = refused_;
    if (!waiting_) return;
    if (seen.kind() == Kind::Deal) next_ = made_;
    if (seen.kind() == Kind::Deal || seen.kind() == Kind::End) waiting_ = false;
  }

  double win_probability() const { return win_probability_; }

 private:
  struct Result {
    double value;
    Action best;
  };

  // A tree of building moves alone.
  static Result grown(const State& s, CatanUct model, const MctsSettings& settings, Rng& rng, Evaluator& evaluator,
                      const StopToken& stop) {
    search::UctTree<CatanUct> tree;
    model.moves.root_trades = false;
    tree.run(model, settings.search, [&] { return s; }, rng, evaluator, stop);
    const auto& root = tree.root();
    const auto most = [&](auto better) { return *std::max_element(root.edges.begin(), root.edges.end(), better); };
    const auto best =
        most([](const auto& a, const auto& b) { return a.visits != b.visits ? a.visits < b.visits : a.total < b.total; });
    if (settings.tree_value == TreeValue::Root) return {root.total / root.visits, best.move};
    const auto strongest = most([](const auto& a, const auto& b) { return a.mean() < b.mean(); });
    return {strongest.mean(), best.move};
  }

  // With the bank, and one for one and three for three of a kind with the others.
  static std::vector<Action> trades(const State& s, const MctsSettings& settings) {
    std::vector<Action> list;
    const Menu m = menu(s);
    for (int i = 0; i < m.trades(); ++i) list.push_back(m.pick_trade(i));
    if (!may_offer(s) || settings.bargain.offers == 0) return list;
    for (int cards : {1, 3})
      for (int given = 0; given < resources; ++given)
        for (int received = 0; received < resources; ++received) {
          const Bundles exchange{Counts::single(given, cards), Counts::single(received, cards)};
          if (given == received || !s.hand[s.current].covers(exchange.give)) continue;
          if (partner_for(s, exchange) >= 0) list.push_back(Action::bundles(Kind::Offer, exchange));
        }
    return list;
  }

  // Who could agree: the one with the fewest points that holds the cards, or -1.
  static int partner_for(const State& s, Bundles exchange) {
    int best = -1;
    for (int q = 0; q < s.players(); ++q) {
      if (q == s.current || !s.hand[q].covers(exchange.get)) continue;
      if (best < 0 || s.public_points[q] < s.public_points[best]) best = q;
    }
    return best;
  }

  // How likely the other one agrees; `after` is the position after the exchange.
  static double acceptance(const State& s, const State& after, Bundles exchange, const CatanUct& model,
                           const MctsSettings& settings, Rng& rng, Evaluator& evaluator, const StopToken& stop) {
    const int partner = partner_for(s, exchange);
    if (settings.simulate_partner) {
      const auto value = [&](const State& at) { return outlook(at, partner, model, settings, rng, evaluator, stop); };
      return value(after) > value(s) ? 1 : 0;
    }
    if (settings.bargain.partner == Partner::Coin) return 0.5;
    return would_agree(s, s.current, partner, exchange, HandJudge(s, model.judge.board()), settings.bargain) ? 1 : 0;
  }

  // A player's win probability by a tree of building moves alone.
  static double outlook(const State& s, int player, CatanUct model, const MctsSettings& settings, Rng& rng, Evaluator& evaluator,
                        const StopToken& stop) {
    search::UctTree<CatanUct> tree;
    model.moves.root_trades = false;
    tree.run(model, settings.search, [&] { return s; }, rng, evaluator, stop);
    return tree.outlook(player);
  }

  // Stands by its offer: a deal with the one with the fewest points that accepted it, nothing if nobody has.
  static std::optional<Action> agreed(const State& s) {
    int best = -1;
    for (int q = 0; q < s.players(); ++q)
      if (s.replies[q] == Reply::Accept && (best < 0 || s.public_points[q] < s.public_points[best])) best = q;
    if (best < 0) return {};
    return Action::make(Kind::Deal, best);
  }

  // Accepts an offer if the tree after it is better than the one without it.
  static std::optional<Action> answer(const State& s, const CatanUct& model, const MctsSettings& settings, Rng& rng,
                                      Evaluator& evaluator, const StopToken& stop) {
    const auto value = [&](Action reply) {
      return outlook(settled_after(s, reply), s.actor, model, settings, rng, evaluator, stop);
    };
    std::array<Action, std::size_t(max_actions)> list;
    const int n = moves_without_bundles(s, list);
    if (n == 1) return list[0];
    return value(Action::make(Kind::Accept)) > value(Action::make(Kind::Refuse)) ? Action::make(Kind::Accept)
                                                                                 : Action::make(Kind::Refuse);
  }

  int turn_ = -1;
  bool traded_ = false, waiting_ = false;
  std::optional<Action> next_, made_, refused_;
  double win_probability_ = -1, known_ = -1;
};

}  // namespace longroad::catan
