import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.answers import compare_answers
from ascribe.verify.tables_and_lists.answers import find_answers


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Heated pool: no", "en", [("heat pool", True)]),
        ("**Towels:** yes, **Lift:** no", "en", [("towel", False), ("lift", True)]),
        ('{"pets": true, "gift_card": false}', "en", [("pet", False), ("gift card", True)]),
        ("✅ Towels", "en", [("towel", False)]),
        ("The rooms have: ❌ Minibar", "en", [("minibar", True)]),
        ("Lift ✗", "en", [("lift", True)]),
        ("Sauna: nein", "de", [("sauna", True)]),
        ("Parking : oui", "fr", [("parking", False)]),
        ("Answer to this: no trains ran", "en", []),
        ("Did it run? no", "en", []),
        ("❌ Do not use hot water", "en", []),
        ("Rooms: 12", "en", []),
    ],
)
def test_labels_with_an_answer(text: str, language: str, expected: list[tuple[str, bool]]) -> None:
    found = find_answers(Text(text, language))
    assert [(" ".join(word.stem for word in one.words), one.denies) for one in found] == expected


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("The inn has a lift.", "Lift: no", "en", ["clash"]),
        ("The inn has no lift.", "Lift: no", "en", ["agree"]),
        ("Dogs are forbidden.", "Dogs: no", "en", ["agree"]),
        ("Dogs are forbidden.", "Dogs: yes", "en", ["clash"]),
        ("Logging is disabled.", "logging: false", "en", ["agree"]),
        ("Logging is false by default.", "logging: false", "en", ["agree"]),
        ("The inn has a lift.", "Lift: yes", "en", []),
        ("If there is a lift, use it.", "Lift: no", "en", ["missing"]),
        ("The inn has no old lift.", "Lift: no", "en", ["missing"]),
        ("The inn has a lift.", "Inn A\nLift: no\nInn B\nLift: yes", "en", ["missing", "missing"]),
        ("Lift: yes", "Lift: no", "en", ["clash"]),
        ("Lift: no", "Lift: no", "en", ["agree"]),
        ("Lift: no", "The inn has a lift.", "en", ["clash"]),
        ("Lift: no", "The inn has no lift.", "en", ["agree"]),
        ("❌ Lift", "The inn has: lift", "en", ["missing"]),
        ("✅ Glass", "Not allowed at the pool: glass", "en", ["missing"]),
        ("❌ Glass", "Not allowed at the pool: glass", "en", ["agree"]),
        ("✅ Lift", "The inn has a lift.", "en", []),
        ("Breakfast: no", "The inn has a lift.", "en", []),
        ("Das Haus hat eine Sauna.", "Sauna: nein", "de", ["clash"]),
        ("Das Haus hat keine Sauna.", "Sauna: nein", "de", ["agree"]),
        ("L'hôtel a un parking.", "Parking : non", "fr", ["clash"]),
    ],
)
def test_findings(claim: str, evidence: str, language: str, expected: list[str]) -> None:
    found = compare_answers(Text(claim, language), Text(evidence, language))
    assert [one.finding for one in found] == expected
