"""Entries that say which source a number or a name means, and statements in their place."""

import pytest

from ascribe.read.blocks import split_blocks
from ascribe.read.replies import read_reply
from ascribe.read.source_entries import find_source_entries


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("A [^1].\n\n[^1]: port.md", ["1"]),
        ("A [^port].\n\n[^port]: See port.md.", ["port"]),
        ("A [1].\n\n[1]: https://port.example/ferries", ["1"]),
        ("A [1].\n\n**Sources**\n\n1. port.md\n2. quay.md", ["1", "2"]),
        ("A [1].\n\nSources:\n[1] port.md\n[2] quay.md", ["1", "2"]),
        ("A.\n\n## References\n\n- [1] Kohl, Anna; Ray, B. (2019). *Ferries*.", ["1"]),
        ("A.\n\n**References**\n\n- ² Kohl & Ray (2019). Ferries.", ["2"]),
        ("A.\n\nQuellen:\n\n- Hafenbericht, hafen.pdf", [""]),
        ("A.\n\nSources: port.md, quay.md", [""]),
        ("A.\n\nSources:\n\n1. Report of the harbour master\n2. Minutes, p. 4", ["1", "2"]),
    ],
)
def test_entries_are_found(text: str, labels: list[str]) -> None:
    assert [entry.label for entry in find_source_entries(text, split_blocks(text))] == labels


@pytest.mark.parametrize(
    "text",
    [
        "A [^1].\n\n[^1]: The quay was closed in 1990 (Kohl 2019).",
        "A [^1].\n\n[^1]: The quay is 90 m long, see port.md",
        "Sources:\n\n- coal: 40 %\n- wind: 60 %",
        "Sources:\n\n1. The quay was built in 1904.\n2. port.md",
        "Source: The ferry runs daily.",
        "Power comes from these sources:\n\n1. Coal\n2. Wind",
        "```\n[^1]: port.md\n```",
    ],
)
def test_statements_are_no_entries(text: str) -> None:
    assert find_source_entries(text, split_blocks(text)) == []


def test_an_entry_is_one_unit_that_states_nothing() -> None:
    claims = read_reply("The quay is long [1].\n\nSources:\n\n1. Kohl, A. (2019). Quays.").claims
    assert [claim.kind for claim in claims] == ["prose", "prose", "source_entry"]
