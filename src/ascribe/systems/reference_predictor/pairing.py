"""An answer and its documents → the pairs of spans to score, and those of them that become references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ascribe.records import Reference
from ascribe.systems.reference_predictor.given import GivenAnswer, GivenDocument

Pair = tuple[str, str]
Judged = Mapping[Pair, tuple[float, str]]


@dataclass(frozen=True, slots=True)
class SpanPair:
    """A span of an answer and one of a document: ``pair`` are their texts, exactly as they stand there."""

    answer: tuple[int, int]
    document: GivenDocument
    span: tuple[int, int]
    pair: Pair

    def reference(self, score: float, label: str) -> Reference:
        """The two spans as a reference."""
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


def span_pairs(
    answer: GivenAnswer,
    answer_spans: Sequence[tuple[int, int]],
    document_spans: Mapping[str, Sequence[tuple[int, int]]],
) -> Iterator[SpanPair]:
    """Every span of the answer with every span of its documents, in order.

    Args:
        answer: the answer.
        answer_spans: where the spans to ask about start and end.
        document_spans: the same for the text of each document.
    """
    for start, end in answer_spans:
        for document in answer.documents:
            for first, last in document_spans[document.text]:
                texts = (answer.text[start:end], document.text[first:last])
                yield SpanPair((start, end), document, (first, last), texts)


def best_references(pairs: Sequence[SpanPair], judged: Judged, threshold: float | None) -> list[Reference]:
    """What is cited: for each span of the answer its best pair, or all that reach the threshold.

    A pair that was not judged cannot be any of them.
    Sorted by the span of the answer, then the best first; equal scores by the place of the document, then by
    the place in it.
    """
    cited: list[Reference] = []
    for _, group in groupby(pairs, key=lambda pair: pair.answer):
        found = [pair.reference(*judged[pair.pair]) for pair in group if pair.pair in judged]
        found.sort(key=lambda r: (-r.score, r.document_position, r.document_start_idx))
        cited += found[:1] if threshold is None else [r for r in found if r.score >= threshold]
    return cited
