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

_BUILT = re.compile(
    r"\b(?:is|are|was|were|been|being)\s(?:\w+\s)?(?:(?:re)?built|erected|demolished|torn down)\b"
    r"|\bha(?:s|d|ve)\s(?:(?:about|only|over)\s)?[\w.,]+\s(?:seats|sails|lanes|storeys?|floors?|towers|pupils|rooms)\b"
)
"""What is said of a building or a machine."""

_SIZED = re.compile(r"\d[\d.,]*\s(?:m|met(?:re|er)s?|feet|ft|km)\s(?:tall|high|deep|wide|long)\b")
_OF_NO_TEXT = re.compile(
    r"\b(?:opened|founded|inaugurated|restored|renovated|takes \d+|sank)\b"
    r"|\bcarr(?:y|ies|ied) [\w.,]+ (?:cars|lanes|people|passengers|trains)\b"
    r"|\b(?:stands|stood|lies|lay) (?:in|on|at|by|beside|behind|opposite|near)\b"
    r"|\bcosts? (?:(?:about|around|nearly|almost|over) )?[$€£]?\d[\d.,]* (?:thousand|million|billion)\b"
)
"""What is not said of a text, though it may be of a body of persons."""

_EMPTY_IT = re.compile(
    r"it\s(?:took|was|is)\s(?:he|she|they|him|her|them|the|who|not until|only|said|thought|believed)\b"
)
"""Where "it" stands for nothing: "it took her ten years", "it was she who"."""


def is_excluded_subject(passage: Text, before: Text) -> bool:
    """Return True if the pronoun that begins the passage cannot mean the subject of the one before it."""
    leading = find_leading_pronoun(passage)
    if leading is None or leading.form not in _THINGS or not (passage.is_english and before.is_english):
        return False
    heads = find_subject_heads(before)
    if len(heads) != 1 or _EMPTY_IT.match(passage.lowered, leading.start):
        return False
    is_person_word = any(is_person(stem, before.language) for stem in heads)
    return (
        is_person_word or bool(heads & _list_stems(before, "offices")) or _lacks_body(heads, passage, before)
    )


def _lacks_body(heads: frozenset[str], passage: Text, before: Text) -> bool:
    """Return True if the passage says of its thing what is not said of a text, or of a body of persons."""
    said = {name for name, pattern in _PATTERNS.items() if pattern.search(passage.lowered)}
    of = {name for name in _NOT_SAID if heads & _list_stems(before, name)}
    return any(said & _NOT_SAID[name] for name in of)


_PATTERNS = {"built": _BUILT, "sized": _SIZED, "no text": _OF_NO_TEXT}
_NOT_SAID = {
    "texts": {"built", "sized", "no text"},
    "pictures": {"built", "no text"},
    "bodies of persons": {"built", "sized"},
}
"""Group of words for what has no body → what is not said of it."""


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
