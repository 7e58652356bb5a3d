"""Tables of results in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from longroad.drawing.sheet import Sheet


def print_sheet(sheet: Sheet) -> None:
    """The table, and the remarks below it."""
    table = Table(title=escape(sheet.title))
    for i, column in enumerate(sheet.columns):
        if i < sheet.texts:
            widest = max((len(row[i]) for row in sheet.rows), default=0)
            table.add_column(column, overflow="fold", min_width=min(18, widest))
        else:
            table.add_column(column, justify="right", no_wrap=True)
    for row in sheet.rows:
        table.add_row(*map(escape, row))
    console = Console()
    console.print(table)
    for note in sheet.notes:
        console.print(note, markup=False)
