"""Pairs about figures: conversions, roundings, ranges, derived figures; a fair restatement and a near lie.

``figures_kept.jsonl`` was written before the rules. Until the rules were done only its counts were seen: at
the end 41 of its 44 restatements were supported, two were contradicted, and none of its 44 lies supported.
Then its failures were read and two general faults mended: 43, none and none since, which says nothing about
unseen texts any more.
"""

import json
from pathlib import Path

import pytest

from ascribe import check

FLOORS = {"figures.jsonl": 0.96, "figures_kept.jsonl": 0.93}


@pytest.mark.parametrize("name", FLOORS)
def test_restatements_are_supported_and_no_lie_is(name) -> None:
    lines = (Path(__file__).parent / name).read_text("utf-8").splitlines()
    found: dict[str, list[str]] = {"supported": [], "contradicted": []}
    for case in map(json.loads, lines):
        answer = check(case["claim"], case["sources"][0], language=case["language"], tier="rules")
        verdict = answer.sentences[0].verdict
        assert verdict is not None
        found[case["status"]].append(verdict.status)
    assert "supported" not in found["contradicted"]
    assert "contradicted" not in found["supported"]
    assert found["supported"].count("supported") >= FLOORS[name] * len(found["supported"])
