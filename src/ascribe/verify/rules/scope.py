"""Words that change what the words after them mean: negations and qualifiers, and how far they reach.

A cue reaches the content words that follow it in its clause, at most ``REACH``. Cues and clause ends come
from ``cues.json``, by language and group; a language that is not listed has none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Text

REACH = 3
"""Content words a cue reaches: "did not improve the results" negates the verb and its object."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A cue of a group, where it stands, and the words it reaches, the nearest first."""

    group: str
    start: int
    end: int
    words: tuple[Word, ...]

    @property
    def place(self) -> tuple[int, int]:
        """From the cue to the first word it reaches."""
        return self.start, self.words[0].end if self.words else self.end

    @property
    def stems(self) -> frozenset[str]:
        """Stems of the words it reaches."""
        return frozenset(word.stem for word in self.words)


@lru_cache(maxsize=8192)
def find_scopes(text: Text, group: str) -> tuple[Scope, ...]:
    """The cues of that group in the text, in order."""
    pattern = _cues(text.language or "en", group)
    if pattern is None:
        return ()
    return tuple(_scope(text, group, *match.span()) for match in pattern.finditer(text.text))


def _scope(text: Text, group: str, start: int, end: int) -> Scope:
    ends = _clause_ends(text.language or "en").search(text.text, end)
    stop = ends.start() if ends else len(text.text)
    reached = [word for word in text.content if end <= word.start < stop]
    return Scope(group, start, end, tuple(reached[:REACH]))


@cache
def _cues(language: str, group: str) -> re.Pattern[str] | None:
    cues = _data().get(language, {}).get(group)
    return re.compile("|".join(sorted(cues, key=len, reverse=True)), re.IGNORECASE) if cues else None


@cache
def _clause_ends(language: str) -> re.Pattern[str]:
    signs = [r"[.;:!?()。；：！？،؛।]", r"[,，、](?=\s)"]
    return re.compile("|".join([*signs, *_data()[language]["ends"]]), re.IGNORECASE)


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    text = files("ascribe.verify.rules").joinpath("cues.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, list[str]]] = json.loads(text)
    return data
