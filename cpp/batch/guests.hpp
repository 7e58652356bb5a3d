// Native players in a game whose other seats the caller decides for; and an adviser who looks over the caller's shoulder.
#pragma once

#include "catan/players/agent.hpp"
#include "core/seeds.hpp"

namespace longroad::batch {

using namespace catan;

// Who takes part in a game beside the caller: an agent per seat, none where the caller decides; and one that says in any of the
// caller's seats what it would do.
struct GuestList {
  std::array<std::optional<NativeAgent>, max_players> seats{};
  std::optional<NativeAgent> adviser{};
};

class Guests {
 public:
  explicit Guests(const GuestList& list) : list_(list) {}
  Guests(const Guests&) = delete;  // the seats point into it

  bool advises() const { return list_.adviser.has_value(); }

  // Before the first move of a game: all start anew.
  void begin(const Rules& rules, const SlotSeeds& seeds) {
    for (int seat = 0; seat < rules.players; ++seat) {
      const std::size_t i = std::size_t(seat);
      const bool plays = list_.seats[i].has_value();
      if (!plays && !advises()) continue;
      players_[i] = NativePlayer(plays ? *list_.seats[i] : *list_.adviser, rules, seat);
      generators_[i] = plays ? seeds.seat(seat) : seeds.advice(seat);
      seats_.take(seat, {&players_[i], &generators_[i], plays});
    }
  }

  // What the adviser would do where the caller has to decide. Throws Stopped.
  Action advice(const State& s, const StopToken& stop) { return players_[s.actor].choose(s, generators_[s.actor], stop); }

  // An action of the caller: it happens by apply(event), which changes `s`, and those who follow the game are told.
  template <class Apply>
  void happen(const State& s, Action action, Apply&& apply) {
    seats_.happen(s, action, apply);
  }

  // Chance and the native players, until the caller has to decide or the game is over. Throws Stopped.
  template <class Apply>
  void run(const State& s, Rng& chance, const StopToken& stop, Apply&& apply) {
    seats_.run(s, chance, stop, apply);
  }

 private:
  GuestList list_;
  std::array<NativePlayer, max_players> players_;
  std::array<Rng, max_players> generators_;
  Seats<Catan, NativePlayer> seats_;
};

}  // namespace longroad::batch
