// The loop. Every game here is played by it, whoever decides: matches, environments, playouts, studies of openings, games that
// Python drives. It alone asks whether chance is next, and draws it.
#pragma once

#include <array>
#include <optional>
#include <type_traits>

#include "core/game.hpp"
#include "core/stop.hpp"

namespace longroad {

// Plays on until the game is over, nobody decides, or what happened is to be looked at.
// - decide() gives the action of the one to act, or nothing: then the game stands still, and somebody else decides.
// - happen(event) carries out an action or outcome in `s`; if it returns false, the game stands still after it.
template <Game G, class Decide, class Happen>
void play(const typename G::State& s, Rng& chance, Decide&& decide, Happen&& happen) {
  using Action = typename G::Action;
  const auto goes_on = [&](Action event) {
    if constexpr (std::is_void_v<std::invoke_result_t<Happen, Action>>)
      return happen(event), true;
    else
      return bool(happen(event));
  };
  while (!G::is_over(s)) {
    if (G::is_chance(s)) {
      if (!goes_on(G::sample_chance(s, chance))) return;
    } else {
      const std::optional<Action> action = decide();
      if (!action || !goes_on(*action)) return;
    }
  }
}

// Chance alone: settles it up to the next decision or the end.
template <Game G, class Happen>
void settle_chance(const typename G::State& s, Rng& chance, Happen&& happen) {
  play<G>(s, chance, [] { return std::optional<typename G::Action>{}; }, happen);
}

// Somebody who decides in one seat of one game, and remembers what it likes from move to move.
template <class P, class G>
concept Player =
    requires(P& p, const P& asked, const typename G::State& s, typename G::Action a, Rng& rng, const StopToken& stop) {
      // The action of the one to act, who is this player. Throws Stopped.
      { p.choose(s, rng, stop) } -> std::same_as<typename G::Action>;
      // Whether it wants to be told what happens at all, and whether that goes for an event like this one.
      { asked.follows() } -> std::same_as<bool>;
      { asked.follows(a) } -> std::same_as<bool>;
      // What happened, with the positions before and after. It looks at no more of it than its seat may see.
      { p.observe(s, a, s) };
    };

// Players around one game. A seat without one is somebody else's; a player that does not decide looks on.
template <Game G, Player<G> P>
class Seats {
 public:
  using State = typename G::State;
  using Action = typename G::Action;

  struct Seat {
    P* player = nullptr;
    Rng* rng = nullptr;  // the player's own
    bool decides = true;
  };

  void take(int number, const Seat& seat) {
    seats_[std::size_t(number)] = seat;
    followed_ = false;
    for (const Seat& one : seats_) followed_ |= one.player && one.player->follows();
  }
  const Seat& operator[](int number) const { return seats_[std::size_t(number)]; }

  // What the player of the one to act does; nothing if somebody else decides.
  std::optional<Action> decide(const State& s, const StopToken& stop) {
    const Seat& seat = seats_[std::size_t(G::actor(s))];
    if (!seat.player || !seat.decides) return {};
    return seat.player->choose(s, *seat.rng, stop);
  }

  // Makes an event happen by apply(event), which changes `s`, and tells the players that follow the game.
  template <class Apply>
  void happen(const State& s, Action event, Apply&& apply) {
    if (!followed_ || !is_followed(event)) return apply(event);
    const State before = s;
    apply(event);
    for (const Seat& seat : seats_)
      if (seat.player && seat.player->follows(event)) seat.player->observe(before, event, s);
  }

  // Chance and the players, until somebody else decides or the game is over. Throws Stopped.
  template <class Apply>
  void run(const State& s, Rng& chance, const StopToken& stop, Apply&& apply) {
    play<G>(s, chance, [&] { return decide(s, stop); }, [&](Action event) { happen(s, event, apply); });
  }

 private:
  bool is_followed(Action event) const {
    for (const Seat& seat : seats_)
      if (seat.player && seat.player->follows(event)) return true;
    return false;
  }

  std::array<Seat, std::size_t(G::max_players)> seats_{};
  bool followed_ = false;
};

}  // namespace longroad
