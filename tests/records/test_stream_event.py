"""The record of one event of a stream."""

from typing import Any

import pytest

from ascribe import CitedSentence, InputError
from ascribe.records import StreamEvent
from ascribe.records.stream_event import RETRACTIONS

SENTENCE = CitedSentence("A.", (), 0.0, 0, 2)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "sentence", "id": "0-2"},
        {"kind": "references", "id": "references", "sentence": SENTENCE},
        {"kind": "final", "id": "final"},
        {"kind": "retracted", "id": "0-2"},
        {"kind": "sentence", "id": "0-2", "sentence": SENTENCE, "reason": "resplit"},
        {"kind": "retracted", "id": "0-2", "reason": "because"},
    ],
)
def test_an_event_holds_what_one_of_its_kind_does(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a field of another kind|is not a reason"):
        StreamEvent(**fields)


@pytest.mark.parametrize("reason", RETRACTIONS)
def test_json_round_trip(reason: str) -> None:
    told = StreamEvent("sentence", "0-2", "A.", sentence=SENTENCE)
    for event in (told, StreamEvent("retracted", "0-2", reason=reason)):
        assert StreamEvent.from_json(event.to_json()) == event


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(InputError, match="StreamEvent"):
        StreamEvent.from_json('{"kind": "sentence", "id": "0-2"}')
    with pytest.raises(InputError, match="kind"):
        StreamEvent.from_json('{"kind": "other", "id": "0-2"}')
