"""Figures, limits, rates, times and frequencies told in other words, and near ones that differ."""

import json
from pathlib import Path

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.quantities.extract import find_numbers
from ascribe.verify.quantities.measures import find_measures
from ascribe.verify.rules.frequencies import compare_frequencies

BINS = "Ash is fetched every third Monday and glass every Monday."

PAIRS = [
    json.loads(line)
    for line in Path(__file__).with_name("told_otherwise.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["claim"][:60])
def test_what_says_the_same_is_supported_and_nothing_else_is(pair) -> None:
    verdict = get_verdict(pair["claim"], [pair["source"]], tier="rules", language="en")
    assert (verdict.status == "supported") == pair["supported"]


@pytest.mark.parametrize(
    ("text", "language", "value", "unit"),
    [
        ("within a quarter of an hour", "en", "0.25", "duration-hour"),
        ("dans un quart d'heure", "fr", "0.25", "duration-hour"),
        ("in un quarto d'ora", "it", "0.25", "duration-hour"),
        ("three quarters of a mile", "en", "0.75", "length-mile"),
        ("an hour and a half", "en", "1.5", "duration-hour"),
        ("une heure et demie", "fr", "1.5", "duration-hour"),
        ("a fortnight later", "en", "14", "duration-day"),
        ("minus 12 °C", "en", "-12", "temperature-celsius"),
        ("a dose of 10mg", "en", "10", "mass-milligram"),
        ("about 3700 kbytes", "en", "3700", "digital-kilobyte"),
    ],
)
def test_a_figure_and_its_unit_are_read(text: str, language: str, value: str, unit: str) -> None:
    (measure,) = find_measures(Text.read(text, language))
    assert str(measure.numbers[-1].value) == value
    assert unit in measure.units


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at half past ten in the morning", 630),
        ("by a quarter to four in the afternoon", 945),
        ("from nine o'clock", 540),
        ("until midnight", 1440),
    ],
)
def test_times_of_day_are_read_in_words(text: str, minutes: int) -> None:
    (number,) = find_numbers(text, "en")
    assert number.kind == "clock"
    assert int(number.value) == minutes


@pytest.mark.parametrize("text", ["the red ones", "one of our B12 pills"])
def test_pronouns_and_names_are_no_amounts(text: str) -> None:
    assert all(number.kind != "clock" for number in find_numbers(text, "en"))
    assert all(text[number.start : number.end] != "ones" for number in find_numbers(text, "en"))


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("must not exceed 20 mg", "most_at"),
        ("not be given more than 140 kg", "most_at"),
        ("no warmer than 8 degrees", "most_at"),
        ("must not be younger than 18", "least"),
        ("no fewer than ten", "least"),
    ],
)
def test_a_negated_bound_is_the_other_bound(text: str, group: str) -> None:
    found = Text.read(text, "en")
    other = {"least": "most_at", "most_at": "least"}[group]
    assert find_scopes(found, group)
    assert not find_scopes(found, other)
    assert not find_scopes(found, "negation")


@pytest.mark.parametrize("text", ["must not exceed the limit", "is not taller than Ada"])
def test_a_negation_without_a_figure_stays_one(text: str) -> None:
    assert find_scopes(Text.read(text, "en"), "negation")


@pytest.mark.parametrize(
    ("source", "claim", "agrees"),
    [
        ("The board meets quarterly.", "There are four meetings a year.", True),
        ("It is emptied every other Thursday.", "It is emptied once a fortnight.", True),
        ("It appears every six months.", "It appears twice a year.", True),
        ("It appears every six months.", "It appears six times a year.", False),
        ("It meets twice a week.", "It meets every two weeks.", False),
        ("It hires eight pilots a week.", "It hires eight nurses a week.", False),
        ("It has 2,870 visitors a month.", "It has 1,870 guests a month.", False),
    ],
)
def test_frequencies_agree_if_they_are_equal(source: str, claim: str, agrees: bool) -> None:
    found = compare_frequencies(Text.read(claim, "en"), Text.read(source, "en"))
    assert any(one.finding == "agree" for one in found) is agrees


@pytest.mark.parametrize(
    ("source", "claim", "reasons"),
    [
        ("The pond is cleaned every other week.", "The pond is cleaned every week.", ["number_not_found"]),
        ("The pond is cleaned every other week.", "The pond is cleaned weekly.", ["number_not_found"]),
        ("The fair is held every four years.", "The fair is held each year.", ["number_not_found"]),
        ("A bus leaves every 15 minutes.", "A bus leaves every minute.", ["number_not_found"]),
        ("The rent is due every 30 days.", "The rent is due monthly.", []),
        ("Mats are washed on alternate days.", "Mats are washed every other day.", [""]),
        (BINS, "Glass is fetched every Monday.", [""]),
        (BINS, "Ash is fetched every Monday.", ["misplaced"]),
        ("Every fourth seat was taken.", "Every seat was taken.", ["quantifier_widened"]),
        ("Every fourth seat was taken.", "All the seats were taken.", ["quantifier_widened"]),
        ("Every fourth seat was taken.", "Every fourth seat was taken.", []),
        ("Every 4th seat and each lamp was lit.", "Each lamp was lit.", []),
    ],
)
def test_another_frequency_is_not_the_same(source: str, claim: str, reasons: list[str]) -> None:
    found = compare_frequencies(Text.read(claim, "en"), Text.read(source, "en"))
    assert [one.reason for one in found] == reasons


def test_the_month_of_may_is_no_modal_word() -> None:
    assert not find_scopes(Text.read("In the May election the Greens won.", "en"), "may")
    assert find_scopes(Text.read("The Greens may win.", "en"), "may")
