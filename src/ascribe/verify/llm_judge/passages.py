"""Passages that the LLM judge reads, and the exact location of a quote in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ascribe.protocols import SourceSentence
from ascribe.text.normalize import normalize
from ascribe.text.words import is_content_word, split_words

MAX_CHARACTERS = 6_000
"""Characters of all passages of one question, about 1,500 tokens of English. The best sentence is shown even
if it is longer."""

NEIGHBOUR_SENTENCES = 1
"""Sentences before and after each: a pronoun or a condition stands there."""

_MAX_GAP = 200
"""Characters between two sentences from which on they are two passages: a figure or a table lies between."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one source.

    Args:
        members: its sentences, as indices into the evidence, in order.
        start: its first code point in the source.
        text: the slice of the source.
        language: of the source.
    """

    members: tuple[int, ...]
    start: int
    text: str
    language: str | None = None


def select_passages(ranked: Iterable[int], evidence: Sequence[SourceSentence]) -> tuple[Passage, ...]:
    """The passages, the one with the best sentence first, so that no order of the sources changes them.

    Args:
        ranked: indices into the evidence, best first, any number of times.
        evidence: all sentences of all sources, in order.
    """
    chosen = _select_sentences(ranked, evidence)
    runs = sorted(_split_runs(sorted(chosen), evidence), key=lambda run: min(chosen[i] for i in run))
    return tuple(_build_passage(run, evidence) for run in runs)


def _select_sentences(ranked: Iterable[int], evidence: Sequence[SourceSentence]) -> dict[int, int]:
    """Index → rank of the sentence that brought it in, as many as fit."""
    chosen: dict[int, int] = {}
    left = MAX_CHARACTERS
    for rank, seed in enumerate(ranked):
        new = [i for i in _find_neighbours(seed, evidence) if i not in chosen]
        left -= sum(len(evidence[i].sentence.text) for i in new)
        if left < 0 and chosen:
            break
        chosen.update((i, rank) for i in (new if left >= 0 else [seed]))
    return chosen


def _find_neighbours(seed: int, evidence: Sequence[SourceSentence]) -> list[int]:
    near = range(max(0, seed - NEIGHBOUR_SENTENCES), min(len(evidence), seed + NEIGHBOUR_SENTENCES + 1))
    return [i for i in near if evidence[i].document is evidence[seed].document]


def _split_runs(members: list[int], evidence: Sequence[SourceSentence]) -> Iterator[tuple[int, ...]]:
    """The sentences in runs that follow one another in one source."""
    run: list[int] = []
    for index in members:
        if run and not _is_adjacent(evidence[run[-1]], evidence[index], index - run[-1]):
            yield tuple(run)
            run = []
        run.append(index)
    if run:
        yield tuple(run)


def _is_adjacent(one: SourceSentence, other: SourceSentence, distance: int) -> bool:
    gap = other.sentence.span.char_start - one.sentence.span.char_end
    return distance == 1 and one.document is other.document and 0 <= gap < _MAX_GAP


def _build_passage(run: tuple[int, ...], evidence: Sequence[SourceSentence]) -> Passage:
    first, last = evidence[run[0]], evidence[run[-1]]
    start, end = first.sentence.span.char_start, last.sentence.span.char_end
    document = first.document
    return Passage(run, start, (document.full_text or "")[start:end], document.language)


_REPLACEMENTS = {**dict.fromkeys("–—―", "-"), "…": "..."}
"""Dashes and dots that ``normalize`` keeps apart, because between figures they may mean something; a quote
is only looked up, and the rules read the source's own signs."""

NormalizedText = tuple[str, tuple[tuple[int, int], ...]]
"""A plain text, and the stretch of the untouched text behind each of its characters."""


@dataclass(frozen=True, slots=True)
class QuoteLocation:
    """Where a quote stands.

    Args:
        passage: its index among the passages.
        start: first code point in the source.
        end: one past the last.
        text: the source's own characters there.
    """

    passage: int
    start: int
    end: int
    text: str


def find_exact_quote(quote: str, passages: Sequence[Passage], named: int) -> QuoteLocation | None:
    """The first place of a quote: in the passage that was named, else in another one that was offered.

    Typographic variants, invisible characters, divided words, dashes and white space may differ, nothing
    else. A quote that begins or ends inside a word or number stands nowhere, nor does one that says nothing.

    Args:
        quote: as the judge wrote it.
        passages: those that it was shown.
        named: index of the one that it names; any other number names none.
    """
    rest = [i for i in range(len(passages)) if i != named]
    for index in ([named] if 0 <= named < len(passages) else []) + rest:
        passage = passages[index]
        span = _find_offsets(quote, passage)
        if span is not None:
            start, end = span
            return QuoteLocation(index, passage.start + start, passage.start + end, passage.text[start:end])
    return None


def _find_offsets(quote: str, passage: Passage) -> tuple[int, int] | None:
    """Offsets in the passage's text."""
    asked = _normalize(quote, passage.language)[0].strip()
    if not any(is_content_word(word, passage.language) for word in split_words(asked, passage.language)):
        return None
    text, spans = _normalize(passage.text, passage.language)
    start = text.find(asked)
    while start >= 0:
        end = start + len(asked)
        if not _is_inside_word(text, start) and not _is_inside_word(text, end):
            return spans[start][0], spans[end - 1][1]
        start = text.find(asked, start + 1)
    return None


@lru_cache(maxsize=256)
def _normalize(text: str, language: str | None) -> NormalizedText:
    """The text folded, with one space for white space of any kind and length."""
    folded = normalize(text, language)
    characters: list[str] = []
    spans: list[tuple[int, int]] = []
    for place, sign in enumerate(folded.text):
        if sign.isspace() and characters and characters[-1] == " ":
            continue
        for plain in " " if sign.isspace() else _REPLACEMENTS.get(sign, sign):
            characters.append(plain)
            spans.append(folded.original(place, place + 1))
    return "".join(characters), tuple(spans)


def _is_inside_word(text: str, place: int) -> bool:
    """True if a word or a number goes on over that place. Scripts without capitals may have no spaces."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return (before.isdigit() and after.isdigit()) or (_is_cased(before) and _is_cased(after))


def _is_cased(sign: str) -> bool:
    return sign.lower() != sign.upper()
