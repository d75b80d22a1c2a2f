"""Checks for agents of Pydantic AI: the output against what the tools returned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ascribe.adapters.repeated_sources import drop_repeated_sources
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.pipeline import CheckOptions, build_config, check
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Strictness
from ascribe.records.outcomes import NOT_SUPPORTED, STATUSES, Status

_TEXT_KEYS = ("text", "content", "page_content")


def check_run(
    result: Any,
    *,
    tier: str | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
) -> Answer:
    """Check the output of a run against what the tools returned in it.

    Args:
        result: the result of ``agent.run`` or ``run_sync``, with text as its output.
        tier: as in ``check``.
        strictness: as in ``check``.
        language: as in ``check``.

    Raises:
        InputError: the output is not text, or an option is invalid.
    """
    if not isinstance(result.output, str):
        raise InputError(
            f"the output is a {type(result.output).__name__}, not text; check the field that contains the "
            "text: ascribe.check(result.output.FIELD, collect_sources(result.all_messages()))."
        )
    messages = result.all_messages()
    sources = collect_sources(messages)
    question = _find_question(messages)
    return check(result.output, sources, question, tier=tier, strictness=strictness, language=language)


def build_output_validator(
    *,
    tier: str | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    fail_on: Sequence[Status] = NOT_SUPPORTED,
    text: Callable[[Any], str] = str,
) -> Callable[[Any, Any], Coroutine[Any, Any, Any]]:
    """Return a function for ``agent.output_validator`` that sends unsupported outputs back to the model.

    The model gets the sentences that failed with the message of each verdict, as often as the agent allows
    retries; then the run ends with ``UnexpectedModelBehavior``.

    Args:
        tier: as in ``check``.
        strictness: as in ``check``.
        language: as in ``check``.
        fail_on: the statuses of sentences that fail.
        text: returns the text of an output that is not text itself.

    Raises:
        InputError: an option is invalid.
        MissingExtraError: Pydantic AI is not installed.
    """
    try:
        from pydantic_ai import ModelRetry, RunContext
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"Checks of outputs need Pydantic AI; run: {build_install_command('pydantic-ai')}."
        ) from error
    options: dict[str, Any] = {"tier": tier, "strictness": strictness, "language": language}
    build_config(options=CheckOptions(**options))  # reject an invalid value now
    if unknown := [status for status in fail_on if status not in STATUSES]:
        raise InputError(f"fail_on: expected some of {', '.join(STATUSES)}, got {unknown[0]!r}.")

    async def validate(ctx: RunContext[Any], output: Any) -> Any:
        if getattr(ctx, "partial_output", False):
            return output
        answer = await asyncio.to_thread(check, text(output), collect_sources(ctx.messages), **options)
        failed = [s for s in answer.sentences if s.verdict is not None and s.verdict.status in fail_on]
        if failed:
            lines = "\n".join(f"“{sentence.text}”: {sentence.verdict}" for sentence in failed)
            raise ModelRetry(f"The tools' results do not support these sentences; correct them:\n{lines}")
        return output

    return validate


def collect_sources(messages: Iterable[Any]) -> Any:
    """Return what the tools returned in these messages, each once; an empty source set if that is nothing.

    A text is a source, and so is each member of a list; a dict or an object with a text field is read as in
    ``check``, and anything else as the text that the model got. Results of calls that failed do not count.
    """
    found = [source for part in _iterate_returns(messages) for source in _read_content(part.content, part)]
    return list(drop_repeated_sources(found)) or SourceSet()


def _iterate_returns(messages: Iterable[Any]) -> Iterator[Any]:
    for message in messages:
        for part in message.parts:
            if part.part_kind == "tool-return" and getattr(part, "outcome", "success") == "success":
                yield part


def _read_content(content: Any, part: Any) -> Iterator[Any]:
    if isinstance(content, list | tuple):
        for one in content:
            yield from _read_content(one, part)
    elif isinstance(content, str):
        if content.strip():
            yield content
    elif _has_text(content):
        yield content
    elif content is not None:
        yield part.model_response_str()


def _has_text(content: Any) -> bool:
    values = (
        content.get(k) if isinstance(content, Mapping) else getattr(content, k, None) for k in _TEXT_KEYS
    )
    return any(isinstance(value, str) and value.strip() for value in values)


def _find_question(messages: Iterable[Any]) -> str | None:
    """Return the last prompt of the user that is text."""
    prompts = [
        part.content for message in messages for part in message.parts if part.part_kind == "user-prompt"
    ]
    return next((one for one in reversed(prompts) if isinstance(one, str)), None)
