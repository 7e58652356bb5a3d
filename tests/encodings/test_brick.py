"""The brick grid: 11 x 21 cells on which a 5 x 3 kernel at a hex sees that hex, its intersections and its
paths."""

from __future__ import annotations

import pytest

from longroad.catan import topology

ROWS, COLUMNS = 11, 21
INTERSECTIONS = {cell: n for n, cell in enumerate(topology.BRICK_INTERSECTION)}
PATHS = {cell: e for e, cell in enumerate(topology.BRICK_PATH)}
HEXES = {cell: h for h, cell in enumerate(topology.BRICK_HEX)}


def window(cell: tuple[int, int], rows: int, columns: int) -> set[tuple[int, int]]:
    """The cells of a kernel of that many rows and columns, centred on a cell."""
    row, column = cell
    return {
        (row + r, column + c)
        for r in range(-(rows // 2), rows // 2 + 1)
        for c in range(-(columns // 2), columns // 2 + 1)
    }


def test_all_145_things_have_cells_of_their_own_on_the_grid() -> None:
    cells = [*topology.BRICK_HEX, *topology.BRICK_INTERSECTION, *topology.BRICK_PATH]
    assert len(cells) == 19 + 54 + 72 == 145
    assert len(set(cells)) == 145
    assert all(0 <= row < ROWS and 0 <= column < COLUMNS for row, column in cells)


def test_the_grid_is_no_larger_than_it_must_be() -> None:
    cells = [*topology.BRICK_INTERSECTION, *topology.BRICK_PATH]
    assert {row for row, _ in cells} == set(range(ROWS))
    assert {column for _, column in cells} == set(range(COLUMNS))


@pytest.mark.parametrize("h", range(19))
def test_a_kernel_on_a_hex_covers_exactly_its_corners_and_borders(h: int) -> None:
    cells = window(topology.BRICK_HEX[h], rows=3, columns=5)
    assert {INTERSECTIONS[cell] for cell in cells & INTERSECTIONS.keys()} == set(topology.HEX_CORNERS[h])
    assert {PATHS[cell] for cell in cells & PATHS.keys()} == set(topology.HEX_PATHS[h])
    assert {HEXES[cell] for cell in cells & HEXES.keys()} == {h}
    assert len(topology.HEX_CORNERS[h]) == len(topology.HEX_PATHS[h]) == 6


def test_a_path_lies_halfway_between_its_ends() -> None:
    for e, (row, column) in enumerate(topology.BRICK_PATH):
        ends = [topology.BRICK_INTERSECTION[n] for n in topology.PATH_ENDS[e]]
        assert (2 * row, 2 * column) == (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1])


def test_intersections_lie_on_even_cells_and_hexes_in_odd_rows() -> None:
    for n, cell in enumerate(topology.BRICK_INTERSECTION):
        row, column = topology.INTERSECTION_CELL[n]
        assert cell == (2 * row, 2 * column)
    for h, cell in enumerate(topology.BRICK_HEX):
        row, column = topology.HEX_CELL[h]
        assert cell == (2 * row + 1, 2 * column + 2)


def test_the_board_has_the_shape_of_the_official_one() -> None:
    assert [sum(row == r for row, _ in topology.HEX_CELL) for r in range(5)] == [3, 4, 5, 4, 3]
    assert [sum(row == r for row, _ in topology.INTERSECTION_CELL) for r in range(6)] == [7, 9, 11, 11, 9, 7]
    degrees = [len(neighbours) for neighbours in topology.INTERSECTION_NEIGHBOURS]
    assert (degrees.count(2), degrees.count(3)) == (18, 36)
