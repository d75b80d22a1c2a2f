"""Selects the passages for the LLM judge, and locates its quotes in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ascribe.records.source_sentence import SourceSentence
from ascribe.text.normalize import normalize
from ascribe.text.text_cache import cache_by_text
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.evidence.passages import list_around

MAX_CHARACTERS = 6_000
"""Most characters of all passages of one request, about 1,500 tokens of English. The best sentence is sent
even if it is longer."""

NEIGHBOUR_SENTENCES = 1
"""Sentences added before and after each, because a pronoun or a condition may refer to them."""

_MAX_GAP = 200
"""Least characters between sentences of two passages: a figure or a table is between them."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of one source.

    Args:
        members: its sentences, as indices into the evidence, in order.
        start: its first code point in the source.
        text: the slice of the source.
        language: language of the source.
    """

    members: tuple[int, ...]
    start: int
    text: str
    language: str | None = None


def select_passages(ranked: Iterable[int], evidence: Sequence[SourceSentence]) -> tuple[Passage, ...]:
    """Select passages, the one with the best sentence first, so that the order of sources is irrelevant.

    Args:
        ranked: indices into the evidence, best first; repetitions are allowed.
        evidence: all sentences of all sources, in order.
    """
    chosen = _select_sentences(ranked, evidence)
    runs = sorted(_split_runs(sorted(chosen), evidence), key=lambda run: min(chosen[i] for i in run))
    return tuple(_build_passage(run, evidence) for run in runs)


def _select_sentences(ranked: Iterable[int], evidence: Sequence[SourceSentence]) -> dict[int, int]:
    """Return as many sentences as fit, as index → rank of the sentence whose neighbour it is."""
    chosen: dict[int, int] = {}
    left = MAX_CHARACTERS
    for rank, seed in enumerate(ranked):
        new = [
            i
            for i in list_around(evidence, seed, NEIGHBOUR_SENTENCES, NEIGHBOUR_SENTENCES)
            if i not in chosen
        ]
        left -= sum(len(evidence[i].sentence.text) for i in new)
        if left < 0 and chosen:
            break
        chosen.update((i, rank) for i in (new if left >= 0 else [seed]))
    return chosen


def _split_runs(members: list[int], evidence: Sequence[SourceSentence]) -> Iterator[tuple[int, ...]]:
    """Split the sentences into runs of adjacent sentences of one source."""
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
"""Dashes and dots that ``normalize`` distinguishes, because they may matter between figures. Here they only
serve to locate a quote; the rules compare the original characters of the source."""

NormalizedText = tuple[str, tuple[tuple[int, int], ...]]
"""A text in normal form, and the span of the original text for each of its characters."""


@dataclass(frozen=True, slots=True)
class QuoteLocation:
    """The location of a quote.

    Args:
        passage: index of its passage.
        start: its first code point in the source.
        end: one past its last.
        text: the characters of the source there.
    """

    passage: int
    start: int
    end: int
    text: str


def find_exact_quote(quote: str, passages: Sequence[Passage], named: int) -> QuoteLocation | None:
    """Return the first location of a quote, in the named passage or else in another one, or None.

    Only typographic variants, invisible characters, divided words, dashes and white space may differ. A quote
    that begins or ends inside a word or number, or has no content word, is never found.

    Args:
        quote: as the judge wrote it.
        passages: the passages that were sent to the judge.
        named: index of the passage that the judge named; any other number names none.
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
    """Return the offsets of the quote in the text of the passage, or None."""
    wanted = _normalize(quote, passage.language)[0].strip()
    if not any(is_content_word(word, passage.language) for word in split_words(wanted, passage.language)):
        return None
    text, spans = _normalize(passage.text, passage.language)
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not _is_inside_word(text, start) and not _is_inside_word(text, end):
            return spans[start][0], spans[end - 1][1]
        start = text.find(wanted, start + 1)
    return None


@cache_by_text(256)
def _normalize(text: str, language: str | None) -> NormalizedText:
    """Normalize the text, with every run of white space as one space."""
    normalized = normalize(text, language)
    characters: list[str] = []
    spans: list[tuple[int, int]] = []
    for place, sign in enumerate(normalized.text):
        if sign.isspace() and characters and characters[-1] == " ":
            continue
        for plain in " " if sign.isspace() else _REPLACEMENTS.get(sign, sign):
            characters.append(plain)
            spans.append(normalized.original(place, place + 1))
    return "".join(characters), tuple(spans)


def _is_inside_word(text: str, place: int) -> bool:
    """Return True inside a word or number; scripts without letter case may have no spaces and give False."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return (before.isdigit() and after.isdigit()) or (_is_cased(before) and _is_cased(after))


def _is_cased(sign: str) -> bool:
    return sign.lower() != sign.upper()
