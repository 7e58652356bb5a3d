// The board of one game: what lies on the hexes and at the harbors, how it is drawn from a seed, and its text form.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "catan/rules/topology.hpp"
#include "core/rng.hpp"

namespace longroad::catan {

enum Resource : u8 { Brick, Lumber, Ore, Grain, Wool };
constexpr int resources = 5;
constexpr u8 Desert = 5;       // a terrain, beside the five resources
constexpr u8 AnyResource = 5;  // a harbor kind, beside the five resources

// A text that is not a board. The message says which part and why.
struct BoardError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Board {
  std::array<u8, hexes> tile{};      // terrain + 8 * token
  std::array<u8, harbors> harbor{};  // a resource (2:1) or AnyResource (3:1)

  constexpr int terrain(int hex) const { return tile[hex] & 7; }
  constexpr int token(int hex) const { return tile[hex] >> 3; }
  constexpr void set(int hex, int terrain, int token) { tile[hex] = u8(terrain | token << 3); }
  constexpr bool operator==(const Board&) const = default;
};

enum class Layout : u8 { Spiral, Random, Balanced, Beginner };
enum class HarborLayout : u8 { Shuffled, Fixed };

// How many ways two dice show a sum: the dots under a token.
constexpr int pips(int token) { return token < 2 || token > 12 || token == 7 ? 0 : 6 - (token < 7 ? 7 - token : token - 7); }

namespace detail {

constexpr std::array<u8, hexes> terrain_set{Brick, Brick, Brick, Lumber, Lumber, Lumber, Lumber, Ore,  Ore,   Ore,
                                            Grain, Grain, Grain, Grain,  Wool,   Wool,   Wool,   Wool, Desert};
// The letters A to R of the official tokens.
constexpr std::array<u8, hexes - 1> token_letters{5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11};
constexpr std::array<u8, harbors> fixed_harbors{AnyResource, Grain,       Ore,   AnyResource, Wool,
                                                AnyResource, AnyResource, Brick, Lumber};
// Counter-clockwise, from the top-left corner.
constexpr std::array<u8, 12> outer_ring{0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1};
constexpr std::array<u8, 6> inner_ring{4, 8, 13, 14, 10, 5};
constexpr int centre = 9;

template <std::size_t n>
constexpr void shuffle(std::array<u8, n>& items, Rng& rng) {
  for (u32 i = n - 1; i > 0; --i) std::swap(items[i], items[rng.below(i + 1)]);
}

constexpr std::array<u8, hexes> spiral_from(int corner) {
  std::array<u8, hexes> order{};
  for (int i = 0; i < 12; ++i) order[i] = outer_ring[(i + 2 * corner) % 12];
  for (int i = 0; i < 6; ++i) order[12 + i] = inner_ring[(i + corner) % 6];
  order[18] = centre;
  return order;
}

constexpr void lay_tokens(Board& board, const std::array<u8, hexes>& order, const std::array<u8, hexes - 1>& tokens) {
  int next = 0;
  for (int hex : order) board.set(hex, board.terrain(hex), board.terrain(hex) == Desert ? 0 : tokens[next++]);
}

constexpr bool red_tokens_touch(const Board& board) {
  u32 red = 0;
  for (int hex = 0; hex < hexes; ++hex)
    if (pips(board.token(hex)) == 5) red |= 1u << hex;
  for (int hex = 0; hex < hexes; ++hex)
    if ((red >> hex & 1) && (topology.hex_neighbours[hex] & red)) return true;
  return false;
}

constexpr char terrain_letter[] = "BLOGWD";
constexpr std::string_view beginner_text =
    "O10 W2 L9 / G12 B6 W4 B10 / G9 L11 D L3 O8 / L8 O3 G4 W5 / B5 G6 W11 | 3 G O 3 W 3 3 B L";

}  // namespace detail

// Where the robber stands unless somebody says otherwise: the first desert, or h0 on a board without one.
constexpr int first_desert(const Board& board) {
  for (int hex = 0; hex < hexes; ++hex)
    if (board.terrain(hex) == Desert) return hex;
  return 0;
}

struct ParsedBoard {
  Board board;
  int robber = 0;
};

// Reads the text form described in docs/reference/rules.md. Throws BoardError.
inline ParsedBoard parse_board(std::string_view text) {
  ParsedBoard result;
  int hex = 0, harbor = 0;
  int rows_ended = 0;
  bool behind_bar = false;
  std::optional<int> robber;
  std::size_t at = 0;
  const auto row_end = [](int row) {
    int end = 0;
    for (int r = 0; r <= row; ++r) end += hex_row_length[std::size_t(r)];
    return end;
  };
  const auto fail = [&](const std::string& what) -> BoardError { return BoardError("board: " + what); };
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < text.size() && std::string_view(" \n\t\r").find(text[at]) == std::string_view::npos) ++at;
    const std::string word(text.substr(start, at - start));
    if (word == "/") {
      if (behind_bar) throw fail("'/' among the harbors");
      if (rows_ended == 4 || hex != row_end(rows_ended))
        throw fail("'/' after " + std::to_string(hex) + " hexes; rows have 3, 4, 5, 4, 3");
      ++rows_ended;
    } else if (word == "|") {
      if (behind_bar) throw fail("a second '|'");
      behind_bar = true;
    } else if (behind_bar) {
      if (harbor == harbors) throw fail("more than 9 harbors");
      const std::size_t kind = word.size() == 1 ? std::string_view("BLOGW3").find(word[0]) : std::string_view::npos;
      if (kind == std::string_view::npos)
        throw fail("harbor " + std::to_string(harbor) + " is '" + word + "', not one of 3 B L O G W");
      result.board.harbor[harbor++] = u8(kind);
    } else {
      if (hex == hexes) throw fail("more than 19 hexes before '|'");
      if (hex == row_end(rows_ended)) throw fail("no '/' after " + std::to_string(hex) + " hexes; rows have 3, 4, 5, 4, 3");
      std::string_view rest = word;
      if (rest.ends_with('*')) {
        if (robber) throw fail("a second robber at h" + std::to_string(hex));
        robber = hex;
        rest.remove_suffix(1);
      }
      const std::size_t terrain = rest.empty() ? std::string_view::npos : std::string_view(detail::terrain_letter).find(rest[0]);
      if (terrain == std::string_view::npos)
        throw fail("h" + std::to_string(hex) + " is '" + word + "'; it starts with none of B L O G W D");
      int token = 0;
      for (char c : rest.substr(1)) {
        if (c < '0' || c > '9' || token > 12 || (c == '0' && token == 0))
          throw fail("h" + std::to_string(hex) + " is '" + word + "'; its token is not a number");
        token = 10 * token + (c - '0');
      }
      if (terrain == Desert ? rest.size() > 1 : pips(token) == 0)
        throw fail("h" + std::to_string(hex) + " is '" + word + "'; a desert has no token, other hexes one of 2-6, 8-12");
      result.board.set(hex++, int(terrain), token);
    }
  }
  if (hex != hexes) throw fail(std::to_string(hex) + " hexes instead of 19");
  if (harbor != harbors) throw fail(std::to_string(harbor) + " harbors instead of 9 (behind '|')");
  result.robber = robber.value_or(first_desert(result.board));
  return result;
}

