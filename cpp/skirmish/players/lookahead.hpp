// Skirmish as a search sees it: a ply is a turn, a leaf is valued by the paper's evaluation.
//
// The model knows three facts about the game, none of which changes a value, and uses them if `lean`; where a won game has no
// bonus (reading.hpp), only as long as nobody may lose within the plies left:
// - A point of health more, or one less of the enemy's, is worth at least a point: play on as if nothing had changed; if the
//   game then ends sooner, that is worth more than anything missed (evaluate.hpp). So resting is never better than healing or
//   attacking, and a heal or an attack of 0 never better than the other one.
// - A player who cannot lose within the plies left adds its health to the value, point for point. So positions that differ in it
//   share an entry of the table.
// - For a player who cannot lose, healing brings exactly its value, attacking at least its value; for its opponent, healing
// brings at
//   least its value. So often one of the two is never better than the other.
#pragma once

#include <algorithm>

#include "search/model.hpp"
#include "skirmish/evaluation/evaluate.hpp"

namespace longroad::skirmish {

template <class Cards = PrintedCards>
struct Lookahead {
  using State = skirmish::State;
  using Move = Action;
  static constexpr int max_players = player_count, max_moves = skirmish::max_actions, max_outcomes = skirmish::max_outcomes;

  Cards cards{};
  i32 unit = 1;  // what one point of a printed card counts in health and values
  bool lean = true;
  Reading reading{};
  int most = best_printed;  // the largest value of any card that may be placed

  static constexpr int best_printed = 7;

  int players(const State&) const { return player_count; }
  bool is_over(const State& s) const { return s.is_over(); }
  bool is_chance(const State& s) const { return s.is_chance(); }
  int actor(const State& s) const { return s.current; }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return chance_outcomes(s, out); }
  void apply(State& s, Move move) const { skirmish::apply(s, move, cards); }
  int plies_taken(const State& before, const State& after) const { return after.turn - before.turn; }
  bool is_quiet(const State&) const { return true; }
  double evaluate(const State& s, int player) const { return skirmish::evaluate(s, player, unit, reading.balance); }
  double result(const State& s, int player, int plies) const {
    if (!reading.win_bonus || s.winner == nobody) return evaluate(s, player);
    const double won = win_worth + sooner_worth * std::max(plies, 0) + unused_card_worth * count(s.to_act);
    return evaluate(s, player) + (s.winner == player ? won : -won);
  }

  int moves(const State& s, int plies, std::span<Move> out) const {
    if (lean && s.phase == Phase::Act && s.to_act && (reading.win_bonus || is_safe(s, plies))) return lean_acts(s, plies, out);
    const int n = legal_actions(s, out, cards);
    if (reading.first == First::Heal && s.phase == Phase::Act) std::swap(out[std::size_t(n - 3)], out[std::size_t(n - 2)]);
    if (lean && s.phase == Phase::Place)
      std::reverse(out.begin(), out.begin() + (n - 1));  // the strongest card first, "keep" last
    return n;
  }

  search::Place place(const State& s, int plies, int root) const {
    using search::mix;
    u64 key = mix(mix(mix(0, s.field[0]), s.field[1]), s.to_act);
    key = mix(mix(key, u64(s.hand[0]) << 32 | s.hand[1]), u64(s.deck[0]) << 32 | s.deck[1]);
    key = mix(key, u64(s.phase) | u64(s.current) << 8);
    if (s.turn + plies >= s.turn_cap) key = mix(key, s.turn);
    const bool exact = !lean || s.turn + plies >= s.turn_cap;
    const bool first = exact || may_lose(s, 0, plies), second = exact || may_lose(s, 1, plies);
    if (first) key = mix(key, u64(u32(s.hp[0])) | u64{1} << 32);
    if (second) key = mix(key, u64(u32(s.hp[1])) | u64{2} << 32);
    const i32 sum = (first ? 0 : s.hp[0]) - (second ? 0 : s.hp[1]);
    return {key, double(root == 0 ? sum : -sum) / unit};
  }

