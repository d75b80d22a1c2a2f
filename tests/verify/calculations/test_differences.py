"""Differences that a claim names: of figures about its things, in its direction, and of no others."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.calculations.differences import find_named_difference
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.operations import read_claim_figure

POOL = "A swim costs members 35 crowns; for guests of the town it is 50."
BERTHS = "The harbour has 64 berths, 57 of them taken."
WAGES = "- Bakers 18.40 (16.90)\n\n- Butchers 19.10 (18.00)"
PASS = "A winter pass cost 300 kroner; 90 were sold.\n\nFrom the autumn it will be 340, and pupils pay half."
BOATS = (
    "The Tern was built in 1971 and carries 80 passengers.\n\nThe new boat, the Skua, seats 95 passengers."
)
ROOF = "Hall 2 was estimated at £1.2 million in May.\n\nThe parish now expects £1.9 million for both."
TENTS = (
    "Weight (kg) | Lark 2: 2.4 | Lark 3: 3.1 | Lark 4: 4.6\n\n"
    "Recommended price | Lark 2: € 210 | Lark 3: € 260 | Lark 4: € 330"
)
BALLOT = "On the first count Mr Orme had 3,120 votes and Ms Vidal 3,102."
TURBINES = "The old turbine gave 41 MWh in March.\n\nThe new turbine gave 36 MWh in March."
SURPLUS = "Surplus in 2022: 5,000 (2021: 14,000)."
YARD = "The yard was paid 9 million marks in compensation, having asked for 15."
PARTY = "Members chose Ada Holt as candidate by 181 votes to 167 over Finn Moe."
MOTION = "The motion for the plan failed by 43 votes to 51."
LIFEBOAT = "The lifeboat left with 41 people on a certificate for 32."
TURNOUT = "Turnout was 61 % in Arle and 48 % in Brandt."


def find_formulas(claim: str, evidence: str) -> list[str]:
    asked, said = Text.read(claim, "en"), Text.read(evidence, "en")
    figures = [read_claim_figure(number, asked) for number in find_figures(asked)]
    found = (find_named_difference(figure, asked, said) for figure in figures)
    return [one.formula for one in found if one is not None]


@pytest.mark.parametrize(
    ("claim", "evidence", "formula"),
    [
        ("A guest pays 15 crowns more for a swim than a member.", POOL, "50 − 35 crowns = 15"),
        ("A member pays 15 crowns less for a swim than a guest.", POOL, "50 − 35 crowns = 15"),
        ("All but seven of the 64 berths are taken.", BERTHS, "64 − 57 = 7"),
        ("Bakers' pay rose by 1.50 marks to 18.40.", WAGES, "18.40 − 16.90 = 1.5"),
        ("The new boat has seats for 15 more passengers than the Tern.", BOATS, "95 − 80 = 15"),
        (
            "The work is to cost £1.9 million, £700,000 more than was estimated for hall 2 in May.",
            ROOF,
            "£1.9 million − £1.2 million = 700,000",
        ),
        ("The Lark 4 weighs 1.5 kg more than the Lark 3.", TENTS, "4.6 − 3.1 = 1.5"),
        ("The Lark 2 costs €50 less than the Lark 3.", TENTS, "€ 260 − € 210 = 50"),
        ("Mr Orme led Ms Vidal by 18 votes.", BALLOT, "3,120 − 3,102 = 18"),
        ("Turnout in Arle was 13 points higher than in Brandt.", TURNOUT, "61 % − 48 % = 13"),
        ("Turnout in Arle was 13 percentage points higher than in Brandt.", TURNOUT, "61 % − 48 % = 13"),
        (
            "The yard received 6 million marks less than it had asked for.",
            YARD,
            "15 − 9 million = 6,000,000",
        ),
        ("Ada Holt beat Finn Moe by 14 votes.", PARTY, "181 − 167 = 14"),
        ("The lifeboat carried nine people more than it was certified for.", LIFEBOAT, "41 − 32 = 9"),
        ("The surplus shrank by 9,000 from one year to the next.", SURPLUS, "14,000 − 5,000 = 9,000"),
    ],
)
def test_a_named_difference_shows_its_formula(claim: str, evidence: str, formula: str) -> None:
    assert find_formulas(claim, evidence) == [formula]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("A guest pays 20 crowns more for a swim than a member.", POOL),
        ("A member pays 15 crowns more for a swim than a guest.", POOL),
        ("A guest pays 15 euros more for a swim than a member.", POOL),
        ("All but nine of the 64 berths are taken.", BERTHS),
        ("Bakers' pay rose by 1.10 marks to 18.40.", WAGES),
        ("Bakers' pay fell by 1.50 marks to 18.40.", WAGES),
        ("The price of a winter pass goes up by 60 kroner.", PASS),
        ("The price of a winter pass goes down by 40 kroner.", PASS),
        ("The new boat has seats for 15 fewer passengers than the Tern.", BOATS),
        ("The new boat has seats for 15 more crew than the Tern.", BOATS),
        ("The Tern has seats for 15 more passengers than the new boat.", BOATS),
        ("The Lark 4 weighs 2.2 kg more than the Lark 3.", TENTS),
        ("The Lark 3 weighs 1.5 kg more than the Lark 4.", TENTS),
        ("The Lark 4 weighs 1.5 g more than the Lark 3.", TENTS),
        ("Ms Vidal led Mr Orme by 18 votes.", BALLOT),
        ("The old turbine gave 5 MWh less than the new one.", TURBINES),
        ("The yard received 6 million marks more than it had asked for.", YARD),
        ("The yard received 6 marks less than it had asked for.", YARD),
        ("Finn Moe beat Ada Holt by 14 votes.", PARTY),
        ("The plan was rejected by a margin of nine.", MOTION),
        ("The lifeboat carried nine people fewer than it was certified for.", LIFEBOAT),
        ("The surplus grew by 9,000 from one year to the next.", SURPLUS),
        ("The surplus shrank by 8,000 from one year to the next.", SURPLUS),
        ("Turnout in Brandt was 13 points higher than in Arle.", TURNOUT),
    ],
)
def test_other_figures_things_units_and_directions_are_not_derived(claim: str, evidence: str) -> None:
    assert not find_formulas(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The price fell by 15 euros to 80 euros.", "The price rose from 80 euros to 95 euros."),
        ("The price rose by 15 euros.", "The price is 80 euros for members and 95 euros for guests."),
        ("The club lost 15 members.", "The club has 95 members, of whom 80 are adults."),
        ("All but seven of the 64 berths are free.", BERTHS),
        ("Most of the 64 berths, all but nine, are taken.", BERTHS),
        ("Finn Moe was chosen by a majority of 14 votes.", PARTY),
        ("The motion was carried by a margin of eight.", MOTION),
        ("A guest pays 15 crowns more than a pupil.", POOL.replace("guests of", "pupils of")),
        ("The Skua is 15 metres longer than the Tern.", "The Skua is 95 metres wide, the Tern 80 metres."),
    ],
)
def test_a_named_difference_proves_nothing(claim: str, evidence: str) -> None:
    assert get_verdict(claim, evidence, tier="rules").status != "supported"


def test_among_many_figures_no_difference_is_found_by_accident() -> None:
    rows = "\n\n".join(f"Plot {n} yields {n * n} kg." for n in range(10, 50))
    assert not find_formulas("The best plot yields 21 kg more.", rows)


def test_neighbouring_sentences_show_a_difference_and_not_another_one() -> None:
    source = "The harbour has a ferry. " + BOATS.replace("\n\n", " ") + " Both boats run daily."
    verdict = get_verdict("The Skua seats 15 more passengers than the Tern.", source)
    assert verdict.status == "supported"
    assert "95 − 80 = 15" in verdict.message
    wrong = get_verdict("The Skua seats 25 more passengers than the Tern.", source)
    assert wrong.status != "supported"
