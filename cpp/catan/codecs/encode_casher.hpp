// The encoding of Casher (2024): 256 rows of 6 numbers about the position, then 246 about one move; 1,782 in all, for up to 5
// seats (the article plays 3). Everything about players stands in the order of seats from the viewer on. Version "casher2024-1".
//
//   rows of the position                                        the move (1536 + ..)
//       0  the viewer's number, one-hot                             0  roll            1  end
//    1-19  terrain of each hex, one-hot                            2-55  settle       56-109  city      110-181  road
//   20-38  token, robber there                                   182-186  take a resource    187  buy a card
//      39  the 72nd path (see below)                             188-191  play knight, road building, year of plenty, monopoly
//   49-57  each harbor's kind, one-hot                           192-196  monopoly on a resource
//  58-111  intersection: blocked, then seats (1 settlement,      197-216  bank trade
//          2 city)                                               217-221  discard a resource
// 112-182  path: free, then seats                                222-240  robber to a hex
//     183  development cards: deck, then played of each kind     241-245  steal from the seat
//     184  development cards of each seat     185  points        Our robber move names hex and victim at once, our monopoly card
//     186  largest army    187  army sizes                       its resource: the row of either part is marked.
//     188  longest road    189  road lengths
// 190-194  bank rate of each resource, by seat
// 195-249  cards per roll: (sum - 2) * 5 + resource, by seat
//     250  cards lost to the robber per roll of its hex, by seat
//     251  own hand        252  hand sizes
// 253-255  settlements, cities, roads left, by seat
//
// Resources stand in the article's order: grain, lumber, wool, brick, ore. The article's files give paths 71 rows (112-182)
// although there are 72, and leave rows 39-48 empty; our path e71 has row 39.
#pragma once

#include "catan/codecs/codec_general.hpp"
#include "catan/knowledge/view.hpp"

