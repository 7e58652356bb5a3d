// A view: what one player may know of a position. It is a type of its own with no way back to the state: everything hidden
// is erased when it is made, so nothing computed from a view can leak.
#pragma once

#include "catan/knowledge/public_state.hpp"

namespace longroad::catan {

class View {
 public:
  // `open_hands`: for an agent that is shown all resource hands, whatever the rules say.
  View(const State& state, int viewer, bool open_hands = false) : s_(state), viewer_(u8(viewer)) {
    const bool open = open_hands || are_hands_open(state.rules);
    for (int p = 0; p < max_players; ++p) {  // absent players hold nothing
      hand_size_[p] = u8(state.hand[p].total());
      card_count_[p] = u8(state.cards[p].total());
      if (p == viewer) continue;
      if (!open) s_.hand[p] = {};
      // The deck becomes "cards not seen"; only the victory points that won the game are shown.
      const Counts shown = p == state.winner ? Counts::single(VictoryPointCard, s_.cards[p][VictoryPointCard]) : Counts{};
      s_.deck += s_.cards[p] - shown;
      s_.cards[p] = shown;
    }
    sees_hands_ = open;
    if (viewer != state.current) s_.bought = {};
    deck_size_ = u8(state.deck.total());
  }

  // With two players every steal is seen by both, so that each can count the other's cards.
  static bool are_hands_open(const Rules& rules) { return rules.open_hands || rules.players == 2; }

  int viewer() const { return viewer_; }
  int relative(int p) const { return (p - viewer_ + s_.players()) % s_.players(); }
  // `relative` is below the number of players.
  int player_at(int relative) const {
    const int p = viewer_ + relative;
    return p < s_.players() ? p : p - s_.players();
  }

  bool sees_hand(int p) const { return sees_hands_ || p == viewer_; }
  // The hand of a player whose hand is seen.
  Counts hand(int p) const { return s_.hand[p]; }
  int hand_size(int p) const { return hand_size_[p]; }
  Counts own_cards() const { return s_.cards[viewer_]; }
  Counts own_bought() const { return s_.bought; }
  int card_count(int p) const { return card_count_[p]; }
  // Development cards the viewer has not seen: the deck and the others' hands.
  Counts unseen_cards() const { return s_.deck; }
  int deck_size() const { return deck_size_; }
  // The viewer's own points in full, and the winner's; the others' without their victory point cards.
  int points(int p) const { return s_.erased().points(p); }

  // Everything else is public.
  const PublicState& public_state() const { return s_; }

 private:
  PublicState s_;  // the secrets are erased: other hands and cards are empty, the deck is unseen_cards()
  u8 viewer_;
  bool sees_hands_;
  u8 deck_size_;
  std::array<u8, max_players> hand_size_{}, card_count_{};
};

// An action or outcome as a player sees it: which card was stolen only thief and victim know, which was drawn only its buyer;
// for the others the card is `nobody`. `before` is the position it happened in.
inline Action seen_by(const State& before, Action event, int viewer, bool open_hands = false) {
  const bool own = viewer == before.current;
  const bool hidden = event.kind() == Kind::Drew ? !own
                      : event.kind() == Kind::Stole
                          ? !(own || viewer == before.victim || open_hands || View::are_hands_open(before.rules))
                          : false;
  return hidden ? Action::make(event.kind(), nobody) : event;
}

}  // namespace longroad::catan
