"""Named sources: a claim that says "according to the flyer" is about what the flyer says and nothing else.

A source is known by the last word of its id or of the title of its page: "2024-flyer.md", "Museum flyer". The
words that name it are no part of what it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath

from ascribe.protocols import Claim
from ascribe.records.source_sentence import SourceSentence
from ascribe.text.package_data import load_package_json
from ascribe.text.text_cache import cache_by_text
from ascribe.text.words import stem_word

_WORD = re.compile(r"[^\W_]+")
_NAME_END = re.compile(r"[,:;(–—|]| of | for | on | - ")
"""What ends the name of a kind of document: "Minutes of the board"."""

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class NamedSource:
    """The sources that a claim names, and the claim without the words that name them.

    Args:
        claim: the claim, of the same length.
        positions: the positions of the sources, from 1.
    """

    claim: Claim
    positions: frozenset[int]


def find_named_source(
    claim: Claim, evidence: Sequence[SourceSentence], language: str | None
) -> NamedSource | None:
    """Return what source the claim says that it is from; None if it names none of them."""
    patterns = _compile_patterns((language or "en").split("-")[0].lower())
    found = (match for pattern in patterns if (match := pattern.search(claim.reading)))
    for match in found:
        positions = _find_sources(match["name"], evidence, language)
        if positions:
            return NamedSource(_blank(claim, *match.span("words")), positions)
    return None


def _blank(claim: Claim, start: int, end: int) -> Claim:
    reading = claim.reading[:start] + " " * (end - start) + claim.reading[end:]
    return replace(claim, in_context=reading) if claim.in_context else replace(claim, content=reading)


def _find_sources(name: str, evidence: Sequence[SourceSentence], language: str | None) -> frozenset[int]:
    """Return the positions of the sources with that name, or else of those whose names end like it."""
    words = _split_words(name, language)
    names = _list_names(evidence, language)
    whole = frozenset(position for position, one in names if one == words)
    return whole or frozenset(position for position, one in names if words and one[-1:] == words[-1:])


def _list_names(evidence: Sequence[SourceSentence], language: str | None) -> set[tuple[int, tuple[str, ...]]]:
    written = {(one.position, PurePath(one.document.doc_id).stem) for one in evidence}
    written |= {
        (one.position, _NAME_END.split(context.text)[0])
        for one in evidence
        for context in one.sentence.context[:1]
        if context.kind == "heading"
    }
    return {(position, words) for position, text in written if (words := _split_words(text, language))}


@cache_by_text(1024)
def _split_words(text: str, language: str | None) -> tuple[str, ...]:
    return tuple(stem_word(word.lower(), language or "en") for word in _WORD.findall(text))


@cache
def _compile_patterns(language: str) -> tuple[re.Pattern[str], ...]:
    lists = _load_lists().get(language)
    if lists is None:
        return ()
    opening, says, that, articles = (
        "|".join(lists[name]) for name in ("opening", "says", "that", "articles")
    )
    # possessive, so that a long run of spaces is read once and not shared out between the parts
    name = rf"(?:(?:{articles})\s++)?(?P<name>[^\s,;:.!?][^,;:.!?\n]{{1,{_LONGEST_NAME}}}?)"
    start = r"\A\s*+(?:[-*+•]\s++)?"
    forms = [
        rf"{start}(?P<words>(?:{opening})\s++{name}\s*+,)",
        rf"(?P<words>,?\s{{1,3}}(?:{opening})\s++{name})\s*+[.!]?\s*+\Z",
    ]
    if says:
        forms.append(rf"{start}(?P<words>{name}\s++(?:also\s++)?(?:{says})\s++(?:{that})\b)")
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


@cache
def _load_lists() -> dict[str, dict[str, list[str]]]:
    return load_package_json("read/named_sources.json", dict[str, dict[str, list[str]]])