namespace longroad::catan::casher {

constexpr int width = 6, position_size = 256 * width, move_size = 246, encoding_size = position_size + move_size;
static_assert(encoding_size == 1782);

inline constexpr std::array<Block, 2> encoding_layout{
    {{"position", 0, {position_size / width, width}}, {"move", position_size, {move_size}}}};
static_assert(is_complete(encoding_layout, encoding_size));

// Resource to its place in the article's order, and back.
constexpr std::array<int, 6> place{3, 1, 4, 0, 2, 5};
constexpr std::array<int, 5> resource_at{Grain, Lumber, Wool, Brick, Ore};

namespace detail {

inline void encode_board(const View& v, float* out) {
  const PublicState& s = v.public_state();
  const auto at = [&](int row, int column) -> float& { return out[row * width + column]; };
  for (int hex = 0; hex < hexes; ++hex) {
    at(1 + hex, place[s.board.terrain(hex)]) = 1;
    at(20 + hex, 0) = float(s.board.token(hex));
    at(20 + hex, 1) = s.robber == hex;
  }
  for (int h = 0; h < harbors; ++h) at(49 + h, place[s.board.harbor[h]]) = 1;
  const u64 blocked = topology.land & ~open_spots(s) & ~s.all_buildings();
  for (int node = 0; node < intersections; ++node) {
    const int cell = topology.cell[node];
    if (has(blocked, cell)) at(58 + node, 0) = 1;
    for (int seat = 0; seat < s.players(); ++seat) {
      const int p = v.player_at(seat);
      if (has(s.buildings(p), cell)) at(58 + node, 1 + seat) = has(s.cities[p], cell) ? 2 : 1;
    }
  }
  for (int path = 0; path < paths; ++path) {
    const int row = path == 71 ? 39 : 112 + path;
    int column = 0;
    for (int seat = 0; seat < s.players(); ++seat)
      if (!(s.roads(v.player_at(seat)) & path_set(path)).empty()) column = 1 + seat;
    at(row, column) = 1;
  }
}

inline void encode_income(const View& v, int seat, float* out) {
  const PublicState& s = v.public_state();
  const int p = v.player_at(seat);
  for (int hex = 0; hex < hexes; ++hex) {
    if (s.board.terrain(hex) == Desert) continue;
    const u64 corners = topology.hex_corners[hex];
    const float cards = float(count(s.settlements[p] & corners) + 2 * count(s.cities[p] & corners));
    const bool robbed = s.rules.robber && s.robber == hex;
    const int row = robbed ? 250 : 195 + (s.board.token(hex) - 2) * 5 + place[s.board.terrain(hex)];
    out[row * width + seat] += cards;
  }
}

inline void encode_players(const View& v, float* out) {
  const PublicState& s = v.public_state();
  for (int seat = 0; seat < s.players(); ++seat) {
    const int p = v.player_at(seat);
    const auto put = [&](int row, int value) { out[row * width + seat] = float(value); };
    put(184, v.card_count(p));
    put(185, v.points(p));
    put(186, s.largest_army == p);
    put(187, s.knights[p]);
    put(188, s.longest_road == p);
    put(189, s.road_length[p]);
    for (int i = 0; i < resources; ++i) {
      const u32 access = s.harbor_access[p];
      put(190 + i, access >> resource_at[i] & 1 ? 2 : access >> 5 & 1 ? 3 : 4);
    }
    encode_income(v, seat, out);
    put(252, v.hand_size(p));
    put(253, s.settlements_left(p));
    put(254, s.cities_left(p));
    put(255, s.roads_left(p));
  }
}

}  // namespace detail

// Writes the position into 1,782 floats; the part about the move is 0.
inline void encode(const View& v, float* out) {
  std::fill_n(out, encoding_size, 0.0f);
  out[v.viewer()] = 1;
  detail::encode_board(v, out);
  out[183 * width] = float(v.deck_size());
  const Counts seen = full_deck - v.unseen_cards() - v.own_cards();  // played by anybody
  const std::array<Card, 5> order{KnightCard, VictoryPointCard, RoadBuildingCard, YearOfPlentyCard, MonopolyCard};
  for (int i = 0; i < card_kinds; ++i) out[183 * width + 1 + i] = float(seen[order[i]]);
  detail::encode_players(v, out);
  for (int i = 0; i < resources; ++i) out[251 * width + i] = float(v.hand(v.viewer())[resource_at[i]]);
}

// The one or two places of a move among the 246; `no_place` for a second one that is not there, and for all that the article's
// game does not know (domestic trade).
constexpr int no_place = move_size;
using Places = std::array<int, 2>;

inline Places places(const View& v, Action action) {
  const int a = action.a();
  switch (action.kind()) {
    case Kind::Roll: return {0, no_place};
    case Kind::End: return {1, no_place};
    case Kind::Settle: return {2 + a, no_place};
    case Kind::City: return {56 + a, no_place};
    case Kind::Road: return {110 + a, no_place};
    case Kind::Take: return {182 + place[a], no_place};
    case Kind::BuyCard: return {187, no_place};
    case Kind::Knight: return {188, no_place};
    case Kind::RoadBuilding: return {189, no_place};
    case Kind::YearOfPlenty: return {190, no_place};
    case Kind::Monopoly: return {191, 192 + place[a]};
    case Kind::Trade: return {197 + general::pair_index(place[a], place[action.c()]), no_place};
    case Kind::Discard: return {217 + place[a], no_place};
    case Kind::Robber: return {222 + a, action.b() == nobody ? no_place : 241 + v.relative(action.b())};
    default: return {no_place, no_place};
  }
}

// Marks one move of the viewer in an encoded position. Domestic trade has no place in the article's game: false, nothing marked.
inline bool mark_move(const View& v, Action action, float* out) {
  const Places marked = places(v, action);
  for (int at : marked)
    if (at != no_place) out[position_size + at] = 1;
  return marked[0] != no_place;
}

}  // namespace longroad::catan::casher