  search::Bounds bounds(const State& s, int plies, int root) const {
    const double difference = double(s.hp[root] - s.hp[1 - root]) / unit,
                 win = reading.win_bonus ? win_worth + sooner_worth * plies + 64 * unused_card_worth : 0,
                 balance = worst_imbalance(reading.balance);
    const double mine = most_gain(s, root, plies) + (may_lose(s, 1 - root, plies) ? win : 0);
    const double yours = most_gain(s, 1 - root, plies) + (may_lose(s, root, plies) ? win : 0);
    return {difference - yours - balance, difference + mine + balance};
  }

 private:
  static constexpr int best_total = 18;  // of any printed card
  static constexpr std::array<u32, 8> with_attack = [] {
    std::array<u32, 8> sets{};
    for (int card = 0; card < skirmish::cards; ++card) sets[std::size_t(catalogue[std::size_t(card)].attack)] |= 1u << card;
    return sets;
  }();

  // How many of the plies left are turns of a player, the present one included.
  static int turns_of(const State& s, int player, int plies) { return (plies + (player == s.current)) / 2; }

  template <class Value>
  int sum(u64 field, int owner, Value&& value) const {
    int total = 0;
    while (field) total += value(cards.of(owner, pop(field)));
    return total;
  }

  // The largest attack among the cards a player may still place.
  static int best_attack(const State& s, int player) {
    const u32 left = s.hand[player] | s.deck[player];
    for (int attack = 7; attack > 0; --attack)
      if (left & with_attack[std::size_t(attack)]) return attack;
    return 0;
  }

  // False only if the enemy's attacks cannot reach the player's health in the turns left.
  bool may_lose(const State& s, int player, int plies) const {
    const int enemy = 1 - player;
    int turns = turns_of(s, enemy, plies), damage = 0;
    const auto attack = [](const Values& v) { return v.attack; };
    if (s.phase == Phase::Act && s.current == enemy) {
      damage = sum(s.to_act, enemy, attack);
      --turns;
    }
    if (turns > 0) {
      const int placed = s.hand_limit == 0 ? most : best_attack(s, enemy);
      damage += turns * sum(s.field[enemy], enemy, attack) + placed * unit * (turns * (turns + 1) / 2);
    }
    return s.hp[player] <= damage;
  }

  bool is_safe(const State& s, int plies) const { return !may_lose(s, 0, plies) && !may_lose(s, 1, plies); }

  // More than a player's side can ever bring within its turns: every card heals or attacks in each of them, the largest card is
  // placed in each, and all that stands on the field counts.
  double most_gain(const State& s, int player, int plies) const {
    const int turns = turns_of(s, player, plies);
    const int acting = sum(s.field[player], player, [](const Values& v) { return std::max(v.heal, v.attack); });
    const double placed = most * (turns * (turns + 1) / 2.0) + turns * std::max(best_total, most) / 3.0;
    return (turns * acting + s.strength[player] / 3.0) / unit + placed;
  }

  // Battles won, the best catch first; then what is left of attack and heal; then battles lost.
  int lean_acts(const State& s, int plies, std::span<Move> out) const {
    const int card = s.acting(), me = s.current;
    const Values& v = cards.of(me, card);
    int n = 0;
    for (u64 enemies = s.field[1 - me]; enemies;) {
      const int target = 63 - std::countl_zero(enemies);
      enemies &= ~bit(target);
      if (cards.of(1 - me, target).fight < v.fight) out[n++] = Action::make(Kind::Battle, card, target);
    }
    const bool safe = !may_lose(s, me, plies), harmless = !may_lose(s, 1 - me, plies);
    const bool heal = v.heal > 0 && !(v.attack >= v.heal && safe);
    const bool attack = v.attack > 0 && !(v.heal >= v.attack && harmless);
    const Kind first = reading.first == First::Heal ? Kind::Heal : Kind::Attack;  // if either will do, the only one
    for (const Kind kind : {first, first == Kind::Heal ? Kind::Attack : Kind::Heal})
      if ((kind == Kind::Heal ? heal : attack) || (kind == first && !heal && !attack)) out[n++] = Action::make(kind, card);
    for (u64 enemies = s.field[1 - me]; enemies;) {
      const int target = pop(enemies);
      if (cards.of(1 - me, target).fight >= v.fight) out[n++] = Action::make(Kind::Battle, card, target);
    }
    return n;
  }
};

static_assert(search::Model<Lookahead<>>);

}  // namespace longroad::skirmish
