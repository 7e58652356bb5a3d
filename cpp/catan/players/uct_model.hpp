// Catan as Monte-Carlo tree search sees it: which moves are worth looking at, what an offer leads to, where a leaf is judged.
#pragma once

#include "catan/evaluation/judge.hpp"
#include "catan/players/bargain.hpp"
#include "catan/players/drawn.hpp"
#include "catan/players/purposes.hpp"
#include "search/uct.hpp"

namespace longroad::catan {

// Which position the evaluator is asked about for a leaf: the leaf itself, or what becomes of it once the turn has ended.
enum class JudgedAt : u8 { Leaf, TurnEnd };

struct UctMoves {
  bool priors = true;            // by the evaluation; else all moves are alike, in the order of build_weights
  float temperature = 0.6f;      // of the priors, in victory points
  bool bank_trades = true;       // below the root
  bool root_trades = true;       // with the bank too, at the root
  bool representatives = false;  // below the root, one move per purpose
};

struct CatanUct {
  using Game = Catan;
  using State = catan::State;
  using Move = Action;
  static constexpr int max_players = catan::max_players, max_outcomes = catan::max_outcomes, max_moves = catan::max_actions;
  static constexpr u64 refused_key = 100;
  // A game won, in victory points, when priors are made: not so much that a card that may win leaves the others no prior.
  static constexpr double won = 15;

  const Judge& judge;
  JudgedAt judged = JudgedAt::TurnEnd;
  UctMoves moves{};
  BargainSettings bargain{};
  const Purposes* by_purpose = nullptr;  // where representatives are searched
  std::span<const Move> offers{};        // extra moves at the root

  // What follows an offer or a counter-offer: a deal with a player, or nothing.
  static u64 deal_key(int partner) { return u64(partner) + 1; }

  // What follows a monopoly: everybody sees how many cards change hands.
  template <class Size>
  static u64 sizes_key(Size&& size) {
    u64 key = 1;
    for (int p = 0; p < max_players; ++p) key = key << 8 | u64(size(p));
    return key;
  }

  bool is_over(const State& s) const { return s.is_over(); }
  bool is_chance(const State& s) const { return s.is_chance(); }
  int actor(const State& s) const { return s.actor; }

  int candidates(const State& s, bool at_root, std::span<search::Candidate<Move>> out) const {
    thread_local std::array<Move, std::size_t(max_moves)> list;  // long: not to be cleared every time
    const int n = at_root || !moves.representatives ? all_moves(s, at_root, list) : one_per_purpose(s, list);
    if (!moves.priors) {
      // Where a search sees no difference the first one is chosen: to build, not to wait.
      const auto weight = [](Move move) { return move.kind() == Kind::End ? 0 : build_weights[std::size_t(move.kind())]; };
      std::stable_sort(list.begin(), list.begin() + n, [&](Move a, Move b) { return weight(a) > weight(b); });
    }
    if (n == 1 || !moves.priors) {
      for (int i = 0; i < n; ++i) out[std::size_t(i)] = {list[std::size_t(i)], 1 / float(n)};
      return n;
    }
    thread_local std::array<float, std::size_t(max_moves)> worth;
    float most = -1e9f, sum = 0;
    for (int i = 0; i < n; ++i) {
      worth[std::size_t(i)] = float(after(s, list[std::size_t(i)]));
      most = std::max(most, worth[std::size_t(i)]);
    }
    for (int i = 0; i < n; ++i) {
      const float prior = std::exp((worth[std::size_t(i)] - most) / moves.temperature);
      out[std::size_t(i)] = {list[std::size_t(i)], prior};
      sum += prior;
    }
    for (int i = 0; i < n; ++i) out[std::size_t(i)].prior /= sum;
    std::stable_sort(out.begin(), out.begin() + n, [](const auto& a, const auto& b) { return a.prior > b.prior; });
    return n;
  }

