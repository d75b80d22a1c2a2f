"""Text directives: the part of a link that names words of a page, so that a browser scrolls to them.

The grammar and the search are those of the WICG report "URL Fragment Text Directives":
``text=[prefix-,]start[,end][,-suffix]``. Letter case counts for nothing, every run of white space is one
space, and each of the four must begin and end with a word and stand within one block of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import quote

from ascribe.language.scripts import RAISED

_BREAK = re.compile(r"[\n\t]| \| ")
"""Between blocks, lines and cells of the text that was read: no term may hold one."""

_ODD = re.compile(f"[{RAISED}]")
"""Set by the reader; the page has other characters there."""

_COUNTS = (3, 6, 9, 12)
"""Words of a term, fewest first: notes in the page that were left out of the text break long terms."""

_BETWEEN = " |-•"
"""What may stand between two blocks of the text that was read."""

_AROUND = 300
"""Characters in which words before and behind are looked for."""


@dataclass(frozen=True, slots=True)
class _Directive:
    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        terms = [f"{_encoded(self.prefix)}-" if self.prefix else "", _encoded(self.start)]
        terms += [_encoded(self.end), f"-{_encoded(self.suffix)}" if self.suffix else ""]
        return "text=" + ",".join(term for term in terms if term)


def text_directive(text: str, start: int, end: int) -> str:
    """``text=…`` for those characters of a page's text; empty where they hold no word.

    It is the shortest tried that leads to them and nowhere before them; if none does, the longest.
    """
    directive = None
    for directive in _directives(text, start, end):
        if _leads_to(text, directive, start, end):
            break
    return str(directive) if directive is not None else ""


def _directives(text: str, start: int, end: int) -> Iterator[_Directive]:
    """Longer and longer ones, then with words before, with words behind, and with both."""
    pieces = _pieces(text[start:end])
    if not pieces:
        return
    before, after = _pieces(text[max(0, start - _AROUND) : start]), _pieces(text[end : end + _AROUND])
    plain = [_directive(pieces[0], pieces[-1], count) for count in _COUNTS]
    yield from plain
    # Between blocks the page may have more than was read, so words of the same block come first.
    beside = ("\n" not in text[max(0, start - 2) : start], "\n" not in text[end : end + 2])
    for kinds in sorted(((True, False), (False, True), (True, True)), key=lambda kinds: kinds != beside):
        for count in _COUNTS:
            prefix = _joined(before[-1][-count:]) if before and kinds[0] else ""
            suffix = _joined(after[0][:count]) if after and kinds[1] else ""
            yield replace(plain[-1], prefix=prefix, suffix=suffix)


def _directive(head: list[str], tail: list[str], count: int) -> _Directive:
    """Start and end; one term where they would meet."""
    if head == tail and len(head) <= 2 * count:
        return _Directive(_joined(head))
    return _Directive(_joined(head[:count]), _joined(tail[-count:]))


def _pieces(text: str) -> list[list[str]]:
    """The words of each block, line or cell that has any."""
    return [words for piece in _BREAK.split(text) if (words := _words(piece))]


def _words(piece: str) -> list[str]:
    """From the first word to the last, without the mark of a list item; only up to the first odd one."""
    found = piece.split()
    odd = next((at for at, word in enumerate(found) if _ODD.search(word)), len(found))
    return _joined(found[:odd]).split()


def _joined(words: list[str]) -> str:
    """The words in a row, from the first to the last that has a letter or digit."""
    worded = [at for at, word in enumerate(words) if any(map(str.isalnum, word))]
    return " ".join(words[worded[0] : worded[-1] + 1]) if worded else ""


@lru_cache(maxsize=8)
def _searched(text: str) -> str:
    return " ".join(text.casefold().split())


def _leads_to(text: str, directive: _Directive, start: int, end: int) -> bool:
    """True if the first place that the directive names is the stretch itself."""
    whole, own = _searched(text), _searched(text[start:end])
    at = len(_searched(text[:start] + "x")) - 1
    found = _first(whole, directive)
    return found is not None and at <= found[0] and found[1] <= at + len(own) + 1


def _first(whole: str, directive: _Directive) -> tuple[int, int] | None:
    """The first stretch that the directive names, as a browser searches for it."""
    start, end, prefix, suffix = (
        _searched(term) for term in (directive.start, directive.end, directive.prefix, directive.suffix)
    )
    for begin in _places(whole, start, 0):
        if not whole[:begin].rstrip(_BETWEEN).endswith(prefix):
            continue
        stops = (
            (at + len(end) for at in _places(whole, end, begin + len(start)))
            if end
            else (begin + len(start),)
        )
        for stop in stops:
            if whole[stop:].lstrip(_BETWEEN).startswith(suffix):
                return begin, stop
    return None


def _places(whole: str, term: str, at: int) -> Iterator[int]:
    """Where the term stands between two ends of words."""
    at = whole.find(term, at)
    while at >= 0:
        if not (whole[at - 1 : at].isalnum() or whole[at + len(term) : at + len(term) + 1].isalnum()):
            yield at
        at = whole.find(term, at + 1)


def _encoded(term: str) -> str:
    """Percent-encoded, with the hyphen, which would mark a prefix or suffix."""
    return quote(term, safe="", errors="replace").replace("-", "%2D")
