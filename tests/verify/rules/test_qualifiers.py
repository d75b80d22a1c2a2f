import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.wording import compare_qualifiers


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("Only the mill burned.", "The mill burned.", "en", ["missing"]),
        ("Only the mill burned.", "Solely the mill burned.", "en", ["agree"]),
        ("The director left.", "The deputy director left.", "en", ["missing"]),
        ("Er kommt nur montags.", "Er kommt montags.", "de", ["missing"]),
        ("Er kam nach dem Krieg.", "Er kam vor dem Krieg.", "de", ["missing"]),
        ("Han kommer bara ibland.", "Han kommer.", "sv", []),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    found = compare_qualifiers(Text(claim, language), Text(evidence, language))
    assert [c.finding for c in found] == expected
    assert all(c.reason == "qualifier_mismatch" for c in found if c.finding == "missing")
