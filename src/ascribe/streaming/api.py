"""``stream`` and ``astream``: read the chunks of any framework and yield the events of the reply."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Generator, Iterable, Mapping
from contextlib import aclosing, closing, suppress
from functools import partial
from inspect import isawaitable
from typing import Any, TypeVar, Unpack

from ascribe.errors import InputError
from ascribe.field_access import get_field
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckArguments
from ascribe.records import StreamEvent
from ascribe.streaming.events import PartsWriter
from ascribe.streaming.session import Session


@explain_unknown_options(CheckArguments)
def stream(
    chunks: Iterable[Any],
    sources: Any,
    question: str | None = None,
    *,
    writer: str | PartsWriter = "md",
    replace_markers: bool = False,
    **options: Unpack[CheckArguments],
) -> Generator[StreamEvent]:
    """Yield each sentence of a reply with its verdict as soon as it is written, then references and answer.

    The text of the last event is the writer's rendering of the answer, and the answer equals the one that
    ``check`` returns. The texts of all sentences that were not retracted, joined with that of the
    ``references`` event, are the same text. A retraction always concerns the last sentence that is still
    shown.

    Nothing is read before the first event is requested; the sources are read once. If ``chunks`` raises,
    events for the complete sentences come first, then the error is passed on unchanged: there is no answer
    for half a reply. Closing the generator closes ``chunks``.

    Args:
        chunks: strings; chunks of OpenAI chat completions or events of the Responses API; events of
            Anthropic's Messages API; chunks of Gemini; or message chunks with ``content``. A single string
            is one chunk.
        sources: as for ``check``.
        question: as for ``check``.
        writer: ``md``, ``terminal`` or an object with ``parts``; it renders the texts.
        replace_markers: True takes the reply's own markers out of the texts, so that ours take their place;
            the answer, the sentences and their offsets are those of the untouched reply.
        options: those of ``check``.

    Raises:
        InputError: as ``check``; a chunk that cannot be read, or one that reports a failure.
        UnknownComponentError: as ``check``.

    Example:
        >>> chunks = ["The mill has 12 sa", "ils. It was ", "built in 1999."]
        >>> for event in stream(chunks, ["The mill has 12 sails. It was built in 1871."], tier="rules"):
        ...     if event.sentence:
        ...         print(event.id, event.sentence.verdict.status)
        0-22 supported
        23-44 contradicted
    """
    session = Session(sources, question, writer, replace_markers=replace_markers, **options)
    with closing(_iterate_texts(chunks)) as texts:
        while True:
            try:
                text = next(texts, None)
            except Exception:
                yield from session.events()
                raise
            if text is None:
                break
            if session.add(text):
                yield from session.events()
    yield from session.finish()


@explain_unknown_options(CheckArguments)
async def astream(
    chunks: AsyncIterable[Any] | Iterable[Any],
    sources: Any,
    question: str | None = None,
    *,
    writer: str | PartsWriter = "md",
    replace_markers: bool = False,
    **options: Unpack[CheckArguments],
) -> AsyncGenerator[StreamEvent]:
    """Yield the events of ``stream``; ``chunks`` may be an async iterator too. Same arguments.

    Sentences are verified in a thread, so that the event loop is not blocked. When the generator is closed
    or its task is cancelled, it waits for the current sentence, closes ``chunks`` and leaves nothing
    running.
    """
    session = await run_in_thread(
        partial(Session, sources, question, writer, replace_markers=replace_markers, **options)
    )
    async with aclosing(_iterate_texts_async(chunks)) as texts:
        while True:
            try:
                text = await anext(texts, None)
            except Exception:
                for event in await run_in_thread(session.events):
                    yield event
                raise
            if text is None:
                break
            if session.add(text):
                for event in await run_in_thread(session.events):
                    yield event
    for event in await run_in_thread(session.finish):
        yield event


def _iterate_texts(chunks: Iterable[Any]) -> Generator[str]:
    """Yield the text of each chunk, and close the chunks at the end."""
    if isinstance(chunks, AsyncIterable):
        raise InputError("chunks is an async iterator; use ascribe.astream.")
    iterator = iter(_check_iterable(chunks))
    read = _ChunkReader()
    try:
        for chunk in iterator:
            yield read.read(chunk)
    finally:
        for opened in (iterator, chunks):
            _close_stream(opened)


async def _iterate_texts_async(chunks: AsyncIterable[Any] | Iterable[Any]) -> AsyncGenerator[str]:
    """Yield the text of each chunk, and close the chunks at the end. A sync iterator runs in a thread."""
    if not isinstance(chunks, AsyncIterable):
        async with aclosing(iterate_in_thread(_iterate_texts(chunks))) as texts:
            async for text in texts:
                yield text
        return
    iterator, read = aiter(chunks), _ChunkReader()
    try:
        async for chunk in iterator:
            yield read.read(chunk)
    finally:
        for opened in (iterator, chunks):
            closed = _close_stream(opened)
            if isawaitable(closed):
                await closed


def _check_iterable(chunks: Any) -> Iterable[Any]:
    if isinstance(chunks, str):
        return [chunks]
    if isinstance(chunks, bytes | bytearray | Mapping) or not isinstance(chunks, Iterable):
        raise InputError(f"chunks must be an iterable of texts or chunks, got {type(chunks).__name__}.")
    return chunks


def _close_stream(opened: Any) -> Any:
    """Close a generator or a stream; whoever opened a file closes it."""
    if isinstance(opened, io.IOBase):
        return None
    close = getattr(opened, "aclose", None) or getattr(opened, "close", None)
    return close() if callable(close) else None


# --- Text of a chunk ---

_TEXT_EVENT = "response.output_text.delta"
_ANTHROPIC_EVENTS = frozenset(
    {
        "message_start", "message_delta", "message_stop", "ping",
        "content_block_start", "content_block_delta", "content_block_stop",
        "citation", "thinking", "signature", "input_json",
    }
)  # fmt: skip
"""Types of the events; those of the last line come from its Python package, beside the deltas."""

_FAILURES = frozenset({"error", "response.failed"})
_MISSING = object()


class _ChunkReader:
    """Reads one chunk after the other.

    Anthropic's package adds to each delta an event ``text`` with the same text. It counts only in a stream
    that has no deltas, because its user has filtered them out.
    """

    def __init__(self) -> None:
        self._number = 0
        self._has_deltas = False

    def read(self, chunk: object) -> str:
        """Return the text that the next chunk adds."""
        self._number += 1
        if get_field(chunk, "type") == "text" and isinstance(get_field(chunk, "snapshot"), str):
            text = get_field(chunk, "text")
            return text if isinstance(text, str) and not self._has_deltas else ""
        self._has_deltas = self._has_deltas or get_field(chunk, "type") == "content_block_delta"
        return extract_delta_text(chunk, self._number)


def extract_delta_text(chunk: object, number: int) -> str:
    """Return the text that a chunk adds; empty for one without text.

    Args:
        chunk: a string; a chunk of a chat completion or of a completion, whose first choice counts; an event
            of the Responses API or of Anthropic's Messages API; a chunk of Gemini, whose first candidate
            counts; or a message chunk with ``content``. Objects or dicts.
        number: of the chunk, from 1, for the message.

    Raises:
        InputError: the chunk is none of these, or it reports that the stream failed.
    """
    if isinstance(chunk, str):
        return chunk
    kind = get_field(chunk, "type")
    if kind in _FAILURES or get_field(chunk, "error"):
        raise InputError(f"chunk {number}: the stream reports that it failed{_describe_failure(chunk)}.")
    if isinstance(kind, str) and kind.startswith("response."):
        value = get_field(chunk, "delta") if kind == _TEXT_EVENT else ""
    elif kind in _ANTHROPIC_EVENTS and get_field(chunk, "content") is None:
        value = _extract_block_value(chunk)
    elif (choices := get_field(chunk, "choices")) is not None:
        value = _extract_choice_value(choices)
    elif _is_from_gemini(chunk):
        value = _extract_candidate_value(chunk, number)
    elif isinstance(chunk, Mapping):
        value = chunk.get("content", _MISSING) or ""
    else:
        value = get_field(chunk, "content")
    text = _join_parts(value)
    if text is None:
        raise InputError(
            f"chunk {number}: a {type(chunk).__name__} without text in a known field; pass strings, or "
            "chunks of OpenAI, Anthropic or Gemini."
        )
    return text


def _extract_choice_value(choices: Any) -> Any:
    """Return what the first choice adds; the chunk with the usage has none, the last may have no delta."""
    if not isinstance(choices, list | tuple):
        return _MISSING
    first = next((choice for choice in choices if not get_field(choice, "index")), None)
    if first is None:
        return ""
    delta = get_field(first, "delta")
    if delta is not None:
        return get_field(delta, "content") or ""
    return get_field(first, "text") or ("" if get_field(first, "finish_reason") else _MISSING)


def _extract_block_value(event: object) -> Any:
    """Return what an event of Anthropic adds: the text of a block's start or delta, not its thoughts."""
    kind = get_field(event, "type")
    if kind == "content_block_start":
        return get_field(get_field(event, "content_block"), "text") or ""
    if kind != "content_block_delta":
        return ""
    delta = get_field(event, "delta")
    return get_field(delta, "text") if get_field(delta, "type") == "text_delta" else ""


