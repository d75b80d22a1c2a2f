"""Sentences taken out of an answer: its text and every offset and verdict of what stays move together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ascribe.library.answering.definitions import with_definitions
from ascribe.records import Answer, CitedSentence, Reference, Verdict
from ascribe.verify.faithfulness import faithfulness, verification_results

_REST_OF_LINE = re.compile(r"[^\S\n]*")
_EMPTY_LINE = re.compile(r"[^\S\n]*(?:[-*+•]|\d+[.)]|#{1,6}|>)?[^\S\n]*\Z")
"""What is left of a line that held only the sentence: nothing, or a sign of a list, heading or quote."""


def without(answer: Answer, indices: Iterable[int]) -> Answer:
    """The answer without these sentences, which are in ``removed`` then, each by itself.

    Its reply is the rest of the text; every offset of the sentences that stay points into it. Verdicts stay
    with their sentences. ``faithfulness_score`` is that of the sentences that stay. The definition of
    a footnote or link that only these sentences point to goes with them.
    """
    reply = answer.reply or ""
    out = with_definitions(reply, answer.sentences, set(indices))
    if not out:
        return answer
    cuts = _Cuts(reply, [answer.sentences[index] for index in sorted(out)])
    kept = [cuts.moved(sentence) for index, sentence in enumerate(answer.sentences) if index not in out]
    results = verification_results(kept)
    return replace(
        answer,
        reply=cuts.text,
        sentences=kept,
        removed=[*answer.removed, *(by_itself(answer.sentences[index]) for index in sorted(out))],
        verification_results=results,
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        faithfulness_score=faithfulness(results),
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    end: int


class _Cuts:
    """Stretches cut out of a text, and where everything else goes.

    Args:
        text: the whole.
        sentences: what is cut out, in order, not overlapping.
    """

    def __init__(self, text: str, sentences: Sequence[CitedSentence]) -> None:
        found: list[_Cut] = []
        for start, end in _runs(text, sentences):
            found.append(_widened(text, found[-1].end if found else 0, start, end))
        self._starts = [cut.start for cut in found]
        self._gone = [0, *accumulate(cut.end - cut.start for cut in found)]
        edges = [0, *(edge for cut in found for edge in (cut.start, cut.end)), len(text)]
        self.text = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    def moved(self, sentence: CitedSentence) -> CitedSentence:
        """The sentence in its new place, with everything that points to it."""
        return _moved(sentence, -self._gone[bisect_right(self._starts, sentence.char_start or 0)])


def by_itself(sentence: CitedSentence) -> CitedSentence:
    """The sentence out of its text: all its offsets count from its own first character."""
    return _moved(sentence, -(sentence.char_start or 0))


def _moved(sentence: CitedSentence, by: int) -> CitedSentence:
    return replace(
        sentence,
        char_start=(sentence.char_start or 0) + by,
        char_end=(sentence.char_end or 0) + by,
        references=_references(sentence.references, by),
        verdict=None if sentence.verdict is None else _verdict(sentence.verdict, by),
    )


def _verdict(verdict: Verdict, by: int) -> Verdict:
    return replace(
        verdict,
        references=_references(verdict.references, by),
        clauses=tuple(
            replace(clause, char_start=clause.char_start + by, char_end=clause.char_end + by)
            for clause in verdict.clauses
        ),
        unsupported=tuple((start + by, end + by) for start, end in verdict.unsupported),
    )


def _references(references: Iterable[Reference], by: int) -> tuple[Reference, ...]:
    return tuple(
        replace(r, answer_start_idx=r.answer_start_idx + by, answer_end_idx=r.answer_end_idx + by)
        for r in references
    )


def _runs(text: str, sentences: Sequence[CitedSentence]) -> list[tuple[int, int]]:
    """Where they stand; neighbours in one line together."""
    runs: list[tuple[int, int]] = []
    for sentence in sentences:
        start, end = sentence.char_start or 0, sentence.char_end or 0
        between = text[runs[-1][1] : start] if runs else "\n"
        if between.isspace() and "\n" not in between:
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _widened(text: str, begin: int, start: int, end: int) -> _Cut:
    """The sentence and the space behind it, or before it at the end of a line; a line of its own whole."""
    match = _REST_OF_LINE.match(text, end)
    behind = match.end() if match else end
    line = text.rfind("\n", 0, start) + 1
    ends_line = behind == len(text) or text[behind] == "\n"
    if line >= begin and ends_line and _EMPTY_LINE.match(text[line:start]):
        return _Cut(line, min(behind + 1, len(text)))
    if ends_line:
        start = max(begin, len(text[:start].rstrip(" \t")))
    return _Cut(start, behind)
