// Trading with other players: which exchanges are worth proposing, and who would agree to them.
//
// A partner is thought to judge an exchange by the evaluation of its own hand, and to refuse those who are about to win. What an
// exchange is worth to oneself the caller may judge better, by search; this is the shortlist.
#pragma once

#include <vector>

#include "catan/evaluation/evaluate.hpp"
#include "catan/knowledge/belief.hpp"

namespace longroad::catan {

// Who sits opposite: one who judges what it gains, or one who flips a coin whatever is offered.
enum class Partner : u8 { Judging, Coin };

struct BargainSettings {
  int offers = 3;             // at most this many per turn; 0: neither offers nor counter-offers
  int shortlist = 12;         // exchanges looked at closely
  double least_gain = 0.03;   // for oneself, in victory points
  double partner_gain = 0.0;  // a partner agrees to more than that
  int too_close = 1;          // nobody deals with a player so many points from the target
  Partner partner = Partner::Judging;
};

struct Bargain {
  Bundles exchange;   // from the side of the one whose turn it is
  double gain;        // of the proposer's hand
  double acceptance;  // the probability that somebody agrees
  u32 partners;       // those who would in the position given, as a set
};

// All exchanges of up to two cards per side, and of three of a kind for three: both sides share no resource.
inline const std::vector<Bundles>& all_exchanges() {
  static const std::vector<Bundles> list = [] {
    std::vector<Counts> sides;
    for (int a = 0; a < resources; ++a) {
      sides.push_back(Counts::single(a));
      for (int b = a; b < resources; ++b) sides.push_back(Counts::single(a) + Counts::single(b));
    }
    std::vector<Bundles> found;
    for (Counts give : sides)
      for (Counts get : sides)
        if (!(give.at_least(1) & get.at_least(1))) found.push_back({give, get});
    for (int a = 0; a < resources; ++a)
      for (int b = 0; b < resources; ++b)
        if (a != b) found.push_back({Counts::single(a, 3), Counts::single(b, 3)});
    return found;
  }();
  return list;
}

// What hands are worth to their owners in one position.
class HandJudge {
 public:
  HandJudge(const State& s, const BoardWorth& board) : s_(s), board_(board) {
    const detail::Occupied on(s);
    for (int p = 0; p < s.players(); ++p) buy_.push_back(Purchases(s, p, Reach(s, p, on)));
  }
  double worth(int p, Counts hand) const {
    return hand_worth(hand, buy_[std::size_t(p)], s_.rules.discard_limit, s_.current == p && s_.rolled, board_);
  }
  // What a player gains by giving and getting cards it can give.
  double gain(int p, Bundles exchange) const {
    return worth(p, s_.hand[p] + exchange.get - exchange.give) - worth(p, s_.hand[p]);
  }

 private:
  const State& s_;
  const BoardWorth& board_;
  std::vector<Purchases> buy_;
};

// Whether a player is so near the target that nobody should help it.
inline bool is_too_close(const State& s, int p, const BargainSettings& settings) {
  return s.public_points[p] + settings.too_close >= s.rules.target_points;
}

// Whether a partner would agree to an exchange, given from the proposer's side. Only if it holds the cards; and never with two
// players, where one's gain is the other's loss.
inline bool would_agree(const State& s, int proposer, int partner, Bundles exchange, const HandJudge& judge,
                        const BargainSettings& settings) {
  if (s.players() == 2 || !s.hand[partner].covers(exchange.get)) return false;
  return !is_too_close(s, proposer, settings) && judge.gain(partner, exchange.reversed()) > settings.partner_gain;
}

// The exchanges that gain most for the player whose turn it is, each with somebody who would agree; the best for the proposer
// first. `tried`: offers (payloads) that are spent for this turn.
inline std::vector<Bargain> bargains(const State& s, const BoardWorth& board, const Belief& belief,
                                     const BargainSettings& settings, std::span<const u64> tried) {
  std::vector<Bargain> found;
  const int me = s.current;
  const HandJudge judge(s, board);
  for (const Bundles& exchange : all_exchanges()) {
    if (!s.hand[me].covers(exchange.give)) continue;
    if (std::find(tried.begin(), tried.end(), exchange.pack()) != tried.end()) continue;
    const double gain = judge.gain(me, exchange);
    if (gain < settings.least_gain) continue;
    Bargain b{exchange, gain, 0, 0};
    double refused = 1;
    for (int q = 0; q < s.players(); ++q) {
      if (q == me || is_too_close(s, q, settings)) continue;
      const double holds = belief.follows() ? belief.holds(q, exchange.get) : s.hand[q].covers(exchange.get) ? 1 : 0;
      if (holds == 0) continue;
      if (settings.partner == Partner::Coin) {
        b.partners |= 1u << q;
        refused *= 1 - 0.5 * holds;
      } else if (would_agree(s, me, q, exchange, judge, settings)) {
        b.partners |= 1u << q;
        refused *= 1 - holds;
      }
    }
    if (!b.partners) continue;
    b.acceptance = 1 - refused;
    found.push_back(b);
  }
  const auto kept = std::min(found.size(), std::size_t(settings.shortlist));
  std::partial_sort(found.begin(), found.begin() + std::ptrdiff_t(kept), found.end(),
                    [](const Bargain& a, const Bargain& b) { return a.gain * a.acceptance > b.gain * b.acceptance; });
  found.resize(kept);
  return found;
}

// The position after an exchange between the player whose turn it is and a partner.
inline State exchanged(const State& s, int partner, Bundles exchange) {
  State next = s;
  next.hand[s.current] = s.hand[s.current] + exchange.get - exchange.give;
  next.hand[partner] = s.hand[partner] + exchange.give - exchange.get;
  rules::close_trade(next);
  return next;
}

// The best counter to the offer on the table for the one to answer: an exchange both gain by. Nothing if there is none.
inline std::optional<Action> best_counter(const State& s, const BoardWorth& board, const BargainSettings& settings) {
  const int me = s.actor, offerer = s.current;
  if (s.players() == 2 && settings.partner == Partner::Judging) return {};
  if (settings.offers == 0 || is_too_close(s, offerer, settings) || is_too_close(s, me, settings)) return {};
  const HandJudge judge(s, board);
  const Bundles offer = Bundles::unpack(s.offer);
  std::optional<Action> best;
  double most = settings.least_gain;
  for (const Bundles& mine : all_exchanges()) {
    if (mine.pack() == offer.reversed().pack() || !s.hand[me].covers(mine.give) || !s.hand[offerer].covers(mine.get)) continue;
    const double gain = judge.gain(me, mine);
    if (gain > most && judge.gain(offerer, mine.reversed()) > settings.partner_gain)
      most = gain, best = Action::bundles(Kind::Counter, mine);
  }
  return best;
}

}  // namespace longroad::catan
