"""Subclasses: what is said of a whole kind need not hold for a part of it that the text tells of by itself.

"Each room has its own bathroom. Single rooms share a bathroom on the landing" does not say that single rooms
have their own: a sentence about the part may be an exception. Nothing is one that adds to the general rule:
"corner rooms also have a balcony". Only English is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import split_whole_clauses
from ascribe.verify.grammar.subjects import split_subject_groups
from ascribe.verify.grammar.verb_forms import is_verb

_OF_ALL = frozenset(("each", "every", "all", "any"))
_PLURAL = re.compile(r"(?:[^s]s|men|children|people)$")
_ADDING = frozenset(("also", "too", "additionally", "besides", "moreover", "furthermore"))

_TELLING = frozenset(("own",))
"""A word that says little elsewhere, and here what an exception shares."""

_Run = tuple[Word, ...]


def takes_from_whole_kind(claim: Text, sentences: Sequence[Text]) -> bool:
    """Return True if the claim says of a part of a kind what sentences nearby say of the whole kind alone.

    False if no sentence tells of that part by itself.
    """
    if not claim.is_english:
        return False
    run = _find_opening_run(claim)
    clauses = [clause for one in sentences if one.is_english for clause in _list_clauses(one)]
    return any(_takes_from(one, claim, run, clauses) for one in clauses)


@find_once
def _list_clauses(text: Text) -> tuple[Text, ...]:
    """Return the clauses of a sentence, without the word that joins each: "but single rooms share one"."""
    written = (text.text[start:end].strip(" ,;") for start, end in split_whole_clauses(text))
    return tuple(Text(_JOINT.sub("", one), text.language) for one in written)


_JOINT = re.compile(r"^(?:and|but|while|whereas|although|though|yet)\s+")


def _takes_from(whole: Text, claim: Text, run: _Run, clauses: Sequence[Text]) -> bool:
    place = _find_noun_of_kind(run, whole)
    if not place:
        return False
    part = frozenset(word.stem for word in run[: place + 1])
    homes = [one for one in clauses if one is not whole and _tells_of_part(one, part)]
    if not homes or any(not _ADDING.isdisjoint(home.tokens) for home in homes):
        return False
    told = frozenset[str]().union(*(home.stems for home in homes))
    said = (frozenset(word.stem for word in claim.content) | claim.tokens & _TELLING) - part
    return bool((said & whole.stems) - told)


def _find_noun_of_kind(run: _Run, whole: Text) -> int:
    """Return the place in the claim's subject of the noun that begins the clause, "each room" or "rooms".

    0 if it is not there, or if the clause has what the claim has before that noun.
    """
    noun = next(iter(_find_opening_run(whole)), None)
    if noun is None or is_verb(noun, whole) or not _is_of_all(noun, whole):
        return 0
    place = next((at for at, word in enumerate(run) if at and word.stem == noun.stem), 0)
    return place if {word.stem for word in run[:place]}.isdisjoint(whole.stems) else 0


def _is_of_all(noun: Word, text: Text) -> bool:
    """Return True for "each room", "rooms" and "the rooms", but not for "opens" in "it opens"."""
    before = next(iter(text.words_before(noun.start, 1)), None)
    if before is not None and before.form in _OF_ALL:
        return True
    is_first = before is None or text.text[before.end : noun.start].strip() == "," or before.form == "the"
    return is_first and _PLURAL.search(noun.form) is not None


def _tells_of_part(text: Text, part: frozenset[str]) -> bool:
    return part <= {word.stem for word in _find_opening_run(text)}


@find_once
def _find_opening_run(text: Text) -> _Run:
    """Return the run of content words that begins the subject, and maybe the verb behind it."""
    groups = split_subject_groups(text)[0]
    return tuple(groups[0]) if groups else ()
