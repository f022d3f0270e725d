"""The example: every key with its meaning, range and default, from the table that checks them."""

from collections.abc import Iterable
from textwrap import fill

from puluc.config.rules import rule_keys
from puluc.config.sections import SECTIONS, Key, keys

_HEAD = """\
# Puluc's configuration. No file and no key is needed: what stands here, each behind a #, are the
# defaults. Take the # away from a line to change it. Puluc checks this file and never writes it.
# It is looked for in $PULUC_CONFIG, ~/.config/puluc/config.toml and /etc/puluc/config.toml.
"""

_RULES = """\
# The game that a new board begins with; players may choose another in the menu. Any field of the
# rule set may be changed here; the defaults are the named game's own (below: classic's).
#
"""


def example() -> str:
    """The configuration as a commented TOML file, with everything at its default."""
    parts = [_HEAD]
    for name, section in SECTIONS.items():
        parts.append(f"[{name}]\n{_lines(keys(section))}")
        if name == "display":
            parts.append(f"[rules]\n{_RULES}{_lines(rule_keys())}")
    return "\n".join(parts)


def _lines(known: Iterable[Key]) -> str:
    return "\n".join(map(_entry, known)) + "\n"


def _entry(key: Key) -> str:
    words = f"{key.meaning} Allowed: {key.kind.allowed}."
    comment = fill(words, 96, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    return f"{comment}\n#{key.name} = {key.kind.write(key.default)}"
