"""Mark the words of a failing sentence that its evidence does not have.

Neighbouring unsupported words form one span. If the evidence contains every word but does not support the
statement, the whole statement is marked: the way its words are combined is wrong.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from ascribe.records import Reference, Verdict
from ascribe.records.source_sentence import cut_numbers
from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.lexicon import get_meaning, get_meanings

Span = tuple[int, int]

_COLUMN_MISMATCH = "column_mismatch"


def find_unsupported_spans(
    text: str, stretches: Sequence[tuple[Span, Verdict]], language: str | None = None
) -> tuple[Span, ...]:
    """Return the spans of unsupported words, in order and without overlap, as offsets into the text.

    Args:
        text: a sentence, without markers and markup.
        stretches: its unsupported statements in order, each with its verdict; or the whole sentence.
        language: ISO 639-1 code; None means English.
    """
    return tuple(
        span for place, verdict in stretches for span in find_statement_spans(text, place, verdict, language)
    )


def find_statement_spans(text: str, place: Span, verdict: Verdict, language: str | None) -> Iterator[Span]:
    """Yield the spans of the unsupported words of one statement; ``place`` is its span in the text."""
    start, end = place
    claim = Text.read(text[start:end], language)
    # The headings and leads of a quote were read with it, so their words are not missing.
    evidence = Text.read("\n".join(part for one in verdict.references for part in _list_read(one)), language)
    compared = verdict.details.get("compared", ())
    agreed, clashing = (_collect_stems(compared, finding, language) for finding in ("agree", "clash"))
    unknown = {word.start for word in claim.content if word.stem in clashing}
    if not unknown or verdict.reason != _COLUMN_MISMATCH:  # a row of a table has no other words of a sentence
        unknown |= {word.start for word in claim.content if not _is_known(word, evidence, agreed)}
    spans = [claim.original(*run) for run in _find_unknown_runs(claim, unknown)] or [_trim(text[start:end])]
    yield from ((start + first, start + last) for first, last in spans if first < last)


def _list_read(reference: Reference) -> Iterator[str]:
    """Yield what a quote was read with and its own words, without the numbers before items."""
    yield from (cut_numbers(one.text, one.char_start, reference.context) for one in reference.context)
    yield cut_numbers(reference.quote, reference.document_start_idx, reference.context)


def _is_known(word: Word, evidence: Text, agreed: frozenset[str]) -> bool:
    """Return True if the evidence contains the word or a synonym, or a rule confirmed a paraphrase of it."""
    if word.stem in evidence.stems or word.stem in agreed:
        return True
    return get_meaning(word, evidence.language) in get_meanings(evidence)


def _collect_stems(compared: Iterable[Any], finding: str, language: str | None) -> frozenset[str]:
    """Return the stems of the claim's words with that finding.

    A rule confirms "12" if the source contains "twelve", and opposes it if a cell of a table has 14.
    """
    rows = (row for row in compared if isinstance(row, dict) and row.get("finding") == finding)
    return frozenset(
        word.stem for row in rows for word in Text.read(str(row.get("claim", "")), language).words
    )


def _find_unknown_runs(claim: Text, unknown: Container[int]) -> Iterator[Span]:
    """Yield spans of consecutive unknown content words, including the function words between them."""
    run: Span | None = None
    for word in claim.content:
        if word.start in unknown:
            run = (run[0] if run else word.start, word.end)
        elif run:
            yield run
            run = None
    if run:
        yield run


def _trim(text: str) -> Span:
    """Return the span of the text without surrounding white space."""
    return len(text) - len(text.lstrip()), len(text.rstrip())
