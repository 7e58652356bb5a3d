// Native players at the table of a game whose other seats somebody else decides for.
#pragma once

#include <optional>

#include "batch/playout.hpp"

namespace longroad::batch {

// Who sits where: an agent, or nothing where the caller decides.
using Seating = std::array<std::optional<NativeAgent>, max_players>;

class Opponents {
 public:
  explicit Opponents(const Seating& seating) : seating_(seating) {}

  bool plays(int seat) const { return seating_[std::size_t(seat)].has_value(); }

  // Before the first move of a game: all players forget. `moves` is what they draw from.
  void begin(const Rules& rules, Rng moves) {
    moves_ = moves;
    for (int seat = 0; seat < rules.players; ++seat)
      if (plays(seat)) players_[std::size_t(seat)] = NativePlayer(*seating_[std::size_t(seat)], rules, seat);
    audience_ = Audience(players_);
  }

  // An action of the caller or an outcome: it happens, and those who follow the game are told.
  void apply(State& s, Action event) { audience_.apply(s, event, players_); }

  // Chance and the native players, until the caller has to decide or the game is over. Throws search::Interrupted.
  void play_on(State& s, Rng& chance) {
    while (!s.is_over()) {
      if (s.is_chance())
        apply(s, sample_chance(s, chance));
      else if (plays(s.actor))
        apply(s, players_[s.actor].choose(s, moves_));
      else
        return;
    }
  }

 private:
  Seating seating_;
  std::array<NativePlayer, max_players> players_;  // that of a seat of the caller is not asked
  Audience audience_;
  Rng moves_;
};

}  // namespace longroad::batch
