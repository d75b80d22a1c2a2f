"""Calculations that a figure may follow from, and those that it may not."""

import pytest

from ascribe import check
from ascribe.verify.calculations import find_calculation
from ascribe.verify.calculations.amounts import find_operands, read_amounts
from ascribe.verify.calculations.multiples import compute_multiples
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.measures import find_measures
from ascribe.verify.quantities.operations import read_claim_figure

FOLLOWS = [
    (
        "The budget is 14.2 million euros. The contract was awarded for 13.8 million euros.",
        "The contract was awarded for 0.4 million euros below the budget.",
        "14.2 million euros − 13.8 million euros = 400,000",
    ),
    (
        "Brenn | 1,870 | 1,640",
        "Brenn used 1,640 MWh, 230 MWh less than before.",
        "1,870 − 1,640 = 230",
    ),
    (
        "The mill cost 2.3 million euros. The bank pays 1.9 million euros of it.",
        "The mill has to find 400,000 euros.",
        "2.3 million euros − 1.9 million euros = 400,000",
    ),
    (
        "Half the boats sank: 12 boats left and 5 boats came back.",
        "In all, 17 boats were counted.",
        "12 + 5 = 17",
    ),
    (
        "Cash rose to 412,300 euros from 389,750 euros.",
        "It had 412,300 euros, 22,550 euros more than before.",
        "412,300 euros − 389,750 euros = 22,550",
    ),
    (
        "The red pump draws 141 watts and the blue pump 336 watts.",
        "The blue pump draws 195 watts more than the red pump.",
        "336 watts − 141 watts = 195",
    ),
    (
        "The prize of 90,000 euros was shared by the six members.",
        "Each of the members got 15,000 euros.",
        "90,000 euros / six = 15,000",
    ),
    (
        "Each of the ten firms received 30,000 euros.",
        "The firms received 300,000 euros.",
        "30,000 euros × ten = 300,000",
    ),
    (
        "The pump delivers 40 litres per minute.",
        "In an hour it delivers 2,400 litres.",
        "40 litres per minute × 60 = 2,400",
    ),
    ("The dose is 40 mg twice a day.", "The daily dose is 80 mg.", "twice 40 mg = 80"),
    (
        "One in five pupils comes by bicycle, another 35 percent walk.",
        "55 percent of the pupils do either.",
        "One in five + 35 percent = 55",
    ),
    ("Of the 212 patients, 53 felt sick.", "A quarter of the patients felt sick.", "53 of 212 = 0.25"),
    (
        "The flight left at 14:10 and landed at 16:35.",
        "The flight took 2 hours and 25 minutes.",
        "14:10 → 16:35 = 145 minutes",
    ),
    (
        "Doors close 45 minutes before the show, which is at 21:00.",
        "Doors close at 20:15.",
        "21:00 − 45 minutes",
    ),
    (
        "Irrigation was 48 mm a week, rain 16 mm a week.",
        "That is three times the rain.",
        "48 mm a week / 16 mm a week = 3",
    ),
    (
        "The roof burnt in 1968, and the town bought the ruin in 1973.",
        "The town bought it five years later.",
        "1968 → 1973 = 5 years",
    ),
    ("This is the 38th edition.", "There have been 37 editions before.", "38th: 37"),
]


def calculate(source: str, claim: str) -> str | None:
    asked, evidence = Text.read(claim, "en"), Text.read(source.replace(". ", ".\n"), "en")
    found = [
        find_calculation(read_claim_figure(one.numbers[-1], asked), asked, evidence)
        for one in find_measures(asked)
    ]
    return next((one.formula for one in reversed(found) if one is not None), None)


@pytest.mark.parametrize(("source", "claim", "formula"), FOLLOWS)
def test_a_figure_may_follow_from_others(source: str, claim: str, formula: str) -> None:
    assert calculate(source, claim) == formula


FOLLOWS_FROM_NOTHING = [
    (
        "The mill cost 2.3 million euros. The bank pays 1.9 million euros of it.",
        "The mill has to find 500,000 euros.",
    ),
    (
        "Of the 25 firms, 15 were turned down. Each of the others received 30,000 euros.",
        "The firms received 450,000 euros.",
    ),
    ("In 2019 there were 59 births and 70 deaths.", "There were 11 more births than deaths."),
    (
        "The red pump draws 141 watts and the blue pump 336 watts.",
        "The red pump draws 195 watts more than the blue pump.",
    ),
    ("The new one weighs 1.3 kg, 200 g less than the old one.", "The old one weighs 1.1 kg."),
    ("The mill has 12 rooms on 2 floors.", "The mill has 24 rooms on 2 floors."),
    ("Highway 61 is closed for 5 days.", "Highway 66 is closed."),
    (
        "It has 9 rooms, 3 cellars, 4 doors, 5 lamps, 6 beds, 7 desks, 8 chairs, 11 shelves and 2 baths.",
        "It has 13 rooms.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), FOLLOWS_FROM_NOTHING)
def test_a_figure_follows_from_no_other_thing_or_direction(source: str, claim: str) -> None:
    assert calculate(source, claim) is None


def test_what_is_calculated_is_not_confirmed_and_the_formula_is_shown() -> None:
    claim = "A return ticket costs 76 euros for two people."
    (sentence,) = check(claim, ["A return ticket costs 38 euros for each person."], tier="rules").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "unknown"
    assert "38 euros × two = 76" in str(sentence.verdict.details)


def test_a_model_may_support_what_is_calculated() -> None:
    source = (
        "Repairs cost 2.3 million euros. The insurer pays 1.9 million euros of that, Strandline the rest."
    )
    claim = "Strandline has to pay 400,000 euros of the repairs itself."
    (sentence,) = check(claim, [source], tier="builtin").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "supported"
    assert "if the figure is calculated" in (sentence.verdict.message or "")


def count_calculations(figures: int) -> int:
    """Return how many products and quotients are tried for a claim with that many figures."""
    claim = Text.read(
        "The firms had " + ", ".join(f"{n + 20} mills" for n in range(figures)) + " each.", "en"
    )
    evidence = Text.read("Each of the 5 firms sold 12 mills and 9 barns.", "en")
    said = find_operands(evidence)
    tried = 0
    for asked in find_measures(claim):
        amounts = read_amounts(asked, claim, evidence, said)
        tried += len(list(compute_multiples(asked, amounts, claim, evidence, said)))
    return tried


def test_a_claim_full_of_figures_is_not_multiplied_with_all_of_them() -> None:
    few, many = count_calculations(60), count_calculations(120)
    assert 0 < few < many <= 2 * few
