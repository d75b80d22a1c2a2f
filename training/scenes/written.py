"""Scenes written as text in ``written/*.txt``; ``written/README.md`` describes the format.

The files contain the sentences; names, figures and their order are drawn here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.scenes.scene import Label, MakeScene, Scene
from training.scenes.slots import Slots
from training.scenes.templates import capital

FOLDER = Path(__file__).parent / "written"

_SIGNS = {">": "passage", "~": "idle", "+": "true", "!": "contradicted", "?": "neither"}
_SLOT = re.compile(r"\{([^{}]+)\}")
_CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_ARTICLE = re.compile(r"\b([Aa])\(n\) (?=(\w))")
_LEAST = 3
_CLAIMS = (2, 3, 3)
_VERBATIM = 0.25
_IDLE = 0.5


@dataclass(frozen=True, slots=True)
class WrittenScene:
    """One block of a file; a call with a random generator gives a scene.

    Args:
        kind: kind of error in its negatives.
        rows: rows of its table, as column → cell; empty without a table.
        lines: sign at the start of a line → sentences.
        name: file and line, for messages.
    """

    kind: str
    rows: tuple[dict[str, str], ...]
    lines: dict[str, tuple[str, ...]]
    name: str

    @property
    def opening(self) -> str:
        """Return the first sentence of its passage, with unfilled slots."""
        return self.lines["passage"][0]

    @property
    def __name__(self) -> str:
        """Return the name that tests show."""
        return self.name

    def __call__(self, rng: random.Random) -> Scene:
        """Generate a passage with as many positives as negatives."""
        slots = Slots(rng)
        drawn = rng.sample(self.rows, min(2, len(self.rows)))
        cells = dict(drawn[0]) if drawn else {}
        if len(drawn) > 1:
            cells.update({f"other.{name}": cell for name, cell in drawn[1].items()})
        told = {
            sign: [self._told(line, cells, slots, rng) for line in lines]
            for sign, lines in self.lines.items()
        }
        passage = told["passage"]
        truths = told["true"]
        lies: list[tuple[str, Label]] = [(text, "contradicted") for text in told["contradicted"]]
        lies += [(text, "neither") for text in told["neither"]]
        count = min(rng.choice(_CLAIMS), len(truths), len(lies))
        kept = rng.sample(truths, count)
        if rng.random() < _VERBATIM:
            kept[-1] = rng.choice(passage)
        idle = [text for text in told["idle"] if rng.random() < _IDLE]
        before = rng.randint(0, len(idle))
        sentences = (*idle[:before], *passage, *idle[before:])
        return Scene(self.kind, sentences, tuple(dict.fromkeys(kept)), tuple(rng.sample(lies, count)))

    def _told(self, line: str, cells: dict[str, str], slots: Slots, rng: random.Random) -> str:
        """Choose among the alternatives of the sentence and fill its slots."""
        text = line
        while _CHOICE.search(text):
            text = _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), text)
        for _ in range(2):  # a cell can contain a slot
            text = _SLOT.sub(lambda found: cells.get(found[1]) or slots.value(found[1]), text)
        text = _ARTICLE.sub(lambda found: found[1] + ("n " if found[2].lower() in "aeiou" else " "), text)
        return capital(text)


def written_scenes() -> tuple[MakeScene, ...]:
    """Return the blocks of all files, sorted by file name and position."""
    return tuple(scene for path in sorted(FOLDER.glob("*.txt")) for scene in read_scenes(path))


def read_scenes(path: Path) -> Iterator[WrittenScene]:
    """Yield the blocks of a file.

    Raises:
        ValueError: a line has no sign, or a block has too few claims; the message names file and line.
    """
    kind, start, rows, lines = "", 0, list[list[str]](), dict[str, list[str]]()
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), "#"], 1):
        text = line.strip()
        if text.startswith("#"):
            if kind:
                yield _scene(kind, rows, lines, f"{path.stem}:{start}")
            kind, start, rows, lines = text[1:].strip(), number, [], {sign: [] for sign in _SIGNS.values()}
        elif text[:1] in _SIGNS and text[1:2] == " ":
            lines[_SIGNS[text[0]]].append(text[2:].strip())
        elif "|" in text:
            rows.append([cell.strip() for cell in text.split("|")])
        elif text:
            raise ValueError(
                f"{path.name}, line {number}: a line starts with #, >, ~, +, ! or ?, got {text!r}."
            )


def _scene(kind: str, rows: list[list[str]], lines: dict[str, list[str]], name: str) -> WrittenScene:
    if (
        not lines["passage"]
        or min(len(lines["true"]), len(lines["contradicted"] + lines["neither"])) < _LEAST
    ):
        raise ValueError(f"{name}: needs a passage, {_LEAST} truths and {_LEAST} lies.")
    if rows and (len(rows) < 2 or {len(row) for row in rows} != {len(rows[0])}):
        raise ValueError(f"{name}: every row of the table needs {len(rows[0])} cells.")
    table = tuple(dict(zip(rows[0], row, strict=True)) for row in rows[1:]) if rows else ()
    return WrittenScene(kind, table, {sign: tuple(found) for sign, found in lines.items()}, name)
