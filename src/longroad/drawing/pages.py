"""How every HTML page is made: templates of a package, with everything escaped."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def page_environment(package: str) -> Environment:
    """An environment for the templates of a package. What they show is escaped, and a name that they use and
    nobody gave raises."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
