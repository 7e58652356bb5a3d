// The encoding of Gendre & Kaneko (2020), Table 3: 17 planes on the brick grid and 45 scalars. Version "gendre2020-1".
//
//   planes                                                      scalars
//      0  desert                                                   0-4   own resources
//    1-5  token of a hex that produces brick .. wool               5-7   own roads, settlements, cities left
//      6  thief                                                    8     own army
//    7-8  road of the viewer, of the opponent                      9-13  own development cards bought this turn
//   9-14  harbor 2:1 brick .. wool, 3:1                           14-18  own older development cards
//  15-16  building of the viewer, of the opponent:                19-24  access to each harbor
//         1 settlement, 2 city                                    25-26  largest army, longest road
//                                                                 27-34  opponent: resource total, card total, roads,
//                                                                        settlements, cities left, army, largest army, longest
//                                                                        road
//                                                                 35-39  bank     40  development cards left
//                                                                 41-44  has rolled, has played a card, free roads left,
//                                                                        free resources left
// The values are the plain numbers, as in the authors' published engine: a production plane holds the token.
#pragma once

#include "catan/codecs/brick.hpp"
#include "catan/codecs/layout.hpp"
#include "catan/knowledge/view.hpp"

namespace longroad::catan::gendre {

constexpr int planes = 17, scalars = 45, plane_bytes = planes * brick::cells;
constexpr int encoding_size = plane_bytes + scalars;

inline constexpr std::array<Field, 17> scalar_fields{{{"hand", 0, 5},
                                                      {"roads_left", 5, 1},
                                                      {"settlements_left", 6, 1},
                                                      {"cities_left", 7, 1},
                                                      {"knights", 8, 1},
                                                      {"bought", 9, 5},
                                                      {"older_cards", 14, 5},
                                                      {"harbor_access", 19, 6},
                                                      {"largest_army", 25, 1},
                                                      {"longest_road", 26, 1},
                                                      {"opponent", 27, 8},
                                                      {"bank", 35, 5},
                                                      {"deck", 40, 1},
                                                      {"rolled", 41, 1},
                                                      {"card_played", 42, 1},
                                                      {"free_roads", 43, 1},
                                                      {"free_cards", 44, 1}}};
inline constexpr std::array<Block, 2> encoding_layout{
    {{"planes", 0, {planes, brick::rows, brick::columns}}, {"scalars", plane_bytes, {scalars}, scalar_fields}}};
static_assert(is_complete(encoding_layout, encoding_size));

inline void encode_planes(const View& v, u8* out) {
  const PublicState& s = v.public_state();
  std::fill_n(out, plane_bytes, u8{0});
  const auto put = [&](int plane, int at, int value) { out[plane * brick::cells + at] = u8(value); };
  for (int hex = 0; hex < hexes; ++hex) {
    const int terrain = s.board.terrain(hex);
    if (terrain == Desert)
      put(0, brick::of_hex(hex), 1);
    else
      put(1 + terrain, brick::of_hex(hex), s.board.token(hex));
  }
  put(6, brick::of_hex(s.robber), 1);
  for (int h = 0; h < harbors; ++h)
    for (u8 node : topology.path_ends[topology.harbor_path[h]]) put(9 + s.board.harbor[h], brick::of_intersection(node), 1);
  for (int seat = 0; seat < 2; ++seat) {
    const int p = v.player_at(seat);
    for (u64 set = s.across[p]; set;) put(7 + seat, brick::of_cell(pop(set)) + 1, 1);
    for (u64 set = s.upright[p]; set;) put(7 + seat, brick::of_cell(pop(set)) + brick::columns, 1);
    for (u64 set = s.settlements[p]; set;) put(15 + seat, brick::of_cell(pop(set)), 1);
    for (u64 set = s.cities[p]; set;) put(15 + seat, brick::of_cell(pop(set)), 2);
  }
}

inline void encode_scalars(const View& v, u8* out) {
  const PublicState& s = v.public_state();
  const auto put = [&](int value) { *out++ = u8(value); };
  const auto put_counts = [&](Counts counts) {
    for (int i = 0; i < 5; ++i) put(counts[i]);
  };
  const auto put_pieces = [&](int p) {
    put(s.roads_left(p)), put(s.settlements_left(p)), put(s.cities_left(p));
    put(s.knights[p]);
  };
  const auto put_special = [&](int p) { put(s.largest_army == p), put(s.longest_road == p); };
  const int self = v.viewer(), other = v.player_at(1);
  put_counts(v.hand(self));
  put_pieces(self);
  put_counts(v.own_bought());
  put_counts(v.own_cards() - v.own_bought());
  for (int kind = 0; kind < 6; ++kind) put(s.harbor_access[self] >> kind & 1);
  put_special(self);
  put(v.hand_size(other)), put(v.card_count(other));
  put_pieces(other);
  put_special(other);
  put_counts(s.bank);
  put(v.deck_size());
  put(s.rolled), put(s.card_played);
  put(s.phase == Phase::FreeRoads ? s.left : 0);
  put(s.phase == Phase::Plenty ? s.left : 0);
}

// Planes (17 x 11 x 21), then scalars (45).
inline void encode(const View& v, u8* out) {
  encode_planes(v, out);
  encode_scalars(v, out + plane_bytes);
}

}  // namespace longroad::catan::gendre
