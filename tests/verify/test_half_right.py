"""Sentences of which one part holds and another does not, and wholly right ones that look alike.

They were written for this test. When they were first run, 21 of the 25 half-right ones were partial in each
tier; "Letters take 2 days and parcels 4 days" was undecided in both, since 4 is 6 - 2.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from ascribe import Verdict, check
from ascribe.inference.model_files import is_installed

CASES = [
    json.loads(line) for line in Path(__file__).with_name("half_right.jsonl").read_text("utf-8").splitlines()
]
HALF_RIGHT = [case for case in CASES if case["half"]]
RIGHT = [case for case in CASES if not case["half"]]

needs_weights = pytest.mark.skipif(not is_installed("verifier"), reason="needs the built-in models' weights")
TIERS = ["rules", pytest.param("builtin", marks=needs_weights)]

LEAST_PARTIAL = {"rules": 25, "builtin": 24}
"""Tier → half-right sentences that are partial. The model takes ferries for trains."""


def verify(case: dict[str, Any], tier: str) -> Verdict:
    verdict = check(case["claim"], case["sources"], tier=tier, language="en").sentences[0].verdict
    assert verdict is not None
    return verdict


def list_parts(case: dict[str, Any], verdict: Verdict, *statuses: str) -> list[str]:
    found = (clause for clause in verdict.clauses if clause.status in statuses)
    return [case["claim"][clause.char_start : clause.char_end] for clause in found]


@pytest.mark.parametrize("tier", TIERS)
def test_a_half_right_sentence_is_partial_with_its_parts(tier: str) -> None:
    judged = [(case, verify(case, tier)) for case in HALF_RIGHT]
    assert "supported" not in {verdict.status for _, verdict in judged}
    partial = [(case, verdict) for case, verdict in judged if verdict.status == "partial"]
    assert len(partial) >= LEAST_PARTIAL[tier]
    for case, verdict in partial:
        (failing,) = list_parts(case, verdict, "contradicted", "unsupported")
        assert case["false"] in failing
        assert list_parts(case, verdict, "supported"), case["claim"]


@pytest.mark.parametrize("tier", TIERS)
def test_a_right_sentence_that_looks_alike_does_not_fail(tier: str) -> None:
    statuses = [verify(case, tier).status for case in RIGHT]
    assert set(statuses) <= {"supported", "unknown"}
    assert statuses.count("supported") >= 20


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("source", "reply"),
    [
        ("Plan A costs 30 euros and plan B 50 euros.", "Plan A costs 50 euros and plan B 30 euros."),
        ("The bridge is 32 m high and the tunnel 50 m.", "The bridge is 50 m high and the tunnel 32 m."),
        ("The shop sells bread and milk.", "The shop sells shoes and candles."),
    ],
)  # fmt: skip
def test_a_sentence_that_is_wrong_in_both_parts_is_not_partial(source: str, reply: str, tier: str) -> None:
    verdict = check(reply, source, tier=tier, language="en").sentences[0].verdict
    assert verdict is not None
    assert verdict.status not in ("supported", "partial")


@needs_weights
@pytest.mark.parametrize(
    ("source", "reply"),
    [
        ("The shop sells bread, milk and juice.", "The shop sells bread, milk and drinks."),
        ("The drug was tested on mice, rats and people.", "The drug was tested on rats, mice and humans."),
        ("The law bans knives, firearms and fireworks.", "The law bans knives, guns and fireworks."),
        ("It treats burns, broken bones and infections.", "It treats burns, fractures and infections."),
        ("The farm keeps cows, hens and horses.", "The farm keeps cows, poultry and horses."),
    ],
)  # fmt: skip
def test_an_item_by_another_word_fails_in_no_model_tier(source: str, reply: str) -> None:
    verdict = check(reply, source, tier="builtin", language="en").sentences[0].verdict
    assert verdict is not None
    assert verdict.status in ("supported", "unknown")
