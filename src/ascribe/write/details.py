"""What a verifier compared, as rows that people read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_FINDINGS = {"clash": "they differ", "missing": "they cannot be compared"}
_COMPARISON = {"rule", "finding", "claim"}
"""Keys of one comparison, as a verifier of rules gives it; ``evidence`` and ``formula`` may be missing."""

_DIFFERENCE = "difference"
_FOR_MACHINES = ("features", "objects", "places", "rules", _DIFFERENCE)
"""Details that calibration and the audit trail need and no reader of a report."""


def details_of(details: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name and value of each detail: ``words_missing`` reads ``words missing``; what is empty is left out.

    Of the comparisons those that decided become a row each, named by their rule; those that agree share one.
    The difference that gave the reason has a row of its own where none of them is it.
    """
    shown = [
        row for key, value in details.items() if key not in _FOR_MACHINES for row in _rows(str(key), value)
    ]
    difference = details.get(_DIFFERENCE, {})
    words = _comparison(difference) if _is_comparison(difference) else ""
    return [*shown, (_DIFFERENCE, words)] if words and all(words != row[1] for row in shown) else shown


def _rows(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list | tuple) and value and all(map(_is_comparison, value)):
        agreed = [item for item in value if item["finding"] == "agree"]
        yield from ((_words(str(item["rule"])), _comparison(item)) for item in _deciding(value))
        if agreed:
            yield "agree", _agreement(agreed)
    elif value not in ([], (), {}, "", None):
        yield _words(key), _plain(value)


def _deciding(compared: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What did not agree: every clash, or where there is none the first thing that is missing."""
    clashes = [item for item in compared if item["finding"] == "clash"]
    others = [item for item in compared if item["finding"] not in ("clash", "agree")]
    return clashes or others[:1]


def _is_comparison(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= _COMPARISON


def _comparison(item: Mapping[str, Any]) -> str:
    reply = f"“{_plain(item['claim'])}” in the reply"
    if item.get("formula"):
        return f"{reply}, {_plain(item['formula'])} in the source"
    if item.get("evidence") is None:
        return f"{reply}, nothing comparable in the source"
    finding = str(item["finding"])
    return f"{reply}, “{_plain(item['evidence'])}” in the source: {_FINDINGS.get(finding, finding)}"


def _agreement(agreed: list[dict[str, Any]]) -> str:
    """The words that agree, each once, by rule: ``numbers “19”; names “Aldrin”, “Armstrong”``.

    A figure that follows from others has its formula behind it: ``derived “25 %” (40 → 50 is +25 %)``.
    """
    by_rule: dict[str, dict[str, None]] = {}
    for item in agreed:
        formula = f" ({_plain(item['formula'])})" if item.get("formula") else ""
        by_rule.setdefault(_words(str(item["rule"])), {})[f"“{_plain(item['claim'])}”{formula}"] = None
    return "; ".join(f"{rule} {', '.join(claims)}" for rule, claims in by_rule.items())


def _words(key: str) -> str:
    return key.replace("_", " ")


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and not any(isinstance(v, dict | list | tuple) for v in value):
        return ", ".join(map(_plain, value))
    if isinstance(value, float):
        return f"{value:.3g}"
    return json.dumps(value, ensure_ascii=False, default=str)
