"""``AnswerBuilder``: the replies of a generator → answers with the documents that they cite."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.systems.answer_builder.citations import Citations, read_citations
from ascribe.systems.answer_builder.generated import GeneratedAnswer
from ascribe.systems.answer_builder.messages import reply_meta, reply_text
from ascribe.systems.answer_builder.patterns import Pattern, read_pattern
from ascribe.systems.answer_builder.source_documents import with_meta

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Run:
    """What holds for every reply of one run."""

    query: str
    replies: Sequence[Any]
    documents: tuple[Any, ...]
    pattern: Pattern | None
    reference_pattern: Pattern | None
    ranges: bool


class AnswerBuilder:
    r"""Builds answers as Haystack's component of that name does, from any framework's replies and documents.

    Args:
        pattern: regular expression for the answer in a reply: its group, or the whole match if it has no
            group. Where it does not match, the answer is empty. None takes the whole reply.
        reference_pattern: regular expression for a reference to a document: its group, or the whole match,
            is the document's position from 1. ``"acm"`` stands for lists such as ``[1, 2]``. None returns
            all documents; the markers are found all the same, by Ascribe's own grammar.
        last_message_only: build an answer from the last reply only.
        return_only_referenced_documents: with a reference pattern, leave out what is not cited.
        expand_reference_ranges: read ``[6-10]`` and ``[1-3, 7]`` where the pattern is ``\[(\d+)\]``, and
            commas and dashes in what any other pattern finds.

    Raises:
        InputError: (a ``ValueError``) a pattern is no regular expression or has more than one group.
    """

    pattern_seconds = 2.0
    """How long a pattern may take on one reply; set it on the class or on an instance."""

    def __init__(
        self,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        last_message_only: bool = False,
        *,
        return_only_referenced_documents: bool = True,
        expand_reference_ranges: bool = False,
    ) -> None:
        _read("pattern", pattern)
        _read("reference_pattern", reference_pattern)
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
        """``{"answers": [...]}``, one answer for each reply, in order.

        Args:
            query: what was asked.
            replies: strings, or chat messages of Haystack, LangChain or OpenAI, as objects or dicts.
            meta: one dict for each reply; stands above what came with a chat message.
            documents: what the replies were made from: text, dicts, or documents of any framework.
            pattern: instead of the one of the constructor.
            reference_pattern: instead of the one of the constructor.
            expand_reference_ranges: instead of the one of the constructor; False counts.

        Raises:
            InputError: a wrong pattern, or not one ``meta`` for each reply.
            PatternTimeout: a pattern took longer than ``pattern_seconds`` on a reply.
        """
        metas = _metas(replies, meta)
        expression, reference = pattern or self.pattern, reference_pattern or self.reference_pattern
        ranges = self.expand_reference_ranges if expand_reference_ranges is None else expand_reference_ranges
        run = _Run(
            query,
            replies,
            tuple(documents or ()),
            _read("pattern", expression),
            _read("reference_pattern", reference or None),
            ranges,
        )
        pairs = list(zip(replies, metas, strict=True))
        chosen = pairs[-1:] if self.last_message_only else pairs
        return {"answers": [self._answer(run, *pair) for pair in chosen]}

    def _answer(self, run: _Run, reply: Any, meta: Mapping[str, Any]) -> GeneratedAnswer:
        text = reply_text(reply)
        start, data = self._extract(text, run.pattern)
        citations = self._citations(run, text)
        return GeneratedAnswer(
            data=data,
            query=run.query,
            documents=self._documents(run, citations),
            meta={**reply_meta(reply), **(meta or {}), "all_messages": run.replies},
            reply=text,
            data_start=start,
            reply_markers=citations.markers,
            warnings=citations.warnings,
            sources=run.documents,
        )

    def _extract(self, text: str, pattern: Pattern | None) -> tuple[int, str]:
        """Where the answer starts in the reply, and the answer."""
        if pattern is None:
            return 0, text
        hit = pattern.search(text, self.pattern_seconds)
        return (hit.text_start, hit.text) if hit else (0, "")

    def _citations(self, run: _Run, text: str) -> Citations:
        if not run.documents and run.reference_pattern is not None:
            return Citations()
        found = read_citations(
            text, run.reference_pattern, len(run.documents), ranges=run.ranges, seconds=self.pattern_seconds
        )
        if run.reference_pattern is not None and self.return_only_referenced_documents:
            _log(found)
        return found

    def _documents(self, run: _Run, citations: Citations) -> list[Any]:
        """The documents that are cited, or all, in the order given, each with what is known of it now."""
        if run.reference_pattern is None:
            return [with_meta(d, n, {"source_index": n}) for n, d in enumerate(run.documents, 1)]
        cited = {number for marker in citations.markers for number in marker.documents}
        return [
            with_meta(document, position, {"source_index": position, "referenced": position in cited})
            for position, document in enumerate(run.documents, 1)
            if position in cited or not self.return_only_referenced_documents
        ]


def _metas(replies: Sequence[Any], meta: Sequence[Mapping[str, Any]] | None) -> Sequence[Mapping[str, Any]]:
    if isinstance(replies, str | bytes | Mapping):
        raise InputError(
            f"replies must be a list, got {type(replies).__name__}; put the one reply in a list."
        )
    if not meta:
        return [{}] * len(replies)
    if len(meta) != len(replies):
        raise InputError(
            f"meta must have one entry for each reply: there are {len(replies)} replies, {len(meta)} of meta."
        )
    return meta


def _read(name: str, expression: str | None) -> Pattern | None:
    return None if expression is None else read_pattern(expression, name)


def _log(citations: Citations) -> None:
    """Says once for each document that is not there, in order."""
    messages = {w.number: w.message for w in citations.warnings if w.code == "out_of_range"}
    for number in sorted(number for number in messages if number is not None):
        _LOG.warning(messages[number])
