// Skirmish and the searches under the address and undefined-behaviour sanitizers: random games of Skirmish (lists, sampling,
// legality, notation, conservation of cards), then small searches of both games, pruned and not, which must agree; then games of
// planners and tree searches, which must come out the same again. Exits with 1 at the first disagreement; a sanitizer aborts by
// itself. Nothing depends on chance or time.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "batch/match.hpp"
#include "catan/players/agent.hpp"
#include "skirmish/players/player.hpp"

using namespace longroad;

namespace {

[[noreturn]] void fail(const char* what, const std::string& where) {
  std::fprintf(stderr, "%s: %s\n", what, where.c_str());
  std::exit(1);
}

void compare(const char* what, double one, double other, const std::string& where) {
  if (!(std::abs(one - other) < 1e-9)) fail(what, where + ", " + std::to_string(one) + " and " + std::to_string(other));
}

// Everything that may be left out, and nothing.
search::Settings everything(int depth) { return {depth, false, false, 0, false, 0, 0}; }
search::Settings pruned(int depth, int table_bits) { return {depth, true, true, table_bits, true, 0, 0}; }

// -- Skirmish

std::string where_in(const skirmish::State& s) {
  return std::string("turn ") + std::to_string(s.turn) + ", phase " + skirmish::phase_names[int(s.phase)];
}

void check_position(const skirmish::State& s, u32 deck, Rng& rng) {
  using namespace skirmish;
  std::array<Action, std::size_t(max_actions)> list;
  const int n = legal_actions(s, list);
  if (n < 1 || n > max_actions) fail("a list of impossible length", where_in(s));
  Rng twin = rng;
  const Action drawn = Skirmish::sample_action(s, rng);
  if (drawn != list[std::size_t(twin.below(u32(n)))]) fail("sampled another action than the list holds", where_in(s));
  for (int i = 0; i < n; ++i) {
    const Action a = list[std::size_t(i)];
    if (!Skirmish::is_legal(s, a)) fail("listed but illegal", action_text(a));
    if (parse_action(action_text(a)) != a) fail("text does not round-trip", action_text(a));
  }
  for (int kind = 0; kind < kinds; ++kind)  // what is not listed is not legal
    for (int card = 0; card < cards; ++card) {
      const Action a = Action::make(Kind(kind), has_card(Kind(kind)) ? card : 0);
      const bool listed = std::find(list.begin(), list.begin() + n, a) != list.begin() + n;
      if (!has_target(Kind(kind)) && Skirmish::is_legal(s, a) != listed) fail("legal but not listed", action_text(a));
    }
  for (std::size_t p = 0; p < 2; ++p) {
    const u64 hand = s.hand[p], left = s.deck[p], field = s.field[p];
    if ((hand & left) || (hand & field) || (left & field) || ((hand | left | field) & ~u64(deck)))
      fail("a card is in two places, or from nowhere", where_in(s));
    int strength = 0;
    for (u64 set = field; set;) strength += catalogue[std::size_t(pop(set))].total();
    if (strength != s.strength[p]) fail("the field's strength is not that of its cards", where_in(s));
  }
}

// The searches of one position by all kinds of players; returns how many were made.
int search_position(const skirmish::State& s, int depth) {
  using namespace skirmish;
  int searches = 0;
  for (const Moves moves : {Moves::All, Moves::Aspects, Moves::Clusters}) {
    for (const bool lean : {false, true}) {
      PlayerSettings settings{.search = everything(depth), .moves = moves, .classes = 1 + s.turn % 4, .lean = lean};
      for (int player = 0; player < 2; ++player) {
        const double value = skirmish::Player(settings, {}, player).search(s, player).value;
        for (const int bits : {0, 3, 10}) {
          PlayerSettings fast = settings;
          fast.search = pruned(depth, bits);
          const auto found = skirmish::Player(fast, {}, player).search(s, player);
          compare("a pruned search found another value", value, found.value, where_in(s));
          for (const Action best : found.best)
            if (!Skirmish::is_legal(s, best)) fail("the best move is illegal", action_text(best));
          ++searches;
        }
      }
    }
  }
  return searches;
}

int skirmish_game(const skirmish::Rules& rules, u64 seed) {
  using namespace skirmish;
  Rng rng = Rng::stream(seed, 1);
  State s = initial_state(rules);
  int events = 0, searches = 0;
  while (!s.is_over()) {
    if (s.is_chance()) {
      std::array<Outcome<Action>, std::size_t(max_outcomes)> outcomes;
      const int n = chance_outcomes(s, outcomes);
      double sum = 0;
      for (int i = 0; i < n; ++i) sum += outcomes[std::size_t(i)].probability;
      compare("probabilities do not sum to 1", sum, 1, where_in(s));
      apply(s, Skirmish::sample_chance(s, rng));
      continue;
    }
    check_position(s, rules.deck, rng);
    if (++events % 16 == 0 && searches < 60 && count(s.field[0]) + count(s.field[1]) < 4)
      searches += search_position(s, 1 + events / 16 % 2);
    apply(s, Skirmish::sample_action(s, rng));
  }
  return searches;
}

// -- Catan

int catan_game(int players, int offers, u64 seed) {
  using namespace catan;
  Rng rng = Rng::stream(seed, 2);
  Rules rules;
  rules.players = u8(players);
  rules.offers_per_turn = u8(offers);
  rules.target_points = 5;
  rules.turn_cap = 80;
  BoardSource source;
  State s = source.start(rules, rng);
  int events = 0, searches = 0;
  while (!s.is_over()) {
    if (++events % 40 == 0) {
      const std::string where = std::string("catan, phase ") + phase_names[int(s.phase)];
      for (const OpponentModel opponents : {OpponentModel::Paranoid, OpponentModel::MaxN, OpponentModel::BestReply}) {
        for (const MoveFilter filter : {MoveFilter::All, MoveFilter::Representative, MoveFilter::Clustered}) {
          const int player = events / 40 % players, depth = filter == MoveFilter::All ? 1 : 2;
          const auto full = ExpectimaxPlayer({everything(depth), filter, opponents}).search(s, player);
          const auto fast = ExpectimaxPlayer({pruned(depth, 8), filter, opponents}).search(s, player);
          compare("a pruned search found another value", full.value, fast.value, where);
          ++searches;
        }
      }
      if (!s.is_chance()) {
        ExpectimaxPlayer player({pruned(2, 8), MoveFilter::Representative});
        const Action chosen = player.choose(View(s, s.actor), Belief(), rng, {});
        if (!is_legal(s, chosen)) fail("an illegal choice", action_text(chosen));
      }
    }
    apply(s, s.is_chance() ? sample_chance(s, rng) : draw_move(Policy::Weighted, s, rng));
  }
  return searches;
}

// Up to two cards for up to two, three of a kind for three, nothing on both sides, each once.
void check_exchanges() {
  using namespace catan;
  std::vector<u64> packed;
  for (const Bundles& b : all_exchanges()) {
    const int give = b.give.total(), get = b.get.total();
    const bool three = give == 3 && get == 3 && count(b.give.at_least(3)) == 1 && count(b.get.at_least(3)) == 1;
    if ((b.give.at_least(1) & b.get.at_least(1)) || !give || !get || !((give <= 2 && get <= 2) || three))
      fail("not an exchange", bundle_text(b.give) + " for " + bundle_text(b.get));
    packed.push_back(b.pack());
  }
  std::sort(packed.begin(), packed.end());
  if (packed.size() != 250 || std::adjacent_find(packed.begin(), packed.end()) != packed.end())
    fail("not all exchanges, or one twice", std::to_string(packed.size()));
}

// A game of those who plan and those who grow trees, twice: the trees' threads must not matter. A player throws if it chose
// something illegal. Returns the number of offers made.
int thinking_game(int players, int offers, int starting_settlements, u64 seed) {
  using namespace batch;
  using namespace catan;
  catan::Rules rules;
  rules.players = u8(players);
  rules.offers_per_turn = u8(offers);
  rules.starting_settlements = u8(starting_settlements);
  rules.target_points = 7;
  rules.turn_cap = 60;
  MctsSettings merged, separate;
  merged.search.simulations = 24;
  merged.search.max_nodes = 400;
  merged.threads = 1 + int(seed % 3);
  merged.leaf.how = Leaf(seed % 3);
  merged.leaf.longest = 40;
  merged.search.widening = seed % 2 ? 1 : 0;
  merged.search.batch = seed % 2 ? 5 : 1;
  merged.search.gumbel.noise = seed % 4 == 1;
  merged.moves.representatives = seed % 4 == 2;
  if (merged.threads == 1) merged.search.root = seed % 2 ? search::RootRule::Gumbel : search::RootRule::Puct;
  separate.search.simulations = 8;
  separate.search.priors = separate.moves.priors = separate.moves.bank_trades = separate.reuse = false;
  separate.leaf = {.how = Leaf::Playout, .policy = Policy::BuildOnly, .longest = 40};
  separate.trading = Trading::Separate;
  separate.bargain.partner = Partner::Coin;
  const std::vector<NativeAgent> all{NativeAgent{merged}, NativeAgent{separate},
                                     NativeAgent{PlannerSettings{}, seed % 2 == 0, seed % 4 == 0 ? 8 : 0},
                                     NativeAgent{merged, seed % 2 == 1}};
  const std::vector<NativeAgent> agents(all.begin(), all.begin() + players);
  std::array<u64, 2> signatures;
  int made = 0;
  for (u64& signature : signatures) {
    KeptGame kept;
    signature = play_game<CatanArena>({rules, {}}, agents, {seed, 0, int(seed) % players}, {}, &kept).signature;
    for (u64 word : kept.events) made += Action{word}.kind() == Kind::Offer;
  }
  if (signatures[0] != signatures[1]) fail("the same game came out another way", "seed " + std::to_string(seed));
  return made;
}

}  // namespace

int main() {
  int searches = 0, games = 0;
  for (u64 seed = 1; seed <= 60; ++seed) {
    skirmish::Rules rules;
    constexpr u8 limits[] = {5, 0, 25}, health[] = {50, 1, 12, 255};
    rules.hand_limit = limits[seed % 3];
    rules.starting_hp = health[seed % 4];
    rules.turn_cap = seed % 5 ? 200 : 7;
    if (seed % 2) rules.deck = skirmish::all_cards;
    searches += skirmish_game(rules, seed);
    ++games;
  }
  for (u64 seed = 1; seed <= 3; ++seed)
    for (int players = 2; players <= 4; ++players) {
      searches += catan_game(players, int(seed % 2) * 2, seed);
      ++games;
    }
  check_exchanges();
  int offers = 0;
  for (u64 seed = 1; seed <= 8; ++seed)
    for (int players = 2; players <= 4; players += 2) {
      offers += thinking_game(players, int(seed % 4), seed % 2 ? 2 : 3, seed);
      ++games;
    }
  std::printf("%d games, %d searches and %d offers, no complaint\n", games, searches, offers);
}
