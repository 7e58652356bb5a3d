"""Options with presets: named sets of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from longroad.options.base import Options
from longroad.options.text import pairs_among
from longroad.options.words import suggestion


class PresetOptions(Options):
    """Options of which some sets have names; the first one is all defaults."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """A set of options by name, with changes: ``Rules.preset("jsettlers", players=2)``."""
        if name not in cls.presets:
            hint = suggestion(name, cls.presets)
            must = f"preset={name!r}: must be one of {', '.join(cls.presets)}"
            raise cls.raises(f"{must}; {hint}" if hint else must)
        return cls.from_dict({**cls.presets[name], **changes})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """From ``preset`` or ``preset,option=value`` or ``option=value,option=value``."""
        name, values = cls.preset_and_values(text)
        return cls.preset(name, **values)

    @classmethod
    def preset_and_values(cls, text: str) -> tuple[str, dict[str, Any]]:
        """The preset that a text names (without a name the first), and its own options."""
        parts = text.split(",")
        first = parts[0].strip()
        name = next(iter(cls.presets))
        if "=" not in first and (first or len(parts) == 1):
            name = first or name
            parts = parts[1:]
        try:
            return name, cls.read(pairs_among(parts))
        except cls.raises:
            raise
        except ValueError as error:
            raise cls.raises(f"{error} (a preset's name comes first)") from None
