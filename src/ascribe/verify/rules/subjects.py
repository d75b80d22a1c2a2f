"""Subjects: "Ashdown ran it after she retired" does not say that Ashdown retired.

If the evidence has a pronoun right before a verb, and the claim has there a name from elsewhere in the same
sentence, the pronoun may refer to somebody else. This rule never returns a clash.
"""

from __future__ import annotations

from functools import lru_cache

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.relations import find_stretch_at
from ascribe.verify.rules.names import find_names

_PRONOUNS = frozenset(("he", "she", "it", "they"))


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each name right before a verb that follows a pronoun in the evidence."""
    if (claim.language or "en") != "en":
        return []
    there = _find_pronoun_verbs(evidence)
    if not there:
        return []
    found = []
    for name, verb in zip(claim.words, claim.words[1:], strict=False):
        if verb.stem not in there or name not in find_names(claim):
            continue
        start, end = there[verb.stem]
        if any(start <= w.start < end and w.stem == name.stem for w in evidence.words):
            found.append(Comparison("subjects", "missing", "subject_unclear", (name.start, verb.end)))
    return found


@lru_cache(maxsize=8192)
def _find_pronoun_verbs(text: Text) -> dict[str, tuple[int, int]]:
    """Return stem of a word right after a pronoun → its stretch.

    Words that have another subject too are left out.
    """
    found: dict[str, tuple[int, int]] = {}
    for before, word in zip(text.words, text.words[1:], strict=False):
        if before.form in _PRONOUNS and is_content_word(word, text.language):
            found[word.stem] = find_stretch_at(text, word.start)
    for before, word in zip(text.words, text.words[1:], strict=False):
        if before.form not in _PRONOUNS and word.stem in found:
            del found[word.stem]
    return found


RULE = Rule("subjects", compare, kind="subject")
