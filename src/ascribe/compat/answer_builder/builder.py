"""``AnswerBuilder``, which turns strings or chat messages of any framework into answers with citations."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.compat.answer_builder.citations import Citations, TimedPattern, compile_pattern, find_citations
from ascribe.compat.answer_builder.generated_answer import GeneratedAnswer, copy_with_meta
from ascribe.errors import InputError
from ascribe.field_access import get_field
from ascribe.read.replies import get_message_text

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _RunOptions:
    """The options of one run, shared by all replies."""

    query: str
    replies: Sequence[Any]
    documents: tuple[Any, ...]
    pattern: TimedPattern | None
    reference_pattern: TimedPattern | None
    ranges: bool


class AnswerBuilder:
    r"""Builds answers like Haystack's component of that name, from replies and documents of any framework.

    Args:
        pattern: regular expression for the answer in a reply: its group, or the whole match if it has no
            group. If it does not match, the answer is empty. None uses the whole reply.
        reference_pattern: regular expression for a reference to a document: its group, or the whole match,
            is the document's position from 1. ``"acm"`` stands for lists such as ``[1, 2]``. None returns
            all documents; markers are still found, with Ascribe's own grammar.
        last_message_only: build an answer from the last reply only.
        return_only_referenced_documents: with a reference pattern, return only documents that are cited.
        expand_reference_ranges: read ``[6-10]`` and ``[1-3, 7]`` if the pattern is ``\[(\d+)\]``, and
            commas and dashes in the matches of any other pattern.

    Raises:
        InputError: (a ``ValueError``) a pattern is not a regular expression or has more than one group.
    """

    pattern_seconds = 2.0
    """Maximum time for a pattern on one reply; set it on the class or on an instance."""

    def __init__(
        self,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        last_message_only: bool = False,
        *,
        return_only_referenced_documents: bool = True,
        expand_reference_ranges: bool = False,
    ) -> None:
        _compile_optional("pattern", pattern)
        _compile_optional("reference_pattern", reference_pattern)
        self.pattern = pattern
        self.reference_pattern = reference_pattern
        self.last_message_only = last_message_only
        self.return_only_referenced_documents = return_only_referenced_documents
        self.expand_reference_ranges = expand_reference_ranges

    def run(
        self,
        query: str,
        replies: Sequence[Any],
        meta: Sequence[Mapping[str, Any]] | None = None,
        documents: Sequence[Any] | None = None,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        expand_reference_ranges: bool | None = None,
    ) -> dict[str, list[GeneratedAnswer]]:
        """Return ``{"answers": [...]}``, one answer for each reply, in order.

        Args:
            query: the question.
            replies: strings, or chat messages of Haystack, LangChain or OpenAI, as objects or dicts.
            meta: one dict for each reply; overrides the metadata of a chat message.
            documents: the sources of the replies: text, dicts, or documents of any framework.
            pattern: overrides that of the constructor.
            reference_pattern: overrides that of the constructor.
            expand_reference_ranges: overrides that of the constructor, also if False.

        Raises:
            InputError: a pattern is invalid, or ``meta`` does not have one entry for each reply.
            PatternTimeout: a pattern took longer than ``pattern_seconds`` on a reply.
        """
        metas = _resolve_metas(replies, meta)
        expression, reference = pattern or self.pattern, reference_pattern or self.reference_pattern
        ranges = self.expand_reference_ranges if expand_reference_ranges is None else expand_reference_ranges
        run = _RunOptions(
            query,
            replies,
            tuple(documents or ()),
            _compile_optional("pattern", expression),
            _compile_optional("reference_pattern", reference or None),
            ranges,
        )
        pairs = list(zip(replies, metas, strict=True))
        chosen = pairs[-1:] if self.last_message_only else pairs
        return {"answers": [self._answer(run, *pair) for pair in chosen]}

    def _answer(self, run: _RunOptions, reply: Any, meta: Mapping[str, Any]) -> GeneratedAnswer:
        text = get_reply_text(reply)
        start, data = self._extract(text, run.pattern)
        citations = self._citations(run, text)
        return GeneratedAnswer(
            data=data,
            query=run.query,
            documents=self._documents(run, citations),
            meta={**get_reply_meta(reply), **(meta or {}), "all_messages": run.replies},
            reply=text,
            data_start=start,
            reply_markers=citations.markers,
            warnings=citations.warnings,
            sources=run.documents,
        )

    def _extract(self, text: str, pattern: TimedPattern | None) -> tuple[int, str]:
        """Return the start of the answer in the reply, and the answer."""
        if pattern is None:
            return 0, text
        hit = pattern.search(text, self.pattern_seconds)
        return (hit.text_start, hit.text) if hit else (0, "")

    def _citations(self, run: _RunOptions, text: str) -> Citations:
        if not run.documents and run.reference_pattern is not None:
            return Citations()
        found = find_citations(
            text, run.reference_pattern, len(run.documents), ranges=run.ranges, seconds=self.pattern_seconds
        )
        if run.reference_pattern is not None and self.return_only_referenced_documents:
            _log_warnings(found)
        return found

    def _documents(self, run: _RunOptions, citations: Citations) -> list[Any]:
        """Return copies of the cited documents, or of all, in order; ``meta`` says if each is cited."""
        if run.reference_pattern is None:
            return [copy_with_meta(d, n, {"source_index": n}) for n, d in enumerate(run.documents, 1)]
        cited = {number for marker in citations.markers for number in marker.documents}
        return [
            copy_with_meta(document, position, {"source_index": position, "referenced": position in cited})
            for position, document in enumerate(run.documents, 1)
            if position in cited or not self.return_only_referenced_documents
        ]


def _resolve_metas(
    replies: Sequence[Any], meta: Sequence[Mapping[str, Any]] | None
) -> Sequence[Mapping[str, Any]]:
    if isinstance(replies, str | bytes | Mapping):
        raise InputError(
            f"replies must be a list, got {type(replies).__name__}; put the one reply in a list."
        )
    if not meta:
        return [{}] * len(replies)
    if len(meta) != len(replies):
        raise InputError(
            f"meta must have one entry for each reply, got {len(meta)} for {len(replies)} replies."
        )
    return meta


def _compile_optional(name: str, expression: str | None) -> TimedPattern | None:
    return None if expression is None else compile_pattern(expression, name)


def _log_warnings(citations: Citations) -> None:
    """Log one warning for each cited document that does not exist, in order of number."""
    messages = {w.number: w.message for w in citations.warnings if w.code == "out_of_range"}
    for number in sorted(number for number in messages if number is not None):
        _LOG.warning(messages[number])


_MESSAGE_FIELDS = ("role", "content", "text", "choices")
_META = ("meta", "metadata", "response_metadata")
"""The metadata fields of Haystack, plain dicts, and LangChain, which keeps token counts separately."""


def get_reply_text(reply: object) -> str:
    """Return a reply's text: "" for a message without text, such as a tool call; else ``str(reply)``."""
    if isinstance(reply, str):
        return reply
    if not _is_message(reply):
        return str(reply)
    try:
        return get_message_text(reply)
    except InputError:
        return ""


def get_reply_meta(reply: object) -> dict[str, Any]:
    """Return a copy of a message's metadata: Haystack's ``meta``, LangChain's ``response_metadata``."""
    if isinstance(reply, str) or not _is_message(reply):
        return {}
    found = next((value for name in _META if isinstance(value := get_field(reply, name), Mapping)), {})
    usage = get_field(reply, "usage_metadata")
    return {**found, **({"usage_metadata": dict(usage)} if isinstance(usage, Mapping) else {})}


def _is_message(reply: object) -> bool:
    if isinstance(reply, Mapping):
        return any(name in reply for name in _MESSAGE_FIELDS)
    return any(hasattr(reply, name) for name in _MESSAGE_FIELDS)
