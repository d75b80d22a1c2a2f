"""Claims about the rows of a table: what two rows say is not mixed, and a row shows no superlative."""

from __future__ import annotations

import pytest

from ascribe import check

TOWNS = """town,land,people_2019,people_2024,mayor
Edda,Vestmark,48000,50200,Ole Brun
Sankt Ilg,Ostmark,21700,21100,Mia Falk
Havn,Vestmark,302000,315000,Per Lie
"""
SHOP = """These are the prices and the weights of the stoves that the shop sells.

| Stove | Price | Weight |
|---|---|---|
| Ember | 320 € | 41 kg |
| Cinder | 540 € | 78 kg |
| Spark | 190 € | 23 kg |
"""


def judge(claim: str, source: str, tier: str) -> str:
    verdict = check(claim, [source], tier=tier, language="en").sentences[-1].verdict
    assert verdict is not None
    return verdict.status


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("claim", "is_supported"),
    [
        ("Edda is in Vestmark.", True),
        ("Sankt Ilg is in Ostmark.", True),
        ("Sankt Ilg is in Vestmark.", False),
        ("The mayor of Edda is Ole Brun.", True),
        ("The mayor of Edda is Mia Falk.", False),
        ("Mia Falk is the mayor of Edda, and Ole Brun of Sankt Ilg.", False),
        ("- **Edda:** people 50,200 (2024), mayor Ole Brun", True),
        ("- **Edda:** people 48,000 (2024), mayor Ole Brun", False),
        ("- **Edda:** people 50,200 (2024), mayor Mia Falk", False),
        ("| Town | Mayor |\n|---|---|\n| Havn | Per Lie |", True),
        ("| Town | Mayor |\n|---|---|\n| Havn | Ole Brun |", False),
    ],
)
def test_delimited_rows_do_not_mix(tier: str, separator: str, claim: str, is_supported: bool) -> None:
    assert (judge(claim, TOWNS.replace(",", separator), tier) == "supported") is is_supported


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("row", ["Ann,29", "Bob,34"])
def test_rows_without_heads_do_not_mix(tier: str, row: str) -> None:
    source = "Ann,29\nBob,34\n"
    name, age = row.split(",")
    assert judge(f"{name} is {age}.", source, tier) == "supported"
    assert judge(f"{name} is {63 - int(age)}.", source, tier) != "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "claim",
    [
        "The most expensive stove is the Ember.",
        "The Ember is the cheapest stove.",
        "The heaviest stove is the Ember.",
        "The Ember has the lowest price.",
        "The stove with the highest price is the Spark.",
        "The Spark is the second most expensive stove.",
    ],
)
def test_a_row_shows_no_superlative(tier: str, claim: str) -> None:
    assert judge(claim, SHOP, tier) != "supported"
    told = SHOP.replace("These are", f"{claim} These are")
    assert judge(claim, told, tier) == "supported"


@pytest.mark.parametrize("head", ["Item", "£000"])
@pytest.mark.parametrize(
    ("years", "status"), [("2023/24 | 2024/25", "supported"), ("2024/25 | 2023/24", "contradicted")]
)
def test_a_row_of_a_reply_is_compared_below_its_own_heads(head: str, years: str, status: str) -> None:
    source = f"| {head} | 2023/24 | 2024/25 |\n|---|---|---|\n| Gifts | 500 | 510 |\n| Rents | 187 | 241 |\n"
    first, second = ("187", "241") if head == "Item" else ("£187,000", "£241,000")
    reply = f"| Income | {years} |\n|---|---|---|\n| Rents | {first} | {second} |\n"
    verdict = check(reply, source, tier="rules", language="en").sentences[-1].verdict
    assert verdict is not None
    assert verdict.status == status
