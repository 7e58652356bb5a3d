// The geometry of the board. Nothing here depends on the game being played.
//
// The 54 intersections stand in six rows on a grid of 11 columns, so that neighbours are one bit (in the row) or 11 bits
// (between rows) apart in a 64-bit word. A path is named after its left or upper end: `across` paths run inside
// a row, `upright` ones between rows. Every question of adjacency then is a shift.
//
//   row 0        . o-o-o-o-o-o-o .            o intersection ("cell" row * 11 + column - 2)
//                  |   |   |   |              - path across      | path upright
//   row 1      . o-o-o-o-o-o-o-o-o .          between two uprights of a row lies a hex
//                |   |   |   |   |
//   row 2      o-o-o-o-o-o-o-o-o-o-o
#pragma once

#include <array>

#include "core/bits.hpp"

namespace longroad::catan {

constexpr int hexes = 19, intersections = 54, paths = 72, harbors = 9;
constexpr int stride = 11;
constexpr std::array<int, 6> row_start{2, 1, 0, 0, 1, 2}, row_length{7, 9, 11, 11, 9, 7};
constexpr std::array<int, 5> hex_row_start{2, 1, 0, 1, 2}, hex_row_length{3, 4, 5, 4, 3};

constexpr int cell_at(int row, int column) { return row * stride + column - 2; }

// A set of paths, each under the cell of its left or upper end.
struct Paths {
  u64 across = 0, upright = 0;

  constexpr bool empty() const { return (across | upright) == 0; }
  constexpr int size() const { return count(across) + count(upright); }
  constexpr Paths operator&(Paths o) const { return {across & o.across, upright & o.upright}; }
  constexpr Paths operator|(Paths o) const { return {across | o.across, upright | o.upright}; }
  constexpr Paths operator~() const { return {~across, ~upright}; }
  constexpr bool operator==(const Paths&) const = default;
};

struct Topology {
  u64 land{};      // all intersections
  Paths all{};     // all paths
  u64 harbored{};  // intersections with a harbor

  // Dense numbers (reading order) to cells and back.
  std::array<u8, intersections> cell{};
  std::array<u8, 64> intersection{};
  std::array<u8, paths> path_cell{};
  std::array<bool, paths> path_is_upright{};
  std::array<u8, 64> across_path{}, upright_path{};

  std::array<u8, hexes> hex_cell{};                  // the top-left corner of each hex
  std::array<u64, hexes> hex_corners{};              // its six corners as a set
  std::array<u8, 64> harbor_at{};                    // cell to harbor number, valid in `harbored`
  std::array<u8, harbors> harbor_path{};             // dense path number of each harbor
  std::array<u32, 64> cell_hexes{};                  // cell to the set of hexes around it
  std::array<u32, hexes> hex_neighbours{};           // hexes that share a path
  std::array<std::array<u8, 2>, paths> path_ends{};  // dense intersections
};

// The six corners of a hex, clockwise from the top-left one, as cells.
constexpr std::array<int, 6> corners_of(int top_left) {
  return {top_left, top_left + 1, top_left + 2, top_left + 2 + stride, top_left + 1 + stride, top_left + stride};
}

constexpr Topology make_topology() {
  Topology t;
  int node = 0;
  for (int row = 0; row < 6; ++row) {
    for (int c = row_start[row]; c < row_start[row] + row_length[row]; ++c) {
      const int cell = cell_at(row, c);
      t.land |= bit(cell);
      t.cell[node] = u8(cell);
      t.intersection[cell] = u8(node++);
    }
  }
  int hex = 0;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i < hex_row_length[row]; ++i) {
      const int cell = cell_at(row, hex_row_start[row] + 2 * i);
      t.hex_cell[hex] = u8(cell);
      for (int corner : corners_of(cell)) {
        t.hex_corners[hex] |= bit(corner);
        t.cell_hexes[corner] |= 1u << hex;
      }
      t.all.across |= bit(cell) | bit(cell + 1) | bit(cell + stride) | bit(cell + stride + 1);
      t.all.upright |= bit(cell) | bit(cell + 2);
      ++hex;
    }
  }
  for (int a = 0; a < hexes; ++a)
    for (int b = 0; b < hexes; ++b)
      if (a != b && count(t.hex_corners[a] & t.hex_corners[b]) == 2) t.hex_neighbours[a] |= 1u << b;
  int path = 0;
  for (int row = 0; row < 6; ++row) {
    for (int upright = 0; upright < 2; ++upright) {
      const u64 here = upright ? t.all.upright : t.all.across;
      for (int c = 0; c < stride; ++c) {
        const int cell = cell_at(row, c);
        if (cell < 0 || cell > 63 || !has(here, cell)) continue;
        t.path_cell[path] = u8(cell);
        t.path_is_upright[path] = upright;
        t.path_ends[path] = {t.intersection[cell], t.intersection[cell + (upright ? stride : 1)]};
        (upright ? t.upright_path : t.across_path)[cell] = u8(path++);
      }
    }
  }
  // Clockwise along the coast from the top-left corner: each step takes the path with only one hex beside it.
  constexpr std::array<int, harbors> harbor_steps{0, 3, 7, 10, 13, 17, 20, 23, 27};
  int at = cell_at(0, 2), before = cell_at(1, 2), harbor = 0;
  for (int step = 0; step < 30; ++step) {
    int next = -1, used = -1;
    for (int p = 0; p < paths; ++p) {
      const int a = t.cell[t.path_ends[p][0]], b = t.cell[t.path_ends[p][1]];
      if (a != at && b != at) continue;
      const int other = a == at ? b : a;
      if (other == before || count(t.cell_hexes[a] & t.cell_hexes[b]) != 1) continue;
      next = other, used = p;
    }
    if (harbor < harbors && harbor_steps[harbor] == step) {
      t.harbor_path[harbor] = u8(used);
      t.harbored |= bit(at) | bit(next);
      t.harbor_at[at] = t.harbor_at[next] = u8(harbor++);
    }
    before = at, at = next;
  }
  return t;
}

inline constexpr Topology topology = make_topology();
static_assert(count(topology.land) == intersections && topology.all.size() == paths);
static_assert(count(topology.harbored) == 2 * harbors);

// All intersections one path away from a member of the set.
constexpr u64 neighbours(u64 cells) {
  const auto& all = topology.all;
  return ((cells & all.across) << 1) | ((cells >> 1) & all.across) | ((cells & all.upright) << stride) |
         ((cells >> stride) & all.upright);
}

// All ends of the paths.
constexpr u64 ends_of(Paths p) { return p.across | (p.across << 1) | p.upright | (p.upright << stride); }

// All paths with at least one end in the set.
constexpr Paths paths_at(u64 cells) { return Paths{cells | (cells >> 1), cells | (cells >> stride)} & topology.all; }

constexpr Paths path_set(int path) {
  const u64 here = bit(topology.path_cell[path]);
  return topology.path_is_upright[path] ? Paths{0, here} : Paths{here, 0};
}

}  // namespace longroad::catan
