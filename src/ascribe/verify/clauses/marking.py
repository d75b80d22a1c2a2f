"""Which words of a reply have no support: those of a statement that its nearest evidence lacks.

Neighbouring words make one span. Where the evidence has every word, and yet does not support the statement,
the statement is marked as a whole: what is wrong is how its words are put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ascribe.language.words import Word
from ascribe.records import Verdict
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.vocabulary import meaning, meanings

Span = tuple[int, int]


def unsupported_words(
    text: str, stretches: Sequence[tuple[Span, Verdict]], language: str | None = None
) -> tuple[Span, ...]:
    """The spans in order, not overlapping, as offsets into the text.

    Args:
        text: a sentence, without markers and markup.
        stretches: its statements that are not supported, in order, each with its own verdict; or all of it.
        language: ISO 639-1 code; None reads it as English.
    """
    return tuple(span for place, verdict in stretches for span in _marked(text, place, verdict, language))


def _marked(text: str, place: Span, verdict: Verdict, language: str | None) -> Iterator[Span]:
    start, end = place
    claim = Text.read(text[start:end], language)
    evidence = Text.read("\n".join(reference.quote for reference in verdict.references), language)
    agreed = _agreed(verdict.details.get("compared", ()), language)
    known = {word.start for word in claim.content if _is_known(word, evidence, agreed)}
    spans = [claim.original(*run) for run in _runs(claim, known)] or [_trimmed(text[start:end])]
    yield from ((start + first, start + last) for first, last in spans if first < last)


def _is_known(word: Word, evidence: Text, agreed: frozenset[str]) -> bool:
    """True if the evidence has the word, or another of its meaning, or a rule found it said otherwise."""
    if word.stem in evidence.stems or word.stem in agreed:
        return True
    return meaning(word, evidence.language) in meanings(evidence)


def _agreed(compared: Iterable[Any], language: str | None) -> frozenset[str]:
    """Stems of what the rules found confirmed: "12" where the source has "twelve"."""
    rows = (row for row in compared if isinstance(row, dict) and row.get("finding") == "agree")
    return frozenset(
        word.stem for row in rows for word in Text.read(str(row.get("claim", "")), language).words
    )


def _runs(claim: Text, known: set[int]) -> Iterator[Span]:
    """Stretches of content words that are not known, over the words without content between them."""
    run: Span | None = None
    for word in claim.content:
        if word.start not in known:
            run = (run[0] if run else word.start, word.end)
        elif run:
            yield run
            run = None
    if run:
        yield run


def _trimmed(text: str) -> Span:
    """All of it but the white space around it."""
    return len(text) - len(text.lstrip()), len(text.rstrip())
