"""Affixes that deny: "driverless" is "without drivers", and what is impassable cannot be passed.

A suffix or prefix such as "-less" or "im-…-able" denies the word inside. If the other text denies that word
too, the two agree; if it has the word and no negation, the claim says something else. A word without its
prefix ("signed", "unsigned") is for the rule on opposites. Only English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ascribe.text.words import Word, stem_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, find_scopes
from ascribe.verify.grammar.word_groups import get_word_group

_AFFIXED = re.compile(
    r"(?P<less>\w{3,})less(?:ly|ness)?|(?:un|i[mnrl])(?P<able>\w{3,})[ai]ble|un(?P<done>\w{3,})ed"
)

_CANNOT = re.compile(
    r"(?:can(?:not|['’]t)|could(?:\s+not|n['’]t)|can\s+not|unable|no|nobody|none|never|nothing)\b"
)
"""Negations in the evidence of which a word in "-able" may follow: what did not break is not unbreakable."""


@dataclass(frozen=True, slots=True)
class _Denial:
    """A word with such an affix, the stems that the word inside may have, and which affix it is."""

    word: Word
    stems: frozenset[str]
    affix: str

    @property
    def place(self) -> Span:
        return self.word.start, self.word.end


def compare_affixes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such word of one text whose inner word the other text has."""
    asked, said = _get_denials(claim), _get_denials(evidence)
    found = [
        *(_compare_denial(one, claim, evidence, turned=False) for one in asked),
        *(_compare_denial(one, evidence, claim, turned=True) for one in said),
    ]
    return [one for one in found if one is not None]


def _compare_denial(one: _Denial, text: Text, other: Text, *, turned: bool) -> Comparison | None:
    """Compare a word with an affix with the other text; ``turned`` says that it is one of the evidence."""
    if one.word.stem in other.stems or one.stems.isdisjoint(other.stems):
        return None
    scopes = find_scopes(other, "negation")
    cue = next((cue for cue in scopes if cue.words and cue.words[0].stem in one.stems), None)
    if cue is not None:
        agrees = turned or one.affix != "able" or _CANNOT.match(other.lowered, cue.start) is not None
        return _build_comparison(one.place, cue.place, (text, other) if agrees else None, turned=turned)
    plain = _find_plain_word(one, other, scopes)
    if plain is None or (turned and not one.stems.isdisjoint(text.stems)):
        return None
    return _build_comparison(one.place, (plain.start, plain.end), None, turned=turned)


def _find_plain_word(one: _Denial, other: Text, scopes: tuple[Scope, ...]) -> Word | None:
    """Return the word inside where the other text asserts it."""
    denied = {word.start for cue in scopes for word in cue.words}
    return next((w for w in other.content if w.stem in one.stems and w.start not in denied), None)


def _build_comparison(
    place: Span, there: Span, agreeing: tuple[Text, Text] | None, *, turned: bool
) -> Comparison:
    """Return an agreement of the words at two places in these two texts; missing if there are no texts."""
    mine, theirs = (there, place) if turned else (place, there)
    if agreeing is None:
        return Comparison("affixes", "missing", "negation_unclear", mine, theirs)
    claim, evidence = reversed(agreeing) if turned else agreeing
    formula = f"{evidence.text[slice(*theirs)]} = {claim.text[slice(*mine)]}"
    return Comparison("affixes", "agree", "", mine, theirs, formula)


@find_once
def _get_denials(text: Text) -> tuple[_Denial, ...]:
    return tuple(_find_denials(text)) if text.is_english else ()


def _find_denials(text: Text) -> Iterator[_Denial]:
    for word in text.words:
        match = _AFFIXED.fullmatch(word.form)
        if match and word.form not in get_word_group("en", "not denied by affixes"):
            yield _Denial(word, _list_inner_stems(match[match.lastgroup or 0]), match.lastgroup or "")


@lru_cache(maxsize=1 << 12)
def _list_inner_stems(root: str) -> frozenset[str]:
    """Return the stems that a word inside may have: of "usable" that of "use", of "stoppable" of "stop"."""
    forms = [root, f"{root}e"]
    if root[-1] == root[-2]:
        forms.append(root[:-1])
    if root.endswith("i"):
        forms.append(f"{root[:-1]}y")
    return frozenset(stem_word(form, "en") for form in forms)


AFFIXES = Rule(
    "affixes",
    compare_affixes,
    kind="negation",
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced"),
)
