// Whether an action is legal, and if not, why: in words a person can act on.
#pragma once

#include "catan/rules/chance.hpp"

namespace longroad::catan {

namespace detail {

inline std::string name_of(char letter, int number) { return letter + std::to_string(number); }

inline std::string pay_refusal(const State& s, Counts price) {
  if (s.hand[s.current].covers(price)) return {};
  return "p" + std::to_string(s.current) + " cannot pay " + bundle_text(price) + " (has " +
         (s.hand[s.current].empty() ? "no cards" : bundle_text(s.hand[s.current])) + ")";
}

inline std::string spot_refusal(const State& s, int node) {
  const u64 here = bit(topology.cell[node]);
  if (s.all_buildings() & here) return "n" + std::to_string(node) + " is taken";
  const u64 near = neighbours(here) & s.all_buildings();
  if (near) return "too close to n" + std::to_string(topology.intersection[lowest(near)]) + " (distance rule)";
  return {};
}

inline std::string settle_refusal(const State& s, int node) {
  if (node >= intersections) return "there is no such intersection";
  if (auto why = spot_refusal(s, node); !why.empty() || s.phase == Phase::SetupSettlement) return why;
  if (!has(ends_of(s.roads(s.current)), topology.cell[node])) return "no road of p" + std::to_string(s.current) + " leads there";
  if (s.settlements_left(s.current) == 0) return "all 5 settlements are on the board";
  return pay_refusal(s, settlement_price);
}

inline std::string road_refusal(const State& s, int path) {
  if (path >= paths) return "there is no such path";
  const Paths here = path_set(path);
  if (!(s.all_roads() & here).empty()) return name_of('e', path) + " is taken";
  if (s.phase == Phase::SetupRoad) {
    if ((paths_at(bit(s.left)) & here).empty())
      return "it does not touch the settlement just placed at n" + std::to_string(topology.intersection[s.left]);
    return {};
  }
  if ((open_paths(s, s.current) & here).empty())
    return "it does not touch the network of p" + std::to_string(s.current) +
           " (roads do not pass through an opponent's building)";
  if (s.roads_left(s.current) == 0) return "all 15 roads are on the board";
  return s.phase == Phase::FreeRoads ? "" : pay_refusal(s, road_price);
}

inline std::string city_refusal(const State& s, int node) {
  if (node >= intersections) return "there is no such intersection";
  if (!has(s.settlements[s.current], topology.cell[node])) return "p" + std::to_string(s.current) + " has no settlement there";
  if (s.cities_left(s.current) == 0) return "all 4 cities are on the board";
  return pay_refusal(s, city_price);
}

inline std::string play_refusal(const State& s, Card card) {
  if (s.card_played) return "a development card was already played this turn";
  if (s.cards[s.current][card] == 0) return "p" + std::to_string(s.current) + " holds no " + card_names[card];
  if (playable_cards(s)[card] == 0) return "it was bought this turn";
  if (card == RoadBuildingCard) {
    if (s.roads_left(s.current) == 0) return "all 15 roads are on the board";
    if (open_paths(s, s.current).empty()) return "there is no place for a road";
  }
  if (card == YearOfPlentyCard && s.bank.empty()) return "the bank is empty";
  return {};
}

inline std::string robber_refusal(const State& s, int hex, int victim) {
  if (hex >= hexes) return "there is no such hex";
  if (hex == s.robber) return "the robber must move to a different hex";
  if (!has(robber_hexes(s), hex))
    return "a player with " + std::to_string(spared_points) + " or fewer visible points has a building there (friendly robber)";
  if (victim == nobody) {
    bool somebody = false;
    for (int p = 0; p < s.players(); ++p) somebody |= can_be_robbed(s, p, hex);
    return somebody ? "somebody there has cards: name whom to steal from" : "";
  }
  if (victim >= s.players() || !can_be_robbed(s, victim, hex))
    return "p" + std::to_string(victim) + " cannot be robbed there (no building, no cards, or the one who robs)";
  return {};
}

inline std::string trade_refusal(const State& s, int given, int rate, int received) {
  if (given >= resources || received >= resources || rate < 2 || rate > 4) return "there is no such trade";
  if (given == received) return "the two resources must differ";
  if (s.hand[s.current][given] < rate)
    return "p" + std::to_string(s.current) + " has only " + std::to_string(s.hand[s.current][given]) + " " +
           resource_names[given];
  const u32 access = s.harbor_access[s.current];
  const bool has_rate = rate == 4 || (rate == 3 ? access >> AnyResource & 1 : access >> given & 1);
  if (!has_rate) return "no harbor gives this rate";
  if (!has(bank_offers(s, s.current), given + resources * (4 - rate))) return "only the best rate may be used (maritime=best)";
  if (s.bank[received] == 0) return std::string("the bank has no ") + resource_names[received];
  return {};
}

inline std::string bundle_refusal(const State& s, Bundles b, int speaker) {
  if (b.give.empty() || b.get.empty()) return "both sides must give something";
  if (b.give.at_least(1) & b.get.at_least(1)) return "the same resource stands on both sides";
  if (b.give.at_least(20) | b.get.at_least(20)) return "a bundle holds at most 19 cards of a kind";
  if (!s.hand[speaker].covers(b.give)) return "p" + std::to_string(speaker) + " does not hold " + bundle_text(b.give);
  return {};
}

inline std::string offer_refusal(const State& s, Action action) {
  if (s.rules.offers_per_turn == 0) return "domestic trade is off";
  if (s.offers_made >= s.rules.offers_per_turn) return "all offers of this turn were made";
  if (!opponent_has_cards(s)) return "no opponent holds a card";
  return bundle_refusal(s, action.bundles(), s.current);
}

inline std::string deal_refusal(const State& s, int partner) {
  if (partner >= s.players() || s.replies[partner] == Reply::None || s.replies[partner] == Reply::Refuse)
    return "p" + std::to_string(partner) + " did not agree to a trade";
  if (!(partners(s) >> partner & 1)) return "p" + std::to_string(s.current) + " cannot pay that counter-offer";
  return {};
}

inline std::string outcome_refusal(const State& s, Action action) {
  std::array<Outcome<Action>, max_outcomes> outcomes;
  const int n = chance_outcomes(s, outcomes);
  for (int i = 0; i < n; ++i)
    if (outcomes[i].action == action) return {};
  const bool is_sum = action.kind() == Kind::Dice && action.a() >= lowest_sum && action.a() < lowest_sum + dice_sums;
  return is_sum ? "no " + std::to_string(action.a()) + " is left in the dice deck" : "this outcome is impossible here";
}

// Whether a kind can be legal in a phase at all.
inline bool fits_phase(Kind kind, Phase phase) {
  switch (kind) {
    case Kind::Settle: return phase == Phase::SetupSettlement || phase == Phase::Main;
    case Kind::Road: return phase == Phase::SetupRoad || phase == Phase::Main || phase == Phase::FreeRoads;
    case Kind::Roll: return phase == Phase::BeforeRoll;
    case Kind::City:
    case Kind::End:
    case Kind::BuyCard:
    case Kind::Trade:
    case Kind::Offer: return phase == Phase::Main;
    case Kind::Knight:
    case Kind::RoadBuilding:
    case Kind::YearOfPlenty:
    case Kind::Monopoly: return phase == Phase::BeforeRoll || phase == Phase::Main;
    case Kind::Take: return phase == Phase::Plenty;
    case Kind::Discard: return phase == Phase::Discard;
    case Kind::Robber: return phase == Phase::Robber;
    case Kind::Accept:
    case Kind::Refuse:
    case Kind::Counter: return phase == Phase::Respond;
    case Kind::Deal:
    case Kind::Cancel: return phase == Phase::Choose;
    case Kind::Dice: return phase == Phase::Dice;
    case Kind::Stole: return phase == Phase::Steal;
    case Kind::Drew: return phase == Phase::Draw;
  }
  return false;
}

// The payload must be exactly what the kind uses, so that equal moves are equal values.
inline bool well_formed(Action action) {
  switch (action.kind()) {
    case Kind::Settle:
    case Kind::City:
    case Kind::Road:
    case Kind::Deal:
    case Kind::Monopoly:
    case Kind::Take:
    case Kind::Discard:
    case Kind::Stole:
    case Kind::Drew:
    case Kind::Dice: return action == Action::make(action.kind(), action.a());
    case Kind::Robber: return action == Action::make(Kind::Robber, action.a(), action.b());
    case Kind::Trade: return action == Action::make(Kind::Trade, action.a(), action.b(), action.c());
    case Kind::Offer:
    case Kind::Counter: return action == Action::bundles(action.kind(), action.bundles());
    default: return action == Action::make(action.kind());
  }
}

}  // namespace detail

// Empty if the action may be applied; else one sentence on what stands against it.
inline std::string refusal(const State& s, Action action) {
  using namespace detail;
  if (int(action.kind()) >= kinds || !well_formed(action)) return "this is not an action";
  if (s.is_over()) return "the game is over";
  if (!fits_phase(action.kind(), s.phase)) {
    return std::string("not now; the phase is '") + phase_names[int(s.phase)] + "'" +
           (s.is_chance() ? " (chance)" : ", p" + std::to_string(s.actor) + " decides");
  }
  const int a = action.a();
  switch (action.kind()) {
    case Kind::Settle: return settle_refusal(s, a);
    case Kind::Road: return road_refusal(s, a);
    case Kind::City: return city_refusal(s, a);
    case Kind::BuyCard:
      if (!s.rules.development_cards) return "development cards are off";
      return s.deck.empty() ? "the deck is empty" : pay_refusal(s, card_price);
    case Kind::Knight: return play_refusal(s, KnightCard);
    case Kind::RoadBuilding: return play_refusal(s, RoadBuildingCard);
    case Kind::YearOfPlenty: return play_refusal(s, YearOfPlentyCard);
    case Kind::Monopoly: return a < resources ? play_refusal(s, MonopolyCard) : "there is no such resource";
    case Kind::Take:
      if (a >= resources) return "there is no such resource";
      return s.bank[a] ? "" : std::string("the bank has no ") + resource_names[a];
    case Kind::Discard:
      if (a >= resources) return "there is no such resource";
      return s.hand[s.actor][a] ? "" : "p" + std::to_string(s.actor) + " holds no " + resource_names[a];
    case Kind::Robber: return robber_refusal(s, a, action.b());
    case Kind::Trade: return trade_refusal(s, a, action.b(), action.c());
    case Kind::Offer: return offer_refusal(s, action);
    case Kind::Accept:
      return s.hand[s.actor].covers(Bundles::unpack(s.offer).get)
                 ? ""
                 : "p" + std::to_string(s.actor) + " does not hold what is asked for";
    case Kind::Counter:
      if (action.bundles() == Bundles::unpack(s.offer).reversed()) return "a counter differs from the offer; accept it instead";
      return bundle_refusal(s, action.bundles(), s.actor);
    case Kind::Deal: return deal_refusal(s, a);
    case Kind::Dice:
    case Kind::Stole:
    case Kind::Drew: return outcome_refusal(s, action);
    default: return {};
  }
}

inline bool is_legal(const State& s, Action action) { return refusal(s, action).empty(); }

}  // namespace longroad::catan
