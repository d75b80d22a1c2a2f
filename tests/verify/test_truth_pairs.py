"""Pairs of a fair restatement, in other words and turns of speech, and a near lie.

``truths_kept.jsonl`` was written before the rules on what means the same; while they were written only its
counts were seen. Of its 72 restatements tier ``rules`` supported 29 before and 35 after, and contradicted 6
and 2; of its 72 lies it supported 6 and 5. The other half has 28 and 43 of 74, 2 and none, 4 and 2 of 74.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from ascribe import check

FLOORS = {"truths.jsonl": (37, 0, 3), "truths_kept.jsonl": (32, 2, 5)}
"""File → least restatements supported, most of them contradicted, most lies supported."""


@pytest.mark.parametrize("name", FLOORS)
def test_restatements_are_supported_and_hardly_a_lie_is(name: str) -> None:
    lines = (Path(__file__).parent / name).read_text("utf-8").splitlines()
    counts: Counter[tuple[bool, str]] = Counter()
    for case in map(json.loads, lines):
        separator = "\n" if case["category"] == "table_list" else "\n\n"
        answer = check(
            case["claim"], separator.join(case["sources"]), language=case["language"], tier="rules"
        )
        statuses = {one.verdict.status for one in answer.sentences if one.verdict}
        counts[case["status"] == "supported", statuses.pop() if len(statuses) == 1 else "unknown"] += 1
    kept, alarms, passed = FLOORS[name]
    assert counts[True, "supported"] >= kept
    assert counts[True, "contradicted"] <= alarms
    assert counts[False, "supported"] <= passed
