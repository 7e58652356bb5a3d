// The length of a player's longest road.
//
// A road is a trail: each segment once, intersections may repeat, and it cannot pass through an intersection with an
// opponent's building, though it may end there (`blocked` below).
#pragma once

#include "catan/rules/topology.hpp"

namespace longroad::catan {

namespace detail {

// The longest trail over `rest` that starts at `cell`.
inline int longest_from(int cell, Paths rest, u64 blocked) {
  int best = 0;
  const auto step = [&](int to, Paths without) {
    const int more = has(blocked, to) ? 1 : 1 + longest_from(to, without, blocked);
    if (more > best) best = more;
  };
  const u64 here = bit(cell), left = here >> 1, above = here >> stride;
  if (rest.across & here) step(cell + 1, {rest.across & ~here, rest.upright});
  if (rest.across & left) step(cell - 1, {rest.across & ~left, rest.upright});
  if (rest.upright & here) step(cell + stride, {rest.across, rest.upright & ~here});
  if (rest.upright & above) step(cell - stride, {rest.across, rest.upright & ~above});
  return best;
}

// Spreads from `cell` over `rest` in waves, removing what it passes. Returns the number of waves, which is the
// longest trail if no wave meets itself; sets `meets` otherwise.
inline int waves_from(int cell, Paths& rest, u64& seen, u64 blocked, bool& meets) {
  int waves = 0;
  u64 wave = bit(cell) & ~blocked;
  while (true) {
    const Paths out = paths_at(wave) & rest;
    if (out.empty()) return waves;
    const u64 reached = ends_of(out) & ~wave & ~seen;
    if (count(reached) != out.size()) {
      meets = true;
      return waves;
    }
    rest = rest & ~out;
    seen |= reached;
    wave = reached & ~blocked;
    ++waves;
  }
}

}  // namespace detail

// From scratch.
inline int longest_road(Paths roads, u64 blocked) {
  int best = 0;
  for (u64 starts = ends_of(roads); starts;) {
    const int length = detail::longest_from(pop(starts), roads, blocked);
    if (length > best) best = length;
  }
  return best;
}

// After `path` was added to a player's roads (`roads` contains it) whose longest road was `before`. Only trails
// through the new path can be longer; without a loop around it they are two independent arms.
inline int longest_road_after(Paths roads, int path, u64 blocked, int before) {
  const Paths added = path_set(path);
  const int end = topology.path_cell[path];
  const int other_end = end + (topology.path_is_upright[path] ? stride : 1);
  Paths rest = roads & ~added;
  u64 seen = bit(end) | bit(other_end);
  bool meets = false;
  const int arm = detail::waves_from(end, rest, seen, blocked, meets);
  const int other_arm = meets ? 0 : detail::waves_from(other_end, rest, seen, blocked, meets);
  if (meets) return longest_road(roads, blocked);
  const int length = arm + 1 + other_arm;
  return length > before ? length : before;
}

}  // namespace longroad::catan
