// The public part of a position, as a view holds it: board, pieces, bank, whose turn it is, the trade in the making. It is not
// a State: rules, evaluation and searches do not take it, so that nothing computes on hands that were erased as if they were
// real.
#pragma once

#include <cstring>

#include "catan/rules/legality.hpp"

namespace longroad::catan {

class View;
class Belief;

class PublicState : private State {
 public:
  // Of no position; never equal to that of a real one.
  PublicState() : State{} {}

  using State::across, State::cities, State::settlements, State::upright;
  using State::actor, State::current, State::next, State::players, State::turn;
  using State::all_buildings, State::all_roads, State::buildings, State::roads;
  using State::bank;
  using State::board, State::rules;
  using State::card_played, State::dice_deck, State::last_roll, State::left, State::phase, State::rolled, State::victim;
  using State::cities_left, State::roads_left, State::settlements_left;
  using State::counter, State::offer, State::offers_made, State::replies;
  using State::first_robber, State::largest_army, State::longest_road, State::robber, State::winner;
  using State::harbor_access, State::knights, State::public_points, State::road_length;
  using State::is_chance, State::is_over;

  // Whether the views they are of hold the same position: what their viewers know besides, their own cards, is compared, too.
  bool operator==(const PublicState& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }

  // -- rules that need no more than this
  friend u64 open_spots(const PublicState& s) { return open_spots(s.erased()); }
  friend Bundles agreed(const PublicState& s, int partner) { return rules::agreed(s.erased(), partner); }

 private:
  friend class View;  // makes it, and shows its viewer the cards that are not public
  // The only ones that make a State of it, each by putting cards where they were erased.
  friend State determinize(const View& view, const Belief& belief, Rng& rng);
  friend State stand_in(const View& view);
  friend State with_hands(const PublicState& s, Counts hand);

  explicit PublicState(const State& state) : State(state) {}
  const State& erased() const { return *this; }
};

static_assert(sizeof(PublicState) == sizeof(State) && std::is_trivially_copyable_v<PublicState>);
static_assert(!std::is_convertible_v<const PublicState&, const State&> && !std::is_constructible_v<State, const PublicState&>);

}  // namespace longroad::catan
