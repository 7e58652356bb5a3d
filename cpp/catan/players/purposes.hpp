// The representative moves of Catan: instead of all a player may do, one move for each purpose it may have.
//
// Every representative is a legal move. Which move serves a purpose best is judged by the evaluation of the position right
// after it, chance and replies left aside.
#pragma once

#include "catan/evaluation/evaluate.hpp"
#include "catan/rules/rules.hpp"
#include "search/classes.hpp"

namespace longroad::catan {

enum class Purpose : u8 {
  Expand,   // the best spot to settle, else the road (or road building) that leads toward one
  Upgrade,  // the best city; in the set-up the best spot for ore and grain
  Card,     // buying a development card
  Trade,    // cards nearer to a purchase: bank, year of plenty, an offer accepted; in the set-up the best spot at a harbor
  Hurt,     // a knight, the robber, a monopoly
  Save,     // moving on: roll, end, refuse, cancel; discarding what is missed least
};
constexpr int purposes = 6;
constexpr const char* purpose_names[] = {"expand", "upgrade", "card", "trade", "hurt", "save"};

struct Purposes {
  using State = catan::State;
  using Move = Action;
  using Representative = search::Representative<Move>;

  BoardWorth board;

  int size() const { return purposes; }
  const char* name(int of) const { return purpose_names[of]; }
  Move real_move(const State&, Move move) const { return move; }

  // One move per purpose that can be served, in the order of the purposes; a move that already stands for one is not repeated.
  int representatives(const State& s, std::span<Representative> out) const {
    List list{out};
    const Menu m = menu(s);
    switch (s.phase) {
      case Phase::SetupSettlement: set_up(s, m, list); break;
      case Phase::SetupRoad:
      case Phase::FreeRoads: list.add(Purpose::Expand, best_road(s, m.roads)); break;
      case Phase::Main: main(s, m, list); break;
      case Phase::BeforeRoll:
        hurt(s, m, list);
        list.add(Purpose::Save, Action::make(Kind::Roll));
        break;
      case Phase::Discard: list.add(Purpose::Save, best_card(s, m, -1)); break;
      case Phase::Plenty: list.add(Purpose::Trade, best_card(s, m, 1)); break;
      case Phase::Robber: list.add(Purpose::Hurt, best_robber(s, m)); break;
      case Phase::Respond: respond(s, m, list); break;
      case Phase::Choose: choose(s, m, list); break;
      default: break;
    }
    return list.n;
  }

 private:
  struct List {
    std::span<Representative> out;
    int n = 0;

    void add(Purpose purpose, Move move) {
      for (int i = 0; i < n; ++i)
        if (out[std::size_t(i)].move == move) return;
      out[std::size_t(n++)] = {int(purpose), move};
    }
  };

  // The best of some moves, found one by one.
  struct Best {
    Move move{};
    double worth = -search::infinity;

    bool found() const { return worth > -search::infinity; }
    void look(Move other, double other_worth) {
      if (other_worth > worth) move = other, worth = other_worth;
    }
  };

  double worth_after(const State& s, Move move) const {
    State next = s;
    apply(next, move);
    return worth(next, s.actor, board);
  }

  double hand_worth(const State& s, Counts hand, const Purchases& buy) const {
    return catan::hand_worth(hand, buy, s.rules.discard_limit, s.actor == s.current && s.rolled, board);
  }

  // -- building

  Best best_built(const State& s, Kind kind, u64 cells) const {
    Best best;
    while (cells) {
      const Move move = Action::make(kind, topology.intersection[pop(cells)]);
      best.look(move, worth_after(s, move));
    }
    return best;
  }

  Move best_road(const State& s, Paths roads) const {
    Best best;
    const auto look = [&](int path) {
      const Move move = Action::make(Kind::Road, path);
      best.look(move, worth_after(s, move));
    };
    for (u64 set = roads.across; set;) look(topology.across_path[pop(set)]);
    for (u64 set = roads.upright; set;) look(topology.upright_path[pop(set)]);
    return best.move;
  }

  void set_up(const State& s, const Menu& m, List& list) const {
    Best all, rich, harbored;
    for (u64 cells = m.settle; cells;) {
      const int cell = pop(cells);
      const Move move = Action::make(Kind::Settle, topology.intersection[cell]);
      const double worth = worth_after(s, move);
      all.look(move, worth);
      rich.look(move, board.pips[cell][Ore] + board.pips[cell][Grain] + 0.01 * worth);
      if (has(topology.harbored, cell)) harbored.look(move, worth);
    }
    list.add(Purpose::Expand, all.move);
    list.add(Purpose::Upgrade, rich.move);
    if (harbored.found()) list.add(Purpose::Trade, harbored.move);
  }

  // -- a turn

  void main(const State& s, const Menu& m, List& list) const {
    if (m.settle) {
      list.add(Purpose::Expand, best_built(s, Kind::Settle, m.settle).move);
    } else if (m.plain & plain_kind(Kind::RoadBuilding)) {
      list.add(Purpose::Expand, Action::make(Kind::RoadBuilding));
    } else if (!m.roads.empty()) {
      list.add(Purpose::Expand, best_road(s, m.roads));
    }
    if (m.city) list.add(Purpose::Upgrade, best_built(s, Kind::City, m.city).move);
    if (m.plain & plain_kind(Kind::BuyCard)) list.add(Purpose::Card, Action::make(Kind::BuyCard));
    trade(s, m, list);
    hurt(s, m, list);
    list.add(Purpose::Save, Action::make(Kind::End));
  }

