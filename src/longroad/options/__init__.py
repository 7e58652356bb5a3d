"""One layer for everything a person can set: agents, rules, searches and training declare their options here
as typed fields, and read, check, show and explain them in one way.

The text form is ``name=value,name=value``; ``on/off``, ``yes/no`` and ``true/false`` all are switches.
"""

from longroad.options.base import Options, choices_of, option, options, with_default
from longroad.options.constructors import arguments_from_text, class_named, constructor_options
from longroad.options.declared import REQUIRED, About, Declared
from longroad.options.own_files import class_meant, classes_in, module_file, modules_in
from longroad.options.presets import PresetOptions
from longroad.options.specs import from_spec, spec_parts, unknown_agent
from longroad.options.text import pairs_among, pairs_of
from longroad.options.words import no_such, suggestion, switch_word

__all__ = [
    "REQUIRED",
    "About",
    "Declared",
    "Options",
    "PresetOptions",
    "arguments_from_text",
    "choices_of",
    "class_meant",
    "class_named",
    "classes_in",
    "constructor_options",
    "from_spec",
    "module_file",
    "modules_in",
    "no_such",
    "option",
    "options",
    "pairs_among",
    "pairs_of",
    "spec_parts",
    "suggestion",
    "switch_word",
    "unknown_agent",
    "with_default",
]
