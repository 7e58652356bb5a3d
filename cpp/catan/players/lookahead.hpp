// Catan as a search sees it: every decision is a ply but the roll, chance takes none, and a leaf is valued by evaluate.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "catan/evaluation/evaluators.hpp"
#include "catan/players/clusters.hpp"
#include "catan/players/purposes.hpp"
#include "catan/rules/chance.hpp"
#include "search/model.hpp"

namespace longroad::catan {

// Which moves are looked at.
enum class MoveFilter : u8 {
  All,             // every listed one, except offers and counters to the other players: there is always something else to do
  Representative,  // one per purpose (purposes.hpp)
  Clustered,       // one per cluster of moves that lead to similar positions (clusters.hpp)
};

// What a won game is worth: more than any position, and more if it is won sooner.
constexpr double win_worth = 1000, sooner_worth = 10;

struct Lookahead {
  using State = catan::State;
  using Move = Action;
  static constexpr int listed_bundles = 180;  // offers or counters in a list
  static constexpr int max_players = catan::max_players, max_outcomes = catan::max_outcomes;
  static constexpr int max_moves = catan::max_actions - listed_bundles;

  Purposes purposes;
  MoveFilter filter = MoveFilter::All;
  int clusters = 6;
  u64 seed = 0;  // of the keys: positions of different boards or rules are different
  std::shared_ptr<CatanEvaluator> evaluator = nullptr;
  bool by_network = false;

  // The model of a game: for the board and the rules of s, whatever the position.
  static Lookahead of(const State& s, MoveFilter filter = MoveFilter::All, int clusters = 6,
                      const std::shared_ptr<Networks>& networks = {}) {
    const JudgeSettings judge{.many = {}, .networks = networks};
    Lookahead m{{BoardWorth::of(s.board)},       filter,    clusters, u64(filter) | u64(clusters) << 8,
                make_evaluator(judge, {}, true), !!networks};
    constexpr std::size_t fixed = offsetof(State, across), newer = offsetof(Rules, friendly_robber);
    std::array<char, fixed> bytes;
    std::memcpy(bytes.data(), &s, fixed);
    // Options that were added later are hashed last: games without them keep their keys, and searches their node counts.
    std::rotate(bytes.begin() + newer, bytes.begin() + offsetof(State, board), bytes.end());
    for (u64 word : std::bit_cast<std::array<u64, fixed / sizeof(u64)>>(bytes)) m.seed = search::mix(m.seed, word);
    return m;
  }

  int players(const State& s) const { return s.players(); }
  bool is_over(const State& s) const { return s.is_over(); }
  bool is_chance(const State& s) const { return s.is_chance(); }
  int actor(const State& s) const { return s.actor; }
  int outcomes(const State& s, std::span<Outcome<Move>> out) const { return chance_outcomes(s, out); }
  void apply(State& s, Move move) const { catan::apply(s, move); }
  int plies_taken(const State& before, const State& after) const { return !before.is_chance() && after.phase != Phase::Dice; }
  // An offer is worth nothing until it is closed: who accepts one must see the deal.
  bool is_quiet(const State& s) const { return !s.is_chance() && s.phase != Phase::Respond && s.phase != Phase::Choose; }
  double evaluate(const State& s, int player) const { return evaluator->score(s, player); }
  double result(const State& s, int player, int plies) const {
    const double won = win_worth + sooner_worth * std::max(plies, 0);
    return s.winner == nobody ? 0 : s.winner == player ? won : -won;
  }

  // -- turns, for searches that give them to another player
  bool turn_begins(const State& s) const { return s.phase == Phase::BeforeRoll; }
  int turn_of(const State& s) const { return s.current; }
  void give_turn(State& s, int player) const {
    s.current = s.actor = u8(player);
    rules::check_win(s);
  }

  int moves(const State& s, int, std::span<Move> out) const {
    if (filter == MoveFilter::All) return all_moves(s, out);
    std::array<search::Representative<Move>, std::size_t(max_clusters)> list;
    static_assert(max_clusters >= catan::purposes);
    const int n = filter == MoveFilter::Representative ? purposes.representatives(s, list)
                                                       : MoveClusters{purposes.board, clusters}.representatives(s, list);
    for (int i = 0; i < n; ++i) out[std::size_t(i)] = list[std::size_t(i)].move;
    return n;
  }

