"""The reply of an answer, split into stretches of text with the references that support each."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.records import Answer, Reference
from ascribe.write.evidence import get_reply, locate_sentences

Stretch = tuple[str, tuple[Reference, ...]]


def split_supported(answer: Answer) -> list[Stretch]:
    """Split the reply into non-blank stretches; a supported sentence is a stretch of its own.

    Joined, the stretches give the reply. White space belongs to the text before it, or, at the very
    beginning, to the text after it.
    """
    stretches: list[Stretch] = []
    for text, references in _iterate_stretches(answer):
        if stretches and (not text.strip() or not stretches[-1][0].strip()):
            before, cited = stretches.pop()
            stretches.append((before + text, cited or references))
        elif text:
            stretches.append((text, references))
    return stretches if any(text.strip() for text, _ in stretches) else []


def find_supporting(answer: Answer, index: int) -> tuple[Reference, ...]:
    """Return the references that support a sentence; empty if its verdict is not ``supported``."""
    sentence = answer.sentences[index]
    if sentence.verdict is None or sentence.verdict.status != "supported":
        return ()
    return tuple(reference for reference in sentence.references if reference.label == "supports")


def _iterate_stretches(answer: Answer) -> Iterator[Stretch]:
    reply, position = get_reply(answer), 0
    for index, place in enumerate(locate_sentences(answer)):
        references = find_supporting(answer, index)
        if place is not None and references:
            yield reply[position : place[0]], ()
            yield reply[slice(*place)], references
            position = place[1]
    yield reply[position:], ()
