"""Participants: what is said of one thing must not be told of another one beside it.

"Ingrid took over the shop. Her daughter Kari introduced vegetable inks" has every word of "Ingrid introduced
vegetable inks". Words of the claim are taken from another if all segments of the passage that have them are
about something else than the claim (see ``topics``), and the passage speaks elsewhere of what the claim is
about. One such word may be chance; it takes two from one segment, or a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ascribe.text.words import split_words
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.discourse.topics import Telling, list_keys, read_tellings
from ascribe.verify.grammar.subjects import split_subject_groups
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.rules.names import find_names

_LEAST_TAKEN = 2
"""Words of one segment about another thing that are taken from it; a name counts for this many. Beside their
whole sources, one word shows 56 of the 140 lies of ``tests/verify/mixed_up*.jsonl``, two 46 and three 28; of
the 140 true claims there they blame 17, 6 and 4."""


def tells_of_another(claim: Text, sentences: Sequence[Text]) -> bool:
    """Return True if the claim says of its subject what neighbouring sentences say of another one.

    False in other languages than English.
    """
    if not claim.is_english or not all(sentence.is_english for sentence in sentences):
        return False
    said = read_tellings(sentences)
    if len({one.topic for one in said}) <= 1:
        return False
    asked = _read_claim(claim)
    names = _find_names(sentences)
    mentioned = frozenset[str]().union(*(one.own for one in asked))
    return _joins_apart(claim, asked, said) or any(_takes_words(one, said, names, mentioned) for one in asked)


@find_once
def _read_claim(claim: Text) -> Sequence[Telling]:
    return read_tellings([claim], is_claim=True)


def _joins_apart(claim: Text, asked: Sequence[Telling], said: Sequence[Telling]) -> bool:
    """Return True if the claim says of two things together what is said of one of them alone.

    "Dogs travel free. Bicycles are not carried" does not say that dogs and bicycles travel free.
    """
    joined = split_subject_groups(claim)[0]
    if len(joined) < _PAIR or not asked:
        return False
    # the last one may go on with a verb that is not known: "bicycles travel free"
    groups = [list_keys(claim, group) for group in (*joined[:-1], joined[-1][:1])]
    told = asked[0].own - frozenset[str]().union(*groups)
    homes = [[one for one in said if keys <= one.topic | one.own] for keys in groups if keys]
    return all(homes) and bool(told) and not all(any(told & one.own for one in home) for home in homes)


_PAIR = 2


@dataclass(frozen=True, slots=True)
class _Names:
    """Keys that tell things of one kind apart: names, figures and letters.

    Args:
        sure: those with a capital inside a sentence.
        possible: the same, and those that begin one.
    """

    sure: frozenset[str]
    possible: frozenset[str]


def _find_names(sentences: Sequence[Text]) -> _Names:
    found = [_find_names_of(sentence) for sentence in sentences]
    sure, possible = (frozenset[str]().union(*sets) for sets in zip(*found, strict=True))
    return _Names(sure, possible)


@find_once
def _find_names_of(sentence: Text) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of a sentence that are names for sure, and those that may be."""
    signs = frozenset(key for key in list_keys(sentence, sentence.words) if not key.islower())
    named = find_names(sentence)
    sure = (word.stem for word in named if word != sentence.words[0])
    return signs.union(sure), signs.union(word.stem for word in named)


def _takes_words(asked: Telling, said: Sequence[Telling], names: _Names, mentioned: frozenset[str]) -> bool:
    """Return True if a segment of the claim takes its words from a segment about another thing.

    Args:
        asked: the segment of the claim.
        said: those of the sentences.
        names: keys of the names of the sentences.
        mentioned: keys of the whole claim; what it mentions is not another thing.
    """
    if not asked.topic:
        return False
    taken: Counter[str] = Counter()
    for key in asked.own - asked.topic - _get_stems("common words"):
        having = [one for one in said if key in one.own]
        others = [
            one
            for one in having
            if key not in one.topic
            and (one.topic - asked.topic).isdisjoint(mentioned)
            and (asked.topic - one.topic).isdisjoint(one.own)
            and _is_other(asked.topic, one, said, names)
        ]
        if others and len(others) == len(having) and not _is_within_reach(key, asked.topic, others[0], said):
            is_name = key in names.sure and key[0].isalpha()
            taken.update({one.text: _LEAST_TAKEN if is_name else 1 for one in others})
    return any(weight >= _LEAST_TAKEN for weight in taken.values())


def _is_within_reach(key: str, topic: frozenset[str], other: Telling, said: Sequence[Telling]) -> bool:
    """Return True if a segment about the claim's thing refers to one with that word: "its authenticity"."""
    own = topic - other.topic
    return any(key in one.reach and own & (one.topic | one.own) for one in said)


def _is_other(topic: frozenset[str], other: Telling, said: Sequence[Telling], names: _Names) -> bool:
    """Return True if the segment is surely about something else than the topic, a topic elsewhere.

    Two names differ, and so do "metal crowns" and "ceramic crowns". A name and a noun may be one ("Orrin",
    "the firm"), and so may a noun and a wider one ("the ferry", "the vessel").
    """
    mine, theirs = topic - other.topic, other.topic - topic
    if not mine or not theirs or not any(mine & one.topic for one in said if one is not other):
        return False
    if other.contrasts:
        return True
    if (mine | theirs) & names.sure:
        return bool(mine & names.possible) and bool(theirs & names.possible)
    return bool(topic & other.topic) or (mine | theirs).isdisjoint(_get_stems("wide nouns"))


@cache
def _get_stems(group: str) -> frozenset[str]:
    """Return the stems of a group of words.

    "Wide nouns" call again what a text has named before; "common words" are said of many things, so that
    nothing takes them from another.
    """
    return frozenset(word.stem for word in split_words(" ".join(get_word_group("en", group)), "en"))
