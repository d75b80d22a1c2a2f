"""What looks like a citation marker and is none: code, links, formulas, indexes, intervals, years."""

from __future__ import annotations

import re

from ascribe.read.blocks import split_blocks
from ascribe.read.markers.styles import STYLES

GREATEST_POSITION = 999
"""A bare number above this is a year or a quantity, unless so many documents were offered."""

_PROTECTED = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?!`)(?:[^`\n]|\n(?![ \t]*\r?\n))+(?P=ticks)(?!`)"
    r"|\$\$[^$]+\$\$"
    r"|(?<![\w$\\])\$(?=[^\s\d$])[^$\n]{0,500}(?<![\s\\])\$(?!\w)"
    r"|(?<![\w$\\])\$(?=[^$\n]{0,200}[\\^_{])[^$\n]{1,500}\$(?!\w)"
    r"|\\\((?:[^\\\n]|\\(?![()]))*\\\)"
    r"|\\\[(?:[^\\]|\\(?![\[\]]))*\\\]"
    r"|\{\s*[\"'][^{}\n]*\}"
    r"|^[ \t>]*\[[^\[\]\n]{1,60}\]:"
    r"|(?P<link>!?\[(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,1000}\])"
    r"(?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t][^()\n]*)?\)|\[[^\[\]\n]{0,200}\])",
    re.MULTILINE,
)
_BRACKETED = tuple(style.pattern for style in STYLES if "[" in style.opens)
_LEFT = 40
_NO_CITATION_BEFORE = re.compile(r"(?:[\\^{\[]|(?<!\w)_|[\"']\s*:\s*|[=∈]\s*)\Z")
_INTERVAL_BEFORE = re.compile(
    r"(?:\b(?:interval|range|scale|domain|bounds|between|intervall|bereich|intervalle|intervalo|rango|intervallo)"
    r"\s+(?:of\s+)?|\\in\s*)\Z",
    re.IGNORECASE,
)
_PAIR = re.compile(r"\[\s*\d+\s*[,;]\s*\d+\s*\]")
_FROM_ZERO = re.compile(r"\[\s*0\s*[-–,;]")
_INDEXED = re.compile(
    r"(?:(?<![^\W_])(?<!\d )[A-Za-z]|[A-Za-z][\w.]*[._][A-Za-z]\w*|\b[a-z]+[A-Z]\w*|\)"
    r"|\b(?:list|array|arr|args|argv|data|items|row|rows|values|vec|matrix))\Z",
    re.ASCII,
)
_INDEX_AFTER = re.compile(r"\s?(?:=|\+=|\[[a-z_\"'])|\.[a-z_]+\(|[+{]")


def protected_spans(text: str) -> list[tuple[int, int]]:
    """The stretches in which nothing is a marker, in order, not overlapping."""
    spans = [(block.start, block.end) for block in split_blocks(text) if block.kind == "code"]
    spans += [match.span() for match in _PROTECTED.finditer(text) if not _is_marker_pair(match)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_marker_pair(match: re.Match[str]) -> bool:
    """``[1][2]`` is two markers and ``[[2]](url)`` is one, though both have the shape of a link."""
    first = match.group("link")
    if first is None or first.startswith("!"):
        return False
    found = (pattern.match(match.string, match.start()) for pattern in _BRACKETED)
    return any(marker is not None for marker in found)


def is_plain_citation(
    match: re.Match[str], documents: tuple[int | str, ...], n_documents: int | None
) -> bool:
    """True if numbers in square brackets are a citation, by the numbers and by what stands around them."""
    text, start, end = match.string, match.start(), match.end()
    greatest = max(GREATEST_POSITION, n_documents or 0)
    if any(isinstance(number, int) and number > greatest for number in documents):
        return False
    before = text[max(0, start - _LEFT) : start]
    if _NO_CITATION_BEFORE.search(before) or _FROM_ZERO.match(text, start):
        return False
    if _INDEX_AFTER.match(text, end) and not before[-1:].isspace():
        return False
    if _PAIR.fullmatch(match.group()) and _INTERVAL_BEFORE.search(before):
        return False
    return not (_INDEXED.search(before) or (before[-1:].isalnum() and documents == (0,)))
