"""A realistic repair as text, in colour, and as a diff; ``ASCRIBE_REGENERATE=1`` writes the files anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ascribe import Repair, repair
from ascribe.write.repair_report import (
    color_diff,
    render_repair_headline,
    render_repair_report,
)

SOURCES = [
    {"id": "mill.txt", "text": "The mill on the Arle has 12 sails and is 30 m high."},
    {"id": "bridge.txt", "text": "The bridge over the Arle was built in 1871 by Anna Kohl."},
    {"id": "museum.txt", "text": "The museum of Horn opens at nine and is closed on Mondays."},
]
REPLY = """\
# Sights

The bridge over the Arle was built in 1871 [1]. The mill has 12 sails [1-3].

- The museum opens at nine [9], and the mill is 30 m high.
- The museum is closed on Mondays.

The mill has 14 sails [1]. The moon is made of cheese [2]. I hope this helps.
"""


@pytest.fixture(scope="module")
def done() -> Repair:
    return repair(REPLY, SOURCES, tier="rules")


def test_text(done: Repair, golden: Callable[[str, str], None]) -> None:
    golden("repair.txt", render_repair_report(done))


def test_color(done: Repair, golden: Callable[[str, str], None]) -> None:
    golden("repair.ansi", render_repair_report(done, "sights.md", color=True, width=60))


def test_diff(done: Repair, golden: Callable[[str, str], None]) -> None:
    golden("repair.diff", done.diff("sights.md"))


def test_color_says_nothing_by_itself(done: Repair) -> None:
    colored = render_repair_report(done, color=True)
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", *(f"\x1b[3{n}m" for n in range(1, 8))):
        colored = colored.replace(code, "")
    assert colored == render_repair_report(done)


def test_control_characters_cannot_drive_a_terminal() -> None:
    done = repair("The mill has 12 sails \x1b[31m[2].", ["The mill has 12 sails.", "A bridge."], tier="rules")
    assert "\x1b[31m[2]" not in render_repair_report(done, color=True)
    assert "\x1b[31m[2]" not in color_diff(done.diff(), color=True)
    assert "⟦U+001B⟧" in render_repair_report(done, color=True)


def test_headline_without_markers() -> None:
    assert render_repair_headline(repair("Hello!", SOURCES, tier="rules")) == "No markers, and none to add."
