"""Laws of the verdict, whatever the evidence: levels, the order of the sources, sources about something else.

The rules are held to them on all cases of ``cases.jsonl``. The models read sentences together and count them,
so that a claim near a threshold may cross it: tier ``builtin`` is held to the level law on cases, and to the
others on texts that leave no doubt.
"""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from ascribe import check
from ascribe.verify.comparison import Text

LEVELS = ("loose", "balanced", "strict", "paranoid")

CASES = [
    case
    for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()
    if (case := json.loads(line))["category"] != "table_list"  # rows of a table are one source
]

UNRELATED = (
    "Bread rises faster in a warm kitchen. Most bakers weigh their flour.",
    "Violins are strung with gut or steel, and a bow needs rosin.",
)

OWN = [
    ("The Aldford mill opened in 1999.", ["The Aldford mill stands by the bridge. It opened in 1999."]),
    ("The bridge opened in 1999.", ["The Aldford mill stands by the bridge. It opened in 1999."]),
    ("The mill has 12 sails.", ["The mill has 12 sails.", "The mill has 14 sails."]),
    ("The mill has 12 sails.", ["The mill has 12 sails.", "The mill has a new roof.", "The barn is red."]),
    ("The mill has 12 sails.", ["The mill has 14 sails.", "The barn is red."]),
    (
        "The mill was built in 1871 and has 12 sails.",
        ["The mill was built in 1871.", "The mill has 12 sails.", "The barn is red."],
    ),
    ("The castle was painted by a Dutch master.", ["The mill has 12 sails.", "The barn is red."]),
]


def statuses(claim: str, sources: list[str], **options: Any) -> list[str]:
    sentences = check(claim, sources, **{"language": "en", **options}).sentences
    return [sentence.verdict.status for sentence in sentences if sentence.verdict]


def of_case(case: dict[str, Any], sources: list[str], **options: Any) -> list[str]:
    return statuses(case["claim"], sources, language=case["language"], **options)


def with_unrelated(sources: list[str]) -> list[list[str]]:
    return [[UNRELATED[0], *sources], [*sources, UNRELATED[1]], [UNRELATED[1], *sources, UNRELATED[0]]]


def test_the_rules_support_no_more_at_a_stricter_level() -> None:
    for case in CASES:
        by_level = [of_case(case, case["sources"], tier="rules", strictness=level) for level in LEVELS]
        supported = [sum(status == "supported" for status in one) for one in by_level]
        assert supported == sorted(supported, reverse=True), case["id"]


def test_the_rules_support_the_same_beside_an_unrelated_source() -> None:
    for case in CASES:
        supported = set(of_case(case, case["sources"], tier="rules")) == {"supported"}
        for sources in with_unrelated(case["sources"]):
            assert (set(of_case(case, sources, tier="rules")) == {"supported"}) == supported, case["id"]


def test_the_rules_say_the_same_of_sources_in_another_order() -> None:
    for case in CASES:
        found = of_case(case, case["sources"], tier="rules")
        assert of_case(case, case["sources"][::-1], tier="rules") == found, case["id"]


def test_the_models_support_no_more_at_a_stricter_level() -> None:
    for case in CASES[::12]:
        by_level = [of_case(case, case["sources"], tier="builtin", strictness=level) for level in LEVELS]
        supported = [sum(status == "supported" for status in one) for one in by_level]
        assert supported == sorted(supported, reverse=True), case["id"]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "sources"), OWN)
def test_order_and_unrelated_sources_change_nothing(claim, sources, tier) -> None:
    found = statuses(claim, sources, tier=tier)
    for order in permutations(sources):
        assert statuses(claim, list(order), tier=tier) == found
    for more in with_unrelated(sources):
        beside = statuses(claim, more, tier=tier)
        assert [status == "supported" for status in beside] == [status == "supported" for status in found]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "sources"), OWN)
def test_no_level_supports_more_than_a_looser_one(claim, sources, tier) -> None:
    supported = [statuses(claim, sources, tier=tier, strictness=level) == ["supported"] for level in LEVELS]
    assert supported == sorted(supported, reverse=True)


def test_a_stretch_may_end_one_behind_its_text() -> None:
    text = Text.read("The \ufb01re went out.", "en")  # with a ligature, which is mapped back
    assert text.quote(4, len(text.text) + 1) == "\ufb01re went out."


def test_either_may_follow_the_first_thing() -> None:
    assert check("He left.", ["He did not come either and she left."], tier="rules").sentences
