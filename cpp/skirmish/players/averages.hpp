// The representative moves of Skirmish: instead of all cards it might place, a player considers a few average ones.
#pragma once

#include <cmath>
#include <numeric>

#include "search/classes.hpp"
#include "search/kmeans.hpp"
#include "skirmish/players/lookahead.hpp"

namespace longroad::skirmish {

constexpr int max_classes = 4, copies = 8;  // of each average card on one side of the field
constexpr int first_average = 32;
static_assert(first_average + max_classes * copies == 64);

enum class Classes : u8 {
  Aspects,   // the paper's three: a card of the average Fight alone, one of the average Heal, one of the average Attack
  Clusters,  // the means of k clusters of the player's cards, found by k-means
};

// The values of printed and average cards, all multiplied by a unit that makes them whole.
struct AverageCards {
  std::array<std::array<Values, 64>, player_count> values{};
  constexpr const Values& of(int owner, int card) const { return values[std::size_t(owner)][std::size_t(card)]; }
};

struct AverageModel : Lookahead<AverageCards> {
  Classes kind = Classes::Aspects;
  std::array<int, player_count> classes{};  // how many average cards each player has
  int root = 0, root_turn = 0;
  bool real_root = false;  // the root player's own next placement is searched with the real cards of the hand
  std::array<std::array<int, 32>, player_count> cluster{};  // of each player's cards

  // The model for a search from s: averages over hand and deck of each player, the hand counted double.
  static AverageModel at(const State& s, Classes kind, int k = 3, bool real_root = false, const Reading& reading = {}) {
    AverageModel m;
    m.real_root = real_root;
    m.reading = reading;
    m.kind = kind;
    m.root = s.current;
    m.root_turn = s.turn;
    if (kind == Classes::Aspects)
      m.set_aspects(s);
    else
      m.set_clusters(s, k);
    for (int p = 0; p < player_count; ++p)
      for (int card = 0; card < skirmish::cards; ++card) {
        const Values& v = catalogue[std::size_t(card)];
        m.set(p, card, v.fight * m.unit, v.heal * m.unit, v.attack * m.unit);
      }
    return m;
  }

  // The position as this model plays on from it: in its unit, and without draws.
  State start(State s) const {
    for (int p = 0; p < player_count; ++p) s.hp[p] *= unit, s.strength[p] *= unit;
    s.hand_limit = 0;
    return s;
  }

  // -- classes of moves
  int size() const { return classes[std::size_t(root)]; }
  const char* name(int of) const {
    constexpr const char* aspects[] = {"fight", "heal", "attack"};
    constexpr const char* clusters[] = {"cluster 1", "cluster 2", "cluster 3", "cluster 4"};
    return kind == Classes::Aspects ? aspects[of] : clusters[of];
  }
  int representatives(const State& s, std::span<search::Representative<Move>> out) const {
    const int me = s.current;
    int n = 0;
    for (int of = 0; of < classes[std::size_t(me)]; ++of) {
      if (reading.spend && best_card(s, of) < 0) continue;
      const u64 slots = s.field[me] >> (first_average + of * copies) & 0xff;
      if (slots != 0xff)
        out[std::size_t(n++)] = {of, Action::make(Kind::Place, first_average + of * copies + std::countr_one(slots))};
    }
    return n;
  }
  // Of the class's cards in the hand the best one (a removal on the strongest enemy card); "keep" if none can be placed.
  Move real_move(const State& s, Move move) const {
    if (!is_average(move)) return move;
    const int me = s.current, best = best_card(s, class_of(move));
    if (best < 0) return Action::make(Kind::Keep);
    if (!is_removal(best)) return Action::make(Kind::Place, best);
    return Action::make(Kind::Remove, best, 63 - std::countl_zero(s.field[1 - me]));
  }

  void apply(State& s, Move move) const {
    if (reading.spend && is_average(move)) s.hand[s.current] &= ~u32(bit(best_card(s, class_of(move))));
    Lookahead::apply(s, move);
  }

  // With real_root the root's own turn has other moves than a later one with the same cards.
  search::Place place(const State& s, int plies, int player) const {
    search::Place where = Lookahead::place(s, plies, player);
    if (real_root && s.turn == root_turn) where.key = search::mix(where.key, 1);
    return where;
  }

  int moves(const State& s, int plies, std::span<Move> out) const {
    if (s.phase != Phase::Place || (real_root && s.turn == root_turn)) return Lookahead::moves(s, plies, out);
    std::array<search::Representative<Move>, max_classes> list;
    int n = representatives(s, list);
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = list[std::size_t(i)].move;
    if (reading.keep || n == 0) out[std::size_t(n++)] = Action::make(Kind::Keep);
    return n;
  }

