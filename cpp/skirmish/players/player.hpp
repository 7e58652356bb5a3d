// Players of Skirmish: one that draws its moves; expectiminimax and tree search over all moves or over representative ones.
#pragma once

#include <memory>

#include "core/play.hpp"
#include "search/expectimax.hpp"
#include "skirmish/players/tree_model.hpp"

namespace longroad::skirmish {

enum class Moves : u8 { All, Aspects, Clusters };

enum class How : u8 { Random, Expectimax, Tree };

struct PlayerSettings {
  How how = How::Expectimax;  // Random: every legal action is equally likely; the rest is ignored
  search::Settings search{};  // of expectiminimax
  TreeSettings tree{};        // of tree search
  Moves moves = Moves::All;
  int classes = 3;         // of Moves::Clusters
  bool real_root = false;  // with representatives: the player's own next placement is searched with the real cards
  bool lean = true;        // leave out what cannot be better (see lookahead.hpp); the value is the same
  Reading reading{};       // of what the paper leaves open
};

class Player {
 public:
  using Answer = search::Answer<Action>;

  // For one game. It remembers nothing, so that the seat changes nothing of its moves.
  Player(const PlayerSettings& settings, const Rules&, int seat) : settings_(settings), seat_(seat) {
    if (settings.how != How::Expectimax) return;
    if (settings.moves == Moves::All)
      all_ = std::make_unique<search::Expectimax<Lookahead<>>>(Lookahead<>{.lean = settings.lean, .reading = settings.reading},
                                                               settings.search);
    else
      representative_ = std::make_unique<search::Expectimax<AverageModel>>(AverageModel{}, settings.search);
  }

  // By expectiminimax: the value of a position that is not over for a player, and its best move (a real one) if it is to decide.
  // Throws Stopped.
  Answer search(const State& s, int player, const StopToken& stop = {}) {
    if (all_) return all_->answer(s, player, stop);
    AverageModel& m = representative_->model();
    m = averages(s);
    m.lean = settings_.lean;
    representative_->forget();  // the averages are others now
    Answer answer = representative_->answer(m.start(s), player, stop);
    for (Action& move : answer.best) move = m.real_move(s, move);
    return answer;
  }

  // The action of the one to act. Throws Stopped.
  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    ++decisions_;
    if (settings_.how == How::Random) return Skirmish::sample_action(s, rng);
    const double start = search::cpu_seconds();
    const Action action = settings_.how == How::Tree ? grown(s, rng, stop) : search(s, s.current, stop).best.front();
    seconds_ += search::cpu_seconds() - start;
    return action;
  }

  int seat() const { return seat_; }
  bool is_expectimax() const { return settings_.how == How::Expectimax; }
  bool thinks() const { return settings_.how != How::Random; }
  // All cards are open and nothing is remembered: it need not be told what happens.
  bool follows() const { return false; }
  bool follows(Action) const { return false; }
  void observe(const State&, Action, const State&) {}

  u32 decisions() const { return decisions_; }
  // CPU time spent on them; 0 for a player that draws.
  double seconds() const { return seconds_; }

 private:
  AverageModel averages(const State& s) const {
    return AverageModel::at(s, settings_.moves == Moves::Aspects ? Classes::Aspects : Classes::Clusters, settings_.classes,
                            settings_.real_root, settings_.reading);
  }

  // The move of a tree.
  Action grown(const State& s, Rng& rng, const StopToken& stop) const {
    if (settings_.moves == Moves::All)
      return most_visited(Lookahead<>{.lean = false, .reading = settings_.reading}, settings_.tree, s, rng, stop);
    AverageModel m = averages(s);
    m.lean = false;
    return m.real_move(s, most_visited(m, settings_.tree, m.start(s), rng, stop));
  }

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
