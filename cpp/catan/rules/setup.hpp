// How a game begins: its rules, and where its board comes from.
#pragma once

#include "catan/rules/rules.hpp"

namespace longroad::catan {

struct BoardSource {
  Layout layout = Layout::Spiral;
  HarborLayout harbors = HarborLayout::Shuffled;
  bool given = false;  // then `board` and `robber` hold, and nothing is drawn
  Board board{};
  int robber = 0;

  State start(const Rules& rules, Rng& rng) const {
    if (given) return initial_state(rules, board, robber);
    const Board drawn = draw_board(layout, harbors, rng);
    return initial_state(rules, drawn, first_desert(drawn));
  }
};

struct Setup {
  Rules rules{};
  BoardSource boards{};

  int players() const { return rules.players; }
  // The first position; a board that is not given is drawn.
  State start(Rng& chance) const { return boards.start(rules, chance); }
  // What a record says of a first position beside the rules.
  static std::string text(const State& start) { return board_text(start.board, start.robber); }
};

}  // namespace longroad::catan
