"""Removal of sentences: the text, the offsets and the verdicts of the others move together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ascribe.engine import build_verification_results, compute_faithfulness
from ascribe.read.markdown import DEFINITION
from ascribe.records import Answer, CitedSentence, Reference, Verdict

_REST_OF_LINE = re.compile(r"[^\S\n]*")
_EMPTY_LINE = re.compile(r"[^\S\n]*(?:[-*+•]|\d+[.)]|#{1,6}|>)?[^\S\n]*\Z")
"""What is left of a line that held only the sentence: nothing, or the sign of a list, heading or quote."""


def remove_sentences(answer: Answer, indices: Iterable[int]) -> Answer:
    """Remove sentences from an answer; they move to ``removed``, each with offsets of its own.

    The reply becomes the rest of the text, and every offset of the remaining sentences points into it.
    Verdicts stay with their sentences. ``faithfulness_score`` is that of the remaining sentences;
    ``unsupported_claims`` still has every sentence that failed. The definition of a footnote or link that
    only the removed sentences point to is removed with them.
    """
    reply = answer.reply or ""
    out = add_orphaned_definitions(reply, answer.sentences, set(indices))
    if not out:
        return answer
    cuts = _TextCuts(reply, [answer.sentences[index] for index in sorted(out)])
    kept = [cuts.shift(sentence) for index, sentence in enumerate(answer.sentences) if index not in out]
    results = build_verification_results(kept)
    return replace(
        answer,
        reply=cuts.text,
        sentences=kept,
        removed=[*answer.removed, *(detach_sentence(answer.sentences[index]) for index in sorted(out))],
        verification_results=results,
        faithfulness_score=compute_faithfulness(results),
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    end: int


class _TextCuts:
    """Stretches cut out of a text, and the new offsets of everything else.

    Args:
        text: the whole text.
        sentences: the sentences to cut out, in order, not overlapping.
    """

    def __init__(self, text: str, sentences: Sequence[CitedSentence]) -> None:
        found: list[_Cut] = []
        for start, end in _find_runs(text, sentences):
            found.append(_widen_cut(text, found[-1].end if found else 0, start, end))
        self._starts = [cut.start for cut in found]
        self._gone = [0, *accumulate(cut.end - cut.start for cut in found)]
        edges = [0, *(edge for cut in found for edge in (cut.start, cut.end)), len(text)]
        self.text = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    def shift(self, sentence: CitedSentence) -> CitedSentence:
        """Return the sentence with its new offsets, and those of everything in it."""
        return _shift_sentence(sentence, -self._gone[bisect_right(self._starts, sentence.char_start or 0)])


def detach_sentence(sentence: CitedSentence) -> CitedSentence:
    """Return the sentence by itself, with all offsets counted from its own first character."""
    return _shift_sentence(sentence, -(sentence.char_start or 0))


def _shift_sentence(sentence: CitedSentence, by: int) -> CitedSentence:
    return replace(
        sentence,
        char_start=(sentence.char_start or 0) + by,
        char_end=(sentence.char_end or 0) + by,
        references=_shift_references(sentence.references, by),
        verdict=None if sentence.verdict is None else _shift_verdict(sentence.verdict, by),
    )


def _shift_verdict(verdict: Verdict, by: int) -> Verdict:
    return replace(
        verdict,
        references=_shift_references(verdict.references, by),
        clauses=tuple(
            replace(clause, char_start=clause.char_start + by, char_end=clause.char_end + by)
            for clause in verdict.clauses
        ),
        unsupported=tuple((start + by, end + by) for start, end in verdict.unsupported),
    )


def _shift_references(references: Iterable[Reference], by: int) -> tuple[Reference, ...]:
    return tuple(
        replace(r, answer_start_idx=r.answer_start_idx + by, answer_end_idx=r.answer_end_idx + by)
        for r in references
    )


def _find_runs(text: str, sentences: Sequence[CitedSentence]) -> list[tuple[int, int]]:
    """Return where the sentences are; neighbours on one line are one run."""
    runs: list[tuple[int, int]] = []
    for sentence in sentences:
        start, end = sentence.char_start or 0, sentence.char_end or 0
        between = text[runs[-1][1] : start] if runs else "\n"
        if between.isspace() and "\n" not in between:
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _widen_cut(text: str, begin: int, start: int, end: int) -> _Cut:
    """Widen a cut by the space after it, or before it at a line end; a line of its own is cut whole."""
    match = _REST_OF_LINE.match(text, end)
    behind = match.end() if match else end
    line = text.rfind("\n", 0, start) + 1
    ends_line = behind == len(text) or text[behind] == "\n"
    if line >= begin and ends_line and _EMPTY_LINE.match(text[line:start]):
        return _Cut(line, min(behind + 1, len(text)))
    if ends_line:
        start = max(begin, len(text[:start].rstrip(" \t")))
    return _Cut(start, behind)


_DEFINITION = re.compile(DEFINITION)
_MARK = re.compile(rf"^[ ]{{0,3}}{DEFINITION}", re.MULTILINE)
_LINE_START = re.compile(r"(?:\A|\n)[ ]{0,3}\Z")
"""Text before the first character of a line, as Markdown allows it."""

_SAME_DEFINITION = re.compile(r"[^\n]*|\s*\n[ \t]+")
"""Text between two sentences of one definition: no new block begins, or an indented line does."""


def add_orphaned_definitions(text: str, sentences: Sequence[CitedSentence], out: set[int]) -> set[int]:
    """Add to the removed indices those of the definitions that only removed sentences point to."""
    labels = _find_labels(text, sentences)
    gone: set[int] = set()
    more = set(out)
    while more:  # a removed definition may have pointed to another one
        gone |= more
        named = "".join(sentences[place].text for place in gone).casefold()
        left = _build_remaining_text(text, [sentences[place] for place in sorted(gone)])
        orphaned = {label for label in labels if label and label in named and label not in left}
        more = {place for place, label in enumerate(labels) if label in orphaned} - gone
    return gone


def _find_labels(text: str, sentences: Sequence[CitedSentence]) -> list[str]:
    """Return, for each sentence, the label of its definition, such as ``[^1]``; empty if it is in none."""
    labels: list[str] = []
    end, label = 0, ""
    for sentence in sentences:
        start = sentence.char_start or 0
        mark = _DEFINITION.match(text, start) if _LINE_START.search(text, end, start) else None
        if mark is not None:
            label = mark[0][:-1].casefold()
        elif not _SAME_DEFINITION.fullmatch(text, end, start):
            label = ""
        labels.append(label)
        end = sentence.char_end or 0
    return labels


def _build_remaining_text(text: str, gone: Sequence[CitedSentence]) -> str:
    """Return the text without these sentences, and without the labels that definitions start with."""
    edges = [0, *(edge for s in gone for edge in (s.char_start or 0, s.char_end or 0)), len(text)]
    left = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return _MARK.sub("", left).casefold()
