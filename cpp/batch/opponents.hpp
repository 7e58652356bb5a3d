// Native players at the table of a game whose other seats somebody else decides for; and an adviser who looks over that one's
// shoulder.
#pragma once

#include <optional>

#include "batch/playout.hpp"

namespace longroad::batch {

using namespace catan;

// Who sits where: an agent, or nothing where the caller decides.
using Seating = std::array<std::optional<NativeAgent>, max_players>;

// Who takes part in a game beside the caller: players, and one who tells the caller in any of his seats what he would do.
struct Table {
  Seating seating{};
  std::optional<NativeAgent> adviser{};
};

class Opponents {
 public:
  explicit Opponents(const Table& table) : table_(table) {}

  bool plays(int seat) const { return table_.seating[std::size_t(seat)].has_value(); }
  bool advises() const { return table_.adviser.has_value(); }

  // Before the first move of a game: all forget. `moves` is what the players draw from, `hints` what the adviser does.
  void begin(const Rules& rules, Rng moves, Rng hints) {
    moves_ = moves;
    hints_ = hints;
    for (int seat = 0; seat < rules.players; ++seat)
      if (const auto& agent = plays(seat) ? table_.seating[std::size_t(seat)] : table_.adviser)
        players_[std::size_t(seat)] = NativePlayer(*agent, rules, seat);
    audience_ = Audience(players_);
  }

  // What the adviser would do where the caller has to decide. Throws search::Interrupted.
  Action advice(const State& s) { return players_[s.actor].choose(s, hints_); }

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
  Table table_;
  std::array<NativePlayer, max_players> players_;  // that of a seat of the caller only advises
  Audience audience_;
  Rng moves_, hints_;
};

}  // namespace longroad::batch
