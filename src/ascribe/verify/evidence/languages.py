"""The languages of claims and passages: whether they differ, and whether the rules can read them.

A passage in another language than the claim is not compared with it, unless it quotes the claim. Where the
rules do not recognise negation, only the claim itself, word for word, supports it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ascribe.list_marks import strip_list_mark
from ascribe.records import Document
from ascribe.text.language_detection import SAMPLE_CHARS, confirm_language, has_only_english_words
from ascribe.text.words import get_stop_word_forms
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import has_cues
from ascribe.verify.evidence.passages import read_text
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet

_ORDINAL = re.compile(r"\d+\.")


def is_language_mismatch(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the passage is in another language than the claim and does not quote it."""
    if not reading.members or not _are_in_other_language(case, reading.members):
        return False
    return not is_contained_verbatim(case.text, reading.text)


def is_foreign_to_all_sources(case: ClaimContext) -> bool:
    """Return True if all sources are in another language than the claim."""
    firsts = {id(one.document): place for place, one in reversed(list(enumerate(case.evidence)))}
    return bool(firsts) and all(_are_in_other_language(case, (place,)) for place in firsts.values())


def _are_in_other_language(case: ClaimContext, members: tuple[int, ...]) -> bool:
    language = confirm_language(case.text.text, case.text.language)
    sources = (case.evidence[i] for i in members)
    there = {_detect_passage_language(s.document, s.sentence.text, language) for s in sources}
    return all(_are_different_languages(language, one) for one in there)


def is_readable(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the rules recognise negation in that language, or the claim is there word for word.

    The number of a list item is no word of either; "1." may be an ordinal, so it has to be the same.
    """
    if reading.is_verbatim or is_negation_known(case.text, reading.text):
        return True
    language = reading.text.language
    claims = (case.text, read_text(case.claim.text, case.text.language))
    members = [case.evidence[i] for i in reading.members]
    marked = [one for one in members if one.number and not _ORDINAL.fullmatch(one.number)]
    items = [strip_list_mark(one.words) for one in marked]
    texts = [*(one.sentence.text for one in members), *items]
    sentences = [read_text(text, language) for text in texts]
    return any(is_repeated_verbatim(claim, sentences) for claim in claims)


def _detect_passage_language(document: Document, passage: str, language: str | None) -> str | None:
    """Return the language of a passage: of its own text if clear, else of its document, else ``language``."""
    whole = confirm_language((document.full_text or "")[:SAMPLE_CHARS], document.language or language)
    return confirm_language(passage, whole)


def _are_different_languages(one: str | None, other: str | None) -> bool:
    """Return True if both are known and not the same."""
    return one is not None and other is not None and one != other


def is_negation_known(claim: Text, evidence: Text) -> bool:
    """Return True if the rules recognise negation in the language of the claim.

    If the language is unknown, one of the texts must contain an English stop word, or both nothing but
    English words.
    """
    if claim.language is not None:
        return has_cues(claim.language, "negation")
    small = get_stop_word_forms("en")
    texts = (claim, evidence)
    has_stop_word = any(word.form in small for text in texts for word in text.words)
    return has_stop_word or all(has_only_english_words(text.text) for text in texts)


def is_repeated_verbatim(claim: Text, sentences: Iterable[Text]) -> bool:
    """Return True if one of the sentences is the claim, word for word."""
    return any(_list_word_forms(claim) == _list_word_forms(sentence) for sentence in sentences)


def is_contained_verbatim(claim: Text, evidence: Text) -> bool:
    """Return True if the evidence contains the words of the claim in an unbroken sequence."""
    mine, theirs = _list_word_forms(claim), _list_word_forms(evidence)
    return any(theirs[place : place + len(mine)] == mine for place in range(len(theirs) - len(mine) + 1))


@find_once
def _list_word_forms(text: Text) -> tuple[str, ...]:
    return tuple(word.form for word in text.words)
