"""An answer whose reply has lost the markers that it came with, so that new ones can take their place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ascribe.records import Answer, CitedSentence, Verdict
from ascribe.text.cuts import Cut, apply_cuts, find_cuts, move_offset
from ascribe.write.evidence import Place, get_reply


def remove_own_markers(answer: Answer) -> Answer:
    """Return the answer with its own citation markers cut out of the reply, and offsets that fit.

    A list of sources at the end goes with its heading, because its numbers name nothing any more. Blanks that
    only a marker needed go with it; every other character stays. An answer without citations of its own is
    returned unchanged.
    """
    return remove_spans(answer, {span for s in answer.sentences for c in s.citations for span in c.spans})


def remove_spans(answer: Answer, spans: Collection[Place]) -> Answer:
    """Return the answer as ``remove_own_markers`` does, for markers at these places of the reply."""
    if not spans:
        return answer
    reply = get_reply(answer)
    start, end = _find_source_list(answer.sentences)
    kept = sorted(span for span in spans if not start <= span[0] < end)
    cuts = find_cuts(reply, [*kept, (start, end)] if start < end else kept)
    left = apply_cuts(reply, cuts)
    return replace(answer, reply=left, sentences=[_move_sentence(s, cuts, left) for s in answer.sentences])


def _find_source_list(sentences: Sequence[CitedSentence]) -> tuple[int, int]:
    """Return the place of a list of sources that ends the reply, with its heading; an empty place without."""
    reasons = [sentence.verdict.reason if sentence.verdict else "" for sentence in sentences]
    first = len(reasons)
    while first and reasons[first - 1] == "source_list":
        first -= 1
    if first == len(reasons):
        return 0, 0
    first -= first > 0 and reasons[first - 1] in ("heading", "meta")
    return sentences[first].char_start or 0, sentences[-1].char_end or 0


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
