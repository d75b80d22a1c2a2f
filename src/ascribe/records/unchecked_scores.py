"""Write the scores of an answer of which nothing was checked as null, and read them back.

The record has 1.0 there, as the published data model says. Whoever reads the JSON does not see
``verification_ran``, and must not take 1.0 for the result of a check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_UNCHECKED = 1.0
"""The score of the record if nothing was checked."""


def clear_unchecked_scores(data: dict[str, Any]) -> dict[str, Any]:
    """Return the dict of an answer with null for scores that no check gave."""
    if data["verification_results"] or data["faithfulness_score"] != _UNCHECKED:
        return data
    parts = data["faithfulness_components"]
    score = None if parts["nli_score"] == _UNCHECKED else parts["nli_score"]
    return {**data, "faithfulness_score": None, "faithfulness_components": {**parts, "nli_score": score}}


def restore_unchecked_scores(data: Any) -> Any:
    """Return the dict of an answer with the scores of the record where they are null."""
    if not isinstance(data, Mapping) or data.get("faithfulness_score", _UNCHECKED) is not None:
        return data
    parts = data.get("faithfulness_components")
    if isinstance(parts, Mapping) and parts.get("nli_score", _UNCHECKED) is None:
        parts = {**parts, "nli_score": _UNCHECKED}
    return {**data, "faithfulness_score": _UNCHECKED, "faithfulness_components": parts}


def restore_held_answer(data: Any) -> Any:
    """Return the dict of a record whose field ``answer`` is an answer or null, with the scores restored."""
    if not isinstance(data, Mapping) or "answer" not in data:
        return data
    return {**data, "answer": restore_unchecked_scores(data["answer"])}


def allow_unchecked_scores(definitions: Mapping[str, dict[str, Any]]) -> None:
    """Allow null for these scores in the JSON Schema of the records, in place."""
    for record, name in (("Answer", "faithfulness_score"), ("FaithfulnessComponents", "nli_score")):
        if record in definitions:
            definitions[record]["properties"][name] = {"type": ["number", "null"]}
