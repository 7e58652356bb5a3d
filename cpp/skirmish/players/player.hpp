// Players of Skirmish: one that draws its moves, and expectiminimax over all moves or over representative ones.
#pragma once

#include <memory>

#include "search/expectimax.hpp"
#include "skirmish/players/averages.hpp"
#include "skirmish/rules/game.hpp"

namespace longroad::skirmish {

enum class Moves : u8 { All, Aspects, Clusters };

struct PlayerSettings {
  bool random = false;  // every legal action is equally likely; the rest is ignored
  search::Settings search{};
  Moves moves = Moves::All;
  int classes = 3;         // of Moves::Clusters
  bool real_root = false;  // with representatives: the player's own next placement is searched with the real cards
  bool lean = true;        // leave out what cannot be better (see lookahead.hpp); the value is the same
};

class Player {
 public:
  using Answer = search::Answer<Action>;

  explicit Player(const PlayerSettings& settings) : settings_(settings) {
    if (settings.random) return;
    if (settings.moves == Moves::All)
      all_ = std::make_unique<search::Expectimax<Lookahead<>>>(Lookahead<>{.lean = settings.lean}, settings.search);
    else
      representative_ = std::make_unique<search::Expectimax<AverageModel>>(AverageModel{}, settings.search);
  }

  void begin_game() {
    if (all_) all_->reset();
    if (representative_) representative_->reset();
  }

  // The value of a position that is not over for a player, and his best move (a real one) if he is to decide.
  Answer search(const State& s, int player) {
    if (all_) return all_->answer(s, player);
    AverageModel& m = representative_->model();
    m = AverageModel::at(s, settings_.moves == Moves::Aspects ? Classes::Aspects : Classes::Clusters, settings_.classes,
                         settings_.real_root);
    m.lean = settings_.lean;
    representative_->forget();  // the averages are others now
    Answer answer = representative_->answer(m.start(s), player);
    for (Action& move : answer.best) move = m.real_move(s, move);
    return answer;
  }

  Action choose(const State& s, Rng& rng) {
    if (settings_.random) return Skirmish::sample_action(s, rng);
    return search(s, s.current).best.front();
  }

 private:
  PlayerSettings settings_;
  std::unique_ptr<search::Expectimax<Lookahead<>>> all_;
  std::unique_ptr<search::Expectimax<AverageModel>> representative_;
};

}  // namespace longroad::skirmish
