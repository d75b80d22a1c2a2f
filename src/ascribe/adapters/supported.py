"""An answer as stretches of the reply, each with the references that support it."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.records import Answer, Reference
from ascribe.write.spans import places_of, reply_of

Stretch = tuple[str, tuple[Reference, ...]]


def supported_stretches(answer: Answer) -> list[Stretch]:
    """Texts that are the reply if joined, none of them blank; a supported sentence is one by itself.

    White space goes with the text before it, at the very beginning with the text behind it.
    """
    stretches: list[Stretch] = []
    for text, references in _pieces(answer):
        if stretches and (not text.strip() or not stretches[-1][0].strip()):
            before, cited = stretches.pop()
            stretches.append((before + text, cited or references))
        elif text:
            stretches.append((text, references))
    return stretches if any(text.strip() for text, _ in stretches) else []


def supporting(answer: Answer, index: int) -> tuple[Reference, ...]:
    """The references that support a sentence; none if its verdict is another one."""
    sentence = answer.sentences[index]
    if sentence.verdict is None or sentence.verdict.status != "supported":
        return ()
    return tuple(reference for reference in sentence.references if reference.label == "supports")


def _pieces(answer: Answer) -> Iterator[Stretch]:
    reply, position = reply_of(answer), 0
    for index, place in enumerate(places_of(answer)):
        references = supporting(answer, index)
        if place is not None and references:
            yield reply[position : place[0]], ()
            yield reply[slice(*place)], references
            position = place[1]
    yield reply[position:], ()
