// How a tree search plays Catan.
#pragma once

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
  UctMoves moves{};
  JudgeSettings judge{};
  bool reuse = true;  // of the tree, from one move to the next
  int threads = 1;    // trees grown side by side
  Trading trading = Trading::Merged;
  TreeValue tree_value = TreeValue::Root;
  int offers_searched = 3;           // as moves of the root
  double offer_margin = 0.01;        // an offer so much worse than the best move is still made
  double stop_trading_above = 0.95;  // no offers with a higher win probability
  BargainSettings bargain{};

  CatanUct model(const Judge& by, std::shared_ptr<EagerEvaluator> e) const { return {by, leaf, moves, bargain, {}, e}; }
  std::shared_ptr<EagerEvaluator> make() const {
    JudgeSettings j = judge;
    j.networks = leaf.networks;
    OddsSettings o{{leaf.odds, leaf.race}, {leaf.odds_of_many, leaf.race_of_many}};
    if (j.networks) return std::make_shared<NetworkEvaluator>(j, o);
    return std::make_shared<HandEvaluator>(j, o);
  }
};

}  // namespace longroad::catan
