"""A figure or a period of another magnitude never agrees, over every unit and every decade."""

from __future__ import annotations

from itertools import groupby, permutations, product

import pytest
from babel import Locale
from babel.units import format_unit

from ascribe import check
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.calendar_dates import find_dates, find_year_ranges
from ascribe.verify.rules.dates import compare_dates
from ascribe.verify.rules.numbers import compare_numbers
from ascribe.verify.rules.units import compare_units

ENGLISH = Locale("en")
NO_NAME_AFTER_A_FIGURE = ("speed-beaufort", "pressure-gasoline-energy-density", "speed-light-speed")
"""Units of the CLDR that English does not write behind a figure, or that are part of another one."""

UNITS = [unit for unit in sorted(ENGLISH.unit_display_names) if unit not in NO_NAME_AFTER_A_FIGURE]
CATEGORIES = {name: list(units) for name, units in groupby(UNITS, lambda unit: unit.partition("-")[0])}


def write_measure(unit: str) -> str:
    return format_unit(5, unit, "long", locale="en")


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_same_figure_in_another_unit_does_not_agree(category: str) -> None:
    for unit, other in permutations(CATEGORIES[category], 2):
        claim = Text(f"The thing measures {write_measure(unit)}.", "en")
        evidence = Text(f"The thing measures {write_measure(other)}.", "en")
        if claim.text == evidence.text:
            continue
        found = [*compare_numbers(claim, evidence), *compare_units(claim, evidence)]
        agreed = all(one.finding == "agree" for one in found)
        assert not agreed or any(one.formula for one in found), f"{claim.text} | {evidence.text}"


@pytest.mark.parametrize("category", ["area", "length", "mass", "volume"])
def test_no_check_supports_it(category: str) -> None:
    units = [unit for unit in CATEGORIES[category] if unit in COMMON_UNITS]
    for unit, other in permutations(units, 2):
        source = f"The old store by the river holds {write_measure(other)} of peat."
        answer = check(
            f"The old store by the river holds {write_measure(unit)} of peat.", source, tier="rules"
        )
        assert answer.status_counts().get("supported", 0) == 0, f"{unit} | {source}"


COMMON_UNITS = {
    "area-acre", "area-hectare", "area-square-kilometer", "area-square-mile",
    "length-foot", "length-kilometer", "length-meter", "length-mile", "length-yard",
    "mass-gram", "mass-kilogram", "mass-pound", "mass-stone", "mass-tonne",
    "volume-bushel", "volume-gallon", "volume-gallon-imperial", "volume-liter", "volume-pint",
}  # fmt: skip


# --- Decades ---

DECADES = range(1500, 2030, 10)
PARTS = {"": (0, 9), "early ": (0, 4), "mid-": (3, 7), "late ": (5, 9)}
FORMS = ("in {0}", "from {0} to {1}", "between {0} and {1}", "in {0}–{1}", "in the years {0}-{1}")


def find_finding(claim: str, evidence: str) -> str:
    (found,) = compare_dates(Text.read(claim, "en"), Text.read(evidence, "en"))
    return found.finding


@pytest.mark.parametrize(("part", "form"), list(product(PARTS, FORMS)))
def test_a_decade_agrees_only_with_years_that_it_contains(part: str, form: str) -> None:
    first, last = PARTS[part]
    for decade, start, years in product(DECADES[2:-2:7], range(-14, 14, 3), (0, 3, 6)):
        begin, end = decade + start, decade + start + (years if "{1}" in form else 0)
        if begin == end and "{1}" in form:
            continue
        claim, evidence = f"It was built in the {part}{decade}s.", f"It was built {form.format(begin, end)}."
        contained = decade + first <= begin and end <= decade + last
        assert (find_finding(claim, evidence) == "agree") == contained, f"{claim} | {evidence}"


@pytest.mark.parametrize(("part", "other"), list(product(PARTS, PARTS)))
def test_a_decade_agrees_only_with_one_that_is_part_of_it(part: str, other: str) -> None:
    for decade, shift in product(DECADES[1:-1], (-10, 0, 10)):
        claim, evidence = f"It rose in the {part}{decade}s.", f"It rose in the {other}{decade + shift}s."
        agreed = find_finding(claim, evidence) == "agree"
        assert agreed == (shift == 0 and part in ("", other)), f"{claim} | {evidence}"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The old mill was built in the early 1880s.", "The old mill was built in 1871–1874."),
        ("The old mill was built in the early 1880s.", "The old mill was built in 1889."),
        ("The old mill was built in the late 1870s.", "The old mill was built in 1871–1874."),
        ("The old mill was built in the mid-1880s.", "The old mill was built in 1880."),
        ("The old mill was built in the 1870s.", "The old mill was built in 1875–1884."),
        ("The old mill was built in 1880.", "The old mill was built in the early 1880s."),
        ("The old mill was built in the 1880s.", "The old mill was built in pre-1880s style."),
    ],
)
def test_no_check_supports_another_period(claim: str, source: str) -> None:
    assert check(claim, source, tier="rules").status_counts().get("supported", 0) == 0


@pytest.mark.parametrize(
    ("text", "language", "year", "span"),
    [
        ("in the early 1880s", "en", 1880, 5),
        ("in the mid-1880s", "en", 1883, 5),
        ("in den späten 1880ern", "de", 1885, 5),
        ("Anfang der 1880er Jahre", "de", 1880, 5),
        ("dans les années 1880", "fr", 1880, 10),
        ("en los años 1880", "es", 1880, 10),
    ],
)
def test_decades_in_words_of_their_language(text: str, language: str, year: int, span: int) -> None:
    (found,) = find_dates(text, language)
    assert (found.year, found.span) == (year, span)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("from 1871 to 1874", [(1871, 1874)]),
        ("between 1871 and 1874", [(1871, 1874)]),
        ("in 1871 and 1874", []),
        ("in 1874–1871", []),
        ("1871–1874 and 1880–1883", [(1871, 1874), (1880, 1883)]),
    ],
)
def test_ranges_of_years(text: str, years: list[tuple[int, int]]) -> None:
    assert [(one.year, other.year) for one, other in find_year_ranges(text, "en")] == years


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("sign", ["'", "’"])
def test_a_decade_may_have_an_apostrophe(part: str, sign: str) -> None:
    claim = f"It rose in the {part}1880{sign}s."
    assert find_finding(claim, f"It rose in the {part}1880s.") == "agree"
    assert find_finding(claim, "It rose in 1899.") == "clash"


def test_the_owner_of_a_year_is_no_decade() -> None:
    assert find_finding("1880's best film is lost.", "The best film of 1884 is lost.") == "clash"
