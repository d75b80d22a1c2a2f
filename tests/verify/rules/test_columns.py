"""A figure of a table must be in the column and the row that the claim names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import ascribe
from ascribe.verify.comparison import Text
from ascribe.verify.rules.columns import compare_columns

FEES = "Fees | 2020: 40 | 2021: 50"
ROW = "Kentucky | Permit: 264,140 | Handgun: 12,155"
BOAT = "Canoe | Price: 9 € | Pledge: 40 €"
CLASH = ("clash", "column_mismatch")


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Kentucky had 264,140 permit checks.", ROW, [("agree", "")]),
        ("In Kentucky there were 12,155 handgun checks.", ROW, [("agree", "")]),
        ("Kentucky had 12,155 permit checks.", ROW, [("clash", "column_mismatch")]),
        ("264,140 handgun checks were made in Kentucky.", ROW, [("clash", "column_mismatch")]),
        ("Kentucky had 264,140 permit and 12,155 handgun checks.", ROW, [("agree", ""), ("agree", "")]),
        ("Kentucky had 12,155 checks.", ROW, [("missing", "column_unclear")]),
        ("Texas had 264,140 permit checks.", ROW, [("missing", "other_row")]),
        ("Kentucky had 7 permit checks.", ROW, []),
        ("BM25 scored 70.9.", "BM25 59.1 66.9 41.3 70.9", [("missing", "column_unclear")]),
        ("BM25 scored 70.9.", "BM25 59.1 66.9 41.3 70.9\nIt scored 70.9.", []),
        ("One score was 3.", "The scores were 1, 2, 3 and 4.", []),
        ("Kentucky had 264,140 permit checks.", "Kentucky had 12,155 permit checks.", []),
        ("Kentucky had 12,155 checks.", "Kentucky | Handgun: 12,155", []),
        ("The south had 12,155 handgun checks.", f"South | {ROW}", [("agree", "")]),
        ("Kentucky had 12,155 handgun checks.", f"{ROW}\nTexas | Handgun: 12,155", [("agree", "")]),
        ("Fees in 2021 were 50 euros.", "Fees | 2020: 40 | 2021: 50", [("agree", "")]),
        ("Fees in 2020 were 50 euros.", "Fees | 2020: 40 | 2021: 50", [("clash", "column_mismatch")]),
        # Of two figures, each has the words of its clause, or those that are nearer to it
        ("The canoe costs 9 € and requires a pledge of 40 €.", BOAT, [("agree", ""), ("agree", "")]),
        ("The canoe costs 40 € and requires a pledge of 9 €.", BOAT, [CLASH, CLASH]),
        ("The canoe costs 9 € with a pledge of 40 €.", BOAT, [("agree", ""), ("agree", "")]),
        ("Canoe: 9 € (pledge 40 €)", BOAT, [("agree", ""), ("agree", "")]),
        ("Canoe: 40 € (pledge 9 €)", BOAT, [("missing", "column_unclear"), CLASH]),
        ("Canoe: 9 € (40 € pledge)", BOAT, [("agree", ""), ("agree", "")]),
        ("Canoe: 9 € (pledge 40 €)", f"{BOAT} | Fine: 70 €", [("missing", "column_unclear"), ("agree", "")]),
        ("The canoe pays 9 € (pledge 40 €).", BOAT, [("missing", "column_unclear"), ("agree", "")]),
        # Words with the meaning of a head
        ("The canoe costs 9 €.", BOAT, [("agree", "")]),
        ("The canoe costs 40 €.", BOAT, [CLASH]),
        ("The pledge for the canoe costs 40 €.", BOAT, [("agree", "")]),
        # Figures that may be years
        (
            "Kentucky had 2140 permit checks.",
            "Kentucky | Permit: 881 | Rifle: 2140",
            [("clash", "column_mismatch")],
        ),
        ("Its permit checks numbered 2140.", "Permit: 881 | Rifle: 2140", [("missing", "column_unclear")]),
        ("In Texas rifle checks reached 2140.", "Ohio | Rifle: 2140", [("missing", "other_row")]),
        ("In 2021 the Berlin fee was 50.", "Berlin | Year: 2021 | Fee: 50", [("agree", "")]),
        ("Fees rose in 2021.", FEES, [("agree", "")]),
        ("Fees fell in 2021.", FEES, [("clash", "comparison_reversed")]),
        ("Fees fell.", "Fees | 2021: 40 | 2020: 50", [("agree", "")]),
        ("Fees fell.", "Fees | 2010–2012: 38 % | 2013–2015: 19 %", [("agree", "")]),
        ("Fees rose.", "Fees | 2010–2012: 38 % | 2013–2015: 19 %", [("clash", "comparison_reversed")]),
        ("Fees rose.", f"{FEES} | 2022: 45", []),
        ("Fees rose from 2020 to 2022.", f"{FEES} | 2022: 45", [("agree", "")]),
        ("Fees rose from 2021 to 2022.", f"{FEES} | 2022: 45", [("clash", "comparison_reversed")]),
        (
            "Fees rose, while wages fell.",
            f"{FEES}\nWages | 2020: 9 | 2021: 8",
            [("agree", ""), ("agree", "")],
        ),
        ("Fees were lower in 2020 than in 2021.", FEES, [("agree", "")]),
        ("Fees were higher in 2020 than in 2021.", FEES, [("clash", "comparison_reversed")]),
        ("Fees were higher in 2021 than in 2020.", FEES, [("agree", "")]),
        ("Fees fell in 2021 and rose in 2022.", f"{FEES} | 2022: 45", []),
        ("Fees rose in 2021, but fell again.", FEES, []),
        ("Fees fell in 2022.", f"{FEES} | 2022: 45", [("agree", "")]),
        ("Fees fell in 2020.", FEES, []),
        (
            "Rome used less gas and also less water.",
            "Rome | Gas 2020: 9 | Gas 2021: 8 | Water 2020: 3 | Water 2021: 4",
            [("agree", ""), ("clash", "comparison_reversed")],
        ),
        ("The tower is from 1889.", "Tower | Year: 1889 | Height: 330", []),
        ("The tower opened in 1889.", "Tower | Opened: 1889 | Height: 330", [("agree", "")]),
    ],
)
def test_findings(claim: str, evidence: str, expected: list[tuple[str, str]]) -> None:
    found = compare_columns(Text(claim, "en"), Text(evidence, "en"))
    assert [(one.finding, one.reason) for one in found] == expected


STATES = ("Kentucky", "Texas", "Oregon", "Vermont")
HEADS = ("Permit", "Handgun", "Rifle")
FIGURES = {pair: f"{37 + 211 * n * (n + 3)}" for n, pair in enumerate(product(STATES, HEADS), 1)}
"""Twelve different figures, by state and head; some of them could be years."""

TABLE = "\n".join(
    [
        "# Background checks",
        "",
        "Table 1: Checks by state and kind",
        "",
        f"| State | {' | '.join(HEADS)} |",
        "|---|---|---|---|",
        *(f"| {state} | {' | '.join(FIGURES[state, head] for head in HEADS)} |" for state in STATES),
    ]
)

FORMS = ("{state} had {figure} {head} checks.", "In {state}, the {head} checks numbered {figure}.")


def build_claims() -> Iterator[tuple[str, bool]]:
    """Every cell as a claim, and with the figure of the next column and of the next row."""
    for form, (i, state), (j, head) in product(FORMS, enumerate(STATES), enumerate(HEADS)):
        said = {"state": state, "head": head.lower()}
        yield form.format(**said, figure=FIGURES[state, head]), True
        yield form.format(**said, figure=FIGURES[state, HEADS[(j + 1) % len(HEADS)]]), False
        yield form.format(**said, figure=FIGURES[STATES[(i + 1) % len(STATES)], head]), False


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_no_other_cell_of_a_table_supports(tier: str) -> None:
    claims = dict(build_claims())
    answer = ascribe.check(" ".join(claims), TABLE, tier=tier)
    verdicts = {sentence.text: sentence.verdict.status for sentence in answer.sentences if sentence.verdict}
    assert list(verdicts) == list(claims)
    wrong = [claim for claim, is_true in claims.items() if not is_true and verdicts[claim] == "supported"]
    denied = [claim for claim, is_true in claims.items() if is_true and verdicts[claim] == "contradicted"]
    assert (wrong, denied) == ([], [])
    found = [claim for claim, is_true in claims.items() if is_true and verdicts[claim] == "supported"]
    assert len(found) > sum(claims.values()) / 2


HIRE = """These are the prices of the boats that you can hire at the lake.

