"""Short texts with a claim of nearly the same words: half of them say the same, half do not.

A writer who had not seen the verifier wrote them, in 51 kinds: what is only asked, hoped or ordered, parts
and possessors, exceptions, times before and after. ``same_words.jsonl`` was read while the rules were
mended; ``same_words_kept.jsonl`` was only counted.
"""

import json
from pathlib import Path

import pytest

from ascribe import check


@pytest.mark.parametrize(
    ("name", "tier", "false_supported", "true_supported", "true_contradicted"),
    [
        ("same_words", "rules", 8, 26, 0),
        ("same_words", "builtin", 13, 31, 0),
        ("same_words_kept", "rules", 13, 18, 3),
        ("same_words_kept", "builtin", 12, 23, 4),
    ],
)
def test_the_same_words_are_taken_for_the_same_no_more_often(
    name: str, tier: str, false_supported: int, true_supported: int, true_contradicted: int
) -> None:
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text("utf-8").splitlines()
    found = [(pair["supported"], find_status(pair, tier)) for pair in map(json.loads, lines)]
    assert found.count((False, "supported")) <= false_supported
    assert found.count((True, "supported")) >= true_supported
    assert found.count((True, "contradicted")) <= true_contradicted


def find_status(pair: dict[str, str], tier: str) -> str:
    """Return the status of the claim, or that of its first sentence that is not supported."""
    sentences = check(pair["claim"], [pair["source"]], tier=tier, language="en").sentences
    statuses = [one.verdict.status for one in sentences if one.verdict]
    return next((status for status in statuses if status != "supported"), "supported")
