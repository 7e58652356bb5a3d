// A full position consistent with what one player knows (a determinization): what a view hides, dealt at random.
#pragma once

#include "catan/knowledge/belief.hpp"

namespace longroad::catan {

namespace detail {

// Takes one card out of a pile that is not empty, each card equally likely.
inline Counts draw_one(Counts& pile, Rng& rng) {
  int n = int(rng.below(u32(pile.total()))), kind = 0;
  while (n >= pile[kind]) n -= pile[kind++];
  const Counts card = Counts::single(kind);
  pile -= card;
  return card;
}

// The cards a player has shown to hold by the trade in the making: what it offered, accepted to give, or countered with.
inline Counts shown_in_trade(const State& s, int p) {
  if (s.phase != Phase::Respond && s.phase != Phase::Choose) return {};
  if (p == s.current) return Bundles::unpack(s.offer).give;
  if (s.replies[p] == Reply::Accept) return Bundles::unpack(s.offer).get;
  return s.replies[p] == Reply::Counter ? Bundles::unpack(s.counter[p]).give : Counts{};
}

// Fills the hands that are not seen: by what was counted, else with the cards that are neither in the bank nor in the viewer's
// hand.
inline void deal_hands(State& s, const View& view, const Belief& belief, Rng& rng) {
  if (belief.fits(view)) {
    const Hypothesis& h = belief.sample(rng);
    for (int p = 0; p < s.players(); ++p)
      if (!view.sees_hand(p)) s.hand[p] = h.hand[p];
    return;
  }
  Counts pile = Counts::all(s.rules.bank) - s.bank - s.hand[view.viewer()];
  for (int p = 0; p < s.players(); ++p) {
    if (view.sees_hand(p)) continue;
    s.hand[p] = shown_in_trade(s, p);
    pile -= s.hand[p];
  }
  for (int p = 0; p < s.players(); ++p) {
    if (view.sees_hand(p)) continue;
    for (int cards = s.hand[p].total(); cards < view.hand_size(p); ++cards) s.hand[p] += draw_one(pile, rng);
  }
}

// A player who had reached the target in its own turn would have won: so many victory point cards it can hold at most.
inline int most_point_cards(const State& s, int p) {
  return s.is_over() ? full_deck[VictoryPointCard] : std::max(0, s.rules.target_points - 1 - s.public_points[p]);
}

// Deals development cards to the other players; false if somebody got more victory point cards than it can hold. A winner goes
// first: its victory point cards were shown, so it gets others only.
inline bool deal_cards(State& s, const View& view, Rng& rng) {
  const int first = s.winner == nobody ? 0 : s.winner;
  bool possible = true;
  for (int i = 0; i < s.players(); ++i) {
    const int p = (first + i) % s.players();
    if (p == view.viewer()) continue;
    const Counts apart = p == s.winner ? Counts::single(VictoryPointCard, s.deck[VictoryPointCard]) : Counts{};
    s.deck -= apart;
    for (int cards = s.cards[p].total(); cards < view.card_count(p); ++cards) s.cards[p] += draw_one(s.deck, rng);
    s.deck += apart;
    possible &= s.cards[p][VictoryPointCard] <= most_point_cards(s, p);
  }
  return possible;
}

}  // namespace detail

// A state consistent with a view; View(determinize(v), v.viewer()) holds what v holds.
// - Resource hands that are not seen come from the belief, each hypothesis by its probability. If it has not followed the game
//   up to here, they are dealt from the cards that are left, each card equally likely, after the cards shown in a trade in the
//   making. Every hand keeps its size, every resource its total.
// - Development cards that are not seen go to the other players by their counts, the rest is the deck. Deals in which somebody
//   would have won already are dealt again (a few times: a road cut in another's turn can make them possible).
// - A view does not show which cards another player bought this turn: all count as old.
inline State determinize(const View& view, const Belief& belief, Rng& rng) {
  constexpr int attempts = 64;
  State s = view.public_state().erased();
  detail::deal_hands(s, view, belief, rng);
  State dealt = s;
  for (int i = 0; i < attempts; ++i) {
    dealt = s;
    if (detail::deal_cards(dealt, view, rng)) break;
  }
  return dealt;
}

}  // namespace longroad::catan
