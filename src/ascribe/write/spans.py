"""Where each sentence of an answer stands in the reply, whatever the answer knows about it."""

from __future__ import annotations

from ascribe.records import Answer, CitedSentence

Place = tuple[int, int]


def reply_of(answer: Answer) -> str:
    """The untouched reply; of an answer that was built without one, its sentences joined by spaces."""
    return answer.text if answer.reply is None else answer.reply


def places_of(answer: Answer) -> list[Place | None]:
    """For each sentence its first and one past its last character in ``reply_of(answer)``.

    None where it does not stand there. White space at the end is left out, and no two places overlap:
    where sentences do, the earlier one keeps the characters.
    """
    reply = reply_of(answer)
    wanted = _joined(answer) if answer.reply is None else _stated(answer, reply)
    places: list[Place | None] = [None] * len(wanted)
    position = 0
    for index in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        start, end = wanted[index]
        start, end = max(start, position), min(end, len(reply))
        end = start + len(reply[start:end].rstrip())
        if start < end:
            places[index] = (start, end)
            position = end
    return places


def _joined(answer: Answer) -> list[Place]:
    places, position = [], 0
    for sentence in answer.sentences:
        places.append((position, position + len(sentence.text)))
        position += len(sentence.text) + 1
    return places


def _stated(answer: Answer, reply: str) -> list[Place]:
    places: list[Place] = []
    position = 0
    for sentence in answer.sentences:
        place = _found(sentence, reply, position)
        places.append(place)
        position = max(position, place[1])
    return places


def _found(sentence: CitedSentence, reply: str, position: int) -> Place:
    """The stated place; without one, the next place that holds the text; (0, 0) if none does."""
    if sentence.char_start is not None:
        return sentence.char_start, sentence.char_end or sentence.char_start
    start = reply.find(sentence.text, position)
    return (start, start + len(sentence.text)) if start >= 0 else (0, 0)
