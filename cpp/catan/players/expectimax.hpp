// A player of Catan that looks ahead: expectiminimax on a state consistent with what the player knows.
#pragma once

#include <variant>

#include "catan/knowledge/determinize.hpp"
#include "catan/players/lookahead.hpp"
#include "search/best_reply.hpp"
#include "search/expectimax.hpp"
#include "search/max_n.hpp"

namespace longroad::catan {

// How the opponents are thought to play. With two players Paranoid and BestReply are the same.
enum class OpponentModel : u8 {
  Paranoid,   // all against the root player
  MaxN,       // each for itself
  BestReply,  // only the reply that hurts most is made (best_reply.hpp)
};

struct ExpectimaxSettings {
  search::Settings search{.depth = 2, .table_bits = 16};
  MoveFilter moves = MoveFilter::All;
  OpponentModel opponents = OpponentModel::Paranoid;
  int clusters = 6;                      // of MoveFilter::Clustered
  std::shared_ptr<Networks> networks{};  // if set, they judge positions
};

class ExpectimaxPlayer {
 public:
  using Answer = search::Answer<Action>;

  explicit ExpectimaxPlayer(const ExpectimaxSettings& settings) : settings_(settings) {}

  // The value of a full position for a player, and its best move if it is to decide. The table is kept from one call to the
  // next as long as board and rules are the same. Throws Stopped.
  Answer search(const State& s, int player, const StopToken& stop = {}) {
    const Lookahead model = Lookahead::of(s, settings_.moves, settings_.clusters, settings_.networks);
    if (!std::holds_alternative<std::monostate>(searcher_) && model.seed == seed_) return answer(s, player, stop);
    seed_ = model.seed;
    switch (settings_.opponents) {
      case OpponentModel::Paranoid: searcher_.emplace<Paranoid>(model, settings_.search); break;
      case OpponentModel::MaxN: searcher_.emplace<Selfish>(model, settings_.search); break;
      case OpponentModel::BestReply: searcher_.emplace<Replying>(search::BestReply<Lookahead>{model}, settings_.search); break;
    }
    return answer(s, player, stop);
  }

  // A move for the viewer, who is to decide. What the view hides is drawn from what is believed.
  Action choose(const View& view, const Belief& belief, Rng& rng, const StopToken& stop) {
    const State s = determinize(view, belief, rng);
    std::array<Action, std::size_t(max_actions)> list;
    if (legal_actions(s, list) == 1) return list[0];
    return search(s, view.viewer(), stop).best.front();
  }

 private:
  using Paranoid = search::Expectimax<Lookahead>;
  using Selfish = search::MaxN<Lookahead>;
  using Replying = search::Expectimax<search::BestReply<Lookahead>>;

  Answer answer(const State& s, int player, const StopToken& stop) {
    if (auto* replying = std::get_if<Replying>(&searcher_)) {
      auto& model = replying->model();
      model.root = player;
      const auto found = replying->answer(model.start(s), player, stop);
      Answer result{found.value, found.depth, found.complete, found.counters, found.seconds, {}};
      for (const auto& move : found.best) result.best.push_back(move.inner);
      return result;
    }
    if (auto* selfish = std::get_if<Selfish>(&searcher_)) return selfish->answer(s, player, stop);
    return std::get<Paranoid>(searcher_).answer(s, player, stop);
  }

  ExpectimaxSettings settings_;
  u64 seed_ = 0;
  std::variant<std::monostate, Paranoid, Selfish, Replying> searcher_;
};

}  // namespace longroad::catan