| Boat | Price | Pledge | Seats |
|---|---|---|---|
| Canoe | 9 € | 40 € | 2 |
| Pedalo | 14 € | 60 € | 4 |
"""


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("A canoe costs 9 €.", "supported"),
        ("A canoe costs 9 €, and the pledge is 40 €.", "supported"),
        ("A canoe costs 9 € with a pledge of 40 €.", "supported"),
        ("A pedalo costs 14 € plus a 60 € pledge.", "supported"),
        ("A canoe costs 40 € with a pledge of 9 €.", "contradicted"),
        ("A pedalo costs 60 € plus a 14 € pledge.", "unknown"),
        ("- **Pedalo:** 60 € (pledge 14 €)", "contradicted"),
        ("A canoe costs 14 € with a pledge of 60 €.", "unknown"),
        ("A canoe costs 9 € with a pledge of 60 €.", "unknown"),
        ("- **Pedalo:** 4 (pledge 60 €)", "unknown"),
    ],
)
def test_each_of_two_figures_has_its_own_column(tier: str, claim: str, status: str) -> None:
    (sentence,) = ascribe.check(claim, HIRE, tier=tier).sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == status


STOPS = """Travellers of the tram by stop and year.

| Stop | Travellers 2019 | 2020 |
|---|---|---|
| Elm | 1,420 | 1,180 |
| Oak | 3,070 | 2,610 |
"""


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "heads", ["2019 | 2020", "Travellers 2019 | 2020", "Travellers 2019 | Travellers 2020"]
)
@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("Elm | 1,420 | 1,180", "supported"),
        ("Oak | 3,070 | 2,610", "supported"),
        ("Elm | 1,180 | 1,420", "contradicted"),
        ("Elm | 3,070 | 2,610", "unknown"),
    ],
)
def test_heads_with_and_without_what_they_share_are_the_same(
    tier: str, heads: str, row: str, status: str
) -> None:
    table = f"| Stop | {heads} |\n|---|---|---|\n| {row} |\n"
    (sentence,) = (one for one in ascribe.check(table, STOPS, tier=tier).sentences if row in one.text)
    assert sentence.verdict is not None
    assert sentence.verdict.status == status
