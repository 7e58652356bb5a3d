// Random actions, a million or as many as named, under the address and undefined-behaviour sanitizers: rules, menus, views,
// beliefs, codecs, encodings, boards and notation, for 2 to 4 players with and without trade; then vector environments with and
// without native opponents. Exits with 1 at the first disagreement; a sanitizer aborts by itself.
#include <cstdio>
#include <cstdlib>

#include "arrays.hpp"
#include "batch/match.hpp"
#include "catan/codecs/encode_casher.hpp"
#include "catan/knowledge/determinize.hpp"

using namespace longroad;
using namespace longroad::batch;

namespace {

// In how many ways a type can be used as a state. What a view holds of a position must not: it is a compile error.
template <class S>
constexpr int uses_as_state =
    int(requires(S s, Action action) { apply(s, action); }) + int(requires(S s) { menu(s); }) +
    int(requires(S s, std::span<Action> list) { legal_actions(s, list); }) +
    int(requires(S s, Action action) { is_legal(s, action); }) + int(requires(S s, Rng& rng) { sample_action(s, rng); }) +
    int(requires(S s, Rng& rng) { sample_chance(s, rng); }) + int(requires(S s) { evaluate(s, 0); }) +
    int(requires(S s, Action action) { general::index_of(s, action); }) +
    int(requires(S s, u8* mask) { gendre::write_mask(s, mask); }) + int(requires(S s) { View(s, 0); }) +
    int(requires(S s) { State(s); });
static_assert(uses_as_state<State&> == 11);
static_assert(uses_as_state<PublicState&> == 0 && uses_as_state<const PublicState&> == 0 && uses_as_state<const View&> == 0);

[[noreturn]] void fail(const char* what, const State& s, Action action) {
  std::fprintf(stderr, "%s: %s in phase %s\n", what, action_text(action).c_str(), phase_names[int(s.phase)]);
  std::exit(1);
}

void check_gendre(const State& s, Rng& rng) {
  std::array<u8, gendre::size> mask;
  gendre::write_mask(s, mask.data());
  const int index = int(rng.below(gendre::size));
  std::array<Action, 128> list;
  const int n = gendre::expand(s, index, rng, list);
  if ((n > 0 && is_legal(s, list[0])) != mask[std::size_t(index)]) fail("gendre: mask and legality differ", s, list[0]);
  if (n == 1 && !gendre::is_discard(index) && gendre::index_of(s, list[0]) != index)
    fail("gendre: codec does not round-trip", s, list[0]);
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
  const int index = int(rng.below(general::size));
  if (is_legal(s, general::action_of(s, index)) != mask[std::size_t(index)]) fail("mask and legality differ", s, drawn);
  if (gendre::fits(s.rules)) check_gendre(s, rng);
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
  if (!(View(dealt, player).public_state().dice_deck.left() == view.public_state().dice_deck.left()))
    fail("a position dealt from a belief has another dice deck", after, event);
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

// Random play of the caller's seats, in two of the games against native players, in two with an adviser.
template <class Space>
int step_environment(const Rules& rules, int steps) {
  constexpr std::size_t games = 9;
  const std::size_t players = rules.players;
  GuestList first, last, advised;
  first.seats[0] = NativeAgent{PlannerSettings{}};
  last.seats[players - 1] = NativeAgent{ValueSettings{}};
  advised.adviser = last.adviser = NativeAgent{PlannerSettings{}};
  const auto weights = std::make_shared<NetworkWeights>();
  weights->worth = 0.5f;
  VectorEnv<Space> env(rules, {}, Rewards::zero_sum(int(players)), int(games), 3, 2, true, {{1, first}, {4, advised}, {7, last}},
                       std::make_shared<Networks>(Networks{weights, weights}));
  Arrays<Space> arrays(games, players);
  const Buffers buffers = arrays.buffers();
  std::vector<std::int32_t> actions(games), advice(games);
  env.reset(buffers, {});
  int ended = 0;
  for (int i = 0; i < steps; ++i) {
    env.advise(advice.data(), {});
    env.sample(actions.data());
    for (std::size_t game : {4, 7})
      if (i % 2 && advice[game] >= 0) actions[game] = advice[game];
    if (env.step(actions.data(), buffers, {}) >= 0 || arrays.actor[1] == 0 || arrays.actor[7] == players - 1) std::exit(1);
    for (std::size_t game = 0; game < games; ++game) ended += arrays.done[game];
  }
  return ended;
}

int step_environments(int steps) {
  Rules two;
  two.players = 2;
  two.offers_per_turn = 0;
  two.turn_cap = 100;
  Rules three;
  three.players = 3;
  three.offers_per_turn = 1;
  three.turn_cap = 100;
  return step_environment<Space<GeneralCodec, GeneralEncoding>>(three, steps) +
         step_environment<Space<GendreCodec, GeneralEncoding>>(two, steps) +
         step_environment<Space<GendreCodec, GendreEncoding>>(two, steps);
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
        rules.friendly_robber = seed % 3 != 1;
        rules.dice_deck = seed % 2 == 0;
        actions += play(rules, Layout(seed % 4), seed, offers ? seed % 3 ? Policy::Weighted : Policy::BuildOnly : Policy::Random);
        ++games;
      }
    }
  }
  std::printf("%llu actions in %llu games, no complaint\n", static_cast<unsigned long long>(actions),
              static_cast<unsigned long long>(games));
  std::printf("%d games of vector environments, no complaint\n", step_environments(int(wanted / 500)));
}
