// The rules of Catan, in the order of the rulebook. Every function here changes a state and trusts its caller that the
// action is legal; legality.hpp says whether it is, menu.hpp lists what is, chance.hpp what chance can bring.
#pragma once

#include "catan/rules/longest_road.hpp"
#include "catan/rules/menu.hpp"

namespace longroad::catan::rules {

// -- Winning: the target points, in one's own turn, at once

inline void check_win(State& s) {
  if (s.points(s.current) < s.rules.target_points) return;
  s.winner = s.current;
  s.phase = Phase::Over;
}

// -- Special cards

// Settles who holds the longest road once lengths have changed; docs/reference/rules.md has the cases.
inline void award_longest_road(State& s) {
  int longest = 0, owner = nobody, owners = 0;
  for (int p = 0; p < s.players(); ++p) {
    if (s.road_length[p] > longest) longest = s.road_length[p], owner = p, owners = 0;
    owners += s.road_length[p] == longest;
  }
  const int before = s.longest_road;
  if (before != nobody && s.road_length[before] == longest && longest >= longest_road_minimum) return;
  const int after = longest >= longest_road_minimum && owners == 1 ? owner : nobody;
  if (after == before) return;
  if (before != nobody) s.public_points[before] -= special_card_points;
  if (after != nobody) s.public_points[after] += special_card_points;
  s.longest_road = u8(after);
}

inline void count_knight(State& s, int p) {
  const int army = ++s.knights[p];
  if (army < largest_army_minimum || s.largest_army == p) return;
  if (s.largest_army != nobody) {
    if (army <= s.knights[s.largest_army]) return;
    s.public_points[s.largest_army] -= special_card_points;
  }
  s.public_points[p] += special_card_points;
  s.largest_army = u8(p);
}

// -- Pieces on the board

inline void put_road(State& s, int p, int path) {
  const Paths added = path_set(path);
  s.across[p] |= added.across;
  s.upright[p] |= added.upright;
  const u64 foreign = s.all_buildings() & ~s.buildings(p);
  const int length = longest_road_after(s.roads(p), path, foreign, s.road_length[p]);
  if (length == s.road_length[p]) return;
  s.road_length[p] = u8(length);
  if (length >= longest_road_minimum) award_longest_road(s);
}

inline void put_settlement(State& s, int p, int cell) {
  s.settlements[p] |= bit(cell);
  ++s.public_points[p];
  if (has(topology.harbored, cell)) s.harbor_access[p] |= u8(1u << s.board.harbor[topology.harbor_at[cell]]);
  // A settlement cuts the road of an opponent who has two segments at its intersection.
  const Paths around = paths_at(bit(cell));
  bool changed = false;
  for (int q = 0; q < s.players(); ++q) {
    if (q == p || (s.roads(q) & around).size() < 2) continue;
    const u64 foreign = s.all_buildings() & ~s.buildings(q);
    s.road_length[q] = u8(longest_road(s.roads(q), foreign));
    changed = true;
  }
  if (changed) award_longest_road(s);
}

// -- Set-up, in snake order

inline void pay_starting_cards(State& s, int p, int cell) {
  for (u64 around = topology.cell_hexes[cell]; around;) {
    const int terrain = s.board.terrain(pop(around));
    if (terrain == Desert || s.bank[terrain] == 0) continue;
    s.hand[p] += Counts::single(terrain);
    s.bank -= Counts::single(terrain);
  }
}

// Which player places in a step of the set-up: forwards, backwards, and forwards again.
inline int setup_player(const State& s, int step) {
  const int n = s.players(), round = step / n, i = step % n;
  return round % 2 ? n - 1 - i : i;
}

inline void set_up_settlement(State& s, int node) {
  const int cell = topology.cell[node];
  put_settlement(s, s.current, cell);
  if (s.setup_step / s.players() == s.rules.starting_settlements - 1) pay_starting_cards(s, s.current, cell);
  s.left = u8(cell);
  s.phase = Phase::SetupRoad;
}

inline void set_up_road(State& s, int path) {
  put_road(s, s.current, path);
  s.left = 0;
  const int step = ++s.setup_step;
  const bool done = step == s.players() * s.rules.starting_settlements;
  s.current = s.actor = u8(done ? 0 : setup_player(s, step));
  s.phase = done ? Phase::BeforeRoll : Phase::SetupSettlement;
  if (done) check_win(s);  // low targets can be met by the set-up alone
}

// -- Production

// Pays what is owed where the bank runs short: each resource on its own, nothing if several players are owed it, what is
// left if only one is.
inline void pay_in_shortage(State& s, const std::array<Counts, max_players>& owed) {
  for (int r = 0; r < resources; ++r) {
    int all = 0, creditors = 0;
    for (int p = 0; p < s.players(); ++p) all += owed[p][r], creditors += owed[p][r] > 0;
    const bool enough = all <= s.bank[r];
    if (!enough && creditors > 1) continue;
    for (int p = 0; p < s.players(); ++p) {
      const int paid = enough ? owed[p][r] : std::min(owed[p][r], s.bank[r]);
      s.hand[p] += Counts::single(r, paid);
      s.bank -= Counts::single(r, paid);
    }
  }
}

inline void produce(State& s, int sum) {
  u64 producing = s.hexes_with_token[sum - 2];
  if (s.rules.robber) producing &= ~bit(s.robber);
  std::array<Counts, max_players> owed{};
  Counts all;
  while (producing) {
    const int hex = pop(producing);
    const u64 corners = topology.hex_corners[hex];
    const int terrain = s.board.terrain(hex);
    for (int p = 0; p < max_players; ++p) {
      const Counts income = Counts::single(terrain, count(s.settlements[p] & corners) + 2 * count(s.cities[p] & corners));
      owed[p] += income;
      all += income;
    }
  }
  if (!s.bank.covers(all)) return pay_in_shortage(s, owed);
  for (int p = 0; p < max_players; ++p) s.hand[p] += owed[p];
  s.bank -= all;
}

// -- The seven

// Lets the first player with too many cards discard, from seat `after` (counted from the roller) on; when there is none left, the
// roller moves the robber.
inline void next_discard(State& s, int after) {
  for (int seat = after; seat < s.players(); ++seat) {
    const int p = (s.current + seat) % s.players(), cards = s.hand[p].total();
    if (cards <= s.rules.discard_limit) continue;
    s.phase = Phase::Discard;
    s.actor = u8(p);
    s.left = u8(cards / 2);
    return;
  }
  s.actor = s.current;
  s.phase = Phase::Robber;
}

inline void discard(State& s, int resource) {
  s.hand[s.actor] -= Counts::single(resource);
  s.bank += Counts::single(resource);
  if (--s.left) return;
  next_discard(s, (s.actor - s.current + s.players()) % s.players() + 1);
}

inline void resume_turn(State& s) { s.phase = s.rolled ? Phase::Main : Phase::BeforeRoll; }

inline void move_robber(State& s, int hex, int victim) {
  s.robber = u8(hex);
  if (victim == nobody) return resume_turn(s);
  s.victim = u8(victim);
  s.phase = Phase::Steal;
}

inline void stole(State& s, int resource) {
  s.hand[s.victim] -= Counts::single(resource);
  s.hand[s.current] += Counts::single(resource);
  s.victim = nobody;
  resume_turn(s);
}

inline void dice(State& s, int sum) {
  s.last_roll = u8(sum);
  if (s.rules.dice_deck) s.dice_deck.draw(sum);
  s.rolled = true;
  s.phase = Phase::Main;
  if (sum != 7) return produce(s, sum);
  if (s.rules.robber) next_discard(s, 0);
}

// -- Building

inline void pay(State& s, Counts price) {
  s.hand[s.current] -= price;
  s.bank += price;
}

inline void build_road(State& s, int path) {
  pay(s, road_price);
  put_road(s, s.current, path);
  check_win(s);
}

inline void build_settlement(State& s, int node) {
  pay(s, settlement_price);
  put_settlement(s, s.current, topology.cell[node]);
  check_win(s);
}

inline void build_city(State& s, int node) {
  pay(s, city_price);
  const u64 here = bit(topology.cell[node]);
  s.settlements[s.current] &= ~here;
  s.cities[s.current] |= here;
  ++s.public_points[s.current];
  check_win(s);
}

// -- Trade

inline void bank_trade(State& s, int given, int rate, int received) {
  const Counts gift = Counts::single(given, rate), price = Counts::single(received);
  s.hand[s.current] = s.hand[s.current] + price - gift;
  s.bank = s.bank + gift - price;
}

inline void close_trade(State& s) {
  s.offer = 0;
  s.counter = {};
  s.replies = {};
  s.actor = s.current;
  s.phase = Phase::Main;
}

// Asks the next opponent with cards after `p`; when all have answered, the offerer chooses, if there is a choice.
inline void next_reply(State& s, int p) {
  for (p = s.next(p); p != s.current; p = s.next(p)) {
    if (s.hand[p].empty()) continue;
    s.actor = u8(p);
    return;
  }
  bool refused_by_all = true;
  for (Reply reply : s.replies) refused_by_all &= reply == Reply::None || reply == Reply::Refuse;
  if (refused_by_all) return close_trade(s);
  s.actor = s.current;
  s.phase = Phase::Choose;
}

inline void offer(State& s, u64 bundles) {
  s.offer = bundles;
  ++s.offers_made;
  s.phase = Phase::Respond;
  next_reply(s, s.current);
}

inline void reply(State& s, Reply reply, u64 counter = 0) {
  s.replies[s.actor] = reply;
  s.counter[s.actor] = counter;
  next_reply(s, s.actor);
}

// What a deal with a partner exchanges, from the side of the one whose turn it is.
inline Bundles agreed(const State& s, int partner) {
  return s.replies[partner] == Reply::Accept ? Bundles::unpack(s.offer) : Bundles::unpack(s.counter[partner]).reversed();
}

inline void deal(State& s, int partner) {
  const Bundles bundles = agreed(s, partner);
  s.hand[s.current] = s.hand[s.current] + bundles.get - bundles.give;
  s.hand[partner] = s.hand[partner] + bundles.give - bundles.get;
  close_trade(s);
}

// -- Development cards

inline void buy_card(State& s) {
  pay(s, card_price);
  s.phase = Phase::Draw;
}

inline void drew(State& s, int card) {
  const Counts one = Counts::single(card);
  s.deck -= one;
  s.cards[s.current] += one;
  s.bought += one;
  s.phase = Phase::Main;
  check_win(s);
}

inline void spend_card(State& s, Card card) {
  s.cards[s.current] -= Counts::single(card);
  s.card_played = true;
}

inline void play_knight(State& s) {
  spend_card(s, KnightCard);
  count_knight(s, s.current);
  if (s.rules.robber) s.phase = Phase::Robber;
  check_win(s);
}

inline void play_road_building(State& s) {
  spend_card(s, RoadBuildingCard);
  s.left = 2;
  s.phase = Phase::FreeRoads;
}

inline void build_free_road(State& s, int path) {
  put_road(s, s.current, path);
  if (--s.left == 0 || s.roads_left(s.current) == 0 || open_paths(s, s.current).empty()) {
    s.left = 0;
    resume_turn(s);
  }
  check_win(s);
}

inline void play_year_of_plenty(State& s) {
  spend_card(s, YearOfPlentyCard);
  s.left = 2;
  s.phase = Phase::Plenty;
}

inline void take(State& s, int resource) {
  s.hand[s.current] += Counts::single(resource);
  s.bank -= Counts::single(resource);
  if (--s.left && !s.bank.empty()) return;
  s.left = 0;
  resume_turn(s);
}

// Gives one player all cards of a resource; absent players hold none.
inline void collect_all(std::array<Counts, max_players>& hand, int player, int resource) {
  for (int p = 0; p < max_players; ++p) {
    if (p == player) continue;
    const Counts all = Counts::single(resource, hand[p][resource]);
    hand[p] -= all;
    hand[player] += all;
  }
}

inline void play_monopoly(State& s, int resource) {
  spend_card(s, MonopolyCard);
  collect_all(s.hand, s.current, resource);
}

// -- The end of a turn

inline void end_turn(State& s) {
  s.current = s.actor = u8(s.next(s.current));
  s.turn += s.turn < 0xffff;  // without a cap the count stops there, the game continues
  s.bought = {};
  s.rolled = s.card_played = false;
  s.offers_made = 0;
  s.phase = Phase::BeforeRoll;
  check_win(s);
  if (s.rules.turn_cap && s.turn >= s.rules.turn_cap) s.phase = Phase::Over;
}

}  // namespace longroad::catan::rules

