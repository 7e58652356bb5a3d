// libFuzzer over the parsers of the core: the text of a board, the text of an action, and an action as a number. The first byte
// says which. A crash is a finding, as is a text that is read and does not round-trip, or a refused action that would be carried
// out.
#include <cstdlib>
#include <string_view>

#include "catan/rules/game.hpp"
#include "catan/rules/setup.hpp"

using namespace longroad;
using namespace longroad::catan;

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void read_board(std::string_view text) {
  try {
    const auto [board, robber] = parse_board(text);
    const auto again = parse_board(board_text(board, robber));
    expect(again.board == board && again.robber == robber);
    Rng rng = Rng::stream(1, 0);
    State s = initial_state(Rules{}, board, robber);
    for (int i = 0; i < 200 && !s.is_over(); ++i) apply(s, s.is_chance() ? sample_chance(s, rng) : sample_action(s, rng));
  } catch (const BoardError&) {
  }
}

// Whatever number an action is: in every phase of a game its refusal is a sentence, or it is carried out.
void try_action(Action action) {
  Rng rng = Rng::stream(2, 0);
  Rng boards = Rng::stream(3, 0);
  static const State first = BoardSource{}.start(Rules{}, boards);
  State s = first;
  for (int i = 0; i < 150 && !s.is_over(); ++i) {
    if (is_legal(s, action)) {
      State after = s;
      apply(after, action);
      expect(is_action(action));
    }
    apply(s, s.is_chance() ? sample_chance(s, rng) : sample_action(s, rng));
  }
}

void read_action_text(std::string_view text) {
  const auto action = parse_action(text);
  if (!action) return;
  expect(parse_action(action_text(*action)) == action && is_action(*action));
  try_action(*action);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  switch (data[0]) {
    case 'b': read_board(text); break;
    case 'a': read_action_text(text); break;
    default: {
      u64 word = 0;
      for (std::size_t i = 0; i < text.size() && i < 8; ++i) word |= u64(u8(text[i])) << (8 * i);
      try_action(Action{word});
    }
  }
  return 0;
}
