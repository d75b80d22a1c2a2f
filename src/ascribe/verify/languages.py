"""What the rules may say of a claim in its language, and of evidence in another one.

Words of two languages cannot be compared, whatever names and figures they share. And where no table tells how
a language negates, a "not" would go unseen: there only a sentence that is there word for word is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ascribe.language.detect import SAMPLE, clearly_in
from ascribe.language.words import stop_words
from ascribe.records import Document
from ascribe.verify.rules import Text
from ascribe.verify.rules.scope import has_cues


def language_of_source(document: Document, passage: str, language: str | None) -> str | None:
    """The language of a passage: what itself clearly tells, else its document, else the one given."""
    whole = clearly_in((document.full_text or "")[:SAMPLE], document.language or language)
    return clearly_in(passage, whole)


def are_different(one: str | None, other: str | None) -> bool:
    """True if both are known and not the same."""
    return one is not None and other is not None and one != other


@lru_cache(maxsize=8192)
def knows_negation(claim: Text, evidence: Text) -> bool:
    """True if the rules know how the language negates; an untold one must show a small word of English."""
    if claim.language is not None:
        return has_cues(claim.language, "negation")
    small = stop_words("en")
    return any(word.form in small for text in (claim, evidence) for word in text.words)


def repeats(claim: Text, sentences: Iterable[Text]) -> bool:
    """True if one of the sentences is the claim, word for word."""
    return any(_forms(claim) == _forms(sentence) for sentence in sentences)


def quotes(claim: Text, evidence: Text) -> bool:
    """True if all words of the claim stand in the evidence in a row."""
    mine, theirs = _forms(claim), _forms(evidence)
    return any(theirs[place : place + len(mine)] == mine for place in range(len(theirs) - len(mine) + 1))


@lru_cache(maxsize=8192)
def _forms(text: Text) -> tuple[str, ...]:
    return tuple(word.form for word in text.words)