namespace longroad::catan {

// Carries out a legal action or a possible outcome of chance.
inline void apply(State& s, Action action) {
  const int a = action.a();
  switch (action.kind()) {
    case Kind::Settle: return s.phase == Phase::SetupSettlement ? rules::set_up_settlement(s, a) : rules::build_settlement(s, a);
    case Kind::Road:
      if (s.phase == Phase::Main) return rules::build_road(s, a);
      return s.phase == Phase::SetupRoad ? rules::set_up_road(s, a) : rules::build_free_road(s, a);
    case Kind::City: return rules::build_city(s, a);
    case Kind::Roll: s.phase = Phase::Dice; return;
    case Kind::End: return rules::end_turn(s);
    case Kind::BuyCard: return rules::buy_card(s);
    case Kind::Knight: return rules::play_knight(s);
    case Kind::RoadBuilding: return rules::play_road_building(s);
    case Kind::YearOfPlenty: return rules::play_year_of_plenty(s);
    case Kind::Monopoly: return rules::play_monopoly(s, a);
    case Kind::Take: return rules::take(s, a);
    case Kind::Discard: return rules::discard(s, a);
    case Kind::Robber: return rules::move_robber(s, a, action.b());
    case Kind::Trade: return rules::bank_trade(s, a, action.b(), action.c());
    case Kind::Offer: return rules::offer(s, action.payload());
    case Kind::Accept: return rules::reply(s, Reply::Accept);
    case Kind::Refuse: return rules::reply(s, Reply::Refuse);
    case Kind::Counter: return rules::reply(s, Reply::Counter, action.payload());
    case Kind::Deal: return rules::deal(s, a);
    case Kind::Cancel: return rules::close_trade(s);
    case Kind::Dice: return rules::dice(s, a);
    case Kind::Stole: return rules::stole(s, a);
    case Kind::Drew: return rules::drew(s, a);
  }
}

// 1 for the winner, the same loss for each of the others, 0 without a winner.
inline double returns(const State& s, int player) {
  if (s.winner == nobody) return 0;
  return s.winner == player ? 1 : -1.0 / (s.players() - 1);
}

}  // namespace longroad::catan
