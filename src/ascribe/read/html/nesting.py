"""How deep a page is nested, before the parser sees it.

The parsing rules of HTML take time that grows with depth times tags, and they repeat open formatting
elements in every new paragraph. A small file can be written so that both run out of hand.
"""

from __future__ import annotations

import re

from ascribe.errors import SourceError
from ascribe.read.html.elements import END_TAG_OPTIONAL, FORMATTING, VOID

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")

_NEVER_DEEP = VOID | END_TAG_OPTIONAL

_MOST_REOPENED = 50_000_000
"""Sum over all tags of the open formatting elements; a page of a million tags has some five million."""


def refuse_deep_nesting(markup: str, name: str, deepest: int) -> None:
    """Passes every page that a person would read.

    Raises:
        SourceError: the page would keep the parser busy for minutes.
    """
    depth = formatting = reopened = 0
    for match in _TAG.finditer(markup):
        tag = match[2].lower()
        reopened += formatting
        step = 0 if tag in _NEVER_DEEP else -1 if match[1] else 1
        depth = max(0, depth + step)
        if tag in FORMATTING:
            formatting = max(0, formatting + step)
        if depth > deepest or reopened > _MOST_REOPENED:
            raise SourceError(
                name, "its elements are nested too deeply to read; save it as text, or from a browser again."
            )
