// Brick coordinates: the board on an 11 x 21 grid on which a 5 x 3 kernel centred on a hex covers exactly the hex, its six
// intersections and its six paths (Gendre & Kaneko 2020, Figs. 2 and 3).
//
// Intersection rows are the even grid rows, hex rows the odd ones; intersection columns the even grid columns.
#pragma once

#include "catan/rules/topology.hpp"

namespace longroad::catan::brick {

constexpr int rows = 11, columns = 21, cells = rows * columns;

// Row and column of a bit position of topology.hpp.
constexpr int row_of(int cell) { return (cell + 2) / stride; }
constexpr int column_of(int cell) { return (cell + 2) % stride; }

constexpr int of_cell(int cell) { return 2 * row_of(cell) * columns + 2 * column_of(cell); }
constexpr int of_intersection(int node) { return of_cell(topology.cell[node]); }
constexpr int of_path(int path) { return of_cell(topology.path_cell[path]) + (topology.path_is_upright[path] ? columns : 1); }
constexpr int of_hex(int hex) { return of_cell(topology.hex_cell[hex]) + columns + 2; }

}  // namespace longroad::catan::brick
