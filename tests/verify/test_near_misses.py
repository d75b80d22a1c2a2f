"""Short texts with a claim that is nearly what they say: a label, "or" for "and", a cell, a limit.

A new user's trial found such claims supported, or true ones contradicted. Each line of ``near_misses.jsonl``
says what no tier may do: support a claim, leave it unsupported, or contradict it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from ascribe import check

CASES = [
    json.loads(line) for line in Path(__file__).with_name("near_misses.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["claim"][:60])
def test_a_near_miss_is_not_taken_for_what_the_source_says(case: dict[str, Any], tier: str) -> None:
    found = check(case["claim"], [case["source"]], tier=tier, language="en").sentences
    statuses = {one.verdict.status for one in found if one.verdict} - {"not_checkable"}
    assert statuses
    expected = {
        "supported": statuses == {"supported"},
        "not supported": "supported" not in statuses,
        "not contradicted": "contradicted" not in statuses,
    }
    assert expected[case["expected"]], statuses
