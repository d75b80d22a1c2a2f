"""Scenes written as text: the form of the files, and the values that fill their slots."""

import random
import re
from datetime import date
from pathlib import Path

import pytest
from training.scenes.slots import Slots
from training.scenes.written import read_scenes

SCENE = """# role
thing | made | age
bust | cast | {small1}
gate | forged | {small2}

> {person1} {made} a(n) [old|odd] {thing} in {year1}, not a(n) {other.thing}.
+ One.
+ Two.
+ Three {age}.
! Four.
! Five.
? Six.
"""


def written(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "theme.txt"
    file.write_text(text, "utf-8")
    (scene,) = read_scenes(file)
    return [scene(random.Random(seed)).sentences[0] for seed in range(30)]


def test_a_row_fills_its_columns_and_another_row_the_others(tmp_path: Path) -> None:
    for sentence in written(tmp_path, SCENE):
        assert re.fullmatch(
            r"[A-Z]\S+ \S+ (cast an (old|odd) bust in \d{4}, not a gate"
            r"|forged an (old|odd) gate in \d{4}, not a bust)\.",
            sentence,
        )


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("+ Two.\n", "", "theme:1"),
        ("? Six.\n", "", "theme:1"),
        ("gate | forged | {small2}", "gate | forged", "theme:1"),
        ("! Four.", "Four.", "theme.txt, line 10"),
    ],
)
def test_a_fault_is_refused_by_file_and_line(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        written(tmp_path, SCENE.replace(old, new))


def test_an_unknown_slot_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\{colour\}"):
        written(tmp_path, SCENE.replace("{person1}", "{colour1}"))


@pytest.mark.parametrize("seed", range(50))
def test_figures_grow_with_their_number_and_names_differ(seed: int) -> None:
    slots = Slots(random.Random(seed))
    for kind, count in (("small", 4), ("n", 8), ("percent", 8), ("year", 8)):
        values = [int(slots.value(f"{kind}{i + 1}")) for i in range(count)]
        assert values == sorted(set(values))
    for kind in ("person", "woman", "man", "firm", "town", "month"):
        assert len({slots.value(f"{kind}{i}") for i in range(1, 7)}) == 6
    lasts = [slots.value(f"{kind}{i}.last") for kind in ("person", "woman", "man") for i in (1, 2)]
    assert len(set(lasts)) == len(lasts)


@pytest.mark.parametrize("seed", range(20))
def test_a_slot_keeps_its_value_in_every_form(seed: int) -> None:
    slots = Slots(random.Random(seed))
    first, second = int(slots.value("n1")), int(slots.value("n2"))
    assert slots.value("n1+n2") == str(first + second)
    assert slots.value("n2-n1") == str(second - first)
    assert slots.value("n1*100 grouped") == f"{first * 100:,}"
    day = date.fromisoformat(slots.value("date1.iso"))
    assert slots.value("date1") == f"{day.day} {day:%B} {day.year}"
    assert slots.value("date1.weekday") == f"{day:%A}"
    assert slots.value("person1").split() == [slots.value("person1.first"), slots.value("person1.last")]
