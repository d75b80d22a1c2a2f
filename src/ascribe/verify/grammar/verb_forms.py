"""Verb forms: what a word of an English clause may be, by its form, word lists, and the words beside it.

No parser is used, so each function says by what it judges. From the surest to the widest guess:

- ``FINITE_VERB``: forms that are hardly ever anything else.
- ``is_helper``: "is", "has", "will".
- ``is_past_form``: "sold", "opened"; ``is_verb_form`` also takes listed ones in the present: "sells".
- ``is_verb``: helping verbs, verbs in -ed, and those of the lexicon.
- ``is_verbal_form``: what is no thing, participles among them: "is", "sold", "building".
- ``is_predicate``: also an unknown word in -s with an object behind it: "reports an incident".
- ``is_before_object``, ``is_behind_noun``: the place alone shows that it may be a verb.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from ascribe.text.word_lists import load_irregular_forms
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import get_entries

FINITE_VERB = (
    r"(?:is|are|was|were|has|have|had|can|may|must|will|would|should|do|does|did|[^\W\d_]+ed|rose|fell|ran|went|came"
    r"|won|lost|left|took|made|gave|got|grew|began|held|met|paid|sold|sent|said|shut|sank|stood|wrote|broke|burnt"
    r"|dates|lies|stands|costs|needs|holds|contains|weighs|measures|belongs|comes|goes|takes|gives|keeps|lives"
    r"|bought|built|chose|drew|drove|flew|found|hid|knew|led|saw|shook|spoke|spent|stole|swam|taught|told|threw)"
)
"""What is surely a finite verb, as a regular expression."""

_NO_VERBS = frozenset(("of", "be"))
"""Words of the group "helpers" that end a subject, and are no finite verb of a statement."""


def is_helper(word: Word, text: Text) -> bool:
    """Return True for a helping verb; "May" may be a month."""
    is_listed = word.form in get_word_group(text.language, "helpers") - _NO_VERBS
    return is_listed and not text.is_month_of_may(word.start, word.end)


def is_listed_form(form: str, language: str | None) -> bool:
    """Return True for a form in -ed, and for a listed one: "sold", "hold"."""
    return form in get_word_group(language, "verbs") or form.endswith("ed")


def is_past_form(form: str, text: Text) -> bool:
    """Return True for a form in -ed, and for an irregular one such as "sank" or "cut"; none is a plural."""
    if is_listed_form(form, text.language) and not form.endswith("s"):
        return True
    return form in load_irregular_forms(text.code) and not _PLURAL.fullmatch(form)


_PLURAL = re.compile(r"\w*(?:men|ves|children|teeth|feet|mice|geese|oxen|people|ses|ria|na)")
"""Irregular plurals among the irregular forms: "wives", "criteria"."""


def is_verb_form(form: str, text: Text) -> bool:
    """Return True for a past form, and for a listed one in the present: "sells"."""
    return is_past_form(form, text) or is_listed_form(form, text.language)


_VERB_ENDINGS = ("ifies", "ifying")
"""Endings that only verbs have, besides -ed."""


def is_verb(word: Word, text: Text) -> bool:
    """Return True for a helping verb, a listed form, and a verb that the lexicon has."""
    is_form = is_listed_form(word.form, text.language) or word.form.endswith(_VERB_ENDINGS)
    return is_form or is_helper(word, text) or _is_in_lexicon(word.form)


@cache
def _is_in_lexicon(form: str) -> bool:
    """Return True for a word that the lexicon lists beside its own past: "includes" and "included"."""
    roots = (form, form.removesuffix("s"), form.removesuffix("es"))
    pasts = {root + ending for root in roots for ending in ("d", "ed")} | get_word_group("en", "verbs")
    return any(entry in get_entries(form) for past in pasts for entry in get_entries(past))


BE = frozenset(("is", "are", "was", "were"))
BE_OR_HAVE = BE | {"has", "have", "had"}


def is_verbal_form(word: Word, text: Text) -> bool:
    """Return True for "is" or "has", a past form, and what ends like a participle: "building"."""
    return word.form in BE_OR_HAVE or word.form.endswith("ing") or is_past_form(word.form, text)


def is_predicate(word: Word, text: Text) -> bool:
    """Return True for a verb, and for a word in -s with an object behind it: "reports an incident"."""
    return is_verb(word, text) or (word.form.endswith("s") and is_before_object(word, text))


def is_before_object(word: Word, text: Text) -> bool:
    """Return True for a content word right before an article or a possessive: "peel the carrots"."""
    behind = text.words_after(word.end, 1)
    if not behind or not is_content_word(word, text.language):
        return False
    articles = get_word_group(text.language, "articles")
    return text.text[word.end : behind[0].start] == " " and behind[0].form in articles


def is_behind_noun(word: Word, text: Text) -> bool:
    """Return True for a word right behind a content word or a pronoun: "the mill grinds", "it grinds"."""
    place = text.words.index(word)
    if not place:
        return False
    before = text.words[place - 1]
    is_noun = is_content_word(before, text.language) or before.form in get_word_group(
        text.language, "pronouns"
    )
    return is_noun and not text.text[before.end : word.start].strip()


# --- Tenses ---

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
