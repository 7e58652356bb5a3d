// What a player may do, worked out from its view alone.
#pragma once

#include "catan/knowledge/view.hpp"

namespace longroad::catan {

// Whether the viewer is the one to decide.
inline bool decides(const View& v) {
  const PublicState& s = v.public_state();
  return !s.is_chance() && !s.is_over() && s.actor == v.viewer();
}

// A position in which the viewer has the legal actions that it has in the real one; nothing else of it need be true. Of a hand
// that is not seen only matters whether it is empty, and so with the deck.
inline State stand_in(const View& v) {
  State s = v.public_state().erased();
  for (int p = 0; p < s.players(); ++p)
    if (!v.sees_hand(p)) s.hand[p] = Counts::single(Brick, v.hand_size(p) > 0);
  if (v.deck_size() == 0) s.deck = {};
  return s;
}

}  // namespace longroad::catan
