import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.verify.comparison import Text
from ascribe.verify.rules.numbers import compare_numbers


def agrees(claim: str, evidence: str, language: str = "en") -> bool:
    found = compare_numbers(Text(claim, language), Text(evidence, language))
    return bool(found) and all(c.finding == "agree" for c in found)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It holds about 1,300 men.", "It holds 1,287 men.", True),
        ("It holds 1,300 men.", "It holds 1,287 men.", False),
        ("It holds exactly 1,300 men.", "It holds 1,287 men.", False),
        ("It holds about 1,290 men.", "It holds 1,287 men.", True),
        ("It holds about 1,280 men.", "It holds 1,287 men.", False),
        ("It holds about 20,000 men.", "It holds 24,000 men.", False),
        ("It holds about 1,300 men.", "It holds 1,287 cows.", False),
        ("It holds nearly 1,300 men.", "It holds 1,287 men.", True),
        ("It holds nearly 1,300 men.", "It holds 1,312 men.", False),
        ("It holds over 1,200 men.", "It holds 1,287 men.", True),
        ("It holds over 1,300 men.", "It holds 1,287 men.", False),
        ("It holds over 1,200 men.", "It holds at most 1,287 men.", False),
        ("It cost 48.7 million crowns.", "It cost 48,670,000 crowns.", True),
        ("It cost 48.6 million crowns.", "It cost 48,670,000 crowns.", False),
        ("It is 14.3 m deep.", "It is 14.26 m deep.", True),
        ("It is 14.26 m deep.", "It is 14.3 m deep.", False),
    ],
)
def test_fair_rounding(claim, evidence, expected) -> None:
    assert agrees(claim, evidence) is expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It runs at 25 mph.", "It runs at 40 km/h.", True),
        ("It runs at 40 mph.", "It runs at 64 km/h.", True),
        ("It is 2 miles away.", "It is 3 km away.", False),
        ("He is 180 cm tall.", "He is 5 ft 11 in tall.", True),
        ("He is 5 ft 11 in tall.", "He is 180 cm tall.", True),
        ("It lasts 90 minutes.", "It lasts 1 h 30 min.", True),
        ("It lasts 90 minutes.", "It lasts 1 hour and 30 minutes.", True),
        ("It lasts half an hour.", "It lasts 30 minutes.", True),
        ("It lasts two and a half hours.", "It lasts 150 minutes.", True),
        ("It lasts 90 days.", "It lasts 3 months.", False),
        ("It reached 77 °F.", "It reached 25 °C.", True),
        ("It fell by 77 °F.", "It fell by 25 °C.", False),
        (
            "It takes 8 megabits.",
            "It takes 8 megabytes.",
            True,
        ),  # the figure agrees, the rule of units objects
        ("It cost 5 million dollars.", "It cost $5m.", True),
        ("It cost USD 5,000,000.", "It cost 5 million dollars.", True),
        ("It cost €5.", "It cost $5.", False),
    ],
)
def test_units(claim, evidence, expected) -> None:
    assert agrees(claim, evidence) is expected


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("It lost 5 % of it.", "It lost one twentieth of it.", "en", True),
        ("It lost two thirds of it.", "It lost 67 % of it.", "en", True),
        ("It lost a third of it.", "It lost 67 % of it.", "en", False),
        ("It lost 25 per cent of it.", "It lost a quarter of it.", "en", True),
        ("Twelve men.", "A dozen men.", "en", True),
        ("Ten men.", "A dozen men.", "en", False),
        ("Er verlor 50 % davon.", "Er verlor die Hälfte der Zeit.", "de", True),
        ("Il pèse 4,5 kilogrammes.", "Il pèse 4 500 grammes.", "fr", True),
        ("Er ist 3200 Meter lang.", "Er ist 3,2 Kilometer lang.", "de", True),
    ],
)
def test_parts_and_other_languages(claim, evidence, language, expected) -> None:
    assert agrees(claim, evidence, language) is expected


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Version 2.1 has it.", "Version 2.10 has it."),
        ("Version 2.1 has it.", "Version 2.13 has it."),
        ("Python 3.1 adds it.", "Python 3.11 adds it."),
        ("See RFC 2616 for it.", "See RFC 2617 for it."),
    ],
)
def test_a_figure_in_a_name_is_not_rounded(claim, evidence) -> None:
    assert not agrees(claim, evidence)
    assert agrees(claim, claim)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("It takes 10 days.", "range_narrowed"),
        ("It takes 14 days.", "range_narrowed"),
        ("It takes 10–14 days.", ""),
        ("It takes between 10 and 14 days.", ""),
        ("It takes at least 10 days.", ""),
        ("It takes up to 14 days.", ""),
        ("It takes at least 14 days.", "range_narrowed"),
    ],
)
def test_one_end_is_not_the_range(claim, reason) -> None:
    found = compare_numbers(Text(claim, "en"), Text("It takes 10 to 14 days.", "en"))
    assert {c.reason for c in found} == {reason}


def test_the_formula_says_what_was_converted() -> None:
    (found,) = compare_numbers(Text("It is 12,000 metres long.", "en"), Text("It is 12 km long.", "en"))
    assert found.formula == "12 km = 12,000 metres"


@given(st.text("abcdefg ,.", max_size=40), st.text("abcdefg ,.", max_size=40))
def test_without_figures_the_rule_is_silent(claim, evidence) -> None:
    assert compare_numbers(Text(claim, "en"), Text(evidence, "en")) == []


@given(st.integers(100, 99999), st.data())
def test_any_other_digit_of_an_exact_figure_never_agrees(value, data) -> None:
    digits = str(value)
    place = data.draw(st.integers(0, len(digits) - 1))
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != digits[place]]))
    changed = digits[:place] + digit + digits[place + 1 :]
    assert not agrees(f"It has {changed} rooms.", f"It has {value} rooms.")