def _is_from_gemini(chunk: object) -> bool:
    """Return True for a chunk of Gemini; one with figures alone has no candidates."""
    names = ("candidates", "prompt_feedback", "promptFeedback", "usage_metadata", "usageMetadata")
    named = (name in chunk if isinstance(chunk, Mapping) else hasattr(chunk, name) for name in names)
    return any(named) and get_field(chunk, "content") is None


def _extract_candidate_value(chunk: object, number: int) -> Any:
    """Return what the first candidate adds; its thoughts are not part of the reply."""
    feedback = get_field(chunk, "prompt_feedback") or get_field(chunk, "promptFeedback")
    blocked = get_field(feedback, "block_reason") or get_field(feedback, "blockReason")
    if blocked:
        reason = getattr(blocked, "value", blocked)
        raise InputError(
            f"chunk {number}: the stream reports that it failed: the question is blocked ({reason})."
        )
    candidates = get_field(chunk, "candidates") or []
    if not isinstance(candidates, list | tuple):
        return _MISSING
    first = next((one for one in candidates if not get_field(one, "index")), None)
    parts = get_field(get_field(first, "content"), "parts") or []
    if not isinstance(parts, list | tuple):
        return _MISSING
    return [part for part in parts if get_field(part, "thought") is not True]


def _join_parts(value: Any) -> str | None:
    """Return a text as it is, or the joined texts of a list of parts; None for anything else."""
    if isinstance(value, list | tuple):
        return "".join(part if isinstance(part, str) else _extract_part_text(part) for part in value)
    return value if isinstance(value, str) else None


def _extract_part_text(part: Any) -> str:
    text = get_field(part, "text")
    return text if isinstance(text, str) else ""


def _describe_failure(chunk: object) -> str:
    """Return the message of the failure, if there is one."""
    error = get_field(get_field(chunk, "response") or chunk, "error") or chunk
    message = error if isinstance(error, str) else get_field(error, "message")
    return f": {message.rstrip('.')}" if isinstance(message, str) and message else ""


# --- Threads ---

Result = TypeVar("Result")


async def run_in_thread(work: Callable[[], Result]) -> Result:
    """Run the work in a thread and return its result; a cancelled call waits until the work has ended."""
    job = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(job)
    except asyncio.CancelledError:
        with suppress(Exception):
            await asyncio.shield(job)
        raise


async def iterate_in_thread(items: Generator[Result]) -> AsyncGenerator[Result]:
    """Yield the items, none of which may be None; the generator is closed at the end."""
    with closing(items):
        while (item := await run_in_thread(partial(next, items, None))) is not None:
            yield item
