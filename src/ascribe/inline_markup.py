"""Markdown and HTML within a line of text, and its removal without a change of offsets."""

from __future__ import annotations

import re

LINK_TEXT = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,1000}"
LINK_TARGET = r"(?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t][^()\n]*)?\)|\[[^\[\]\n]{0,200}\])"
"""An address in parentheses, or the label of a definition in brackets."""

_SIGNS = re.compile(r"[<\[*~_`\\]")
"""Without any of these, a text has no markup."""

_COMMENT = re.compile(r"<!--(?:[^-<]|-(?!->)|<(?!!--))*-->")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]{0,30}(?:\s[^<>]{0,2000})?/?>")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]{1,2000})>")
_LINK = re.compile(rf"(!?\[)({LINK_TEXT})(\]{LINK_TARGET})")
_STARS = re.compile(r"(?<!\\)(?:\*+|~~+)")
_UNDERSCORES = re.compile(r"(?<![\w\\])_+|(?:(?<![\\_])|(?<=\\_))_+(?!\w)")
_TICKS = re.compile(r"`+")
ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
"""A backslash before a sign, which takes its meaning from it."""

_VISIBLE = re.compile(r"\S")


def blank_inline_markup(words: str) -> str:
    """Return the text with emphasis, links, code spans, HTML tags and escapes replaced by spaces.

    The length is the same. A link keeps its text, an image its description.
    """
    if not _SIGNS.search(words):
        return words
    words = _AUTOLINK.sub(r" \1 ", _COMMENT.sub(blank_match, words))
    words = _LINK.sub(_blank_link, _TAG.sub(blank_match, words))
    words = _TICKS.sub(blank_match, _UNDERSCORES.sub(blank_match, words))
    words = _STARS.sub(_blank_stars, words)
    return ESCAPE.sub(" ", words)  # last, because the patterns above look for the backslash


def blank_match(match: re.Match[str]) -> str:
    """Return what was found with every visible character replaced by a space; line breaks stay."""
    return _VISIBLE.sub(" ", match.group())


def _blank_link(match: re.Match[str]) -> str:
    return " " * len(match[1]) + match[2] + " " * len(match[3])


def _blank_stars(match: re.Match[str]) -> str:
    """Blank asterisks of emphasis; one between blanks or digits is a multiplication sign and stays."""
    text, start, end = match.string, match.start(), match.end()
    around = text[start - 1 : start] + text[end : end + 1]
    if match.group() == "*" and len(around) == 2 and (around.isspace() or around.isdigit()):
        return "*"
    return " " * (end - start)
