import pytest

from ascribe.verify.rules import Text
from ascribe.verify.rules.qualifiers import compare


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("Only the mill burned.", "The mill burned.", "en", ["missing"]),
        ("Only the mill burned.", "Solely the mill burned.", "en", ["agree"]),
        ("The drug helps.", "The drug may help.", "en", ["missing"]),
        ("The drug may help.", "The drug helps.", "en", []),
        ("All members came.", "Some members came.", "en", ["missing", "missing", "missing"]),
        ("Some members came.", "All members came.", "en", ["missing"]),
        ("Quelques membres sont venus.", "Tous les membres sont venus.", "fr", ["missing"]),
        ("The mill was sold.", "The mill was sold, said the mayor.", "en", ["missing"]),
        ("The mill was sold.", "If the price is right, the mill was sold.", "en", ["missing"]),
        ("The director left.", "The deputy director left.", "en", ["missing"]),
        ("A study says that birds sleep.", "A study found that birds sleep.", "en", ["agree"]),
        ("At least 5 came.", "5 came.", "en", ["missing"]),
        ("5 came.", "Up to 5 came.", "en", ["missing"]),
        ("It opened after the war.", "It opened before the war.", "en", ["missing"]),
        ("Er kommt nur montags.", "Er kommt montags.", "de", ["missing"]),
        ("Han kommer bara ibland.", "Han kommer.", "sv", []),
        ("The mill burned.", "The mill burned, and perhaps the barn.", "en", []),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    found = compare(Text(claim, language), Text(evidence, language))
    assert [c.finding for c in found] == expected
    assert all(c.reason == "qualifier_mismatch" for c in found if c.finding == "missing")
