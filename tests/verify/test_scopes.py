"""What restricts a statement stays with it: "under six", "only in German", "told reporters that …"."""

import json
from pathlib import Path

import pytest
from tests.verdicts import get_verdict

CASES = [
    json.loads(line) for line in Path(__file__).with_name("scopes.jsonl").read_text("utf-8").splitlines()
]
DENIED = ("contradicted", "unsupported")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['claim'][:50]}")
def test_what_restricts_a_statement_is_neither_dropped_nor_moved(case) -> None:
    verdict = get_verdict(case["claim"], [case["source"]], tier="rules", language=case["language"])
    if case["expected"] == "not_supported":
        assert verdict.status != "supported"
    elif case["expected"] == "supported":
        assert verdict.status == "supported"
    else:
        assert verdict.status not in DENIED


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        ("Infants travel free.", "Infants below two travel free.", "below two"),
        ("Nobody may open the hatch.", "Nobody may open the hatch without a permit.", "without a permit"),
    ],
)
def test_the_message_quotes_the_restriction_that_the_claim_drops(claim, source, words) -> None:
    verdict = get_verdict(claim, [source], tier="rules", language="en")
    assert verdict.reason == "restriction_dropped"
    assert verdict.details["difference"]["evidence"] == words


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Infants travel free.", "Infants below two travel free."),
        ("Nobody may open the hatch.", "Nobody may open the hatch without a permit."),
        ("Only maps are sold in the kiosk.", "Maps are sold only in the kiosk."),
        ("Visitors saw smoke.", "Ivo Hahn told visitors that he saw smoke."),
    ],
)
def test_no_model_supports_what_says_more_than_its_source(claim, source) -> None:
    assert get_verdict(claim, [source], tier="builtin", language="en").status != "supported"
