"""What looks like a citation marker and is none: code, links, formulas, indexes, intervals, years."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.markdown import DEFINITION, LINK_TARGET, LINK_TEXT
from ascribe.read.markers.styles import STYLES_OPENED_BY
from ascribe.stages import Block

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
    rf"|^[ \t>]*{DEFINITION}"
    rf"|(?P<link>!?\[{LINK_TEXT}\]){LINK_TARGET}",
    re.MULTILINE,
)
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


def protected_spans(text: str, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """The stretches in which nothing is a marker, in order, not overlapping."""
    spans = [(block.start, block.end) for block in blocks if block.kind == "code"]
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
    return any(style.pattern.match(match.string, match.start()) for style in STYLES_OPENED_BY["["])


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
