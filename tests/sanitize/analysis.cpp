// What a review asks, under the address and undefined-behaviour sanitizers: at decisions of drawn games, the moves by tree search
// and by rollouts, offers worth making, and the parts of the evaluation. Rollouts of one line must be the same whatever is
// compared with it, and the parts must add up. Exits with 1 at the first disagreement; a sanitizer aborts by itself. Nothing
// depends on chance or time.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "batch/rollouts.hpp"
#include "catan/evaluation/parts.hpp"
#include "catan/players/trade_ideas.hpp"

using namespace longroad;
using namespace longroad::catan;

namespace {

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

void check_parts(const State& s) {
  const BoardWorth board = BoardWorth::of(s.board, JudgeSettings{}.weights(s.players()));
  for (int p = 0; p < s.players(); ++p) {
    const Parts parts = parts_of(s, p, board);
    const double sum = parts.points + parts.income + parts.reach + parts.special + parts.hand + parts.cards + parts.rest;
    const double promise = std::clamp(sum - parts.points, least_promise, most_promise);
    if (std::abs(parts.points + promise - worth(s, p, board)) > 1e-9) fail("the parts do not add up to the worth");
  }
}

void check_rollouts(const View& view, const Belief& belief, Action played, u64 seed) {
  const batch::RolloutSettings settings{NativeAgent{PlannerSettings{.beam = 1, .steps = 1}}, 2, {}};
  const std::vector<batch::Line> alone{{played, {}}}, beside{{played, played}, {played, {}}};
  std::array<WinProbabilities, 2> one;
  std::array<WinProbabilities, 4> two;
  ThreadPool pool(1);
  batch::compare_lines(view, belief, alone, settings, seed, 0, 2, pool, {}, one.data());
  batch::compare_lines(view, belief, beside, settings, seed, 0, 2, pool, {}, two.data());
  if (one[0] != two[1] || one[1] != two[3]) fail("a rollout depends on what it is compared with");
}

}  // namespace

int main() {
  MctsSettings tree;
  tree.search.simulations = 12;
  int decisions = 0, ideas = 0;
  for (int players = 2; players <= 4; ++players)
    for (u64 game = 0; game < 2; ++game) {
      Rules rules;
      rules.players = u8(players), rules.offers_per_turn = 2, rules.target_points = 6, rules.turn_cap = 80;
      Rng rng = Rng::stream(11, game * 8 + u64(players)), chance = Rng::stream(12, game);
      State s = BoardSource{}.start(rules, chance);
      std::vector<Belief> beliefs(std::size_t(players), Belief::from_start());
      const auto decide = [&] {
        const Action played = draw_move(Policy::Weighted, s, rng);
        if (++decisions % 17 == 0) {
          const View view(s, s.actor);
          const Belief& belief = beliefs[s.actor];
          const std::vector<Action> asked{played};
          const auto found = MctsPlayer(tree).analyse(view, belief, asked, 2, rng, {});
          if (found.moves.empty()) fail("no move was searched");
          check_rollouts(view, belief, played, u64(decisions));
          ideas += int(trade_ideas(view, belief, PlannerSettings{.beam = 1, .steps = 1}, 4, rng).size());
          if (!in_set_up(s.phase)) check_parts(s);
        }
        return std::optional(played);
      };
      play<Catan>(s, chance, decide, [&](Action event) {
        const State before = s;
        apply(s, event);
        for (int p = 0; p < players; ++p) beliefs[std::size_t(p)].observe(View(before, p), seen_by(before, event, p), View(s, p));
      });
    }
  std::printf("%d decisions, %d ideas\n", decisions, ideas);
  return 0;
}
