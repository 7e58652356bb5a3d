"""A table of results as plain values: the terminal prints it, a notebook shows it as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, Template

#: Colours are those of the notebook, light or dark: none are set here. Styles are inline, because notebooks
#: that are not trusted drop style sheets.
_HTML = """\
<div style="font-variant-numeric:tabular-nums;max-width:64em">
{% for sheet in sheets %}
<table style="border-collapse:collapse;margin:.6em 0">
<caption style="caption-side:top;text-align:left;font-weight:600;padding:.3em 0;color:inherit">
{{- sheet.title }}</caption>
<thead><tr>
{%- for column in sheet.columns %}
<th style="{{ text if loop.index0 < sheet.texts else number }};border-bottom:1px solid rgba(128,128,128,.6)">
{{- column }}</th>
{%- endfor %}
</tr></thead>
<tbody>
{% for row in sheet.rows %}
<tr>{% for cell in row %}<td style="{{ text if loop.index0 < sheet.texts else number }}">{{ cell }}</td>
{%- endfor %}</tr>
{% endfor %}
</tbody></table>
{% for note in sheet.notes %}
<div style="font-size:90%;opacity:.8;overflow-wrap:anywhere">{{ note }}</div>
{% endfor %}
{% endfor %}
</div>"""
_TEXT = "text-align:left;padding:.25em 1.2em .25em 0;min-width:4em;max-width:28em;overflow-wrap:anywhere"
_NUMBER = "text-align:right;padding:.25em 1.2em .25em 0;white-space:nowrap"


@dataclass(frozen=True)
class Sheet:
    """A title, columns, rows of text as they are shown, and remarks below.

    >>> sheet = Sheet("a match", ("agent", "wins"), [("<b>", "7")])
    >>> "<td" in sheet.html() and "&lt;b&gt;" in sheet.html()
    True
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()
    #: The first so many columns are words, the others figures.
    texts: int = 1

    def html(self) -> str:
        """An HTML element for a notebook. Everything in it is escaped."""
        return html(self)


def html(*sheets: Sheet) -> str:
    """Several tables, one below the other, as an HTML element for a notebook."""
    return _template().render(sheets=sheets, text=_TEXT, number=_NUMBER)


@cache
def _template() -> Template:
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(_HTML)
