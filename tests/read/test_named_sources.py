"""A sentence that names its source is about what that source says."""

import pytest

from ascribe import check
from ascribe.records import Verdict
from tests.verdicts import get_verdict

SOURCES = [
    {"id": "brochure", "text": "# Spa brochure\n\nThe pool is 25 m long. The sauna opens at noon."},
    {"id": "2024-letter.md", "text": "The pool is 20 m long. The spa has 40 beds."},
]


def verdict(claim: str, tier: str, language: str = "en") -> Verdict:
    return get_verdict(claim, SOURCES, tier=tier, language=language)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("According to the brochure, the pool is 25 m long.", "supported"),
        ("According to the letter, the pool is 20 m long.", "supported"),
        ("The brochure says that the sauna opens at noon.", "supported"),
        ("The spa has 40 beds, according to the letter.", "supported"),
        ("According to the spa brochure, the pool is 25 m long and the sauna opens at noon.", "supported"),
        ("According to the brochure, the pool is 20 m long.", "contradicted"),
        ("The letter states that the pool is 25 m long.", "contradicted"),
        ("According to the brochure, the spa has 40 beds.", "unsupported"),
        ("According to the letter, the spa has 40 beds and the sauna opens at noon.", "partial"),
    ],
)
def test_a_named_source_is_the_only_one(claim: str, status: str, tier: str) -> None:
    found = verdict(claim, tier)
    assert found.status == status
    named = 1 if "brochure" in claim else 2
    assert {reference.document_position for reference in found.references} <= {named}


@pytest.mark.parametrize(
    "claim",
    ["According to the poster, the spa has 40 beds.", "Contrary to the brochure, the spa has 40 beds."],
)
def test_a_source_that_is_not_given_restricts_nothing(claim: str) -> None:
    assert {reference.document_position for reference in verdict(claim, "rules").references} == {2}


def test_sources_are_named_in_other_languages() -> None:
    sources = [
        {"id": "broschüre", "text": "Das Becken ist 25 m lang."},
        {"id": "brief", "text": "Das Becken ist 20 m lang."},
    ]
    reply = (
        "Laut der Broschüre, so heißt es, ist das Becken 25 m lang. Laut dem Brief, das Becken ist 25 m lang."
    )
    right, wrong = check(reply, sources, tier="rules", language="de").sentences
    assert {one.document_position for one in right.references} == {1}
    assert {one.document_position for one in wrong.references} <= {2}
