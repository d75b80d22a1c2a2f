"""Our events in GLLM's own emitter, through each of its handlers; only ``make test-all`` has the package."""

import asyncio
import base64
import json
from typing import Any

import pytest

from ascribe.compat import LMBasedReferenceFormatter

pytestmark = [pytest.mark.agents, pytest.mark.filterwarnings("ignore")]  # the package warns of much


def select_mill(response: str, context: str) -> list[str]:  # noqa: ARG001 - the formatter's names
    return ["mill.pdf"]


async def stream_events(chunks: list[Any], **options: Any) -> list[dict[str, Any]]:
    """What a client of the stream receives."""
    from gllm_core.event import EventEmitter

    emitter = EventEmitter.with_stream_handler()
    formatter = LMBasedReferenceFormatter(select_mill, **options)

    async def write() -> None:
        await formatter.format_reference("It has 12 sails.", chunks, emitter)
        await emitter.close()

    task = asyncio.create_task(write())
    received = []
    async for event in emitter.stream():
        if event is None:  # the emitter was closed
            break
        received.append(json.loads(event))
    await task
    return received


def test_the_text_and_the_chunks_arrive_in_the_stream_of_the_real_emitter() -> None:
    from gllm_core.schema import Chunk

    mill = Chunk(
        id="c1", content="12 sails.", metadata={"file_name": "mill.pdf"}, additional_context=["old", b"\xff"]
    )
    river = Chunk(id="c2", content="Slow.", metadata={"file_name": "river.pdf"})
    (event,) = asyncio.run(stream_events([mill, river]))
    assert event["value"] == "References:\n1. mill.pdf"
    assert (event["type"], event["level"], event["value_type"]) == ("reference", "INFO", "text")
    (event,) = asyncio.run(stream_events([mill, river], stringify=False))
    assert event["value"] == {
        "id": "c1",
        "content": "12 sails.",
        "additional_context": ["old", base64.b64encode(b"\xff").decode()],
        "metadata": {"file_name": "mill.pdf"},
        "score": None,
    }


@pytest.mark.parametrize("handler", ["with_print_handler", "with_console_handler"])
def test_the_handlers_that_print_take_the_events(handler: str, capsys: pytest.CaptureFixture[str]) -> None:
    from gllm_core.event import EventEmitter

    emitter = getattr(EventEmitter, handler)()
    formatter = LMBasedReferenceFormatter(select_mill)
    chunk = {"id": "c1", "content": "12 sails.", "metadata": {"file_name": "mill.pdf"}}
    formatter.format_reference_sync("It has 12 sails.", [chunk], emitter)
    assert "mill.pdf" in capsys.readouterr().out


def test_the_level_of_an_emitter_decides_what_it_passes_on(capsys: pytest.CaptureFixture[str]) -> None:
    from gllm_core.constants import EventLevel
    from gllm_core.event import EventEmitter

    emitter = EventEmitter.with_print_handler(EventLevel.WARN)
    chunk = {"id": "c1", "content": "12 sails.", "metadata": {"file_name": "mill.pdf"}}
    LMBasedReferenceFormatter(select_mill).format_reference_sync("12 sails.", [chunk], emitter)
    assert "mill.pdf" not in capsys.readouterr().out
