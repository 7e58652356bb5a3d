// The general encoding: a view of 2 to 4 players as bytes, the viewer first. Version "general-1".
//
// Board squares carry small codes rather than one-hot planes: a network spreads them out on its own device. All players are
// named by the seat after the viewer (0: the viewer itself).
//
//   first  size  meaning
//       0    19  terrain of each hex: 0-4 resource, 5 desert
//      19    19  token of each hex, 0 on a desert
//      38    19  1 where the robber stands
//      57    72  road on each path: 0 none, 1 + seat
//     129    54  building on each intersection: 0 none, 1 + seat settlement, 5 + seat city
//     183    54  harbor at each intersection: 0 none, 1 + resource, 6 for 3:1
//     237    96  four seats of 24: takes part, points seen, hand size, hand known, hand (5, zeros if unknown), development cards,
//                knights, road length, longest road, largest army, roads / settlements / cities left, harbor access (6), has the
//                turn
//     333    11  the viewer's own: development cards (5), of those bought this turn (5), points with hidden ones
//     344    20  bank (5), unseen development cards (5), deck, phase, rolled, card played, last roll, still to place / take /
//                discard, offers left this turn, turn (at most 255), target points, players
//     364    10  the open offer: given (5), received (5), by the one who has the turn
//     374    33  replies of the seats 1-3: 0 none, 1 accept, 2 refuse, 3 counter; a counter's given (5) and received (5)
#pragma once

#include "catan/codecs/layout.hpp"
#include "catan/knowledge/view.hpp"

