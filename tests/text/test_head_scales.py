"""The scale in the head of a column belongs to the figures below it, in the reply and in the source."""

from __future__ import annotations

import pytest

from ascribe import check
from ascribe.text.head_scales import apply_head_scale, apply_table_scale
from tests.verdicts import get_verdict


@pytest.mark.parametrize(
    ("head", "cell", "expected"),
    [
        ("Output (million tonnes)", "12.4", ("Output", "12.4 million tonnes")),
        ("Output (in millions of tonnes)", "12.4", ("Output", "12.4 million tonnes")),
        ("Output in million tonnes", "1,240", ("Output", "1,240 million tonnes")),
        ("Output, thousand", "-3", ("Output", "-3 thousand")),
        ("Revenue ($ billion)", "2.5", ("Revenue", "$2.5 billion")),
        ("Revenue (EUR million)", "2.5", ("Revenue", "2.5 million EUR")),
        ("Revenue (€m)", "2.5", ("Revenue", "€2.5 million")),
        ("Umsatz (Mio. Euro)", "2,5", ("Umsatz", "2,5 Mio. Euro")),
        ("Height (m)", "161", ("Height (m)", "161")),
        ("Output (million tonnes)", "not known", ("Output (million tonnes)", "not known")),
        ("Output (million tonnes)", "12.4 kg", ("Output (million tonnes)", "12.4 kg")),
        ("Millions of birds", "12", ("Millions of birds", "12")),
        ("", "12", ("", "12")),
    ],
)
def test_a_scale_stands_behind_the_figure(head: str, cell: str, expected: tuple[str, str]) -> None:
    assert apply_head_scale(head, cell) == expected


TABLE = "| Year | Output (million tonnes) |\n|---|---|\n| 2019 | {} |"
SENTENCE = "The output was 12.4 million tonnes in 2019."


@pytest.mark.parametrize(
    ("figure", "source", "status"),
    [
        ("12.4", SENTENCE, "supported"),
        ("13.4", SENTENCE, "contradicted"),
        ("12.4", TABLE.format("12.4"), "supported"),
        ("12.4", TABLE.format("12.4").replace("million", "thousand"), "contradicted"),
    ],
)
def test_a_row_of_the_reply_is_read_with_the_scale_of_its_column(figure, source, status) -> None:
    row = check(TABLE.format(figure), source, tier="rules").sentences[-1]
    assert row.verdict is not None
    assert row.verdict.status == status


def test_a_row_of_the_source_is_read_with_the_scale_of_its_column() -> None:
    assert get_verdict(SENTENCE, [TABLE.format("12.4")], tier="rules").status == "supported"
    assert get_verdict(SENTENCE, [TABLE.format("14.2")], tier="rules").status != "supported"


@pytest.mark.parametrize(
    ("giver", "row_name", "head", "expected"),
    [
        ("£000", "Rent", "2024", "£45 thousand"),
        ("£'000", "Rent", "2024", "£45 thousand"),
        ("in £000s", "Rent", "2024", "£45 thousand"),
        ("EUR million", "Rent", "2024", "45 million EUR"),
        ("(€m)", "Rent", "2024", "€45 million"),
        ("T€", "Miete", "2024", "€45 thousand"),
        ("TEUR", "Miete", "2024", "45 thousand EUR"),
        ("in Tsd. Euro", "Miete", "2024", "45 Tsd. Euro"),
        ("Item (£000)", "Rent", "2024", "£45 thousand"),
        ("All amounts in thousands of pounds.", "Rent", "2024", "45 thousand pounds"),
        ("£000", "Number of staff", "2024", "45"),
        ("£000", "Rent", "Share (%)", "45"),
        ("£000", "Rent", "Year", "45"),
        ("Item", "Rent", "2024", "45"),
        ("Table 3: Rent", "Rent", "2024", "45"),
    ],
)
def test_the_scale_of_a_table_stands_behind_its_figures(giver, row_name, head, expected) -> None:
    assert apply_table_scale([giver], row_name, head, "45") == expected


ACCOUNTS = "| £000 | 2023 | 2024 |\n|---|---|---|\n| Catering | 410 | 455 |\n| Fuel | 38 | 29 |"
BELOW_CAPTION = "All figures in thousands of pounds.\n\n" + ACCOUNTS.replace("£000", "Item")


@pytest.mark.parametrize("source", [ACCOUNTS, BELOW_CAPTION])
@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_the_scale_of_the_table_counts_for_its_rows(source, tier) -> None:
    assert get_verdict("Catering was £455,000 in 2024.", [source], tier=tier).status == "supported"
    assert get_verdict("Catering was £455 in 2024.", [source], tier=tier).status != "supported"
    assert get_verdict("Fuel was £29 in 2024.", [source], tier=tier).status != "supported"
