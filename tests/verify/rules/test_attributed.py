"""What somebody claims is no fact of the source, whatever a model says; a decision is no saying."""

import pytest
from tests.verdicts import get_verdict


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The dam is safe.", "The minister claims that the dam is safe."),
        ("The dam leaks.", "The mayor denied that the dam leaks."),
        ("The dam is 300 years old.", "The dam is believed to be 300 years old."),
        ("The dam leaks.", "It was argued that the dam leaks."),
    ],
)
def test_what_is_only_claimed_is_not_supported(tier: str, claim: str, source: str) -> None:
    verdict = get_verdict(claim, [source], tier=tier)
    assert (verdict.status, verdict.reason) == ("unsupported", "attribution_dropped")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The judge denied the motion.", "The judge granted the motion on Monday."),
        ("The ferry is expected in autumn.", "The ferry is to be delivered in autumn."),
        ("The case was decided after it was argued.", "The case was argued in May and decided in June."),
    ],
)
def test_a_decision_an_expected_thing_and_a_hearing_are_no_sayings(claim: str, source: str) -> None:
    assert not get_verdict(claim, [source], tier="rules").reason.startswith("attribution")
