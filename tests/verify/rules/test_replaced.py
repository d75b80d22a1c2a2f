import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.replaced_words import compare_replaced_words


@pytest.mark.parametrize(
    ("claim", "evidence", "reasons"),
    [
        ("It shows steel tools.", "It shows stone tools.", ["word_replaced"]),
        ("It shows stone tools.", "It shows stone tools.", []),
        ("It moved from Lund.", "It moved to Lund.", ["word_replaced"]),
        ("It moved to Lund.", "It moved into Lund.", []),
        ("The lake is fully frozen.", "The lake is frozen.", ["word_added"]),
        ("The lake is simply frozen.", "The lake is frozen.", []),
        ("The tool switches itself off.", "The tool turns itself off.", []),
        ("It has 5 tools.", "It has 6 tools.", []),
    ],
)
def test_one_word_changed(claim, evidence, reasons) -> None:
    found = compare_replaced_words(Text(claim, "en"), Text(evidence, "en"))
    assert [c.reason for c in found] == reasons