  // The bank trade that makes the hand worth most, if one makes it worth more; a year of plenty if it brings more still.
  void trade(const State& s, const Menu& m, List& list) const {
    const bool plenty = m.plain & plain_kind(Kind::YearOfPlenty);
    if (!m.give && !plenty) return;
    const int p = s.current;
    const Purchases buy(s, p);
    Best best;
    best.worth = hand_worth(s, s.hand[p], buy);
    const double before = best.worth;
    for (u64 gifts = m.give; gifts;) {
      const int gift = pop(gifts), given = gift % resources, rate = 4 - gift / resources;
      for (u64 set = m.wanted & ~(1u << given); set;) {
        const int received = pop(set);
        const Counts hand = s.hand[p] + Counts::single(received) - Counts::single(given, rate);
        best.look(Action::make(Kind::Trade, given, rate, received), hand_worth(s, hand, buy));
      }
    }
    if (plenty) {
      for (u64 first = s.bank.at_least(1); first;) {
        const Counts one = Counts::single(pop(first));
        for (u64 second = (s.bank - one).at_least(1); second;)
          best.look(Action::make(Kind::YearOfPlenty), hand_worth(s, s.hand[p] + one + Counts::single(pop(second)), buy));
      }
    }
    if (best.worth > before) list.add(Purpose::Trade, best.move);
  }

  // -- against the others

  // A monopoly of what the others hold most, if that is more than a robber could take; else a knight.
  void hurt(const State& s, const Menu& m, List& list) const {
    constexpr int worthwhile = 3;
    const bool knight = m.plain & plain_kind(Kind::Knight);
    if (m.chosen && m.chosen_kind == Kind::Monopoly) {
      Best most;
      for (u64 set = m.chosen; set;) {
        const int r = pop(set);
        int cards = 0;
        for (int p = 0; p < s.players(); ++p) cards += p == s.current ? 0 : s.hand[p][r];
        most.look(Action::make(Kind::Monopoly, r), cards);
      }
      if (most.worth >= (knight ? worthwhile : 1)) return list.add(Purpose::Hurt, most.move);
    }
    if (knight) list.add(Purpose::Hurt, Action::make(Kind::Knight));
  }

  // Where the robber leaves the others least against the one who moves it; of equal hexes, and of the victims there, the one
  // with more cards.
  Move best_robber(const State& s, const Menu& m) const {
    Best best;
    const auto look = [&](int hex, int victim) {
      State next = s;
      next.robber = u8(hex);
      const int loot = victim == nobody ? 0 : std::min(s.hand[victim].total(), 7);
      const double stolen = loot ? board.weights.card * (1 + 0.1 * loot) : 0;
      best.look(Action::make(Kind::Robber, hex, victim), evaluate(next, s.current, board) + stolen);
    };
    for (int p = 0; p < max_players; ++p)
      for (u64 set = m.robbed[std::size_t(p)]; set;) look(pop(set), p);
    for (u64 set = m.unrobbed; set;) look(pop(set), nobody);
    return best.move;
  }

  // -- single cards and domestic trade

  // The card whose loss (-1) or gain (1) leaves the best hand.
  Move best_card(const State& s, const Menu& m, int change) const {
    const Purchases buy(s, s.actor);
    Best best;
    for (u64 set = m.chosen; set;) {
      const int r = pop(set);
      const Counts one = Counts::single(r), hand = s.hand[s.actor];
      best.look(Action::make(m.chosen_kind, r), hand_worth(s, change > 0 ? hand + one : hand - one, buy));
    }
    return best.move;
  }

  bool gains(const State& s, int p, Bundles exchange) const {
    const Purchases buy(s, p);
    return hand_worth(s, s.hand[p] + exchange.get - exchange.give, buy) > hand_worth(s, s.hand[p], buy);
  }

  void respond(const State& s, const Menu& m, List& list) const {
    const bool can_accept = m.plain & plain_kind(Kind::Accept);
    if (can_accept && gains(s, s.actor, Bundles::unpack(s.offer).reversed()))
      list.add(Purpose::Trade, Action::make(Kind::Accept));
    list.add(Purpose::Save, Action::make(Kind::Refuse));
  }

  void choose(const State& s, const Menu& m, List& list) const {
    Best best;
    const Purchases buy(s, s.current);
    best.worth = hand_worth(s, s.hand[s.current], buy);
    const double before = best.worth;
    for (u64 set = m.chosen; set;) {
      const int partner = pop(set);
      State next = s;
      rules::deal(next, partner);
      best.look(Action::make(Kind::Deal, partner), hand_worth(s, next.hand[s.current], buy));
    }
    if (best.worth > before) list.add(Purpose::Trade, best.move);
    list.add(Purpose::Save, Action::make(Kind::Cancel));
  }
};

static_assert(search::MoveClasses<Purposes>);

}  // namespace longroad::catan
