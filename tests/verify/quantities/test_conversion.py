from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.units import are_convertible, convert_unit
from ascribe.verify.rules.numbers import compare_numbers

LENGTHS = [
    "length-kilometer",
    "length-meter",
    "length-centimeter",
    "length-mile",
    "length-foot",
    "length-inch",
]
METRIC = [
    ("km", "m", 1000),
    ("kg", "g", 1000),
    ("m", "cm", 100),
    ("hours", "minutes", 60),
    ("GB", "MB", 1000),
    ("MWh", "kWh", 1000),
    ("Ah", "mAh", 1000),
    ("Gbit/s", "Mbps", 1000),
]


@pytest.mark.parametrize(
    ("value", "unit", "to", "expected"),
    [
        ("12", "length-kilometer", "length-meter", "12000"),
        ("10", "length-mile", "length-kilometer", "16.09344"),
        ("25", "temperature-celsius", "temperature-fahrenheit", "77"),
        ("36", "length-kilometer/duration-hour", "length-meter/duration-second", "10"),
        ("250", "mass-kilogram/area-square-meter", "mass-tonne/area-square-meter", "0.25"),
        ("2", "area-hectare", "area-square-meter", "20000"),
        ("1", "volume-gallon-imperial", "volume-liter", "4.54609"),
        ("8", "digital-megabyte", "digital-megabit", "64"),
        ("3", "duration-year", "duration-month", "36"),
    ],
)
def test_values(value, unit, to, expected) -> None:
    assert convert_unit(Decimal(value), unit, to) == Decimal(expected)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dollar", "euro"),
        ("length-meter", "mass-gram"),
        ("duration-month", "duration-day"),
        ("length-meter", "length-meter"),
    ],
)
def test_what_is_never_converted(one, other) -> None:
    assert not are_convertible(one, other)


def test_a_unit_that_the_library_lacks_is_silent() -> None:
    assert convert_unit(Decimal(3), "speed-beaufort", "speed-knot") is None


@given(st.integers(1, 10**6), st.sampled_from(LENGTHS), st.sampled_from(LENGTHS))
def test_there_and_back_is_the_same(value, unit, to) -> None:
    there = convert_unit(Decimal(value), unit, to)
    assert there is not None
    back = convert_unit(there, to, unit)
    assert back is not None
    assert abs(back - value) < Decimal("1e-6")


@given(st.integers(1, 9999), st.sampled_from(METRIC))
def test_an_exact_conversion_agrees_both_ways(value, units) -> None:
    large, small, factor = units
    one, two = Text(f"It has {value} {large}.", "en"), Text(f"It has {value * factor} {small}.", "en")
    assert [c.finding for c in compare_numbers(one, two)] == ["agree"]
    assert [c.finding for c in compare_numbers(two, one)] == ["agree"]


@given(st.integers(10, 9999), st.sampled_from(METRIC), st.data())
def test_another_digit_never_agrees(value, units, data) -> None:
    large, small, factor = units
    digits = str(value * factor)
    place = data.draw(st.integers(0, len(digits) - 1))
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != digits[place]]))
    changed = digits[:place] + digit + digits[place + 1 :]
    claim, evidence = Text(f"It has {changed} {small}.", "en"), Text(f"It has {value} {large}.", "en")
    assert all(c.finding != "agree" for c in compare_numbers(claim, evidence))


@given(st.integers(1, 500), st.integers(1, 500), st.sampled_from(["km", "cm", "kg", "hours"]))
def test_one_unit_on_both_sides_keeps_the_finding(claim, evidence, unit) -> None:
    plain = compare_numbers(Text(f"It has {claim} m.", "en"), Text(f"It has {evidence} m.", "en"))
    scaled = compare_numbers(Text(f"It has {claim} {unit}.", "en"), Text(f"It has {evidence} {unit}.", "en"))
    assert [c.finding for c in plain] == [c.finding for c in scaled]
