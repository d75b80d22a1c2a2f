"""Whom a pronoun means: sentences support a claim together only about the same subject.

"The town bought the mill from the Rasks. It turned it into a hostel." says nothing of what the Rasks did. The
sentence that holds what the claim says must name the claim's subject, or have a pronoun for it whose nearest
sentence with a name before it names that subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ascribe.language.words import Word
from ascribe.verify.rules import Text
from ascribe.verify.rules.names import names, opens_with
from ascribe.verify.rules.scope import find_scopes
from ascribe.verify.rules.vocabulary import meaning, meanings

_BACK = 3
"""Sentences before a pronoun in which its name may stand."""


def keeps_subject(claim: Text, members: Sequence[int], text_of: Callable[[int], Text]) -> bool:
    """True if the member that holds most of what the claim says speaks of the claim's subject."""
    first = next(iter(claim.content), None)
    if first is None:
        return True
    subject = meaning(first, claim.language)
    told = frozenset(meaning(word, claim.language) for word in claim.content[1:])
    shared = {member: len(told & meanings(text_of(member))) for member in members}
    closing = meaning(claim.content[-1], claim.language)
    for member in members:  # of two that hold as much, the one that has how the claim ends
        shared[member] = 2 * shared[member] + (closing in meanings(text_of(member)))
    fullest = [member for member in members if shared[member] == max(shared.values())]
    if any(subject in meanings(text_of(member)) for member in fullest):
        return True
    return any(_is_meant(subject, told, claim, member, text_of) for member in fullest)


def _is_meant(
    subject: str, told: frozenset[str], claim: Text, member: int, text_of: Callable[[int], Text]
) -> bool:
    """True if a pronoun stands where the subject of the claim would, and nobody else is named in between."""
    text = text_of(member)
    start = next((w.start for w in text.content if meaning(w, text.language) in told), len(text.text))
    anaphors = find_scopes(text, "anaphor")
    passive = bool(find_scopes(claim, "be"))
    if not any(cue.start < start for cue in anaphors) and not (passive and anaphors):
        return False
    for place in range(member - 1, max(-1, member - 1 - _BACK), -1):
        before = text_of(place)
        if subject in meanings(before):
            return True
        if any(not opens_with(before, word) for word in _names(before)):
            return False
    return True


def _names(text: Text) -> tuple[Word, ...]:
    """Names of people and places: no figures."""
    return tuple(word for word in names(text) if word.form.isalpha())
