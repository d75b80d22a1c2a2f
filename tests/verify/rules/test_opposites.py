import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.lexicon import are_opposed, get_meaning
from ascribe.verify.rules.opposites import compare_opposites


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("Sales rose in the north.", "Sales fell in the north.", "en", ["clash"]),
        ("Sales rose.", "Sales increased.", "en", ["agree"]),
        ("Sales rose.", "Sales rose, then fell.", "en", []),
        ("Sales did not rise.", "Sales fell.", "en", ["missing"]),
        ("The mushrooms are inedible.", "The mushrooms are edible.", "en", ["clash"]),
        ("The fee is unpaid.", "The fee is paid.", "en", ["clash"]),
        ("It opens on Monday.", "It opens on Tuesday.", "en", ["clash"]),
        ("Die Preise sanken im Mai.", "Die Preise stiegen im Mai.", "de", ["clash"]),
        ("Музей открыт.", "Музей закрыт.", "ru", ["clash"]),
        ("销售额下降了8%。", "销售额增长了8%。", "zh", ["clash"]),
        ("The dog sleeps under the table.", "The dog sleeps over the table.", "en", ["clash"]),
        ("Women voted under the Act of 1924.", "The Act of 1924 let women over 25 vote.", "en", []),
        ("Apre lunedì mattina.", "Apre martedì mattina.", "it", ["clash"]),
        ("Forsäljningen steg.", "Forsäljningen sjönk.", "sv", []),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    found = compare_opposites(Text(claim, language), Text(evidence, language))
    assert [c.finding for c in found] == expected


def test_words_of_one_entry_have_one_meaning() -> None:
    fell, dropped, rose = Text("fell dropped rose", "en").words
    assert get_meaning(fell, "en") == get_meaning(dropped, "en") != get_meaning(rose, "en")


def test_small_words_oppose_in_one_place_only() -> None:
    assert are_opposed("to", "from", "en")
    assert not are_opposed("to", "into", "en")
    assert not are_opposed("to", "from", "sv")
    assert compare_opposites(Text("He went to Lund.", "en"), Text("He came from Lund.", "en")) == []
