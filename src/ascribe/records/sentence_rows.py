"""Sentences as rows of a table, with the reference that decides each and the citations of the reply."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from ascribe.records.answer_warnings import list_warnings
from ascribe.records.citation_rows import describe_citations

if TYPE_CHECKING:
    from ascribe.records.answer import Answer
    from ascribe.records.cited_sentence import CitedSentence

Row = dict[str, str | int | float | None]

SENTENCE_COLUMNS: dict[str, type] = {
    "sentence": int,
    "char_start": int,
    "char_end": int,
    "text": str,
    "status": str,
    "reason": str,
    "score": float,
    "message": str,
    "document": str,
    "label": str,
    "quote": str,
    "pages": str,
    "citations": str,
    "warnings": str,
}
"""Columns of a row of ``build_rows``, in order, with the types of their values; any may be empty."""


def build_rows(answer: Answer) -> list[Row]:
    """Return one row for each sentence of the answer, in order; each has the warnings of the answer."""
    return [_build_row(number, sentence, answer) for number, sentence in enumerate(answer.sentences, 1)]


def _build_row(number: int, sentence: CitedSentence, answer: Answer) -> Row:
    verdict = sentence.verdict
    best = next(iter(sentence.references), None)
    return {
        "sentence": number,
        "char_start": sentence.char_start,
        "char_end": sentence.char_end,
        "text": sentence.text,
        "status": verdict.status if verdict else None,
        "reason": verdict.reason if verdict else None,
        "score": round(verdict.score, 4) if verdict and verdict.score is not None else None,
        "message": verdict.message if verdict else None,
        "document": best.document_id if best else None,
        "label": best.label if best else None,
        "quote": best.quote if best else None,
        "pages": " ".join(str(page + 1) for page in best.pages) if best and best.pages else None,
        "citations": "; ".join(describe_citations(sentence, answer)) or None,
        "warnings": " ".join(list_warnings(answer)) or None,
    }


def escape_formula(value: Any) -> Any:
    """Return the value of a CSV cell; text that a spreadsheet would run gets an apostrophe in front."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


def restore_formula(value: Any) -> Any:
    """Return the value of a CSV cell without the apostrophe that ``escape_formula`` has put in front."""
    if isinstance(value, str) and value[:1] == "'" and escape_formula(value[1:]) == value:
        return value[1:]
    return value


def render_csv(rows: list[Row]) -> str:
    """Render rows as CSV with a head; lines end as RFC 4180 says."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(rows[0] if rows else ())
    table.writerows([escape_formula(cell) for cell in row.values()] for row in rows)
    return written.getvalue()
