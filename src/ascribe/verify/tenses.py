"""Tenses: which verbs of a sentence are in the present, and which in the past. Only English is covered."""

from __future__ import annotations

import re
from typing import Literal

from ascribe.text.word_lists import load_irregular_forms
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.word_groups import get_word_group, is_adverb

Tense = Literal["present", "past", "perfect", "other"]

_TENSE_OF_HELPER: dict[str, Tense] = {
    **dict.fromkeys(("is", "are", "am", "do", "does"), "present"),
    **dict.fromkeys(("was", "were", "had", "did"), "past"),
    **dict.fromkeys(("has", "have"), "perfect"),
    **dict.fromkeys(
        ("will", "would", "can", "could", "may", "might", "must", "shall", "should", "to"), "other"
    ),
}

_BETWEEN = frozenset(("been", "being", "be", "not", "never"))
"""Words that may stand between a helper and its verb, besides adverbs."""


def read_tense(word: Word, text: Text) -> Tense:
    """Return the tense of a verb, by the helping verb before it, or else by its ending."""
    for before in reversed(text.words[: text.words.index(word)]):
        if before.form in _TENSE_OF_HELPER:
            return _TENSE_OF_HELPER[before.form]
        if before.form not in _BETWEEN and not is_adverb(before.form, text.language):
            break
    return "past" if is_past_form(word.form, text) else "present"


def is_past_form(form: str, text: Text) -> bool:
    """Return True for a form in -ed, and for an irregular one such as "sank" or "cut"; none is a plural."""
    listed = form in get_word_group(text.language, "verbs") and not form.endswith("s")
    is_irregular = form in load_irregular_forms(text.code) and not _PLURAL.fullmatch(form)
    return listed or form.endswith("ed") or is_irregular


_PLURAL = re.compile(r"\w*(?:men|ves|children|teeth|feet|mice|geese|oxen|people|ses|ria|na)")
"""Irregular plurals among the irregular forms: "wives", "criteria"."""


def is_finite_verb(word: Word, text: Text) -> bool:
    """Return True for a word that may be a verb in the present: right behind a content word or a pronoun."""
    place = text.words.index(word)
    if not place:
        return False
    before = text.words[place - 1]
    is_noun = is_content_word(before, text.language) or before.form in get_word_group(
        text.language, "pronouns"
    )
    return is_noun and not text.text[before.end : word.start].strip()
