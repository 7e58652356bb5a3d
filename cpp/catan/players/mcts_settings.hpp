// How a tree search plays Catan.
#pragma once

#include <functional>

#include "catan/players/leaf_evaluators.hpp"
#include "catan/players/uct_model.hpp"

namespace longroad::catan {

enum class Trading : u8 {
  Off,       // makes no offers
  Merged,    // offers are moves of the root, in one tree
  Separate,  // a tree for each trade
};

// What a tree says of its root: the mean over all its simulations, or the mean of its best move (section 6.2 of the report).
enum class TreeValue : u8 { Root, BestMove };

struct MctsSettings {
  search::UctSettings search{};
  LeafSettings leaf{.race = 0.5, .race_of_many = 0.5};
  // If set, makes the evaluator of the leaves, one per thread, in place of `leaf`. Leaves are judged where `judged` says.
  std::function<std::unique_ptr<Evaluator>()> evaluator{};
  JudgedAt judged = JudgedAt::TurnEnd;
  UctMoves moves{};
  JudgeSettings judge{};
  bool reuse = true;  // of the tree, from one move to the next
  int threads = 1;    // trees grown side by side
  Trading trading = Trading::Merged;
  TreeValue tree_value = TreeValue::Root;
  int offers_searched = 3;           // as moves of the root
  double offer_margin = 0.01;        // an offer so much worse than the best move is still made
  double stop_trading_above = 0.95;  // no offers with a higher win probability
  bool win_at_once = true;           // a move that wins is made without a search
  // Of Trading::Separate: the best next move is remembered behind a trade, so that nothing is searched twice; and whether the
  // other one agrees is found out by a search for it.
  bool remember = true;
  bool simulate_partner = false;
  BargainSettings bargain{};

  std::unique_ptr<Evaluator> make_evaluator() const { return evaluator ? evaluator() : make_leaf_evaluator(leaf, judge); }

  CatanUct model(const Judge& by, const Purposes* purposes = nullptr) const {
    const bool is_played_on = !evaluator && leaf.how != Leaf::Evaluation;
    return {by, is_played_on ? JudgedAt::Leaf : judged, moves, bargain, purposes};
  }
};

}  // namespace longroad::catan
