// Players of Skirmish: one that draws its moves, and expectiminimax over all moves or over representative ones.
#pragma once

#include <memory>

#include "core/play.hpp"
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

  // For one game. It remembers nothing, so that the seat changes nothing of its moves.
  Player(const PlayerSettings& settings, const Rules&, int seat) : settings_(settings), seat_(seat) {
    if (settings.random) return;
    if (settings.moves == Moves::All)
      all_ = std::make_unique<search::Expectimax<Lookahead<>>>(Lookahead<>{.lean = settings.lean}, settings.search);
    else
      representative_ = std::make_unique<search::Expectimax<AverageModel>>(AverageModel{}, settings.search);
  }

  // The value of a position that is not over for a player, and its best move (a real one) if it is to decide.
  // Throws Stopped.
  Answer search(const State& s, int player, const StopToken& stop = {}) {
    if (all_) return all_->answer(s, player, stop);
    AverageModel& m = representative_->model();
    m = AverageModel::at(s, settings_.moves == Moves::Aspects ? Classes::Aspects : Classes::Clusters, settings_.classes,
                         settings_.real_root);
    m.lean = settings_.lean;
    representative_->forget();  // the averages are others now
    Answer answer = representative_->answer(m.start(s), player, stop);
    for (Action& move : answer.best) move = m.real_move(s, move);
    return answer;
  }

  // The action of the one to act. Throws Stopped.
  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    ++decisions_;
    if (settings_.random) return Skirmish::sample_action(s, rng);
    const double start = search::cpu_seconds();
    const Action action = search(s, s.current, stop).best.front();
    seconds_ += search::cpu_seconds() - start;
    return action;
  }

  int seat() const { return seat_; }
  bool thinks() const { return !settings_.random; }
  // All cards are open and nothing is remembered: it need not be told what happens.
  bool follows() const { return false; }
  bool follows(Action) const { return false; }
  void observe(const State&, Action, const State&) {}

  u32 decisions() const { return decisions_; }
  // CPU time spent on them; 0 for a player that draws.
  double seconds() const { return seconds_; }

 private:
  PlayerSettings settings_;
  int seat_;
  u32 decisions_ = 0;
  double seconds_ = 0;
  std::unique_ptr<search::Expectimax<Lookahead<>>> all_;
  std::unique_ptr<search::Expectimax<AverageModel>> representative_;
};

static_assert(longroad::Player<Player, Skirmish>);

// How a game begins.
struct Setup {
  Rules rules{};

  int players() const { return player_count; }
  // Before the deal, which is chance's.
  State start(Rng&) const { return initial_state(rules); }
  static std::string text(const State&) { return {}; }
};

// What matches need to know of Skirmish.
struct SkirmishArena {
  using Game = Skirmish;
  using Setup = skirmish::Setup;
  using Agent = PlayerSettings;
  using Player = skirmish::Player;
};

}  // namespace longroad::skirmish
