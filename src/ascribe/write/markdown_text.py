"""Text that must not be read as Markdown, and brackets that must not be read as a link."""

from __future__ import annotations

import re

from ascribe.write.markdown_zones import Gap, Zones
from ascribe.write.visible import one_line

_SPECIAL = re.compile(r"([\\`*_\[\]<~$]|&(?=[#\w]{1,40};))")
_AT_START = re.compile(r"^(?:([#>+=-])|(\d{1,9})(?=[.)]))")
_LINKING = ("(", "[", ":", "{")
"""What makes a link or an attribute list of brackets that stand before it."""


def escaped(text: str) -> str:
    """The text on one line with every sign escaped that Markdown could read within a line."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def escaped_start(text: str) -> str:
    """Escaped text that may begin a line: no heading, list, quotation or rule comes of it."""
    return _AT_START.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\", text)


def brackets(as_text: bool) -> str:
    """A format for ``[n]``, escaped where it must not be read as a link."""
    return "\\[{}\\]" if as_text else "[{}]"


def escapes_needed(zones: Zones, gap: Gap) -> bool:
    """True where brackets could be read as a link: by what follows, or by a definition in the reply."""
    return zones.has_definitions or zones.text.startswith(_LINKING, gap.position)
