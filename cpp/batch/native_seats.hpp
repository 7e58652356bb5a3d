// A game in which some seats are taken by native players: chance and they are played on until somebody else has to decide.
#pragma once

#include "catan/players/agent.hpp"

namespace longroad::batch {

using namespace catan;

struct NativeSeat {
  NativePlayer* player = nullptr;  // null: somebody else decides
  Rng* rng = nullptr;              // the player's own
  bool skips_forced = false;       // of somebody else: not asked where one action only is listed, discards apart
  u32 skipped = 0;                 // decisions it was not asked for
};

class NativeSeats {
 public:
  explicit NativeSeats(const std::array<NativeSeat, max_players>& seats) : seats_(seats) {
    for (const NativeSeat& seat : seats_) {
      if (!seat.player) continue;
      followed_ |= seat.player->follows();
      closely_ |= seat.player->follows_closely();
      thinks_ |= seat.player->thinks();
    }
  }

  const NativeSeat& operator[](int seat) const { return seats_[std::size_t(seat)]; }
  // Whether a seat's player takes its time.
  bool thinks() const { return thinks_; }

  // Plays on until somebody else has to decide or the game is over. `play(action)` carries out a legal action in `s`.
  template <class Play>
  void run(const State& s, Rng& chance, Play&& play) {
    while (!s.is_over()) {
      if (s.is_chance()) {
        happen(s, sample_chance(s, chance), play);
        continue;
      }
      NativeSeat& seat = seats_[s.actor];
      if (seat.player) {
        happen(s, seat.player->choose(s, *seat.rng), play);
        continue;
      }
      if (!seat.skips_forced || s.phase == Phase::Discard) return;
      const Menu m = menu(s);
      if (m.size() != 1) return;
      ++seat.skipped;
      happen(s, m.pick(0), play);
    }
  }

  // Carries out an action and tells the players that follow the game.
  template <class Play>
  void happen(const State& s, Action action, Play&& play) {
    if (!followed_ || !(closely_ || Belief::concerns(action.kind()))) {
      play(action);
      return;
    }
    const State before = s;
    play(action);
    for (NativeSeat& seat : seats_)
      if (seat.player && seat.player->follows()) seat.player->observe(before, action, s);
  }

 private:
  std::array<NativeSeat, max_players> seats_;
  bool followed_ = false, closely_ = false, thinks_ = false;
};

}  // namespace longroad::batch
