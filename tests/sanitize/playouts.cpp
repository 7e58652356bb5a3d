// A million random actions under the address and undefined-behaviour sanitizers: rules, menus, views, beliefs, codecs, encodings,
// boards and notation, for 2 to 4 players with and without trade. Exits with 1 at the first disagreement; a sanitizer aborts by
// itself.
#include <cstdio>
#include <cstdlib>

#include "batch/match.hpp"
#include "batch/vector_env.hpp"
#include "catan/determinize.hpp"
#include "catan/encode_casher.hpp"

using namespace longroad;
using namespace longroad::batch;

namespace {

[[noreturn]] void fail(const char* what, const State& s, Action action) {
  std::fprintf(stderr, "%s: %s in phase %s\n", what, action_text(action).c_str(), phase_names[int(s.phase)]);
  std::exit(1);
}

// Lists, sampling, legality, notation and codecs must tell the same story about a position.
void check_position(const State& s, Rng& rng) {
  std::array<Action, max_actions> list;
  const int n = legal_actions(s, list);
  std::array<u8, general::size> mask;
  general::write_mask(s, mask.data());
  Rng twin = rng;
  const Action drawn = sample_action(s, rng);
  if (drawn != list[n == 1 ? 0 : twin.below(u32(n))]) fail("sampled another action than the list holds", s, drawn);
  int marked = 0;
  for (u8 m : mask) marked += m;
  if (marked != n) fail("mask and list differ in size", s, drawn);
  for (int i = 0; i < n; ++i) {
    if (!is_legal(s, list[i])) fail("listed but illegal", s, list[i]);
    if (parse_action(action_text(list[i])) != list[i]) fail("text does not round-trip", s, list[i]);
    const int index = general::index_of(s, list[i]);
    if (index < 0 || !mask[std::size_t(index)] || general::action_of(s, index) != list[i])
      fail("codec does not round-trip", s, list[i]);
  }
  std::array<u8, general::encoding_size> bytes;
  std::array<u8, gendre::encoding_size> planes;
  std::array<float, casher::encoding_size> features;
  for (int p = 0; p < s.players(); ++p) {
    const View view(s, p);
    general::encode(view, bytes.data());
    casher::encode(view, features.data());
    if (s.players() == 2) gendre::encode(view, planes.data());
  }
}

// Lets a player take in an event: the real hands must stay possible, and a position dealt from the belief must look the same.
void check_belief(Belief& belief, int player, const State& before, Action event, const State& after, Rng& rng) {
  const View view(after, player);
  belief.observe(View(before, player), seen_by(before, event, player), view);
  double truth = 0;
  for (const Hypothesis& h : belief.hypotheses())
    if (h.hand == after.hand) truth += h.probability;
  if (!(truth > 0 && truth < 1 + 1e-9) || !belief.fits(view)) fail("a belief excludes the real hands", after, event);
  const State dealt = determinize(view, belief, rng);
  std::array<std::array<u8, general::encoding_size>, 2> bytes;
  general::encode(view, bytes[0].data());
  general::encode(View(dealt, player), bytes[1].data());
  if (bytes[0] != bytes[1] || belief.holds(player, dealt.hand[player]) < 1 - 1e-9)
    fail("a position dealt from a belief looks another way", after, event);
}

u64 play(const Rules& rules, Layout layout, u64 seed, Policy policy) {
  Rng rng = Rng::stream(seed, 0);
  BoardSource source;
  source.layout = layout;
  State s = source.start(rules, rng);
  const auto [board, robber] = parse_board(board_text(s.board, s.robber));
  if (!(board == s.board) || robber != s.robber) std::exit(1);
  u64 actions = 0;
  const int follower = int(seed) % s.players();
  Belief belief = Belief::from_start();
  while (!s.is_over()) {
    if (!s.is_chance()) {
      check_position(s, rng);
      ++actions;
    }
    const State before = s;
    const Action event = s.is_chance() ? sample_chance(s, rng) : draw_move(policy, s, rng);
    apply(s, event);
    check_belief(belief, follower, before, event, s, rng);
  }
  return actions;
}

}  // namespace

int main(int argc, char** argv) {
  const u64 wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  u64 actions = 0, games = 0;
  for (u64 seed = 1; actions < wanted; ++seed) {
    for (int players = 2; players <= 4; ++players) {
      for (int offers : {0, 3}) {
        Rules rules;
        rules.players = u8(players);
        rules.offers_per_turn = u8(offers);
        rules.bank = seed % 3 == 0 ? 4 : 19;
        rules.best_rate_only = seed % 2;
        rules.starting_settlements = seed % 4 == 0 ? 3 : 2;
        rules.turn_cap = 600;
        actions += play(rules, Layout(seed % 4), seed, offers ? seed % 3 ? Policy::Weighted : Policy::BuildOnly : Policy::Random);
        ++games;
      }
    }
  }
  std::printf("%llu actions in %llu games, no complaint\n", static_cast<unsigned long long>(actions),
              static_cast<unsigned long long>(games));
}
