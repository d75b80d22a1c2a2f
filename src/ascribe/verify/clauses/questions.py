"""Statements made of a question and an answer that is no sentence: "When was it built?", "In 1871.".

The order of the question is undone, and the answer takes the place of the question word. English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.text.words import get_stop_word_forms
from ascribe.verify.clauses.english_phrases import Token, tokenize
from ascribe.verify.clauses.question_parser import ENDS, Question, parse_question
from ascribe.verify.grammar.verb_forms import BE

_DIMENSIONS = ("high", "long", "tall", "wide", "deep", "thick", "old")
"""Adjectives that stand behind a figure: "40 m high"."""

_ANY = ("any", "anyone", "anybody", "anything")
_CAUSES = ("because", "due", "owing")
"""Words besides prepositions that open an answer to "why"."""

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_YEAR = re.compile(rf"(?:(?:{_MONTHS})\s+)?(?:1\d|20)\d\d", re.IGNORECASE)
_SCALE = ("hundred", "thousand", "million", "billion", "dozen")
_APPROXIMATE = ("about", "around", "approximately", "roughly", "nearly", "almost", "over", "under", "exactly")
_AMOUNT_WORDS = ("more", "fewer", "less", "than", "at", "least", "most", "up", "to", "and", "only", "just")
_PRONOUN = r"(?:it|he|she|they|there|that|this|these|those|we|you|i)"
_REPEATED = rf"(?:,?\s+{_PRONOUN}\s+[a-z]+(?P<not>n['’]t|\s+not)?)?"
_YES = re.compile(rf"(?:yes|yeah|yep|correct|indeed)\b{_REPEATED}", re.IGNORECASE)
_NO = re.compile(rf"(?:no|nope)\b{_REPEATED}", re.IGNORECASE)


def write_statement(question: str, answer: str) -> str | None:
    """Return the statement that an answer makes, or None if the question or the answer is not understood.

    It is also None where a verifier that compares words would confirm too much: of whose something is, and of
    what was so when something else happened, as in "how old was she when she died".

    >>> write_statement("When was the mill built?", "In 1871.")
    'The mill was built in 1871.'
    >>> write_statement("Was the mill built in 1871?", "No.")
    'The mill was not built in 1871.'
    """
    found = parse_question(question)
    told = answer.strip(ENDS)
    if found is None or not told or found.asked[:1] == ("whose",) or found.has_clause:
        return None
    if found.asked:
        is_fit = not (_YES.match(told) or _NO.match(told)) and _fits_question(told, found)
        return found.write(_fit_answer(told, found)) if is_fit else None
    yes, no = _YES.fullmatch(told), _NO.fullmatch(told)
    if yes is not None and not yes["not"]:
        return found.write("")
    can_deny = bool(found.verb) and found.subject.lower().split()[0] not in _ANY
    return found.write("", "not") if no is not None and can_deny else None


def _fits_question(told: str, question: Question) -> bool:
    """Return True if the answer makes a sentence where the question has its question word.

    A bare noun answers "why" and "how", but the statement needs more: "it was closed because of fire".
    """
    first = tokenize(told)[0]
    if question.asked == ("why",):
        return first.kind == "preposition" or first.form in _CAUSES
    if question.asked == ("how",):
        return first.kind in ("preposition", "adverb")
    return question.asked != ("where",) or first.kind != "determiner"


def find_subject(question: str) -> str | None:
    """Return the subject that the question names; None if it names none, or only a pronoun.

    >>> find_subject("When was the mill built?")
    'the mill'
    """
    found = parse_question(question)
    words = tokenize(found.subject) if found is not None else []
    return found.subject if found and words and words[0].kind != "pronoun" else None


def is_yes_or_no(answer: str) -> bool:
    """Return True for "Yes.", "No, it was not." and the like."""
    told = answer.strip(ENDS)
    return any(pattern.fullmatch(told) for pattern in (_YES, _NO))


def _fit_answer(told: str, question: Question) -> str:
    """Return the answer as it stands in the statement: "40" as "40 rooms", "1871" as "in 1871"."""
    words = tokenize(told)
    told = _lower_first(told, words)
    if words[0].kind == "preposition" and words[0].form not in _APPROXIMATE:
        is_doubled = question.rest.split()[-1:] == [words[0].form]  # "built by", "by Anna Kohl"
        return told[words[0].end :].strip() if is_doubled else told
    behind = _find_words_behind(told, words, question)
    return " ".join(filter(None, [_find_preposition(told, words, question), told, behind]))


def _find_words_behind(told: str, words: Sequence[Token], question: Question) -> str:
    """Return what a figure leaves to the question: "rooms" of "how many rooms", "high" of "how high"."""
    first, *rest = question.asked
    if first == "how" and rest and rest[0] in _DIMENSIONS:
        is_said = rest[0] in told.split()
        if is_said or question.verb not in BE or (question.rest and not question.ends_with_adverbial):
            return ""
        return "years old" if rest[0] == "old" and _is_bare_amount(words) else rest[0]
    if not _is_bare_amount(words):
        return ""
    if first == "how":
        return " ".join(rest[1:])
    return " ".join(rest[rest.index("of") :]) if "of" in rest else ""


def _find_preposition(told: str, words: Sequence[Token], question: Question) -> str:
    """Return the preposition that the answer lacks: that of the question, or "in" before a year or place."""
    if question.preposition:
        return question.preposition
    if _YEAR.fullmatch(told) and {"when", "year"} & {*question.asked}:
        return "in"
    is_name = all(word.kind == "name" or told[word.start].isupper() for word in words)
    has_own = tokenize(question.rest)[-1:] and tokenize(question.rest)[-1].kind == "preposition"
    return "in" if question.asked == ("where",) and is_name and not has_own else ""


def _lower_first(told: str, words: Sequence[Token]) -> str:
    """Return the answer with a small first letter unless its first word may be a name."""
    is_small = words[0].kind in ("determiner", "adverb") or words[0].form in get_stop_word_forms("en")
    return told[:1].lower() + told[1:] if is_small or words[0].form in (*_APPROXIMATE, *_CAUSES) else told


def _is_bare_amount(words: Sequence[Token]) -> bool:
    """Return True for a figure without a noun: "about 40", "two million"."""
    known = (*_SCALE, *_APPROXIMATE, *_AMOUNT_WORDS, "percent")
    return all(word.kind in ("number", "determiner", "sign") or word.form in known for word in words)
