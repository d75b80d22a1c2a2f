"""Labels with an answer: "In stock: no" denies that the thing is in stock, and "✅ Towels" asserts towels.

``rules/answers.json`` lists the answers by language, and under ``*`` those of any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, find_scopes

_LABEL = r"[^\s:,;.?!|{}\[\]]+(?:[^\S\n]+[^\s:,;.?!|{}\[\]]+){0,9}?"
"""At most ten words without a sign between them."""

_QUOTES = r"[\"'*_\s]*"


@dataclass(frozen=True, slots=True)
class Answer:
    """A label with an answer.

    Args:
        words: the content words of the label.
        denies: whether the answer denies it.
        place: the span of label and answer.
        is_sign: whether the answer is a sign before or behind the label, without a colon.
    """

    words: tuple[Word, ...]
    denies: bool
    place: Span
    is_sign: bool

    @property
    def stems(self) -> frozenset[str]:
        """Return the stems of the label."""
        return frozenset(word.stem for word in self.words)


@find_once
def find_answers(text: Text) -> tuple[Answer, ...]:
    """Return the labels with an answer, in order; a label that is negated itself has none."""
    return tuple(_find_answers(text))


def _find_answers(text: Text) -> Iterator[Answer]:
    yes, no = _load_answers(text.code)
    if text.tokens.isdisjoint(yes | no):
        return
    for match in _build_pattern(text.code).finditer(text.lowered):
        group = next(name for name in ("told", "behind", "before") if match[name])
        place = match.span(group)
        words = tuple(text.within(*place))
        is_negated = any(place[0] <= cue.start < place[1] for cue in find_scopes(text, "negation"))
        if words and not is_negated:
            sign = match[f"{group}_answer"]
            yield Answer(words, sign in no, match.span(), group != "told")


@cache
def _build_pattern(language: str) -> re.Pattern[str]:
    yes, no = _load_answers(language)
    answers = "|".join(sorted(map(re.escape, yes | no), key=len, reverse=True))
    signs = "".join(one for one in yes | no if not one.isalpha())
    label = _LABEL.replace("[^", f"[^{signs}")
    end = r"(?=[^\S\n]*(?:[,;.}\]\n]|\Z))"
    return re.compile(
        rf"(?P<told>{label}){_QUOTES}:{_QUOTES}(?P<told_answer>{answers}){_QUOTES}{end}"
        rf"|(?P<before_answer>[{signs}])[\ufe0f\s]*(?P<before>{label}){end}"
        rf"|(?P<behind>{label})[^\S\n]*(?P<behind_answer>[{signs}])[\ufe0f]?{end}"
    )


@cache
def _load_answers(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the answers that affirm and those that deny."""
    lists = load_package_json("verify/rules/answers.json", dict[str, dict[str, str]])
    rows = (lists["*"], lists.get(language, {}))
    yes, no = (frozenset(w for row in rows for w in row.get(kind, "").split()) for kind in ("yes", "no"))
    return yes, no