  // The hand and the cards of the one who decides say what it can do, and who has cards says who can be robbed.
  u64 hidden_from_observer(const State& s) const {
    u64 key = search::mix(search::mix(1, s.hand[s.actor].word), s.cards[s.actor].word);
    if (s.phase == Phase::Robber)
      for (int p = 0; p < s.players(); ++p) key = search::mix(key, u64(s.hand[p].empty()));
    return key;
  }
  bool is_legal(const State& s, Move move) const { return catan::is_legal(s, move); }

  u64 apply(State& s, Move move, Rng& rng) const {
    if (move.kind() == Kind::Offer) return talk(s, move.bundles(), rng);
    if (move.kind() == Kind::Counter) return answer(s, move.bundles());
    if (s.phase == Phase::Respond)
      s = settled_after(s, move);
    else
      catan::apply(s, move);
    return move.kind() == Kind::Monopoly ? sizes_key([&](int p) { return s.hand[p].total(); }) : 0;
  }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return chance_outcomes(s, out); }
  bool is_known_chance(const State& s) const { return s.phase == Phase::Dice; }
  u64 outcome_key(Move outcome) const { return outcome.word + 1; }

  // Of a game without a winner nobody has anything.
  std::array<float, std::size_t(max_players)> result(const State& s) const {
    std::array<float, std::size_t(max_players)> won{};
    if (s.winner != nobody) won[s.winner] = 1;
    return won;
  }
  State judged_at(const State& s, Rng& rng) const { return judged == JudgedAt::Leaf ? s : judge.ended(s, rng); }

 private:
  int all_moves(const State& s, bool at_root, std::span<Move> out) const {
    Menu m = menu(s).without_bundles();
    if (!(at_root ? moves.root_trades : moves.bank_trades)) m.give = m.wanted = 0;
    int n = m.write(out);
    if (at_root)
      for (Move offer : offers) out[std::size_t(n++)] = offer;
    return n;
  }

  // Which ones they are can depend on more than hidden_from_observer() says; whether they are legal cannot.
  int one_per_purpose(const State& s, std::span<Move> out) const {
    std::array<Purposes::Representative, std::size_t(purposes)> found;
    const int n = by_purpose->representatives(s, found);
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = found[std::size_t(i)].move;
    return n;
  }

  double after(const State& s, Move move) const {
    if (move.kind() != Kind::Offer && move.kind() != Kind::Counter) return judge.after(s, move, won);
    Rng none(0);
    State next = s;
    apply(next, move, none);
    return std::clamp(judge.judged(next, s.actor), -won, won);
  }

  // The others answer an offer of the player whose turn it is; of those who agree it takes the one it helps least.
  u64 talk(State& s, Bundles exchange, Rng& rng) const {
    ++s.offers_made;
    const HandJudge hands(s, judge.board());
    int best = -1;
    for (int q = 0; q < s.players(); ++q) {
      if (q == s.current || is_too_close(s, q, bargain) || !s.hand[q].covers(exchange.get)) continue;
      const bool agrees =
          bargain.partner == Partner::Coin ? rng.below(2) != 0 : would_agree(s, s.current, q, exchange, hands, bargain);
      if (agrees && (best < 0 || s.public_points[q] < s.public_points[best])) best = q;
    }
    if (best < 0) return refused_key;
    s = exchanged(s, best, exchange);
    return deal_key(best);
  }

  // The one whose turn it is agrees to a counter if it gains by it.
  u64 answer(State& s, Bundles counter) const {
    const HandJudge hands(s, judge.board());
    const int me = s.actor;
    if (s.hand[s.current].covers(counter.get) && hands.gain(s.current, counter.reversed()) > bargain.partner_gain) {
      s = exchanged(s, me, counter.reversed());
      return deal_key(me);
    }
    rules::close_trade(s);
    return refused_key;
  }
};

static_assert(search::UctModel<CatanUct>);

}  // namespace longroad::catan