namespace longroad::catan::general {

constexpr int encoding_size = 407, seat_size = 24;

inline constexpr std::array<Field, 15> seat_fields{{{"takes_part", 0, 1},
                                                    {"points", 1, 1},
                                                    {"hand_size", 2, 1},
                                                    {"hand_known", 3, 1},
                                                    {"hand", 4, 5},
                                                    {"cards", 9, 1},
                                                    {"knights", 10, 1},
                                                    {"road_length", 11, 1},
                                                    {"longest_road", 12, 1},
                                                    {"largest_army", 13, 1},
                                                    {"roads_left", 14, 1},
                                                    {"settlements_left", 15, 1},
                                                    {"cities_left", 16, 1},
                                                    {"harbor_access", 17, 6},
                                                    {"has_turn", 23, 1}}};
inline constexpr std::array<Field, 3> own_fields{{{"cards", 0, 5}, {"bought", 5, 5}, {"points", 10, 1}}};
inline constexpr std::array<Field, 12> table_fields{{{"bank", 0, 5},
                                                     {"unseen_cards", 5, 5},
                                                     {"deck", 10, 1},
                                                     {"phase", 11, 1},
                                                     {"rolled", 12, 1},
                                                     {"card_played", 13, 1},
                                                     {"last_roll", 14, 1},
                                                     {"left", 15, 1},
                                                     {"offers_left", 16, 1},
                                                     {"turn", 17, 1},
                                                     {"target_points", 18, 1},
                                                     {"players", 19, 1}}};
inline constexpr std::array<Field, 2> offer_fields{{{"given", 0, 5}, {"received", 5, 5}}};
inline constexpr std::array<Field, 3> reply_fields{{{"reply", 0, 1}, {"given", 1, 5}, {"received", 6, 5}}};

inline constexpr std::array<Block, 11> encoding_layout{{
    {"terrain", 0, {hexes}},
    {"token", 19, {hexes}},
    {"robber", 38, {hexes}},
    {"road", 57, {paths}},
    {"building", 129, {intersections}},
    {"harbor", 183, {intersections}},
    {"seats", 237, {max_players, seat_size}, seat_fields},
    {"own", 333, {11}, own_fields},
    {"table", 344, {20}, table_fields},
    {"offer", 364, {10}, offer_fields},
    {"replies", 374, {max_players - 1, 11}, reply_fields},
}};
static_assert(is_complete(encoding_layout, encoding_size));

namespace detail {

inline u8* write_counts(Counts counts, u8* out) {
  for (int i = 0; i < 5; ++i) *out++ = u8(counts[i]);
  return out;
}

inline u8* write_board(const View& v, u8* out) {
  const PublicState& s = v.public_state();
  for (int hex = 0; hex < hexes; ++hex) out[hex] = s.board.tile[hex] & 7;
  for (int hex = 0; hex < hexes; ++hex) out[hexes + hex] = s.board.tile[hex] >> 3;
  out += 2 * hexes;
  std::fill_n(out, hexes + paths + 2 * intersections, u8{0});
  out[s.robber] = 1;
  out += hexes;
  u8* const buildings = out + paths;
  for (int seat = 0; seat < s.players(); ++seat) {
    const int p = v.player_at(seat);
    for (u64 set = s.across[p]; set;) out[topology.across_path[pop(set)]] = u8(1 + seat);
    for (u64 set = s.upright[p]; set;) out[topology.upright_path[pop(set)]] = u8(1 + seat);
    for (u64 set = s.settlements[p]; set;) buildings[topology.intersection[pop(set)]] = u8(1 + seat);
    for (u64 set = s.cities[p]; set;) buildings[topology.intersection[pop(set)]] = u8(5 + seat);
  }
  out = buildings + intersections;
  for (int h = 0; h < harbors; ++h)
    for (u8 node : topology.path_ends[topology.harbor_path[h]]) out[node] = u8(1 + s.board.harbor[h]);
  return out + intersections;
}

inline u8* write_seat(const View& v, int seat, u8* out) {
  const PublicState& s = v.public_state();
  if (seat >= s.players()) return std::fill_n(out, seat_size, u8{0});
  const int p = v.player_at(seat);
  *out++ = 1;
  *out++ = s.public_points[p];
  *out++ = u8(v.hand_size(p));
  *out++ = v.sees_hand(p);
  out = write_counts(v.hand(p), out);
  *out++ = u8(v.card_count(p));
  *out++ = s.knights[p];
  *out++ = s.road_length[p];
  *out++ = s.longest_road == p;
  *out++ = s.largest_army == p;
  *out++ = u8(s.roads_left(p));
  *out++ = u8(s.settlements_left(p));
  *out++ = u8(s.cities_left(p));
  for (int kind = 0; kind < 6; ++kind) *out++ = s.harbor_access[p] >> kind & 1;
  *out++ = s.current == p;
  return out;
}

inline u8* write_table(const View& v, u8* out) {
  const PublicState& s = v.public_state();
  out = write_counts(v.own_cards(), out);
  out = write_counts(v.own_bought(), out);
  *out++ = u8(v.points(v.viewer()));
  out = write_counts(s.bank, out);
  out = write_counts(v.unseen_cards(), out);
  *out++ = u8(v.deck_size());
  *out++ = u8(s.phase);
  *out++ = s.rolled;
  *out++ = s.card_played;
  *out++ = s.last_roll;
  *out++ = s.phase == Phase::SetupRoad ? u8{0} : s.left;
  *out++ = u8(s.rules.offers_per_turn - s.offers_made);
  *out++ = u8(std::min<int>(s.turn, 255));
  *out++ = s.rules.target_points;
  *out++ = s.rules.players;
  return out;
}

inline u8* write_trade(const View& v, u8* out) {
  const PublicState& s = v.public_state();
  if (s.offer == 0) return std::fill_n(out, 43, u8{0});
  const Bundles offer = Bundles::unpack(s.offer);
  out = write_counts(offer.get, write_counts(offer.give, out));
  for (int seat = 1; seat < max_players; ++seat) {
    const int p = seat < s.players() ? v.player_at(seat) : -1;
    const Bundles counter = Bundles::unpack(p < 0 ? 0 : s.counter[p]);
    *out++ = p < 0 ? u8{0} : u8(s.replies[p]);
    out = write_counts(counter.get, write_counts(counter.give, out));
  }
  return out;
}

}  // namespace detail

// Writes encoding_size bytes.
inline void encode(const View& v, u8* out) {
  out = detail::write_board(v, out);
  for (int seat = 0; seat < max_players; ++seat) out = detail::write_seat(v, seat, out);
  out = detail::write_table(v, out);
  detail::write_trade(v, out);
}

}  // namespace longroad::catan::general
