"""Who is what: a word that the source joins to one name is not joined to another."""

from __future__ import annotations

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.offices import compare_offices

OTHERS = [
    ("Tom Hill is the head of Fenwick.", "Fenwick's head Eve Lund met Tom Hill in 2019."),
    ("Tom Hill is the CTO of Fenwick.", "Fenwick's CTO Eve Lund met Tom Hill in 2019."),
    ("Tom Hill was the judge.", "Tom Hill wrote to the judge Eve Lund."),
    ("Tom Hill is the warden of Ross.", "The warden of Ross, Eve Lund, wrote to Tom Hill."),
    ("Tom Hill is the warden of Ross.", "Eve Lund, the warden of Ross, wrote to Tom Hill."),
    ("Tom Hill is the warden of Ross.", "Ross's warden (Eve Lund) wrote to Tom Hill."),
    ("Tom Hill is the warden of Ross.", "The warden thanked Tom Hill of Ross."),
    ("Tom Lund is the warden.", "The warden Eve Lund wrote to Tom Lund."),
    ("The warden of Ross is Tom Hill.", "Ross's warden Eve Lund wrote to Tom Hill."),
    ("Tom Hill served as warden of Ross.", "Eve Lund served as warden of Ross and taught Tom Hill."),
    (
        "Tom Hill, the warden of Ross, wrote a book.",
        "Eve Lund, the warden of Ross, wrote a book for Tom Hill.",
    ),
    ("The warden Tom Hill wrote a book.", "The warden Eve Lund wrote a book with Tom Hill."),
    ("Ulm is the capital.", "The capital Bonn is older than Ulm."),
    *(
        (claim, "The mayor Ada Lind met Carl Brandt, a banker, and the judge, Ina Moor, at noon.")
        for claim in ("Carl Brandt is the mayor.", "Ada Lind is a banker.", "Carl Brandt is the judge.")
    ),
]
SAME = [
    *(
        (claim, "The mayor Ada Lind met Carl Brandt, a banker, and the judge, Ina Moor, at noon.")
        for claim in ("Ada Lind is the mayor.", "Carl Brandt was a banker.", "Ina Moor is the judge.")
    ),
    ("Eve Lund is the head of Fenwick.", "Fenwick's head Eve Lund met Tom Hill in 2019."),
    ("Lund is the CTO of Fenwick.", "Fenwick's CTO Dr Eve Lund met Tom Hill in 2019."),
    ("Eve Lund is the warden of Ross.", "Eve Lund, the new warden of Ross, wrote to Tom Hill."),
    ("Eve Lund is the warden of Ross.", "The warden of Ross, Eve Lund, wrote to Tom Hill."),
    ("Eve Lund is the warden of Ross.", "The warden of Ross is Eve Lund, a friend of Tom Hill."),
    ("Eve Lund was warden of Ross.", "Eve Lund had been elected warden of Ross before Tom Hill was warden."),
    ("Tom Hill is a warden.", "Eve Lund and Tom Hill are wardens."),
    ("Tom Hill is a warden.", "The wardens are Eve Lund, Ida Ross and Tom Hill."),
    ("Jos. Hill is the warden.", "The warden, Jos. Hill, wrote to Eve Lund."),
    ("The warden Eve van Lund wrote.", "Eve van Lund, the warden, wrote."),
    ("Tom Hill wrote to the warden.", "Tom Hill wrote to the warden Eve Lund."),
    ("Tom Hill is the warden.", "Tom Hill runs Ross. He is the warden, and Eve Lund was the warden before."),
    ("The lake near Ross is a reserve.", "The reserve Arne Moor has a lake near Ross."),
    ("Tom Hill is visiting Ross.", "Tom Hill visited Ross."),
    ("Tom Hill had been Eve da Lund's deputy.", "Eve da Lund chose as deputy her friend Tom Hill."),
]


@pytest.mark.parametrize(("claim", "evidence"), OTHERS)
def test_a_word_of_another_name_supports_nothing(claim: str, evidence: str) -> None:
    assert [one.reason for one in compare_offices(Text(claim, "en"), Text(evidence, "en"))] == [
        "subject_unclear"
    ]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "evidence"), OTHERS[:6])
def test_no_tier_supports_it(claim: str, evidence: str, tier: str) -> None:
    assert get_verdict(claim, [evidence], tier=tier).status != "supported"


@pytest.mark.parametrize(("claim", "evidence"), SAME)
def test_a_word_of_the_same_name_or_of_none_is_not_compared(claim: str, evidence: str) -> None:
    assert compare_offices(Text(claim, "en"), Text(evidence, "en")) == []


def test_only_english_is_read() -> None:
    claim, evidence = "Tom Hill is the head.", "The head Eve Lund met Tom Hill."
    assert compare_offices(Text(claim, "de"), Text(evidence, "de")) == []
