"""The details of a verdict as rows of a name and a value, for readers and for developers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ascribe.records import CitedSentence, Verdict
from ascribe.records.messages import is_comparison
from ascribe.records.outcomes import TIERS
from ascribe.write.wording import describe_status


def build_clause_rows(sentence: CitedSentence, reply: str) -> list[tuple[str, str]]:
    """Build rows (name, value) with the status of each statement and the words without support.

    Words that are the whole sentence are not repeated.
    """
    verdict = sentence.verdict
    if verdict is None:
        return []
    rows = [
        (
            f"statement {number}",
            f"{_add_quotes(reply[c.char_start : c.char_end])} is {describe_status(c.status)}",
        )
        for number, c in enumerate(verdict.clauses, 1)
    ]
    words = [reply[start:end] for start, end in verdict.unsupported]
    if words and words != [sentence.text]:
        rows.append(("without support", ", ".join(map(_add_quotes, words))))
    return rows


def _add_quotes(text: str) -> str:
    return f"“{text}”"


_FINDING_WORDS = {"clash": "they differ", "missing": "they cannot be compared"}

_DIFFERENCE_KEY = "difference"
_INTERNAL_KEYS = ("features", "objects", "phrases", "rules", "shown", _DIFFERENCE_KEY)
"""Details for calibration and the audit trail, not for readers of a report."""

_NOTE_KEYS = ("read_as", "words_not_found", *(tier for tier in TIERS if tier not in _INTERNAL_KEYS))
"""Details that every reader needs: the statement that an answer was read as with its question, what is
missing, and why a tier did not judge."""


def build_note_rows(details: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Build rows (name, value) of the details that every reader needs; a note on a tier is called "note"."""
    return [
        ("note" if key in TIERS else _to_words(key), _render_value(details[key]))
        for key in _NOTE_KEYS
        if details.get(key)
    ]


def build_figure_rows(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Yield rows (name, value) of how the verdict was reached, for developers and auditors."""
    yield "judged by", verdict.tier
    yield "reason", verdict.reason
    if verdict.score is not None:
        yield "score", f"{verdict.score:.2f}"
    if verdict.threshold is not None:
        yield "threshold", f"{verdict.threshold:.2f}"
    yield from build_detail_rows({k: v for k, v in verdict.details.items() if k not in _NOTE_KEYS})


def build_detail_rows(details: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Build rows (name, value) of the details: ``words_missing`` becomes ``words missing``.

    Empty values are left out. Each comparison that decided gets a row, named after its rule; those that agree
    share one. The difference that gave the reason gets a row of its own unless another row has it.
    """
    shown = [
        row
        for key, value in details.items()
        if key not in _INTERNAL_KEYS
        for row in _build_rows(str(key), value)
    ]
    difference = details.get(_DIFFERENCE_KEY, {})
    words = _render_comparison(difference) if is_comparison(difference) else ""
    return [*shown, (_DIFFERENCE_KEY, words)] if words and all(words != row[1] for row in shown) else shown


def _build_rows(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list | tuple) and value and all(map(is_comparison, value)):
        agreed = [item for item in value if item["finding"] == "agree"]
        yield from (
            (_to_words(str(item["rule"])), _render_comparison(item)) for item in _select_deciding(value)
        )
        if agreed:
            yield "agree", _render_agreement(agreed)
    elif value not in ([], (), {}, "", None):
        yield _to_words(key), _render_value(value)


def _select_deciding(compared: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every clash; without any, the first comparison with a missing value."""
    clashes = [item for item in compared if item["finding"] == "clash"]
    others = [item for item in compared if item["finding"] not in ("clash", "agree")]
    return clashes or others[:1]


def _render_comparison(item: Mapping[str, Any]) -> str:
    reply = f"“{_render_value(item['claim'])}” in the reply"
    if item.get("formula"):
        return f"{reply}, {_render_value(item['formula'])} in the source"
    if item.get("evidence") is None:
        return f"{reply}, nothing comparable in the source"
    finding = str(item["finding"])
    return (
        f"{reply}, “{_render_value(item['evidence'])}” in the source: {_FINDING_WORDS.get(finding, finding)}"
    )


def _render_agreement(agreed: list[dict[str, Any]]) -> str:
    """Render the words that agree, each once, by rule: ``numbers “19”; names “Aldrin”, “Armstrong”``.

    A derived figure is followed by its formula: ``derived “25 %” (40 → 50 is +25 %)``.
    """
    by_rule: dict[str, dict[str, None]] = {}
    for item in agreed:
        formula = f" ({_render_value(item['formula'])})" if item.get("formula") else ""
        by_rule.setdefault(_to_words(str(item["rule"])), {})[f"“{_render_value(item['claim'])}”{formula}"] = (
            None
        )
    return "; ".join(f"{rule} {', '.join(claims)}" for rule, claims in by_rule.items())


def _to_words(key: str) -> str:
    return key.replace("_", " ")


def _render_value(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and not any(isinstance(v, dict | list | tuple) for v in value):
        return ", ".join(map(_render_value, value))
    if isinstance(value, float):
        return f"{value:.3g}"
    return json.dumps(value, ensure_ascii=False, default=str)
