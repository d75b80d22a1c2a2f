"""Phrases around figures that say the same: "the number of visitors" and "48 visitors"."""

import pytest

from ascribe import check
from ascribe.verify.comparison import Text
from ascribe.verify.rules.amount_phrases import compare_amount_phrases

COUNTED = "The museum had 48,200 visitors in 2022, up from 39,500 the year before."


def find_said(claim: str, evidence: str, language: str = "en") -> list[str]:
    text = Text(claim, language)
    found = compare_amount_phrases(text, Text(evidence, language))
    assert all(one.finding == "agree" for one in found)
    return [claim[slice(*one.claim)].strip() for one in found]


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "said"),
    [
        ("The number of visitors was 48,200.", COUNTED, "en", ["number of"]),
        ("The total number of visitors grew.", COUNTED, "en", ["total number of"]),
        ("Visitor numbers grew.", COUNTED, "en", ["numbers"]),
        ("The number of staff grew.", COUNTED, "en", []),
        ("The number of visitors grew.", "The museum has visitors.", "en", []),
        ("Die Zahl der Besucher stieg.", "Es kamen 300 Besucher.", "de", ["Zahl der"]),
        ("Le nombre de visiteurs augmente.", "Il y avait 300 visiteurs.", "fr", ["nombre de"]),
    ],
)
def test_a_word_for_counting_is_said_where_the_thing_is_counted(
    claim: str, evidence: str, language: str, said: list[str]
) -> None:
    assert find_said(claim, evidence, language) == said


@pytest.mark.parametrize(
    ("claim", "evidence", "said"),
    [
        ("Visitors rose from 39,500 to 48,200.", COUNTED, ["rose"]),
        ("Sales fell from 12 to 9.", "It had sales of 9, down from 12.", ["fell"]),
        ("Visitors rose from 48,200 to 39,500.", COUNTED, []),
        ("Visitors fell from 39,500 to 48,200.", COUNTED, []),
        ("Visitors rose from 39,500 to 50,000.", COUNTED, []),
        ("Visitors rose by 8,700.", COUNTED, []),
    ],
)
def test_a_rise_between_two_figures_is_what_up_from_says(claim: str, evidence: str, said: list[str]) -> None:
    assert find_said(claim, evidence) == said


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "source",
    [
        "The board proposes a dividend of 45 cents per share.",
        "The board proposes a dividend of 45 cents per share, unchanged from last year.",
    ],
)
def test_a_figure_alone_is_no_change(tier: str, source: str) -> None:
    assert check("The dividend is 45 cents per share.", [source], tier=tier).status_counts() == {
        "supported": 1
    }
    for claim in ("The dividend was cut to 45 cents per share.", "The dividend rose to 45 cents per share."):
        assert "supported" not in check(claim, [source], tier=tier).status_counts()
