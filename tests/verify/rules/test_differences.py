"""Differences and sums over several sentences: what follows agrees, and its opposite does not."""

import pytest

from ascribe import check
from ascribe.verify.comparison import Comparison
from ascribe.verify.rules import Text
from ascribe.verify.rules.numbers import compare_numbers

POLLS = "In the spring of 2021 the clinic had 45 cases.\n\nIn the spring of 2022 the clinic had 30 cases."
REPORTS = (
    "The first report gives a speed of 44 km/h.\n\nAccording to the second report the speed was 52 km/h."
)
VOTES = "Desai received 1,204 votes.\n\nPettifer received 1,185 votes."
BIRTHS = "Zoll was born in 1840.\n\nDrewe was born in 1847."
CALLS = "According to the report the call came at 14:02.\n\nThe newspaper puts the call at 14:10."
LOADS = "The first consignment weighs 24 kg.\n\nThe second consignment weighs 31 kg."
PUMPS = "The Therm 8 delivers 7.5 kW.\n\nThe Therm 12 delivers 11.5 kW."

FOLLOWING = [
    ("Cases at the clinic fell by 15 from 2021 to 2022.", POLLS, "45 − 30 = 15"),
    ("The second report puts the speed 8 km/h above the first report.", REPORTS, "52 km/h − 44 km/h = 8"),
    ("The first report puts the speed 8 km/h below the second report.", REPORTS, "52 km/h − 44 km/h = 8"),
    ("The two reports put the speed 8 km/h apart.", REPORTS, "52 km/h − 44 km/h = 8"),
    ("Desai led Pettifer by 19 votes.", VOTES, "1,204 − 1,185 = 19"),
    ("Desai won with a majority of 19 votes over Pettifer.", VOTES, "1,204 − 1,185 = 19"),
    ("Pettifer trailed Desai by 19 votes.", VOTES, "1,204 − 1,185 = 19"),
    ("Zoll was seven years older than Drewe.", BIRTHS, "1840 → 1847 is 7 years"),
    ("Drewe was seven years younger than Zoll.", BIRTHS, "1840 → 1847 is 7 years"),
    (
        "The report puts the call eight minutes earlier than the newspaper.",
        CALLS,
        "14:02 → 14:10 is 8 minutes",
    ),
    ("The newspaper puts the call eight minutes later than the report.", CALLS, "14:02 → 14:10 is 8 minutes"),
    ("Together the consignments weigh 55 kg.", LOADS, "24 kg + 31 kg = 55"),
    ("The Therm 12 delivers 4 kW more than the Therm 8.", PUMPS, "11.5 kW − 7.5 kW = 4"),
    (
        "The offer and the keys were six weeks apart.",
        "The offer came on 3 May 2020.\n\nThe keys were handed over on 14 June 2020.",
        "3 May 2020 → 14 June 2020 is 6 weeks",
    ),
    (
        "The night shift lasts eight hours.",
        "The night shift begins at 22:00 and the night shift ends at 06:00.",
        "22:00 → 06:00 is 8 hours",
    ),
]

OPPOSITE = [
    ("Cases at the clinic rose by 15 from 2021 to 2022.", POLLS),
    ("The second report puts the speed 8 km/h below the first report.", REPORTS),
    ("Pettifer led Desai by 19 votes.", VOTES),
    ("Pettifer won with a majority of 19 votes over Desai.", VOTES),
    ("Desai trailed Pettifer by 19 votes.", VOTES),
    ("Zoll was seven years younger than Drewe.", BIRTHS),
    ("Drewe was seven years older than Zoll.", BIRTHS),
    ("The report puts the call eight minutes later than the newspaper.", CALLS),
    ("The newspaper puts the call eight minutes earlier than the report.", CALLS),
    ("The Therm 8 delivers 4 kW more than the Therm 12.", PUMPS),
]

OTHER_FIGURES = [
    ("Cases at the clinic fell by 16 from 2021 to 2022.", POLLS),
    ("Desai led Pettifer by 91 votes.", VOTES),
    ("Zoll was nine years older than Drewe.", BIRTHS),
    ("Together the consignments weigh 57 kg.", LOADS),
    ("The clinic has 15 beds.", POLLS),
]


def find_figures(claim: str, evidence: str) -> list[Comparison]:
    return [
        one
        for one in compare_numbers(Text(claim, "en"), Text(evidence, "en"))
        if "Therm" not in claim[one.claim[0] - 6 : one.claim[0]]
    ]


@pytest.mark.parametrize(("claim", "evidence", "formula"), FOLLOWING)
def test_what_follows_agrees_with_its_formula(claim: str, evidence: str, formula: str) -> None:
    assert formula in [one.formula for one in find_figures(claim, evidence) if one.finding == "agree"]


@pytest.mark.parametrize(("claim", "evidence"), [*OPPOSITE, *OTHER_FIGURES])
def test_the_opposite_and_another_figure_do_not_agree(claim: str, evidence: str) -> None:
    assert "agree" not in {one.finding for one in find_figures(claim, evidence)}


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "evidence"), [*OPPOSITE, *OTHER_FIGURES])
def test_no_tier_supports_them(claim: str, evidence: str, tier: str) -> None:
    (sentence,) = check(claim, evidence.split("\n\n"), tier=tier, language="en").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status != "supported"


def test_a_part_does_not_contradict_the_whole() -> None:
    (sentence,) = check("Together the consignments weigh 55 kg.", LOADS, tier="builtin").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "supported"
    assert len(sentence.references) == 2
    (single,) = check(
        "Together the consignments weigh 55 kg.", LOADS.split("\n\n", maxsplit=1)[0], tier="rules"
    ).sentences
    assert single.verdict is not None
    assert single.verdict.status != "contradicted"


def test_clauses_about_something_else_give_no_operands() -> None:
    evidence = "The firm was founded in 1990 and the mill was sold in 2000."
    assert [one.finding for one in find_figures("The firm lasted 10 years.", evidence)] == ["missing"]
