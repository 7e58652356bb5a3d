// The native network under the address and undefined-behaviour sanitizers, with weights drawn at random: its wide and portable
// inner loops give the same bits, sums kept from the position before change nothing, and planners play whole games by it. Exits
// with 1 at the first disagreement; a sanitizer aborts by itself. Nothing depends on chance or time.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "batch/positions.hpp"

using namespace longroad;
using namespace longroad::catan;

namespace {

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

int drawn(Rng& rng, int most) { return int(rng.below(u32(2 * most + 1))) - most; }

void compare_kernels(Rng& rng) {
  constexpr int n = 192;
  alignas(32) std::array<std::int16_t, n> sum, gone, come;
  alignas(32) std::array<u8, n> wide, plain;
  alignas(32) std::array<std::int8_t, 4 * n> weights;
  for (int i = 0; i < n; ++i) {
    sum[std::size_t(i)] = std::int16_t(drawn(rng, 400));
    gone[std::size_t(i)] = std::int16_t(drawn(rng, 32'767)), come[std::size_t(i)] = std::int16_t(drawn(rng, 32'767));
  }
  for (auto& w : weights) w = std::int8_t(drawn(rng, 127));
  auto other = sum;
  kernels::clip(wide.data(), sum.data(), n, 127), kernels::portable::clip(plain.data(), sum.data(), n, 127);
  if (wide != plain) fail("clip differs");
  std::array<std::int32_t, 4> a, b;
  kernels::products(a.data(), wide.data(), weights.data(), n);
  kernels::portable::products(b.data(), wide.data(), weights.data(), n);
  if (a != b) fail("products differ");
  kernels::exchange(sum.data(), gone.data(), come.data(), n);
  kernels::portable::exchange(other.data(), gone.data(), come.data(), n);
  if (sum != other) fail("exchange differs");
  kernels::add(sum.data(), come.data(), n), kernels::portable::add(other.data(), come.data(), n);
  if (sum != other) fail("add differs");
}

std::shared_ptr<Networks> random_networks(Rng& rng) {
  auto w = std::make_shared<NetworkWeights>();
  for (auto& x : w->first) x = std::int16_t(drawn(rng, 20));
  for (auto& x : w->first_bias) x = std::int16_t(drawn(rng, 60));
  for (auto& x : w->second) x = std::int8_t(drawn(rng, 127));
  for (auto& x : w->second_bias) x = drawn(rng, 5000);
  for (auto& x : w->third) x = std::int16_t(drawn(rng, 2000));
  w->worth = 0.3f, w->race = 0.2f;
  return std::make_shared<Networks>(Networks{w, w});
}

}  // namespace

int main() {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) compare_kernels(rng);
  const auto networks = random_networks(rng);
  PlannerSettings how{.beam = 1, .steps = 1};
  how.judge.networks = networks;
  int positions = 0;
  for (int players = 2; players <= 4; ++players) {
    Setup setup;
    setup.rules.players = u8(players);
    setup.rules.offers_per_turn = players > 2 ? 1 : 0;
    const std::vector<NativeAgent> agents(std::size_t(players), NativeAgent{how});
    for (u64 game = 0; game < 3; ++game) {
      const auto found = batch::sample_game(setup, agents, 7, game, {40, 0.1, 3, 1}, {});
      if (found.empty()) continue;
      Network kept(networks->of(players), found[0].state.board);
      for (const auto& one : found) {
        if (kept.logits(one.state) != Network(networks->of(players), one.state.board).logits(one.state))
          fail("sums kept from the position before differ");
        ++positions;
      }
    }
  }
  if (positions < 200) fail("too few positions: " + std::to_string(positions));
  std::printf("%d positions judged by networks, no complaint\n", positions);
}
