"""The ways in which a language model may answer, streamed over real HTTP: each ends as in one piece."""

import json
import threading
from dataclasses import replace
from typing import Any

import pytest

from ascribe import Answer
from ascribe.library import Library
from ascribe.library.prompted import PromptedGenerator
from ascribe.llm import ChatEndpoint
from ascribe.records.verdict import Strictness
from tests.library.test_refusing import LEVELS
from tests.library.writing import QUESTION, SOURCE
from tests.llm.server import Received, Sent, Server, completion, streamed

ANSWER = "The mill has 12 sails [2]. It was built in 1871 [3]. A fire came in 1902 [4]."


def said(text: str, *, answerable: bool = True) -> str:
    return json.dumps({"answerable": answerable, "answer": text})


@pytest.fixture
def library():
    with Library(encode=False) as made:
        made.add({"id": "mill", "text": SOURCE})
        yield made


@pytest.fixture
def generator(server: Server) -> PromptedGenerator:
    return PromptedGenerator(ChatEndpoint(server.url, "tiny", retries=0, timeout=5))


def speaking(*texts: str) -> Any:
    """Gives each text once, in pieces to those who ask for a stream; the last one again and again."""
    left = list(texts)

    def reply(request: Received) -> Sent:
        text = left.pop(0) if len(left) > 1 else left[0]
        return streamed(*text) if request.body.get("stream") else Sent(completion(text))

    return reply


WAYS = {
    "answer": [said(ANSWER)],
    "an answer of which not all is true": [said("The mill has 12 sails. It was built in 1888. It is so.")],
    "a lie": [said("The mill has 13 sails [2]. It was built in 1888 [3].")],
    "prose": [ANSWER],
    "prose with JSON": [f"Here it is. So be it: {said(ANSWER)}"],
    "fenced": [f"```json\n{said(ANSWER)}\n```"],
    "thought": [f"<think>It has 12.</think>\n{said(ANSWER)}"],
    "escaped": [said("The mill has 12 sails \U0001f600 and “more”.\n\n- It was built in 1871.")],
    "a refusal by the schema": [said("", answerable=False)],
    "a refusal with an answer": [said(ANSWER, answerable=False)],
    "a refusal in words": [said("The provided sources do not contain this information. I don't know.")],
    "a refusal in prose": ["The provided sources do not contain this information. I don't know."],
    "bad JSON": ['{"answerable": true, "answer": '],
    "JSON that breaks off": [
        '{"answerable": true, "answer": "The mill has 12 sails. It was built in 1871. A '
    ],
    "JSON that is mended": ['{"answerable": true, "answer": "The mill has 12 sails. It w', said(ANSWER)],
    "JSON with half a character": ['{"answerable": true, "answer": "The mill \\ud83d has 12 sails."}'],
    "empty": [said(" ")],
    "nothing": [" "],
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
def test_the_end_is_what_ask_says(library, generator, server, way: str, level: Strictness) -> None:
    options: dict[str, Any] = {"generator": generator, "tier": "rules", "strictness": level}
    server.replies = speaking(*WAYS[way])
    answer = library.ask(QUESTION, **options)
    server.replies = speaking(*WAYS[way])
    *events, final = library.stream(QUESTION, **options)
    assert (final.answer, final.text) == (answer, answer.to_markdown())
    kinds = {event.kind for event in events}
    assert "retracted" not in kinds or (level in ("loose", "balanced") and ("JSON" in way or "prose" in way))


def test_a_sentence_is_shown_while_the_model_still_writes(library, generator, server) -> None:
    go_on = threading.Event()
    text = said(ANSWER)
    half = text.index("1902")
    server.replies = [streamed(text[:half], go_on, text[half:])]
    events = library.stream(QUESTION, generator=generator, tier="rules")
    shown = [next(events), next(events)]
    assert [event.text for event in shown] == ["The mill has 12 sails. [1]", " It was built in 1871. [2]"]
    go_on.set()
    assert [event.kind for event in events] == ["sentence", "references", "final"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "broken",
    [streamed(said(ANSWER)[:-9], fails="cut", end=""), streamed(said(ANSWER)[:-9], end="")],
    ids=["cut", "ended"],
)
def test_an_outage_midway_takes_back_what_was_shown(library, generator, server, broken, level) -> None:
    server.replies = [broken]
    *events, final = library.stream(QUESTION, generator=generator, tier="rules", strictness=level)
    shown = 2 if level in ("loose", "balanced") else 0
    kinds = [(event.kind, event.reason) for event in events]
    assert kinds == [("sentence", "")] * shown + [("retracted", "refused")] * shown + [("references", "")]
    server.replies = [Sent(completion(said(ANSWER)), fails="cut")]
    answer = library.ask(QUESTION, generator=generator, tier="rules", strictness=level)
    assert "the answer broke off" in final.answer.refusal_details
    assert replace(final.answer, refusal_details=answer.refusal_details) == answer


@pytest.mark.parametrize("end", ["length", "content_filter"])
@pytest.mark.parametrize("level", LEVELS)
def test_an_answer_that_is_cut_off_is_taken_back(library, generator, server, end, level) -> None:
    server.replies = [streamed(said(ANSWER), end=end)]
    *events, final = library.stream(QUESTION, generator=generator, tier="rules", strictness=level)
    kinds = [event.kind for event in events]
    assert kinds.count("retracted") == kinds.count("sentence")
    assert ("sentence" in kinds) == (level in ("loose", "balanced"))
    server.replies = [Sent(completion(said(ANSWER), end=end))]
    assert final.answer == library.ask(QUESTION, generator=generator, tier="rules", strictness=level)
    assert (final.answer.reply, final.answer.refusal_reason) == ("", "generator_error")


@pytest.mark.parametrize("sent", [Sent(b"oh", status=500), Sent(b"oh", status=401), Sent(fails="cut")])
def test_an_outage_at_once_is_that_of_ask(library, generator, server, sent) -> None:
    server.replies = [sent]
    options: dict[str, Any] = {"generator": generator, "tier": "rules"}
    *_, final = library.stream(QUESTION, **options)
    assert final.answer == library.ask(QUESTION, **options)
    assert final.answer.refusal_reason == "generator_error"


def test_a_server_that_refuses_the_stream_and_the_schema_is_asked_without(library, generator, server) -> None:
    def reply(request: Received) -> Sent:
        refused = next((name for name in ("stream", "response_format") if name in request.body), None)
        return Sent(f"{refused} is not supported".encode(), 400) if refused else Sent(completion(ANSWER))

    server.replies = reply
    final: Answer = list(library.stream(QUESTION, generator=generator, tier="rules"))[-1].answer
    assert final.reply == "The mill has 12 sails. It was built in 1871. A fire came in 1902."
    assert len(server.requests) == 3


def test_the_log_probability_is_kept(library, generator, server) -> None:
    rows = {"content": [{"token": "a", "logprob": -0.5}]}
    server.replies = [streamed(said(ANSWER), logprobs=rows)]
    *_, final = library.stream(QUESTION, generator=generator, tier="rules")
    assert final.answer.faithfulness_components.generation_logprob == -0.5


def test_who_goes_away_hangs_up(library, generator, server) -> None:
    go_on = threading.Event()
    server.replies = [streamed(said(ANSWER)[:-9], go_on, *["It is so. " * 10_000] * 100)]
    events = library.stream(QUESTION, generator=generator, tier="rules")
    next(events)
    events.close()
    go_on.set()
    assert server.left.wait(10)
