"""Pairs of answer and document spans: build them, score them best first, select the references.

If a model has upper bounds, pairs are scored in the order of their bounds until no remaining pair can exceed
the best score found. The references are the same as if all pairs were scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ascribe.compat.answer_builder.generated_answer import copy_with_field, to_source_document
from ascribe.compat.reference_predictor.models import DECIMALS
from ascribe.errors import InputError
from ascribe.field_access import get_field
from ascribe.protocols import PairModel
from ascribe.records import Reference

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


META_KEY = "_references"

REFERENCE_KEYS = (
    "document_start_idx",
    "document_end_idx",
    "answer_start_idx",
    "answer_end_idx",
    "score",
    "document_id",
    "document_position",
    "label",
)
"""The exact keys of each reference in the metadata."""

_TEXTS = ("content", "page_content", "text")
_IDS = ("id", "doc_id", "id_")


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """A document with text; ``position`` is its position among all documents of its answer, from 1."""

    position: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer as it was given, its text, and its documents that have text."""

    given: Any
    text: str
    documents: tuple[GivenDocument, ...]

    def with_references(self, references: Iterable[Reference]) -> Any:
        """Return a copy of the given answer, of the same class, with the references in its metadata."""
        rows = [{key: getattr(reference, key) for key in REFERENCE_KEYS} for reference in references]
        meta = {**(get_field(self.given, "meta") or {}), META_KEY: rows}
        if isinstance(self.given, Mapping):
            return {**self.given, "meta": meta}
        return copy_with_field(self.given, "meta", meta)


def read_answers(answers: Any) -> list[GivenAnswer]:
    """Read answers in order; none of them is changed.

    Raises:
        InputError: not a list of answers, or one of them is not an answer; the message says which.
    """
    if isinstance(answers, str | bytes | Mapping) or not isinstance(answers, Iterable):
        raise InputError(
            f"answers: expected a list of answers, got {type(answers).__name__}; put a single one "
            "into a list."
        )
    return [_parse_answer(answer, number) for number, answer in enumerate(answers, 1)]


def _parse_answer(answer: Any, number: int) -> GivenAnswer:
    text, meta = get_field(answer, "data"), get_field(answer, "meta")
    if not isinstance(text, str):
        raise InputError(
            f"answer {number}: a {type(answer).__name__} without text in 'data'; give answers of an "
            "AnswerBuilder, or dicts with 'data', 'documents' and 'meta'."
        )
    if meta is not None and not isinstance(meta, Mapping):
        raise InputError(f"answer {number}: its meta must be a dict, got {type(meta).__name__}.")
    documents = [
        _parse_document(document, number, position)
        for position, document in enumerate(get_field(answer, "documents") or (), 1)
    ]
    return GivenAnswer(answer, text, tuple(document for document in documents if document.text.strip()))


def _parse_document(document: Any, number: int, position: int) -> GivenDocument:
    one = to_source_document(document, position)
    text = next((value for name in _TEXTS if (value := getattr(one, name, None)) is not None), "")
    if not isinstance(text, str):
        raise InputError(
            f"answer {number}, document {position}: its text must be a string, got {type(text).__name__}."
        )
    name = next((value for name in _IDS if (value := getattr(one, name, None)) is not None), None)
    return GivenDocument(position, f"source-{position}" if name is None else str(name), text)


Pair = tuple[str, str]
PairScores = Mapping[Pair, tuple[float, str]]


@dataclass(frozen=True, slots=True)
class SpanPair:
    """A span of an answer and a span of a document; ``pair`` contains their unchanged texts."""

    answer: tuple[int, int]
    document: GivenDocument
    span: tuple[int, int]
    pair: Pair

    def reference(self, score: float, label: str) -> Reference:
        """Build a reference from the two spans."""
        return Reference(
            document_start_idx=self.span[0],
            document_end_idx=self.span[1],
            answer_start_idx=self.answer[0],
            answer_end_idx=self.answer[1],
            score=score,
            document_id=self.document.id,
            document_position=self.document.position,
            label=label,
            quote=self.pair[1],
        )


