// Classes of moves found by clustering instead of by hand: moves after which the position looks alike are one class.
#pragma once

#include "catan/evaluation/evaluate.hpp"
#include "catan/rules/rules.hpp"
#include "search/classes.hpp"
#include "search/kmeans.hpp"

namespace longroad::catan {

constexpr int max_clusters = 12;

// What a move leads to, chance and replies left aside: the worth of the own position, that of the strongest opponent's, and the
// number of own resource cards. k-means sorts the legal moves by it (domestic offers left out); the representative of a class is
// the member after which the evaluation is best.
struct MoveClusters {
  using State = catan::State;
  using Move = Action;
  using Representative = search::Representative<Move>;

  const BoardWorth& board;
  int classes = 6;

  int size() const { return classes; }
  const char* name(int of) const {
    constexpr const char* names[max_clusters] = {"cluster 1", "cluster 2", "cluster 3", "cluster 4",  "cluster 5",  "cluster 6",
                                                 "cluster 7", "cluster 8", "cluster 9", "cluster 10", "cluster 11", "cluster 12"};
    return names[of];
  }
  Move real_move(const State&, Move move) const { return move; }

  // At most size() representatives, at least one at a decision.
  int representatives(const State& s, std::span<Representative> out) const {
    std::array<Move, std::size_t(max_actions)> moves;
    Menu m = menu(s).without_bundles();
    const int n = m.write(moves);
    if (n <= classes) {
      for (int i = 0; i < n; ++i) out[std::size_t(i)] = {i, moves[std::size_t(i)]};
      return n;
    }
    std::vector<std::array<double, 3>> points(static_cast<std::size_t>(n));
    std::vector<double> value(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      State next = s;
      apply(next, moves[i]);
      double strongest = -search::infinity;
      for (int p = 0; p < s.players(); ++p)
        if (p != s.actor) strongest = std::max(strongest, worth(next, p, board));
      points[i] = {worth(next, s.actor, board), strongest, 0.2 * next.hand[s.actor].total()};
      value[i] = evaluate(next, s.actor, board);
    }
    const auto found = search::k_means(points, std::vector<double>(points.size(), 1.0), classes);
    int used = 0;
    for (int j = 0; j < int(found.centres.size()); ++j) {
      int best = -1;
      for (int i = 0; i < n; ++i)
        if (found.member[std::size_t(i)] == j && (best < 0 || value[std::size_t(i)] > value[std::size_t(best)])) best = i;
      if (best >= 0) out[std::size_t(used++)] = {j, moves[std::size_t(best)]};
    }
    return used;
  }
};

static_assert(search::MoveClasses<MoveClusters>);

}  // namespace longroad::catan
