"""What the source calls untrue is not there as a statement."""

import pytest
from tests.verdicts import get_verdict

LEGEND = "A village legend says that the bell rings by itself; later this was shown to be false."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The bell rings by itself.", LEGEND),
        ("Lemmings jump off cliffs.", "It is a myth that lemmings jump off cliffs."),
        ("The bridge was built by monks.", "It is not true that the bridge was built by monks."),
        (
            "Goldfish forget within seconds.",
            "Contrary to popular belief that goldfish forget within seconds, they learn.",
        ),
        ("The mill burned down in 1931.", "A guidebook falsely claimed that the mill burned down in 1931."),
    ],
)
def test_what_is_called_untrue_is_contradicted(claim: str, source: str) -> None:
    verdict = get_verdict(claim, source, tier="rules")
    assert (verdict.status, verdict.reason) == ("contradicted", "called_untrue")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A village legend says that the bell rings by itself.", LEGEND),
        (
            "Lemmings fall by accident.",
            "It is a myth that lemmings jump off cliffs; lemmings fall by accident.",
        ),
        (
            "The bridge was built by masons.",
            "It is not true that monks did it. The bridge was built by masons.",
        ),
        ("Lemmings jump off cliffs.", "It is not merely a myth that lemmings jump off cliffs."),
        ("The bell rings by itself.", "The theory that the bell rings by itself was not disproved."),
        ("The bell rings by itself.", "The theory that the bell rings by itself has never been disproved."),
        ("The workers are not paid.", "It is wrong that the workers are not paid."),
        ("The council says that the fee is fair.", "The council says that the fee is fair."),
        (
            "Newton held the theory that light is made of particles.",
            "Newton held the theory that light is made of particles.",
        ),
    ],
)
def test_what_the_source_says_itself_is_not(claim: str, source: str) -> None:
    verdict = get_verdict(claim, source, tier="rules")
    assert verdict.reason != "called_untrue"
    assert verdict.status != "contradicted"


def test_the_contrary_of_a_denial_is_what_the_source_means() -> None:
    source = "It is a myth that goldfish do not remember their keeper."
    assert get_verdict("Goldfish remember their keeper.", source, tier="rules").status == "supported"


def test_what_ought_not_to_be_is_not_called_untrue() -> None:
    source = "It is wrong that the workers are not paid."
    assert get_verdict("The workers are paid.", source, tier="rules").status != "supported"


def test_a_doubt_alone_contradicts_nothing() -> None:
    source = "A village legend says that the bell rings by itself."
    assert get_verdict("The bell rings by itself.", source, tier="rules").reason == "attribution_dropped"
