// The players of one game in their seats, each with a generator of its own.
#pragma once

#include <utility>
#include <vector>

#include "core/play.hpp"

namespace longroad::batch {

// Stays where it is made: the seats point into it.
template <Game G, Player<G> P>
class Seating {
 public:
  // `make(seat)` gives a player and its generator.
  template <class Make>
  Seating(int seats, Make&& make) {
    players_.reserve(std::size_t(seats));
    for (int seat = 0; seat < seats; ++seat) {
      auto& [player, rng] = players_.emplace_back(make(seat));
      seats_.take(seat, {&player, &rng});
    }
  }
  Seating(const Seating&) = delete;

  const P& operator[](int seat) const { return players_[std::size_t(seat)].first; }

  // Plays to the end. Throws Stopped.
  template <class Apply>
  void run(const typename G::State& s, Rng& chance, const StopToken& stop, Apply&& apply) {
    seats_.run(s, chance, stop, apply);
  }

 private:
  std::vector<std::pair<P, Rng>> players_;
  Seats<G, P> seats_;
};

}  // namespace longroad::batch
