"""Bodies: what "it" cannot mean, since such a thing is not built, has no seats, or is a person.

"The article describes a church. It was built in 1340" is about the church, although the article is the
subject; "the mayor opened a school. It has 400 pupils" is about the school. The words here are English.
"""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_heads
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import is_person

_THINGS = frozenset(("it", "its"))

_OF_A_BODY = re.compile(
    r"\b(?:re)?built\b|\b(?:erected|demolished|torn down|sank|sunk|tall|deep|metres?|meters?|storeys?|floors?"
    r"|seats|sails|towers?|lanes?|spans|flows|carr(?:y|ies|ied)|is made of|was made of)\b"
    r"|\b(?:stands|stood|lies|lay) (?:in|on|at|by|beside|behind|opposite|near)\b"
)
"""What is said only of a thing that takes up room."""

_OF_NO_TEXT = re.compile(
    r"\b(?:opened|founded|inaugurated|restored|renovated|takes \d+)\b"
    r"|\bcosts? (?:(?:about|around|nearly|almost|over) )?[$€£]?\d[\d.,]* (?:thousand|million|billion)\b"
)
"""What is not said of a text."""


def is_excluded_subject(passage: Text, before: Text) -> bool:
    """Return True if the pronoun that begins the passage cannot mean the subject of the one before it."""
    leading = find_leading_pronoun(passage)
    if leading is None or leading.form not in _THINGS or not (passage.is_english and before.is_english):
        return False
    heads = find_subject_heads(before)
    if len(heads) != 1:
        return False
    if any(is_person(stem, before.language) for stem in heads) or heads & _list_stems(before, "offices"):
        return True
    has_body = _OF_A_BODY.search(passage.lowered) is not None
    is_text = bool(heads & _list_stems(before, "texts"))
    is_group = bool(heads & _list_stems(before, "bodies of persons"))
    return (has_body and (is_text or is_group)) or (
        is_text and _OF_NO_TEXT.search(passage.lowered) is not None
    )


def _list_stems(text: Text, group: str) -> frozenset[str]:
    """Return the stems of the words of the text that the group lists."""
    listed = get_word_group(text.language, group)
    return frozenset(word.stem for word in text.words if word.form in listed)


@find_once
def find_object_stems(text: Text) -> frozenset[str]:
    """Return the stems of the first thing behind the subject, with its article: "opened a school"."""
    heads, articles = find_subject_heads(text), get_word_group(text.language, "articles")
    behind = dropwhile(lambda word: word.stem not in heads, text.words)
    thing = list(dropwhile(lambda word: word.form not in articles, list(behind)[1:]))[1:]
    return frozenset(word.stem for word in takewhile(lambda word: _is_of_thing(word, text), thing))


def _is_of_thing(word: Word, text: Text) -> bool:
    return is_content_word(word, text.language) and not word.form[0].isdigit()
