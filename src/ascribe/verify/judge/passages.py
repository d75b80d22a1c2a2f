"""The passages that a judge is shown for a claim: the best sentences with what stands around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ascribe.stages import Evidence

CHARS = 6_000
"""Characters of all passages of one question, about 1,500 tokens of English. The best sentence is shown even
if it is longer."""

AROUND = 1
"""Sentences before and after each: a pronoun or a condition stands there."""

_GAP = 200
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


def offered(ranked: Iterable[int], evidence: Sequence[Evidence]) -> tuple[Passage, ...]:
    """The passages, the one with the best sentence first, so that no order of the sources changes them.

    Args:
        ranked: indices into the evidence, best first, any number of times.
        evidence: all sentences of all sources, in order.
    """
    chosen = _chosen(ranked, evidence)
    runs = sorted(_runs(sorted(chosen), evidence), key=lambda run: min(chosen[i] for i in run))
    return tuple(_passage(run, evidence) for run in runs)


def _chosen(ranked: Iterable[int], evidence: Sequence[Evidence]) -> dict[int, int]:
    """Index → rank of the sentence that brought it in, as many as fit."""
    chosen: dict[int, int] = {}
    left = CHARS
    for rank, seed in enumerate(ranked):
        new = [i for i in _around(seed, evidence) if i not in chosen]
        left -= sum(len(evidence[i].sentence.text) for i in new)
        if left < 0 and chosen:
            break
        chosen.update((i, rank) for i in (new if left >= 0 else [seed]))
    return chosen


def _around(seed: int, evidence: Sequence[Evidence]) -> list[int]:
    near = range(max(0, seed - AROUND), min(len(evidence), seed + AROUND + 1))
    return [i for i in near if evidence[i].document is evidence[seed].document]


def _runs(members: list[int], evidence: Sequence[Evidence]) -> Iterator[tuple[int, ...]]:
    """The sentences in runs that follow one another in one source."""
    run: list[int] = []
    for index in members:
        if run and not _follows(evidence[run[-1]], evidence[index], index - run[-1]):
            yield tuple(run)
            run = []
        run.append(index)
    if run:
        yield tuple(run)


def _follows(one: Evidence, other: Evidence, distance: int) -> bool:
    gap = other.sentence.span.char_start - one.sentence.span.char_end
    return distance == 1 and one.document is other.document and 0 <= gap < _GAP


def _passage(run: tuple[int, ...], evidence: Sequence[Evidence]) -> Passage:
    first, last = evidence[run[0]], evidence[run[-1]]
    start, end = first.sentence.span.char_start, last.sentence.span.char_end
    document = first.document
    return Passage(run, start, (document.full_text or "")[start:end], document.language)
