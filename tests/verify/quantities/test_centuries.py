"""Centuries: the years that they have, and which dates lie in them."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.quantities.calendar_dates import find_dates


@pytest.mark.parametrize(
    ("text", "language", "years"),
    [
        ("in the 19th century", "en", [(1801, 100)]),
        ("a 19th-century mill", "en", [(1801, 100)]),
        ("in the nineteenth century", "en", [(1801, 100)]),
        ("in the early 19th century", "en", [(1801, 50)]),
        ("in the second half of the 19th century", "en", [(1851, 50)]),
        ("at the end of the 19th century", "en", []),
        ("in the 5th century BC", "en", []),
        ("this century", "en", []),
        ("im 19. Jahrhundert", "de", [(1801, 100)]),
        ("im späten 19. Jh.", "de", [(1851, 50)]),
        ("im 5. Jahrhundert v. Chr.", "de", []),
        ("au XIXe siècle", "fr", [(1801, 100)]),
        ("au 4e siècle", "fr", [(301, 100)]),
        ("en el siglo XVIII", "es", [(1701, 100)]),
        ("nel XV secolo", "it", [(1401, 100)]),
        ("no século XXI", "pt", [(2001, 100)]),
        ("in de 19e eeuw", "nl", [(1801, 100)]),
    ],
)
def test_found(text: str, language: str, years: list[tuple[int, int]]) -> None:
    assert [(date.year, date.span) for date in find_dates(text, language)] == years


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "status"),
    [
        ("The lock was dug in the 18th century.", "The lock was dug in 1774.", "en", "supported"),
        ("The lock was dug in the late 18th century.", "The lock was dug in 1774.", "en", "supported"),
        ("The lock was dug in the early 18th century.", "The lock was dug in 1774.", "en", "contradicted"),
        ("The lock was dug in the 17th century.", "The lock was dug in 1774.", "en", "contradicted"),
        ("The lock was dug in the 18th century.", "The lock was dug in 1700.", "en", "unknown"),
        ("The lock was dug in the 18th century.", "The lock was dug in the 1770s.", "en", "supported"),
        ("The lock was dug in 1774.", "The lock was dug in the 18th century.", "en", "unknown"),
        ("The lock was dug in 1674.", "The lock was dug in the 18th century.", "en", "contradicted"),
        (
            "Die Schleuse wurde im 18. Jahrhundert gebaut.",
            "Die Schleuse wurde 1774 gebaut.",
            "de",
            "supported",
        ),
        (
            "Die Schleuse wurde im 17. Jahrhundert gebaut.",
            "Die Schleuse wurde 1774 gebaut.",
            "de",
            "contradicted",
        ),
        ("L'écluse date du XVIIIe siècle.", "L'écluse date de 1774.", "fr", "supported"),
        ("L'écluse date du XVIIe siècle.", "L'écluse date de 1774.", "fr", "contradicted"),
    ],
)
def test_a_year_lies_in_its_century(claim: str, evidence: str, language: str, status: str) -> None:
    assert get_verdict(claim, [evidence], language=language, tier="rules").status == status


@pytest.mark.parametrize(
    ("text", "years"),
    [("Die Halle wurde 1871 gebaut.", [1871]), ("Es wurden 1871 neue Häuser gebaut.", [])],
)
def test_a_german_verb_at_the_end_counts_nothing(text: str, years: list[int]) -> None:
    assert [date.year for date in find_dates(text, "de")] == years
