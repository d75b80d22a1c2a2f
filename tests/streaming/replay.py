"""What a reader of events holds in the end, and what must be true of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ascribe import check, stream
from ascribe.records import StreamEvent
from ascribe.write.own_markers import remove_own_markers

SOURCES = [
    "The mill has 12 sails. It was built in 1871 by Dr. Anna Kohl. The bridge is 30 m long.",
    "水車は川のそばにある。桥长30米。 المطحنة قديمة. Die Mühle hat 12 Flügel.",
]


def standing(events: Iterable[StreamEvent]) -> list[StreamEvent]:
    """The sentences that were not taken back. What is taken back is always the last one."""
    held: list[StreamEvent] = []
    for event in events:
        if event.kind == "sentence":
            held.append(event)
        elif event.kind == "retracted":
            assert held.pop().id == event.id
    return held


def pieces(text: str, cuts: Iterable[int]) -> list[str]:
    """The text cut at these places."""
    places = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    return [text[a:b] for a, b in pairwise(places)]


def keeps_the_law(
    reply: str, deltas: Sequence[str], *, replace_markers: bool = False, **options: Any
) -> list[StreamEvent]:
    """The events of that reply; the final ones say what ``check`` says, and the others lead there."""
    events = list(stream(deltas, SOURCES, tier="rules", replace_markers=replace_markers, **options))
    *_, references, final = events
    held, answer = standing(events), check(reply, SOURCES, tier="rules")
    assert final.answer == answer
    assert final.text == (remove_own_markers(answer) if replace_markers else answer).to_markdown()
    assert "".join(event.text for event in held) + references.text == final.text
    assert [event.sentence for event in held] == [replace(s, citations=()) for s in answer.sentences]
    assert [event.id for event in held] == [f"{s.char_start}-{s.char_end}" for s in answer.sentences]
    cited = {n.number: n.reference for event in held for n in event.references}
    assert [n.number for n in references.references] == sorted(cited)
    assert [e.kind for e in events[-2:]] == ["references", "final"]
    assert [StreamEvent.from_json(event.to_json()) for event in events] == events
    return events
