// The geometry of the board, as tables for Python.
#include "bindings/common.hpp"
#include "catan/codecs/brick.hpp"

namespace longroad::bindings {

namespace {

template <class F>
nb::tuple table(int n, F&& f) {
  nb::list items;
  for (int i = 0; i < n; ++i) items.append(f(i));
  return nb::tuple(items);
}

nb::tuple hex_corners(int hex) {
  const auto cells = corners_of(topology.hex_cell[hex]);
  return table(6, [&](int i) { return int(topology.intersection[cells[i]]); });
}

// The path from each corner to the next one clockwise.
nb::tuple hex_paths(int hex) {
  const auto cells = corners_of(topology.hex_cell[hex]);
  return table(6, [&](int i) {
    const u8 a = topology.intersection[cells[i]], b = topology.intersection[cells[(i + 1) % 6]];
    int found = -1;
    for (int p = 0; p < paths; ++p) {
      const auto ends = topology.path_ends[p];
      if ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a)) found = p;
    }
    return found;
  });
}

nb::tuple pair(int a, int b) { return nb::make_tuple(a, b); }

nb::tuple members(u64 set) {
  nb::list items;
  while (set) items.append(pop(set));
  return nb::tuple(items);
}

nb::tuple intersection_neighbours(int node) {
  nb::list items;
  for (u64 set = neighbours(bit(topology.cell[node])); set;) items.append(int(topology.intersection[pop(set)]));
  return nb::tuple(items);
}

nb::tuple brick_cell(int at) { return pair(at / brick::columns, at % brick::columns); }

}  // namespace

void bind_topology(nb::module_& m) {
  nb::module_ t = m.def_submodule("topology", "Which hexes, intersections, paths and harbors touch.");
  t.attr("HEX_CORNERS") = table(hexes, hex_corners);
  t.attr("HEX_PATHS") = table(hexes, hex_paths);
  t.attr("HEX_NEIGHBOURS") = table(hexes, [](int h) { return members(topology.hex_neighbours[h]); });
  t.attr("PATH_ENDS") = table(paths, [](int p) { return pair(topology.path_ends[p][0], topology.path_ends[p][1]); });
  t.attr("INTERSECTION_HEXES") = table(intersections, [](int n) { return members(topology.cell_hexes[topology.cell[n]]); });
  t.attr("INTERSECTION_NEIGHBOURS") = table(intersections, intersection_neighbours);
  t.attr("HARBOR_PATHS") = table(harbors, [](int h) { return int(topology.harbor_path[h]); });
  t.attr("INTERSECTION_CELL") =
      table(intersections, [](int n) { return pair(brick::row_of(topology.cell[n]), brick::column_of(topology.cell[n])); });
  t.attr("HEX_CELL") =
      table(hexes, [](int h) { return pair(brick::row_of(topology.hex_cell[h]), brick::column_of(topology.hex_cell[h])); });
  t.attr("BRICK_HEX") = table(hexes, [](int h) { return brick_cell(brick::of_hex(h)); });
  t.attr("BRICK_PATH") = table(paths, [](int p) { return brick_cell(brick::of_path(p)); });
  t.attr("BRICK_INTERSECTION") = table(intersections, [](int n) { return brick_cell(brick::of_intersection(n)); });
}

}  // namespace longroad::bindings
