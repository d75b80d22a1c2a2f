"""Citing words: those of a sentence that only lead to a marker, as in "According to [2], …" and "…, see [1]".

They state nothing that a source could confirm. ``citing_words.json`` has them as patterns, by language:

- ``opening``: words before a marker that opens a sentence or a clause, or ends one;
- ``source``: a noun for a source before a marker;
- ``in``: a preposition before a marker that opens a sentence;
- ``says``: what follows a marker that is the subject of the sentence;
- ``pointing``: words before a marker that ends a sentence;
- ``joining``: words between a comma and the clause that citing words open.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.package_data import load_package_json

MARKER_SIGN = "\0"
"""What stands for each character of a marker."""

_SIGNS = rf"{MARKER_SIGN}[{MARKER_SIGN}\s]*"
_JOINED = r"(?:[,;–-]|&|\b\w{1,3}\b)\s*"
_SIGN_RUN = rf"{_SIGNS}(?:{_JOINED}{_SIGNS})*"
_SENTENCE_START = r"(?:\A|(?<=[.!?:;][ \t\n])|(?<=\n))[ \t]*"
_LIST_MARK = r"(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
_AUTHOR_NAMES = r"(?P<names>(?-i:[^\W\d_a-z])[\w.'’&, -]{1,100}?(?=\s\0))\s"
"""Authors before the year of their work, which is the marker."""
_YEAR_MARKER = re.compile(r"\s\(\d{4}")
_VISIBLE = re.compile(r"[^\s\0]")


def blank_citing_words(marked: str, text: str, language: str | None = None) -> str:
    """Return the marked text with citing words replaced by spaces, at the same length.

    Args:
        marked: a reply in which ``MARKER_SIGN`` stands for each character of a marker.
        text: the reply itself.
        language: ISO 639-1 code; None means English.
    """
    if MARKER_SIGN not in marked:
        return marked
    for pattern in _compile_patterns((language or "en").split("-")[0].lower()):
        marked = pattern.sub(lambda match: _blank_words(match, text), marked)
    return marked


def _blank_words(match: re.Match[str], text: str) -> str:
    """Return what was found with its words blanked; the markers between them stay.

    Names before a marker are citing words only if the marker is the year of their work.
    """
    if match["names"] and not _YEAR_MARKER.match(text, match.end("names")):
        return match.group()
    words, (start, end) = match.group(), match.span("words")
    first = start - match.start()
    return words[:first] + _VISIBLE.sub(" ", words[first : end - match.start()])


@cache
def _compile_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    lists = _load_lists().get(language)
    if lists is None:
        return ()
    opening, source, inside, says, pointing = (
        "|".join(lists[name]) for name in ("opening", "source", "in", "says", "pointing")
    )
    joining = "|".join(lists["joining"])
    start = rf"(?:{_SENTENCE_START}{_LIST_MARK}|[,;][ \t\n]+(?:(?:{joining})\s+)?)"
    noun = rf"(?:(?:{source})\s+|{_AUTHOR_NAMES})?"
    forms = [
        rf"{start}(?P<words>(?:{opening})\s+{noun}{_SIGN_RUN},?)",
        rf"{start}(?P<words>(?:{inside})\s+{noun}{_SIGN_RUN},)",
        rf"(?P<words>[,(;]?\s{{0,3}}\b(?:{pointing}|{opening})\s+{noun}{_SIGN_RUN}\)?)(?=[.;!?\n)]|\Z)",
    ]
    if says:
        forms.append(rf"{start}(?P<words>(?:(?:{inside})\s+)?{noun}{_SIGN_RUN}(?:{says})\b,?)")
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


@cache
def _load_lists() -> dict[str, dict[str, list[str]]]:
    return load_package_json("read/markers/citing_words.json", dict[str, dict[str, list[str]]])
