"""Two quantifiers in one passage: a claim has that of the part which has its words, and of no other part."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.negation import compare_negation

CABINS = "None of the cabins has a stove, but all have a sink."
HENS = "Few hens laid in May, and most were moulting."
FOG = "Fog is never seen in July but often in October."


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (CABINS, "All of the cabins have a sink."),
        (CABINS, "None of the cabins has a stove."),
        (HENS, "Most hens were moulting."),
        ("It never snows in July but often in March.", "It often snows in March."),
        ("None of the boats leaks, though all of them need paint.", "All of the boats need paint."),
        ("Not one pupil was late, but four were absent.", "Four pupils were absent."),
        ("No guests were hurt, and many were asleep.", "Many guests were asleep."),
        ("Most cyclists wore a helmet, but none wore a vest.", "None of the cyclists wore a vest."),
        (
            "Never before had the choir sung abroad, but it had often sung here.",
            "The choir had often sung here.",
        ),
        ("Not all stalls sell fish, but each sells bread.", "Each stall sells bread."),
        ("Almost none of the bulbs flowered.", "Hardly any of the bulbs flowered."),
    ],
)
def test_a_quantifier_belongs_to_its_part(source: str, claim: str) -> None:
    assert get_verdict(claim, [source], tier="rules", language="en").status == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (CABINS, "All of the cabins have a stove."),
        (CABINS, "None of the cabins has a sink."),
        (HENS, "Few hens were moulting."),
        (HENS, "Most hens laid in May."),
        (FOG, "Fog is never seen in October."),
        (FOG, "Fog is often seen in July."),
        ("Not one pupil was late, but four were absent.", "Not one pupil was absent."),
        ("No guests were hurt, and many were asleep.", "Many guests were hurt."),
        ("Most cyclists wore a helmet, but none wore a vest.", "Most cyclists wore a vest."),
        ("Not all stalls sell fish, but each sells bread.", "Each stall sells fish."),
        ("Almost none of the bulbs flowered.", "None of the bulbs flowered."),
    ],
)
def test_and_to_no_other_part(source: str, claim: str) -> None:
    verdict = get_verdict(claim, [source], tier="rules", language="en")
    assert (verdict.status, verdict.reason) == ("contradicted", "quantifier_mismatch")


@pytest.mark.parametrize(
    ("claim", "evidence", "findings"),
    [
        ("Two of the sheds have a lamp.", "None of the sheds has a door, but two have a lamp.", ["missing"]),
        ("Two of the sheds have a door.", "None of the sheds has a door, but two have a lamp.", ["clash"]),
        ("The diary was published.", "The diary was kept but never published.", ["clash"]),
        ("Few of the bulbs flowered.", "Almost none of the bulbs flowered.", ["missing"]),
    ],
)
def test_a_denied_subject_denies_only_its_own_clause(claim: str, evidence: str, findings: list[str]) -> None:
    found = compare_negation(Text.read(claim, "en"), Text.read(evidence, "en"))
    assert [one.finding for one in found] == findings


def test_a_figure_inside_the_last_word_is_no_error() -> None:
    source = "Some runners were slower than Ben, who must have needed 2:30:50."
    claim = "All runners were slower than Ben, who needed 2:30:50."
    assert get_verdict(claim, source, tier="rules").status != "supported"
