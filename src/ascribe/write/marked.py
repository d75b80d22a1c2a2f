"""Words of the reply without support: where they stand in a sentence, and the reply cut at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ascribe.records import CitedSentence, Verdict
from ascribe.write.spans import Place
from ascribe.write.wording import status_words


def marked_places(verdict: Verdict | None, place: Place | None) -> tuple[Place, ...]:
    """The unsupported words of a sentence that stand within its place, in order, not overlapping."""
    if verdict is None or place is None:
        return ()
    kept: list[Place] = []
    position, last = place
    for start, end in sorted(verdict.unsupported):
        first, position = max(start, position), max(position, min(end, last))
        if first < position:
            kept.append((first, position))
    return tuple(kept)


def cut_at(places: Sequence[Place], start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """The stretches from ``start`` to ``end`` in order, each with whether it is one of the places.

    Places that do not lie within are left out.
    """
    position = start
    for first, last in places:
        if position <= first and last <= end:
            if position < first:
                yield position, first, False
            yield first, last, True
            position = last
    if position < end:
        yield position, end, False


def clause_rows(sentence: CitedSentence, reply: str) -> list[tuple[str, str]]:
    """What is said of each statement and which words have no support, as names and values.

    Words that are the whole sentence are not named again.
    """
    verdict = sentence.verdict
    if verdict is None:
        return []
    rows = [
        (f"statement {number}", f"{_quoted(reply[c.char_start : c.char_end])} is {status_words(c.status)}")
        for number, c in enumerate(verdict.clauses, 1)
    ]
    words = [reply[start:end] for start, end in verdict.unsupported]
    if words and words != [sentence.text]:
        rows.append(("without support", ", ".join(map(_quoted, words))))
    return rows


def _quoted(text: str) -> str:
    return f"“{text}”"
