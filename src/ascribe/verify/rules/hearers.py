"""Hearers: what somebody tells somebody else is not said of the one who hears it.

"Voss told reporters that he heard glass breaking" does not say that reporters heard it, nor "told the pupil
that the head had fired the coach" that he fired the pupil. The statement behind "that" or a colon has a
subject of its own, unless it addresses the hearer: "told the staff that they would be paid". Only English is
covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.subjects import find_subject_heads
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.rules.restricted_lines import Line, read_same_lines

_TELLING = re.compile(
    r"\b(?:t(?:ell(?:s|ing)?|old)|inform(?:s|ed|ing)?|warn(?:s|ed|ing)?|ask(?:s|ed|ing)?|assur(?:es?|ed|ing)"
    r"|remind(?:s|ed|ing)?|advis(?:es?|ed|ing)|notif(?:y|ies|ied|ying)|promis(?:es?|ed|ing)"
    r"|(?:said|says?|wr(?:ote|ites?|itten)|explain(?:s|ed)?|complain(?:s|ed)?|admit(?:s|ted)?|confirm(?:s|ed)?"
    r"|report(?:s|ed)?|announc(?:es?|ed)|repl(?:y|ies|ied)|confess(?:es|ed)?|mention(?:s|ed)?|stress(?:es|ed)?"
    r"|reveal(?:s|ed)?|sp(?:oke|eaks)|point(?:s|ed)?\s+out|testif(?:y|ies|ied))\s+(?:to|before))\b"
)
"""Words of saying right before the one who hears it."""

_STATEMENT = re.compile(r"\s*(?:,\s*)?(?:\b(?:that|whether|how|why|what|when|where|if)\b|[:\"“”]|,)")
"""What begins the statement behind the hearer. An infinitive there is what the hearer is to do."""

_ADDRESSING = re.compile(
    r"\s*[\"“:,]?\s*(?:that\s+|whether\s+|if\s+|how\s+|when\s+|why\s+)?(?:they|their|you|your)\b"
)
"""Pronouns at the start of a statement that may mean the hearer."""

_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|be|being)\s+(?:\w+ly\s+)?$")
_BY = re.compile(r"\s+by\s")
_LONGEST_HEARER = 6
"""Words of the longest hearer: "the members of the board"."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """A word of saying with its hearer: the span of both, and the stems of the hearer."""

    place: Span
    hearer: frozenset[str]


def compare_hearers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim says of a hearer what the evidence only tells that hearer."""
    if not (claim.is_english and evidence.is_english) or _TELLING.search(claim.lowered):
        return []
    for clause, lines in read_same_lines(claim, evidence):
        heads = find_subject_heads(claim)
        found = [
            _find_told(heads, clause, evidence, (one.words[0].start, one.words[-1].end)) for one in lines
        ]
        if found and all(found):
            word = next((word for word in clause.words if word.stem in heads), clause.words[0])
            return [Comparison("hearers", "missing", "roles_unclear", (word.start, word.end), found[0])]
    return []


def _find_told(heads: frozenset[str], clause: Line, text: Text, span: Span) -> Span | None:
    """Return the span of a telling to the subject of the claim whose statement does not name it, or None.

    Of a claim that has the hearer elsewhere, the statement must have all the rest, and no word for the
    hearer.
    """
    for one in _list_tellings(text, span):
        outside = [word for word in text.within(*span) if not one.place[0] <= word.start < one.place[1]]
        named = {word.stem for word in outside}
        told = {get_meaning(word, text.language) for word in outside}
        if heads & one.hearer and not heads & named and clause.keys & told:
            return one.place
        refers = any(word.form in _OBJECTS and one.place[1] <= word.start < span[1] for word in text.words)
        rest = one.hearer - named
        others = {clause.get_key(at) for at, word in enumerate(clause.words) if word.stem not in rest}
        taken = any(word.stem in rest for word in clause.words)
        if taken and not refers and others & clause.keys and others & clause.keys <= told:
            return one.place
    return None


_OBJECTS = frozenset(("him", "her", "them", "it", "you", "me", "us", "his", "their", "its", "your", "hers"))
"""Words of a statement that may stand for the hearer."""


def _list_tellings(text: Text, span: Span) -> Iterator[_Telling]:
    for match in _TELLING.finditer(text.lowered, *span):
        passive = _PASSIVE.search(text.lowered, span[0], match.start())
        if passive and match.group().startswith("promis"):
            continue  # "the curtains were promised"
        hearer = _find_subject(text, passive.start()) if passive else _find_hearer(text, match.end())
        if hearer is None:
            continue
        end = max(match.end(), hearer[1])
        behind = _find_statement(text, end, span[1])
        if behind is not None and not _ADDRESSING.match(text.lowered, behind):
            stems = frozenset(word.stem for word in text.within(*hearer))
            yield _Telling((min(hearer[0], match.start()), end), stems)


def _find_hearer(text: Text, start: int) -> Span | None:
    """Return the span of the noun behind a word of saying."""
    end = start
    for word in text.words_after(start, _LONGEST_HEARER):
        between = text.text[end : word.start].strip(" '’-")
        if between or word.form in (
            "that",
            "whether",
            "how",
            "why",
            "what",
            "when",
            "where",
            "if",
            "to",
            "in",
            "on",
        ):
            break
        end = word.end
    return (start, end) if text.within(start, end) else None


def _find_subject(text: Text, end: int) -> Span | None:
    """Return the span of the words before a passive word of saying, up to the start of its sentence."""
    first, _ = find_stretch_at(text, end)
    words = [word for word in text.words if first <= word.start < end][-_LONGEST_HEARER:]
    return (words[0].start, words[-1].end) if words else None


def _find_statement(text: Text, start: int, last: int) -> int | None:
    """Return where what is told begins; None where nothing is told, or where it stands before the hearer."""
    agent = _BY.match(text.lowered, start)
    if agent:
        hearer = _find_hearer(text, agent.end())
        start = hearer[1] if hearer else start
    match = _STATEMENT.match(text.lowered, start, last)
    if match is None and _is_circumstance(text, start):
        match = _LATER_STATEMENT.search(text.lowered, start, last)
    if match is not None:
        return match.end() - 1 if match.group().strip() == "," else match.start()
    is_told_before = not text.text[start:last].strip(" .\n") and '"' in text.text[:start]
    return start if is_told_before else None


_LATER_STATEMENT = re.compile(r"\b(?:that|whether|how|why)\b|[:\"]")


def _is_circumstance(text: Text, start: int) -> bool:
    """Return True for "told reporters on Monday that …"."""
    word = next(iter(text.words_after(start, 1)), None)
    return word is not None and word.form in get_word_group("en", "prepositions") and word.form != "to"


HEARERS = Rule("hearers", compare_hearers, kind="roles", vetoes=("roles_unclear",), withholds=True)
