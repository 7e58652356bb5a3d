// Agents that play whole matches without Python: those that draw their moves, and those that think.
#pragma once

#include <variant>

#include "catan/knowledge/view_actions.hpp"
#include "catan/players/expectimax.hpp"
#include "catan/players/mcts.hpp"
#include "catan/players/opening.hpp"
#include "catan/players/planner.hpp"
#include "catan/rules/setup.hpp"
#include "core/play.hpp"

namespace longroad::catan {

// What an agent is. Copied freely; a game makes a NativePlayer of it.
struct NativeAgent {
  std::variant<Policy, ValueSettings, ExpectimaxSettings, MctsSettings, PlannerSettings> how = Policy::Random;
  bool open_hands = false;  // it is shown all resource hands, whatever the rules say
  int opening_games = 0;    // if set, it chooses its first settlements and roads by so many games per decision; not if it draws
};

// An agent in one game, with what it remembers from move to move.
class NativePlayer {
 public:
  NativePlayer() = default;
  NativePlayer(const NativeAgent& agent, const Rules& rules, int seat)
      : seat_(seat), opening_games_(agent.opening_games), open_hands_(agent.open_hands) {
    std::visit([&](const auto& how) { become(how); }, agent.how);
    const bool counts = !std::holds_alternative<Policy>(mind_) && !open_hands_ && !View::are_hands_open(rules);
    if (counts) belief_ = Belief::from_start();
    follows_ = counts || std::holds_alternative<MctsPlayer>(mind_);
  }

  // The action of the one to act. An agent that thinks is shown what its player may know, never the state. Throws Stopped.
  Action choose(const State& s, Rng& rng, const StopToken& stop) {
    ++decisions_;
    if (const Policy* policy = std::get_if<Policy>(&mind_)) return draw_move(*policy, s, rng);
    const double start = search::cpu_seconds();
    const Action action = choose(View(s, s.actor, open_hands_), rng, stop);
    seconds_ += search::cpu_seconds() - start;
    if (!is_legal(s, action))
      throw std::logic_error("illegal: " + action_text(action) + " in phase " + phase_names[int(s.phase)]);
    return action;
  }

  // The same for a view.
  Action choose(const View& view, Rng& rng, const StopToken& stop) {
    if (opening_games_ && in_set_up(view.public_state().phase))
      return choose_opening(determinize(view, belief_, rng), {.games = opening_games_}, rng, stop);
    return std::visit(
        [&](auto& mind) -> Action {
          if constexpr (std::is_same_v<std::decay_t<decltype(mind)>, Policy>)
            return draw_move(mind, stand_in(view), rng);
          else
            return mind.choose(view, belief_, rng, stop);
        },
        mind_);
  }

  // -- choose() of a tree search in parts, so that many can share a batch: see MctsPlayer. Throws std::invalid_argument for
  // others.

  std::optional<Action> begin(const View& view, Rng& rng) {
    if (opening_games_ && in_set_up(view.public_state().phase)) return choose(view, rng, {});
    return tree_search().begin(view, belief_, rng);
  }
  bool is_searching() { return tree_search().is_searching(); }
  int gather(Evaluator& evaluator, int most) { return tree_search().gather(belief_, evaluator, most); }
  void absorb(const Evaluator& evaluator) { tree_search().absorb(evaluator); }
  Action finish() { return tree_search().finish(); }
  void abandon() { tree_search().abandon(); }

  bool thinks() const { return !std::holds_alternative<Policy>(mind_); }
  // Whether it wants to be told what happens: it counts cards or keeps a tree.
  bool follows() const { return follows_; }
  // The same for one event: an agent that only counts cards need not be told everything.
  bool follows(Action event) const {
    return follows_ && (std::holds_alternative<MctsPlayer>(mind_) || Belief::concerns(event.kind()));
  }

  // Tells it what happened, as its player sees it.
  void observe(const State& before, Action event, const State& after) {
    observe(View(before, seat_, open_hands_), seen_by(before, event, seat_, open_hands_), View(after, seat_, open_hands_));
  }
  void observe(const View& before, Action seen, const View& after) {
    belief_.observe(before, seen, after);
    if (auto* mcts = std::get_if<MctsPlayer>(&mind_)) mcts->observe(before, seen, after);
  }

  const Belief& belief() const { return belief_; }
  // The win probability that a tree search saw behind its last move; negative if there was none.
  double win_probability() const {
    const auto* mcts = std::get_if<MctsPlayer>(&mind_);
    return mcts ? mcts->win_probability() : -1;
  }

  // What a tree search found behind its last move; nothing if there was none.
  std::span<const MctsPlayer::FoundMove> found() const {
    const auto* mcts = std::get_if<MctsPlayer>(&mind_);
    return mcts ? mcts->found() : std::span<const MctsPlayer::FoundMove>{};
  }

  // Positions that a planner has judged, or a tree search as leaves; 0 for others.
  u64 evaluations() const {
    if (const auto* planner = std::get_if<PlannerPlayer>(&mind_)) return planner->evaluations();
    const auto* mcts = std::get_if<MctsPlayer>(&mind_);
    return mcts ? mcts->batch_sizes().positions : 0;
  }

  // The size of the trees it keeps; 0 without a tree search.
  u64 nodes() const {
    const auto* mcts = std::get_if<MctsPlayer>(&mind_);
    return mcts ? mcts->nodes() : 0;
  }

  // How many leaves a tree search computed together.
  search::BatchSizes batch_sizes() const {
    const auto* mcts = std::get_if<MctsPlayer>(&mind_);
    return mcts ? mcts->batch_sizes() : search::BatchSizes{};
  }

  u32 decisions() const { return decisions_; }
  // CPU time spent on them; 0 for an agent that draws, since looking at the clock would take longer.
  double seconds() const { return seconds_; }

 private:
  MctsPlayer& tree_search() {
    if (auto* mcts = std::get_if<MctsPlayer>(&mind_)) return *mcts;
    throw std::invalid_argument("only a tree search can share a batch");
  }

  void become(Policy policy) { mind_ = policy; }
  void become(const ValueSettings& settings) { mind_.emplace<ValuePlayer>(settings); }
  void become(const ExpectimaxSettings& settings) { mind_.emplace<ExpectimaxPlayer>(settings); }
  void become(const PlannerSettings& settings) { mind_.emplace<PlannerPlayer>(settings); }
  void become(const MctsSettings& settings) { mind_.emplace<MctsPlayer>(settings); }

  u32 decisions_ = 0;
  double seconds_ = 0;
  int seat_ = 0, opening_games_ = 0;
  bool open_hands_ = false, follows_ = false;
  Belief belief_;
  std::variant<Policy, ValuePlayer, ExpectimaxPlayer, MctsPlayer, PlannerPlayer> mind_ = Policy::Random;
};

static_assert(Player<NativePlayer, Catan>);

// What matches need to know of Catan.
struct CatanArena {
  using Game = Catan;
  using Setup = catan::Setup;
  using Agent = NativeAgent;
  using Player = NativePlayer;
};

}  // namespace longroad::catan
