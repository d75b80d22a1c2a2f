"""Runs of ``batch`` written by hand: the same tables, with verdicts that a test chooses."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ascribe.records.outcomes import STATUSES

SENTENCE = st.tuples(st.sampled_from(["a", "b", "<c>"]), st.sampled_from(STATUSES))
ANSWERS = st.dictionaries(
    st.integers(1, 12), st.lists(SENTENCE, min_size=1, max_size=4), min_size=1, max_size=8
)
"""Number of the answer → (text, status) of its sentences."""

Answers = dict[int, list[tuple[str, str]]]


def write_run(
    path: Path,
    answers: Answers,
    *,
    order: list[int] | None = None,
    extra: dict[int, dict[str, Any]] | None = None,
    documents: dict[str, str] | None = None,
) -> Path:
    """Write the tables of answers and sentences in JSON Lines, with the answers in that order."""
    rows, sentences = [], []
    for number in order or list(answers):
        statuses = [status for _, status in answers[number]]
        checked = [s for s in statuses if s not in ("not_checkable", "unknown")]
        share = checked.count("supported") / len(checked) if checked else None
        head = {"row": number, "id": f"q{number}"}
        rows.append(
            head
            | {"sentences": len(statuses), "checked": len(checked)}
            | {status: statuses.count(status) for status in STATUSES}
            | {"faithfulness": share, "tier": "rules"}
            | (extra or {}).get(number, {})
        )
        sentences += [
            head
            | {"sentence": place, "text": text, "status": status, "score": 0.5, "message": f"Why {text}."}
            | {"document": (documents or {}).get(text), "label": "related", "quote": f"Of {text}."}
            for place, (text, status) in enumerate(answers[number], 1)
        ]
    for file, records in ((path, rows), (path.with_name(f"{path.stem}.sentences.jsonl"), sentences)):
        file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
