"""Clauses with subjects of their own: whether a claim takes its predicate from that of something else.

"A male is called a drake and the female is called a duck" has every word of "a male is called a duck". A
clause begins where a sentence does, or behind a word or sign such as "and" or ";" if a subject and a helping
verb follow. A claim about the subject of one clause must not take more of its other words from a clause that
has another subject than from its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.coreference import find_leading_pronoun, find_subject_stems
from ascribe.verify.word_groups import get_word_group

_JOINT = re.compile(r";|,|—|–|\b(?:and|but|while|whereas|or)\b")
_MOST_SUBJECT_WORDS = 8
"""Words behind a joint among which the helping verb of a new clause stands."""

_NO_VERBS = frozenset(("of", "be"))
"""Words of the group "helpers" that end a subject, and are no finite verb."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause: the stems of its own subject, empty if it has none, and those of all its content words."""

    subject: frozenset[str]
    stems: frozenset[str]


def takes_other_predicate(claim: Text, passages: Sequence[Text]) -> bool:
    """Return True if the claim says of the subject of one clause what another says of its own subject."""
    if (claim.language or "en") != "en":
        return False
    clauses = [
        clause for place, passage in enumerate(passages) for clause in _read_clauses(passage, place > 0)
    ]
    return any(_is_mixed(part, claim, clauses) for part in _split_clauses(claim))


def _is_mixed(part: Text, claim: Text, clauses: Sequence[_Clause]) -> bool:
    subject = find_subject_stems(part)
    homes = [clause for clause in clauses if subject & clause.stems]
    if not homes or find_leading_pronoun(part) is not None:
        return False
    rest = {word.stem for word in part.content} - subject
    kept = frozenset().union(*(home.stems for home in homes))
    others = (one for one in clauses if one not in homes and one.subject - claim.stems)
    return any(len((rest & other.stems) - kept) > len((rest & kept) - other.stems) for other in others)


def _read_clauses(passage: Text, follows: bool) -> Iterator[_Clause]:
    """Yield the clauses of a sentence.

    A first clause that begins with a pronoun, or with "the" behind another sentence, has no subject of its
    own: "The company" may be what an earlier sentence names.
    """
    for place, part in enumerate(_split_clauses(passage)):
        refers = find_leading_pronoun(part) is not None or (follows and not place and _is_definite(part))
        subject = frozenset() if refers else _find_opening_stems(part)
        yield _Clause(subject, frozenset(word.stem for word in part.content))


def _find_opening_stems(text: Text) -> frozenset[str]:
    """Return the stems of the content words up to a helping verb or a comma; without one, of the first."""
    found: list[str] = []
    end = 0
    for word in text.words[:_MOST_SUBJECT_WORDS]:
        is_apart = bool(found) and not text.text[end : word.start].isspace()
        if is_apart or word.form in get_word_group(text.language, "helpers") - _NO_VERBS:
            return frozenset(found)
        found += [word.stem] if is_content_word(word, text.language) else []
        end = word.end
    return frozenset(found[:1])


def _is_definite(text: Text) -> bool:
    """Return True for a text that begins with "the", "this" or "its"."""
    definite = get_word_group(text.language, "articles") - {"a", "an"}
    return bool(text.words) and text.words[0].form in definite


@find_once
def _split_clauses(text: Text) -> tuple[Text, ...]:
    """Return the clauses of a text that have a subject and a helping verb, each with what follows it."""
    starts, ends, helper = [0], [], -1
    for joint in _JOINT.finditer(text.lowered):
        found = _find_helper(text, joint.end())
        if found is not None and found.start > helper:
            ends.append(joint.start())
            starts.append(joint.end())
            helper = found.start
    spans = zip(starts, [*ends, len(text.text)], strict=True)
    return (
        tuple(Text(text.text[start:end].strip(), text.language) for start, end in spans) if ends else (text,)
    )


def _find_helper(text: Text, position: int) -> Word | None:
    """Return the helping verb of a clause that begins there with a subject; None if none does."""
    has_subject = False
    for word in text.words_after(position, _MOST_SUBJECT_WORDS):
        if word.form in get_word_group(text.language, "helpers") - _NO_VERBS:
            return word if has_subject else None
        has_subject = has_subject or is_content_word(word, text.language)
    return None