 private:
  static bool is_average(Move move) { return move.kind() == Kind::Place && move.card() >= first_average; }
  static int class_of(Move move) { return (move.card() - first_average) / copies; }

  // The card of the hand that is played for a class; -1 if none can be placed.
  int best_card(const State& s, int of) const {
    const int me = s.current;
    int best = -1;
    for (u64 hand = s.field[1 - me] ? s.hand[me] : s.hand[me] & ~removals; hand;) {
      const int card = pop(hand);
      if (best < 0 || fit(me, card, of) >= fit(me, best, of)) best = card;  // of equals the stronger
    }
    return best;
  }

  void set(int p, int card, int fight, int heal, int attack) { values_of(p, card) = {fight, heal, attack}; }
  Values& values_of(int p, int card) { return cards.values[std::size_t(p)][std::size_t(card)]; }
  void set_average(int p, int of, int fight, int heal, int attack) {
    for (int copy = 0; copy < copies; ++copy) set(p, first_average + of * copies + copy, fight, heal, attack);
  }

  void set_aspects(const State& s) {
    std::array<int, player_count> weight{};
    std::array<Values, player_count> sum{};
    for (int p = 0; p < player_count; ++p) {
      weight[std::size_t(p)] = (reading.doubled == Doubled::Weight ? 2 : 1) * count(s.hand[p]) + count(s.deck[p]);
      for (u64 left = s.hand[p] | s.deck[p]; left;) {
        const int card = pop(left), times = has(s.hand[p], card) ? 2 : 1;
        const Values& v = catalogue[std::size_t(card)];
        sum[std::size_t(p)].fight += times * v.fight;
        sum[std::size_t(p)].heal += times * v.heal;
        sum[std::size_t(p)].attack += times * v.attack;
      }
    }
    unit = std::lcm(std::max(weight[0], 1), std::max(weight[1], 1));
    if (reading.doubled == Doubled::Value) most = 2 * best_printed;
    for (int p = 0; p < player_count; ++p) {
      const int w = weight[std::size_t(p)];
      if (w == 0) continue;
      classes[std::size_t(p)] = 3;
      const Values& v = sum[std::size_t(p)];
      set_average(p, 0, v.fight * (unit / w), 0, 0);
      set_average(p, 1, 0, v.heal * (unit / w), 0);
      set_average(p, 2, 0, 0, v.attack * (unit / w));
    }
  }

  void set_clusters(const State& s, int k) {
    unit = 1000;  // the means to a thousandth
    for (int p = 0; p < player_count; ++p) {
      std::vector<std::array<double, 3>> points;
      std::vector<double> weights;
      std::vector<int> of;
      for (u64 left = s.hand[p] | s.deck[p]; left;) {
        const int card = pop(left);
        const Values& v = catalogue[std::size_t(card)];
        points.push_back({double(v.fight), double(v.heal), double(v.attack)});
        weights.push_back(has(s.hand[p], card) ? 2 : 1);
        of.push_back(card);
      }
      const auto found = search::k_means(points, weights, std::min(k, max_classes));
      classes[std::size_t(p)] = int(found.centres.size());
      for (int j = 0; j < classes[std::size_t(p)]; ++j) {
        const auto& mean = found.centres[std::size_t(j)];
        set_average(p, j, int(std::lround(mean[0] * unit)), int(std::lround(mean[1] * unit)), int(std::lround(mean[2] * unit)));
      }
      for (std::size_t i = 0; i < of.size(); ++i) cluster[std::size_t(p)][std::size_t(of[i])] = found.member[i];
    }
  }

  // How well a card of a player's hand stands for a class.
  double fit(int player, int card, int of) const {
    const Values& v = catalogue[std::size_t(card)];
    if (kind == Classes::Aspects) return of == 0 ? v.fight : of == 1 ? v.heal : v.attack;
    const Values& mean = cards.of(player, first_average + of * copies);
    const std::array<double, 3> a{double(v.fight), double(v.heal), double(v.attack)};
    const std::array<double, 3> b{double(mean.fight) / unit, double(mean.heal) / unit, double(mean.attack) / unit};
    return -search::distance(a, b) +
           (cluster[std::size_t(player)][std::size_t(card)] == of ? 1e6 : 0);  // members first, then the nearest
  }
};

static_assert(search::Model<AverageModel> && search::MoveClasses<AverageModel>);

}  // namespace longroad::skirmish
