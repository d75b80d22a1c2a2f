"""Inline Markdown with the offset of every token: what markdown-it-py parses, plus where it stands.

markdown-it-py keeps no offsets inside a paragraph. Here the state of its inline parser notes its position
whenever a rule adds a token.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.link import link
from markdown_it.token import Token

AT = "at"
"""Key in the ``meta`` of a token: the offset of its first character in the content."""

_DISABLED = [
    "code",  # an indented line is prose for the reader of replies, too
    "reference",  # a definition is shown, as it may be a list of sources
    "html_block",
    "html_inline",
    "autolink",  # read below, because the rule changes the address
    "normalize",  # changes offsets
    "inline",
    "text_join",
    "fragments_join",
]
_VERBATIM = re.compile(
    r"\$\$[^$]+\$\$"
    r"|\$(?=\S)[^$\n]*[\\^_{][^$\n]*(?<=\S)\$(?!\d)"
    r"|\\\((?:(?!\\\)).){1,5000}\\\)"
    r"|\\\[(?:(?!\\\]).){1,5000}\\\]"
    r"|<(?P<address>(?:https?://|mailto:)[^<>\s]{1,2000})>",
    re.DOTALL,
)
"""Formulas and addresses in angle brackets: no character in them is syntax."""


class _PositionedState(StateInline):
    """The state of the inline parser, which notes the offset of each token that a rule adds."""

    pushed_at = -1

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token that starts at the current position, or right after the text added there before."""
        before = self.tokens[-1] if self.tokens and self.pushed_at == self.pos else None
        token = super().push(ttype, tag, nesting)
        is_run = before is not None and before.type == "text" and ttype == "text"
        token.meta[AT] = before.meta[AT] + len(before.content) if before and is_run else self.pos
        self.pushed_at = self.pos
        return token

    def pushPending(self) -> Token:  # noqa: N802 - the name is markdown-it's
        """Add the plain text that was read up to the current position."""
        token = super().pushPending()
        token.meta[AT] = self.src.rfind(token.content, 0, self.pos)
        return token


@lru_cache(maxsize=1)
def build_parser() -> MarkdownIt:
    """Return the parser of blocks, whose inline content ``parse_inline`` reads."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(_DISABLED, ignoreInvalid=True)
    parser.inline.ruler.at("link", _parse_link)
    parser.inline.ruler.before("escape", "verbatim", _parse_verbatim)
    return parser


def parse_inline(content: str) -> list[Token]:
    """Return the inline tokens; ``meta["at"]`` of each is its offset in the content."""
    parser = build_parser()
    state = _PositionedState(content, parser, {}, [])
    parser.inline.tokenize(state)
    for rule in parser.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens


def _parse_link(state: StateInline, silent: bool) -> bool:
    """Parse a link after adding the text before it, whose end would not be known inside the label."""
    if not silent and state.src[state.pos] == "[" and state.pending:
        state.pushPending()
    return link(state, silent)


def _parse_verbatim(state: StateInline, silent: bool) -> bool:
    match = _VERBATIM.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        group = "address" if match["address"] else 0
        token = state.push("verbatim", "", 0)
        token.content = match[group]
        token.meta[AT] = match.start(group)
    state.pos = match.end()
    return True
