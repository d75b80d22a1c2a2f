"""Remove sentences from an answer; the text, offsets and verdicts of the other sentences move together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ascribe.read.markdown import DEFINITION
from ascribe.records import Answer, CitedSentence, Reference, Verdict
from ascribe.verify.faithfulness import build_verification_results, compute_faithfulness

_REST_OF_LINE = re.compile(r"[^\S\n]*")
_EMPTY_LINE = re.compile(r"[^\S\n]*(?:[-*+•]|\d+[.)]|#{1,6}|>)?[^\S\n]*\Z")
"""What is left of a line that held only the sentence: nothing, or a sign of a list, heading or quote."""


def remove_sentences(answer: Answer, indices: Iterable[int]) -> Answer:
    """The answer without these sentences, which are in ``removed`` then, each by itself.

    Its reply is the rest of the text; every offset of the sentences that stay points into it. Verdicts stay
    with their sentences. ``faithfulness_score`` is that of the sentences that stay. The definition of
    a footnote or link that only these sentences point to goes with them.
    """
    reply = answer.reply or ""
    out = add_orphaned_definitions(reply, answer.sentences, set(indices))
    if not out:
        return answer
    cuts = _TextCuts(reply, [answer.sentences[index] for index in sorted(out)])
    kept = [cuts.moved(sentence) for index, sentence in enumerate(answer.sentences) if index not in out]
    results = build_verification_results(kept)
    return replace(
        answer,
        reply=cuts.text,
        sentences=kept,
        removed=[*answer.removed, *(detach_sentence(answer.sentences[index]) for index in sorted(out))],
        verification_results=results,
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        faithfulness_score=compute_faithfulness(results),
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    end: int


class _TextCuts:
    """Stretches cut out of a text, and where everything else goes.

    Args:
        text: the whole.
        sentences: what is cut out, in order, not overlapping.
    """

    def __init__(self, text: str, sentences: Sequence[CitedSentence]) -> None:
        found: list[_Cut] = []
        for start, end in _find_runs(text, sentences):
            found.append(_widen_cut(text, found[-1].end if found else 0, start, end))
        self._starts = [cut.start for cut in found]
        self._gone = [0, *accumulate(cut.end - cut.start for cut in found)]
        edges = [0, *(edge for cut in found for edge in (cut.start, cut.end)), len(text)]
        self.text = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    def moved(self, sentence: CitedSentence) -> CitedSentence:
        """The sentence in its new place, with everything that points to it."""
        return _shift_sentence(sentence, -self._gone[bisect_right(self._starts, sentence.char_start or 0)])


def detach_sentence(sentence: CitedSentence) -> CitedSentence:
    """The sentence out of its text: all its offsets count from its own first character."""
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
    """Where they stand; neighbours in one line together."""
    runs: list[tuple[int, int]] = []
    for sentence in sentences:
        start, end = sentence.char_start or 0, sentence.char_end or 0
        between = text[runs[-1][1] : start] if runs else "\n"
        if between.isspace() and "\n" not in between:
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _widen_cut(text: str, begin: int, start: int, end: int) -> _Cut:
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


_DEFINITION = re.compile(DEFINITION)
_MARK = re.compile(rf"^[ ]{{0,3}}{DEFINITION}", re.MULTILINE)
_LINE_START = re.compile(r"(?:\A|\n)[ ]{0,3}\Z")
"""What stands before the first character of a line, as Markdown allows it."""

_SAME_DEFINITION = re.compile(r"[^\n]*|\s*\n[ \t]+")
"""Between two sentences of one definition: nothing new begins, or an indented line."""


def add_orphaned_definitions(text: str, sentences: Sequence[CitedSentence], out: set[int]) -> set[int]:
    """The places that are taken out, and those of definitions that only these pointed to."""
    labels = _find_labels(text, sentences)
    gone: set[int] = set()
    more = set(out)
    while more:  # a definition that goes may have pointed to another one
        gone |= more
        named = "".join(sentences[place].text for place in gone).casefold()
        left = _build_remaining_text(text, [sentences[place] for place in sorted(gone)])
        orphaned = {label for label in labels if label and label in named and label not in left}
        more = {place for place, label in enumerate(labels) if label in orphaned} - gone
    return gone


def _find_labels(text: str, sentences: Sequence[CitedSentence]) -> list[str]:
    """For each sentence the mark of the definition that it is of, such as ``[^1]``; empty for none."""
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
    """The text without these sentences, and without the marks that definitions begin with."""
    edges = [0, *(edge for s in gone for edge in (s.char_start or 0, s.char_end or 0)), len(text)]
    left = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return _MARK.sub("", left).casefold()
