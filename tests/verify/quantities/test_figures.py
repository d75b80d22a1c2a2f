from decimal import Decimal

import pytest

from ascribe.verify.quantities.extract import find_numbers


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("at 23:40", "en", [("1420", "clock")]),
        ("at 6 pm", "en", [("1080", "clock")]),
        ("the 19th century", "en", [("19", "ordinal")]),
        ("the twenty-first row", "en", [("21", "ordinal")]),
        ("a 5-year plan", "en", [("5", "")]),
        ("35 m deep", "en", [("35", "")]),
        ("€35 m", "en", [("35000000", "€")]),
        ("up to 1 in 10 people", "en", [("0.1", "part")]),
        ("1 in 1,000 users", "en", [("0.001", "part")]),
        ("three out of five firms", "en", [("0.6", "part")]),
        ("2 in 2019 films", "en", [("2", ""), ("2019", "")]),
        ("5 in 10 minutes", "en", [("5", ""), ("10", "")]),
        ("2.5 × 10³ cells", "en", [("2500", "")]),
        ("a rate of $10^{-5}$", "en", [("0.00001", "")]),
        ("1.2e6 cells", "en", [("1200000", "")]),
        ("10⁻⁴", "en", [("0.0001", "")]),
        ("the 2e arrondissement", "en", []),
        ("build 1e5b", "en", []),
        ("人口三千二百人", "zh", [("3200", "")]),
        ("約12万冊", "ja", [("120000", "")]),
        ("二〇〇八年", "zh", [("2008", "")]),
        ("第二条", "zh", []),
        ("١٩٩٤ كتاب", "ar", [("1994", "")]),
    ],
)
def test_what_is_read(text, language, expected) -> None:
    found = find_numbers(text, language)
    assert [(n.value, n.kind) for n in found] == [(Decimal(value), kind) for value, kind in expected]
