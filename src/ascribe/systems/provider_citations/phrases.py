"""Phrases that say too little to be judged, such as a year: which document is cited rightly for one."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.language.words import stems
from ascribe.marker_repair.evidence import Verdicts
from ascribe.records import Answer, Reference, Verdict
from ascribe.systems.provider_citations.cases import Case


def support_of(verdict: Verdict | None) -> list[Reference]:
    """What a supported verdict rests on, best first; nothing for any other."""
    if verdict is None or verdict.status != "supported":
        return []
    return [reference for reference in verdict.references if reference.label == "supports"]


def has_phrase(case: Case, verdicts: Verdicts, answer: Answer) -> bool:
    """True unless another document of those that support the sentence together has more of its words.

    Asked only where the words do not say enough by themselves: each document is right for its own part.
    """
    if case.decision.reason != "supports_jointly" or case.group.stretch is None:
        return True
    if any(r.document_position == case.position for r in support_of(verdicts.of(case.group.stretch))):
        return True
    start, end = case.group.stretch
    language = answer.settings.language
    wanted = stems((answer.reply or "")[start:end], language)
    has: dict[int, int] = {}
    for reference in _supporting(case, verdicts, answer):
        place = reference.document_position
        has[place] = max(has.get(place, 0), len(wanted & stems(reference.quote, language)))
    own = has.get(case.position or 0, 0)
    return own > 0 and own == max(has.values())


def _supporting(case: Case, verdicts: Verdicts, answer: Answer) -> Iterator[Reference]:
    """All that supports the sentence, by whichever documents it was judged."""
    sentence = answer.sentences[case.group.claim]
    yield from support_of(sentence.verdict)
    for (start, end, _), verdict in verdicts.found.items():
        if (start, end) == (sentence.char_start, sentence.char_end):
            yield from support_of(verdict)
