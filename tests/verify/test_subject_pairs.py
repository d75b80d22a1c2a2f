"""Pairs about which thing a statement is about: siblings, other things, harmless modifiers.

``subjects_kept.jsonl`` was written together with the other file, by somebody who had not seen the rules, and
only its counts were seen until they were done. Before, tier ``rules`` supported one and ``builtin`` four of
its 45 claims that are not supported, and contradicted 18 and 19 of the 55 that are not contradicted.
"""

import json
from pathlib import Path

import pytest
from tests.verdicts import get_verdict

from ascribe import check

MOST_FALSE_ALARMS = {"rules": 1, "builtin": 2}
"""Of the 55 claims of a file that are not contradicted."""

LEAST_FOUND = {"rules": (0.2, 0.4), "builtin": (0.5, 0.4)}
"""Shares of the supported and of the contradicted claims that are found as such."""


@pytest.mark.parametrize("tier", LEAST_FOUND)
@pytest.mark.parametrize("name", ["subjects.jsonl", "subjects_kept.jsonl"])
def test_a_statement_about_another_thing_is_neither_supported_nor_contradicted(tier: str, name: str) -> None:
    found: dict[str, list[str]] = {"supported": [], "contradicted": [], "unsupported": []}
    for line in (Path(__file__).parent / name).read_text("utf-8").splitlines():
        case = json.loads(line)
        verdict = get_verdict(case["claim"], case["sources"], language="en", tier=tier)
        found[case["status"]].append(verdict.status)
    assert "supported" not in [*found["contradicted"], *found["unsupported"]]
    false_alarms = [*found["supported"], *found["unsupported"]].count("contradicted")
    assert false_alarms <= MOST_FALSE_ALARMS[tier]
    for status, least in zip(("supported", "contradicted"), LEAST_FOUND[tier], strict=True):
        assert found[status].count(status) >= least * len(found[status]), status


@pytest.mark.parametrize("tier", LEAST_FOUND)
@pytest.mark.parametrize(
    "source",
    [
        "The new lift is a lift that is safe for passengers.",
        "The new lift, in contrast to any lift before it, is safe for passengers.",
        "The new lift is safe for passengers, and such a lift is rare.",
    ],
)
def test_the_opposite_of_a_modifier_is_never_supported(tier: str, source: str) -> None:
    assert check("The old lift is safe for passengers.", source, tier=tier).status_counts() != {
        "supported": 1
    }


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The minority of the voters backed the plan.", "The majority of the voters backed the plan."),
        ("The decrease in sales was 5 percent.", "The increase in sales was 5 percent."),
        ("The study found a low risk.", "The study found a high risk."),
    ],
)
def test_what_is_stated_is_contradicted_by_its_opposite(claim: str, source: str) -> None:
    assert check(claim, source, tier="rules").status_counts() == {"contradicted": 1}
