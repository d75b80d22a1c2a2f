"""What is highlighted in each document of an answer, in which colour, and what the note says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.records import Answer, Reference
from ascribe.write.numbering import Key, words_of
from ascribe.write.view import EvidenceView, SentenceView, view_of
from ascribe.write.visible import one_line

Colour = tuple[int, int, int]

SUPPORTED: Colour = (150, 230, 130)
DOUBTFUL: Colour = (255, 225, 90)
CONTRADICTED: Colour = (255, 150, 140)
"""Green, where a supported sentence rests on the words; red, where they say otherwise; yellow, where they
are evidence for a sentence that is not wholly supported."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a document to highlight once, with all that the reply makes of them.

    Args:
        reference: the words.
        number: of the marker that points to them in every report.
        colour: red, green, blue, from 0 to 255.
        note: for each sentence that rests on the words: number, status, reason and the sentence.
    """

    reference: Reference
    number: int | None
    colour: Colour
    note: str


def marks_of(answer: Answer) -> dict[str, list[Mark]]:
    """Document id → its marks, by their number; ``related`` passages are no citations and have none."""
    uses: dict[tuple[Key, str], list[tuple[SentenceView, EvidenceView]]] = {}
    for sentence, evidence in _cited(answer):
        key = (words_of(evidence.reference), evidence.reference.label)
        uses.setdefault(key, []).append((sentence, evidence))
    marks: dict[str, list[Mark]] = {}
    for found in uses.values():
        reference = found[0][1].reference
        marks.setdefault(reference.document_id, []).append(_mark(found))
    return {name: sorted(rows, key=lambda mark: mark.number or 0) for name, rows in marks.items()}


def _cited(answer: Answer) -> Iterator[tuple[SentenceView, EvidenceView]]:
    for sentence in view_of(answer).sentences:
        for evidence in (*sentence.supporting, *sentence.contradicting):
            yield sentence, evidence


def _mark(found: list[tuple[SentenceView, EvidenceView]]) -> Mark:
    evidence = found[0][1]
    return Mark(
        evidence.reference,
        evidence.number,
        _colour(evidence.reference.label, [sentence for sentence, _ in found]),
        "\n\n".join(_note(sentence, evidence) for sentence, _ in found),
    )


def _colour(label: str, sentences: list[SentenceView]) -> Colour:
    if label == "contradicts":
        return CONTRADICTED
    return SUPPORTED if any(s.status in ("supported", None) for s in sentences) else DOUBTFUL


def _note(sentence: SentenceView, evidence: EvidenceView) -> str:
    """``[2] contradicted: The source gives another number.`` and the sentence below it."""
    against = " (these words contradict it)" if evidence.reference.label == "contradicts" else ""
    reason = f": {one_line(sentence.reason)}" if sentence.reason else ""
    said = f"Sentence {sentence.number} of the reply{against}: “{one_line(sentence.text)}”"
    return f"[{evidence.number}] {sentence.words}{reason}\n{said}"
