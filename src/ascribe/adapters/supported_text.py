"""The reply of an answer split into stretches, each with the references that support it."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.records import Answer, Reference
from ascribe.write.evidence import get_reply, locate_sentences

Stretch = tuple[str, tuple[Reference, ...]]


def split_supported(answer: Answer) -> list[Stretch]:
    """Texts that are the reply if joined, none of them blank; a supported sentence is one by itself.

    White space goes with the text before it, at the very beginning with the text behind it.
    """
    stretches: list[Stretch] = []
    for text, references in _iter_stretches(answer):
        if stretches and (not text.strip() or not stretches[-1][0].strip()):
            before, cited = stretches.pop()
            stretches.append((before + text, cited or references))
        elif text:
            stretches.append((text, references))
    return stretches if any(text.strip() for text, _ in stretches) else []


def find_supporting(answer: Answer, index: int) -> tuple[Reference, ...]:
    """The references that support a sentence; none if its verdict is another one."""
    sentence = answer.sentences[index]
    if sentence.verdict is None or sentence.verdict.status != "supported":
        return ()
    return tuple(reference for reference in sentence.references if reference.label == "supports")


def _iter_stretches(answer: Answer) -> Iterator[Stretch]:
    reply, position = get_reply(answer), 0
    for index, place in enumerate(locate_sentences(answer)):
        references = find_supporting(answer, index)
        if place is not None and references:
            yield reply[position : place[0]], ()
            yield reply[slice(*place)], references
            position = place[1]
    yield reply[position:], ()
