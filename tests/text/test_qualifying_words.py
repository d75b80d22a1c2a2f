"""Headings that say something of their items, and headings that only name a topic."""

from __future__ import annotations

import pytest

from ascribe.text.qualifying_words import qualifies_items


@pytest.mark.parametrize(
    ("heading", "language"),
    [
        ("Not allowed", "en"),
        ("What you can’t bring", "en"),
        ("Drawbacks of the plan", "en"),
        ("❌", "en"),
        ("Nicht enthalten:", "de"),
        ("Interdits", "fr"),
        ("Nadelen", None),
    ],
)
def test_a_heading_that_qualifies_its_items(heading: str, language: str | None) -> None:
    assert qualifies_items(heading, language)


@pytest.mark.parametrize(
    "heading",
    [
        "Overview",
        "Opening hours",
        "",
        "Are dogs allowed?",
        "What the committee found, what it did not find, and why",
    ],
)
def test_a_heading_that_names_a_topic(heading: str) -> None:
    assert not qualifies_items(heading, "en")