def build_span_pairs(
    answer: GivenAnswer,
    answer_spans: Sequence[tuple[int, int]],
    document_spans: Mapping[str, Sequence[tuple[int, int]]],
) -> Iterator[SpanPair]:
    """Yield every pair of an answer span and a document span, in order.

    Args:
        answer: the answer.
        answer_spans: start and end of the spans of the answer.
        document_spans: document text → start and end of its spans.
    """
    for start, end in answer_spans:
        for document in answer.documents:
            for first, last in document_spans[document.text]:
                texts = (answer.text[start:end], document.text[first:last])
                yield SpanPair((start, end), document, (first, last), texts)


def select_references(
    pairs: Sequence[SpanPair], scored: PairScores, threshold: float | None
) -> list[Reference]:
    """Select for each span of the answer its best pair, or all pairs that reach the threshold.

    Pairs that were not scored cannot be among them. The result is sorted by the span of the answer, then by
    score, best first, then by the position of the document and the offset in it.
    """
    cited: list[Reference] = []
    for _, group in groupby(pairs, key=lambda pair: pair.answer):
        found = [pair.reference(*scored[pair.pair]) for pair in group if pair.pair in scored]
        found.sort(key=lambda r: (-r.score, r.document_position, r.document_start_idx))
        cited += found[:1] if threshold is None else [r for r in found if r.score >= threshold]
    return cited


ROUND_SIZE = 8
"""Pairs of one answer span that are scored before its best score is compared with the bounds again."""

BOUND_SLACK = 10.0**-DECIMALS
"""Tolerance for bounds, because scores are rounded."""

PairScorer = Callable[[Sequence[Pair]], PairScores]


@runtime_checkable
class BoundedPairModel(PairModel, Protocol):
    """A pair model with cheap upper bounds for its values."""

    def bounds(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Return upper bounds of ``logits``, shape (pairs, 1)."""
        ...


def score_best_first(
    answers: Sequence[Sequence[SpanPair]],
    bounds: Mapping[Pair, float],
    score: PairScorer,
    threshold: float | None,
) -> PairScores:
    """Score all pairs that can become references, best bounds first; return score and label by pair.

    Args:
        answers: the pairs of each answer.
        bounds: the upper bound of each pair's score.
        score: scores pairs.
        threshold: minimum score of a reference; None selects the best pair of each span of an answer.
    """
    if threshold is not None:
        return score([pair for pair, bound in bounds.items() if bound >= threshold - BOUND_SLACK])
    scored: dict[Pair, tuple[float, str]] = {}
    groups = [_sort_by_bound(group, bounds) for group in _group_by_span(answers)]
    while due := dict.fromkeys(pair for group in groups for pair in _select_next(group, bounds, scored)):
        scored.update(score(list(due)))
    return scored


def _group_by_span(answers: Sequence[Sequence[SpanPair]]) -> Iterator[list[Pair]]:
    for pairs in answers:
        for _, group in groupby(pairs, key=lambda one: one.answer):
            yield [one.pair for one in group]


def _sort_by_bound(group: Sequence[Pair], bounds: Mapping[Pair, float]) -> list[Pair]:
    return sorted(dict.fromkeys(group), key=lambda pair: -bounds[pair])


def _select_next(group: Sequence[Pair], bounds: Mapping[Pair, float], scored: PairScores) -> list[Pair]:
    """Return the pairs of one span to score next; empty if its best score cannot be exceeded."""
    best = max((scored[pair][0] for pair in group if pair in scored), default=float("-inf"))
    left = (pair for pair in group if pair not in scored and bounds[pair] >= best - BOUND_SLACK)
    return [pair for pair, _ in zip(left, range(ROUND_SIZE), strict=False)]
