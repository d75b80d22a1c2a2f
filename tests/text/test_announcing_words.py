"""Heads and leads that only announce what follows, and those that say something of it."""

from __future__ import annotations

import pytest

from ascribe.text.announcing_words import announces_only, cut_announcement


@pytest.mark.parametrize(
    ("heads", "language", "expected"),
    [
        (["Detail"], "en", True),
        (["Details", "Notes"], "en", True),
        (["#"], "en", True),
        (["Price"], "en", False),
        (["Value", "Price"], "en", False),
        (["Value in 2020"], "en", False),
        (["Wert"], "de", True),
        (["Valeur"], "fr", True),
        (["Wert"], "en", False),
        (["Wert"], None, True),
    ],
)
def test_heads_that_name_no_content(heads: list[str], language: str | None, expected: bool) -> None:
    assert announces_only(heads, language) is expected


@pytest.mark.parametrize(
    ("lead", "language", "rest"),
    [
        ("Key facts:", "en", ""),
        ("Summary of the discussion:", "en", ""),
        ("In short:", "en", ""),
        ("Here are the most important points from the report:", "en", ""),
        ("Here is an overview of Orbit Ltd:", "en", "of Orbit Ltd:"),
        ("Facts about the harbour:", "en", "Facts about the harbour:"),
        ("The main points of 2021:", "en", "of 2021:"),
        ("The following is not true:", "en", "The following is not true:"),
        ("Details that are not confirmed:", "en", "Details that are not confirmed:"),
        ("Summary of what is forbidden:", "en", "Summary of what is forbidden:"),
        ("The harbour offers:", "en", "The harbour offers:"),
        ("Not a summary:", "en", "Not a summary:"),
        ("Only details:", "en", "Only details:"),
        ("Here is the harbour:", "en", "Here is the harbour:"),
        ("Zusammenfassung des Gesprächs:", "de", ""),
        ("Hier ist ein Überblick über Orbit:", "de", "über Orbit:"),
        ("Voici un résumé de la réunion :", "fr", ""),
        ("Voici les points principaux sur le port :", "fr", "Voici les points principaux sur le port :"),
        ("Key facts:", "de", "Key facts:"),
        ("Key facts:", None, ""),
    ],
)
def test_leads_keep_what_they_say_beside_the_announcement(lead: str, language: str | None, rest: str) -> None:
    assert cut_announcement(lead, language) == rest
