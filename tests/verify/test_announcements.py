"""Tables and lists of a reply whose heads and leads only announce: what they hold needs no such words."""

from __future__ import annotations

import pytest

from ascribe import check

FIRM = "Korvat employs 310 people. In 2018 Korvat opened a second mill in Turku. It has no shop."
LIFT = "The lift runs hourly from 5 May to 9 October. A day pass costs 31 euros. Sledges travel free."
FLAT = "The flat by the lake.\n\n| Feature | Details |\n|---|---|\n| Pool | not heated |\n| Beds | 4 |\n"


def judge(reply: str, source: str, tier: str, language: str = "en") -> str:
    verdict = check(reply, [source], tier=tier, language=language).sentences[-1].verdict
    assert verdict is not None
    return verdict.status


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "heads", ["Fact | Detail", "Item | Value", "Property | Description", "Aspect | Number"]
)
def test_a_row_needs_no_words_of_heads_without_content(tier: str, heads: str) -> None:
    table = f"| {heads} |\n|---|---|\n"
    assert judge(f"{table}| People employed by Korvat | 310 |", FIRM, tier) == "supported"
    assert judge(f"{table}| People employed by Korvat | 320 |", FIRM, tier) != "supported"
    assert judge(f"{table}| Pool | not heated |", FLAT, tier) == "supported"
    assert judge(f"{table}| Pool | heated |", FLAT, tier) != "supported"
    assert judge(f"{table}| Pool | 4 |", FLAT, tier) != "supported"


@pytest.mark.parametrize(
    ("heads", "row", "source", "language"),
    [
        ("Merkmal | Wert", "Mitarbeiter von Korvat | 310", "Korvat hat 310 Mitarbeiter in Turku.", "de"),
        ("Élément | Valeur", "Employés de Korvat | 310", "Korvat compte 310 employés en Finlande.", "fr"),
    ],
)
def test_heads_without_content_in_other_languages(heads: str, row: str, source: str, language: str) -> None:
    table = f"| {heads} |\n|---|---|\n"
    assert judge(f"{table}| {row} |", source, "rules", language) == "supported"
    assert judge(f"{table}| {row.replace('310', '320')} |", source, "rules", language) != "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("lead", "is_supported"),
    [
        ("Summary of the report:", True),
        ("Here are the key points:", True),
        ("Overview:", True),
        ("The following is not true:", False),
        ("Key points, none of them confirmed:", False),
        ("Overview of Korvat:", False),
        ("Overview of the tramway:", False),
        ("Overview for 2019:", False),
    ],
)
def test_a_lead_counts_for_what_it_says_beside_the_announcement(
    tier: str, lead: str, is_supported: bool
) -> None:
    status = judge(f"{lead}\n\n- Sledges travel free", LIFT, tier)
    assert (status == "supported") is is_supported


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_the_name_in_an_announcement_is_what_the_items_are_about(tier: str) -> None:
    reply = "Here is an overview of Korvat:\n\n- **Second mill:** Turku (2018)"
    assert judge(reply, FIRM, tier) == "supported"
    assert judge(reply.replace("Korvat", "Elmark"), FIRM, tier) != "supported"
