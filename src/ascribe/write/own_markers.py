"""An answer whose reply has lost the markers that it came with, so that new ones can take their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.records import Answer, CitedSentence, Verdict
from ascribe.text.cuts import Cut, apply_cuts, find_cuts, move_offset
from ascribe.write.evidence import get_reply


def remove_own_markers(answer: Answer) -> Answer:
    """Return the answer with the citations of its sentences cut out of the reply, and offsets that fit.

    Blanks that only a marker needed go with it; every other character stays. An answer without such citations
    is returned unchanged.
    """
    spans = sorted({span for s in answer.sentences for c in s.citations for span in c.spans})
    if not spans:
        return answer
    reply = get_reply(answer)
    cuts = find_cuts(reply, spans)
    left = apply_cuts(reply, cuts)
    return replace(answer, reply=left, sentences=[_move_sentence(s, cuts, left) for s in answer.sentences])


def _move_sentence(sentence: CitedSentence, cuts: Sequence[Cut], left: str) -> CitedSentence:
    """Return the sentence as it is in the text that is left; the blanks around it do not belong to it."""
    if sentence.char_start is None or sentence.char_end is None:
        return replace(sentence, citations=())
    start, end = move_offset(sentence.char_start, cuts), move_offset(sentence.char_end, cuts)
    words = left[start:end]
    start += len(words) - len(words.lstrip())
    return replace(
        sentence,
        text=words.strip(),
        char_start=start,
        char_end=start + len(words.strip()),
        verdict=_move_verdict(sentence.verdict, cuts),
        citations=(),
    )


def _move_verdict(verdict: Verdict | None, cuts: Sequence[Cut]) -> Verdict | None:
    if verdict is None:
        return None
    clauses = tuple(
        replace(c, char_start=move_offset(c.char_start, cuts), char_end=move_offset(c.char_end, cuts))
        for c in verdict.clauses
    )
    places = tuple((move_offset(start, cuts), move_offset(end, cuts)) for start, end in verdict.unsupported)
    return replace(verdict, clauses=clauses, unsupported=places)
