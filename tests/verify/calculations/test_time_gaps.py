"""The time between two events of a claim, by the dates that the evidence gives them."""

import pytest
from tests.verify.calculations.named import find_formulas

from ascribe.verify.calculations.time_gaps import compute_time_gap

ORGANISTS = "The organists were Berta Lind (1931–1958) and Carl Moe (1958–1977)."
CHAPEL = "A storm in 1912 tore off the roof of the chapel, and the parish sold the shell in 1919."
DAM = "In 1921 the engineer warned of a leak.\n\nOn 3 June 1924 the dam gave way within an hour."
LEAK = "The leak was reported on 2 May 2024.\n\nThe patch was released on 23 May 2024."


@pytest.mark.parametrize(
    ("claim", "evidence", "formula"),
    [
        (
            "Seven years after a storm had torn off the roof, the parish sold the chapel.",
            CHAPEL,
            "1912 → 1919 = 7",
        ),
        ("The storm came seven years before the parish sold the shell.", CHAPEL, "1912 → 1919 = 7"),
        (
            "Lost in the storm of 1912, the roof was sold seven years later with the shell.",
            CHAPEL,
            "1912 → 1919 = 7",
        ),
        (
            "Praised in 1929, she became one of the organists two years later and stayed until 1958.",
            "She was praised in 1929. " + ORGANISTS,
            "1929 → 1931 = 2",
        ),
        ("Three years later the dam gave way.", DAM, "1921 → 3 June 1924 = 3"),
        (
            "The patch was released three weeks after the leak had been reported.",
            LEAK,
            "2 May 2024 → 23 May 2024 = 3",
        ),
    ],
)
def test_the_time_between_two_named_events_is_derived(claim: str, evidence: str, formula: str) -> None:
    assert find_formulas(compute_time_gap, claim, evidence) == [formula]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Eight years after a storm had torn off the roof, the parish sold the chapel.", CHAPEL),
        ("Seven years before a storm tore off the roof, the parish sold the chapel.", CHAPEL),
        ("Seven years after the parish sold the shell, a storm tore off the roof.", CHAPEL),
        ("Lost in the storm of 1912, the roof was sold six years later with the shell.", CHAPEL),
        (
            "Praised in 1929, she became one of the organists two years later and stayed until 1977.",
            "She was praised in 1929. " + ORGANISTS,
        ),
        ("Four years later the dam gave way.", DAM),
        ("Three years later the engineer warned of a leak.", DAM),
        ("The patch was released three days after the leak had been reported.", LEAK),
        ("The leak was reported three weeks after the patch had been released.", LEAK),
    ],
)
def test_another_time_or_order_is_not_derived(claim: str, evidence: str) -> None:
    assert not find_formulas(compute_time_gap, claim, evidence)