// The text form; parse_board(board_text(b, r)) gives b and r again.
inline std::string board_text(const Board& board, int robber) {
  std::string text;
  int hex = 0;
  for (int length : hex_row_length) {
    if (hex) text += "/ ";
    for (int i = 0; i < length; ++i, ++hex) {
      text += detail::terrain_letter[board.terrain(hex)];
      if (board.token(hex)) text += std::to_string(board.token(hex));
      if (robber == hex && robber != first_desert(board)) text += '*';
      text += ' ';
    }
  }
  text += '|';
  for (u8 kind : board.harbor) text += std::string(" ") + "BLOGW3"[kind];
  return text;
}

// Draws a board. The same layout and generator state give the same board everywhere.
inline Board draw_board(Layout layout, HarborLayout harbor_layout, Rng& rng) {
  using namespace detail;
  if (layout == Layout::Beginner) return parse_board(beginner_text).board;
  Board board;
  auto terrain = terrain_set;
  shuffle(terrain, rng);
  for (int hex = 0; hex < hexes; ++hex) board.set(hex, terrain[hex], 0);
  auto tokens = token_letters;
  if (layout == Layout::Spiral) {
    lay_tokens(board, spiral_from(int(rng.below(6))), tokens);
  } else {
    do {
      shuffle(tokens, rng);
      lay_tokens(board, spiral_from(0), tokens);
    } while (layout == Layout::Balanced && red_tokens_touch(board));
  }
  board.harbor = fixed_harbors;
  if (harbor_layout == HarborLayout::Shuffled) shuffle(board.harbor, rng);
  return board;
}

}  // namespace longroad::catan