  // Everything that can still change counts, except what nothing depends on: the last roll, and the turn as long as the cap is
  // out of reach.
  search::Place place(const State& s, int plies, int) const {
    using search::mix;
    u64 pieces = seed, cards = seed;
    for (int p = 0; p < s.players(); ++p) {
      pieces = mix(mix(mix(mix(pieces, s.across[p]), s.upright[p]), s.settlements[p]), s.cities[p]);
      cards = mix(mix(mix(cards, s.hand[p].word), s.cards[p].word), s.counter[p]);
    }
    cards = mix(mix(mix(mix(cards, s.bought.word), s.bank.word), s.deck.word), s.offer);
    State rest = s;
    rest.last_roll = 0;
    if (!cap_is_near(s, plies)) rest.turn = 0;
    constexpr std::size_t from = offsetof(State, public_points);
    std::array<u64, (sizeof(State) - from) / sizeof(u64)> words;
    static_assert(sizeof words == sizeof(State) - from);
    std::memcpy(words.data(), reinterpret_cast<const char*>(&rest) + from, sizeof words);
    for (u64 word : words) pieces = mix(pieces, word);
    return {mix(pieces, cards), 0};
  }

  // A decision brings nobody more than three points (a settlement that cuts the longest road), a drawn card one; only the
  // special cards can be lost. What a position promises beyond its points is bounded.
  search::Bounds bounds(const State& s, int plies, int root) const {
    const int gain = 3 * plies + 1;
    double strongest_low = -search::infinity, strongest_high = -search::infinity, low_sum = 0, high_sum = 0;
    bool root_may_win = false, other_may_win = false;
    search::Bounds own{};
    for (int p = 0; p < s.players(); ++p) {
      const int points = s.points(p), losable = special_card_points * ((s.longest_road == p) + (s.largest_army == p));
      const search::Bounds here{points - losable + least_promise, points + gain + most_promise};
      (p == root ? root_may_win : other_may_win) |= points + gain >= s.rules.target_points;
      if (p == root) {
        own = here;
        continue;
      }
      strongest_low = std::max(strongest_low, here.low), strongest_high = std::max(strongest_high, here.high);
      low_sum += here.low, high_sum += here.high;
    }
    const double share = purposes.board.weights.leader_share, mean = (1 - share) / (s.players() - 1);
    const double win = win_worth + sooner_worth * plies;
    search::Bounds b{own.low - share * strongest_high - mean * high_sum, own.high - share * strongest_low - mean * low_sum};
    if (by_network) b = {in_set_up(s.phase) ? std::min(b.low, 0.0) : 0, std::max(b.high, NetworkEvaluator::points_of_win)};
    if (root_may_win) b.high = win;
    if (other_may_win) b.low = -win;
    if (cap_is_near(s, plies)) b = {std::min(b.low, 0.0), std::max(b.high, 0.0)};
    return b;
  }

 private:
  static bool cap_is_near(const State& s, int plies) { return s.rules.turn_cap && s.turn + plies >= s.rules.turn_cap; }

  // A rough guess of how good a move is, for the order alone.
  float promise_of(const State& s, Move move) const {
    const BoardWorth& b = purposes.board;
    switch (move.kind()) {
      case Kind::City: return 50 + b.spot[topology.cell[move.a()]];
      case Kind::Settle: return 40 + b.spot[topology.cell[move.a()]];
      case Kind::BuyCard: return 30;
      case Kind::Accept:
      case Kind::Deal: return 25;
      case Kind::Road: {
        const auto& ends = topology.path_ends[move.a()];
        return 20 + std::max(b.spot[topology.cell[ends[0]]], b.spot[topology.cell[ends[1]]]);
      }
      case Kind::Monopoly:
      case Kind::YearOfPlenty:
      case Kind::RoadBuilding:
      case Kind::Knight: return 18;
      case Kind::Trade: return 10 - float(move.b());
      case Kind::Robber: return float(robber_harm(s, move.a())) + (move.b() == nobody ? 0.f : 2.f);
      case Kind::Discard: return float(s.hand[s.actor][move.a()]);
      case Kind::Take: return -float(s.hand[s.actor][move.a()]);
      default: return 12;
    }
  }

  int robber_harm(const State& s, int hex) const {
    const u64 corners = topology.hex_corners[hex];
    const u64 own = s.buildings(s.current);
    u64 settlements = 0, cities = 0;
    for (int p = 0; p < s.players(); ++p) settlements |= s.settlements[p], cities |= s.cities[p];
    const int others = count(settlements & corners & ~own) + 2 * count(cities & corners & ~own);
    return purposes.board.hex_pips[hex] * (others - 2 * count(own & corners));
  }

  int all_moves(const State& s, std::span<Move> out) const {
    Menu m = menu(s).without_bundles();
    const int n = m.write(out);
    std::array<float, std::size_t(max_moves)> promise;
    for (int i = 0; i < n; ++i) {
      const Move move = out[std::size_t(i)];
      const float here = promise_of(s, move);
      int at = i;
      for (; at > 0 && promise[std::size_t(at - 1)] < here; --at) {
        promise[std::size_t(at)] = promise[std::size_t(at - 1)];
        out[std::size_t(at)] = out[std::size_t(at - 1)];
      }
      promise[std::size_t(at)] = here;
      out[std::size_t(at)] = move;
    }
    return n;
  }
};

static_assert(search::Model<Lookahead>);

}  // namespace longroad::catan
