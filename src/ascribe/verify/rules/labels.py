"""Labels: "Group A" is not "Group B", and "site 1" not "site 2".

A letter or a number right behind a noun tells things of one kind apart. The statement about a thing is the
sentence that has its label, or the clause if that sentence has several labels of the noun. A claim is about
another thing if a statement about a label that it lacks has more of its words than those about its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_whole_clause_at
from ascribe.verify.quantities.operations import find_sentence_at

_LABEL = re.compile(
    r" (?P<label>(?!I\b)[A-Z]|(?!I\b)[IVX]{1,4}|\d{1,3}[A-Za-z]?)(?:(?=\.(?:\s|$))|(?![\w'’.%°-]|[.,]\d))"
)
"""A label after a noun, at the end of the sentence too; "I" alone is a pronoun."""

_MOST_LABELS = 48
"""Labels of a text that are compared, each with all the others."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A noun with a label, and the span of the label."""

    noun: str
    label: str
    start: int
    end: int


def compare_labels(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each label of the claim whose words the evidence says of another label."""
    asked, said = find_labels(claim), find_labels(evidence)
    return [
        found for one in asked if (found := _compare_label(one, asked, said, claim, evidence)) is not None
    ]


@find_once
def find_labels(text: Text) -> tuple[Labelled, ...]:
    """Return the nouns with a label, in order."""
    return tuple(islice(_find_labels(text), _MOST_LABELS))


def _find_labels(text: Text) -> Iterator[Labelled]:
    for word in text.words:
        match = _LABEL.match(text.text, word.end)
        if match is not None and _is_noun(word, text) and not _counts(match, text):
            yield Labelled(word.stem, match["label"].upper(), *match.span("label"))


def _is_noun(word: Word, text: Text) -> bool:
    return is_content_word(word, text.language) and word.form.isalpha()


def _counts(match: re.Match[str], text: Text) -> bool:
    """Return True for a number that counts the word behind it: "has 12 sails"."""
    if not match["label"].isdigit():
        return False
    behind = text.words_after(match.end("label"), 1)
    return (
        bool(behind) and text.text[match.end("label") : behind[0].start] == " " and _is_noun(behind[0], text)
    )


def _compare_label(
    asked: Labelled, own: tuple[Labelled, ...], said: tuple[Labelled, ...], claim: Text, evidence: Text
) -> Comparison | None:
    labels = {one.label for one in own if one.noun == asked.noun}
    alike = [one for one in said if one.noun == asked.noun]
    rivals = [one for one in alike if one.label not in labels]
    if not rivals or len(labels) > 1:
        return None
    shares = {one: _count_shared(one, alike, claim, evidence) for one in alike}
    best = max((shares[one] for one in alike if one.label == asked.label), default=0)
    rival = max(rivals, key=lambda one: shares[one])
    if shares[rival] <= best:
        return None
    place, there = (asked.start, asked.end), (rival.start, rival.end)
    return Comparison("labels", "missing", "subject_unclear", place, there)


def _count_shared(one: Labelled, alike: list[Labelled], claim: Text, evidence: Text) -> int:
    """Count the claim's words in the statement about a label."""
    first, last = _find_statement(one, alike, evidence)
    return len({word.stem for word in evidence.within(first, last)} & claim.stems)


def _find_statement(one: Labelled, alike: list[Labelled], evidence: Text) -> Span:
    first, last = find_sentence_at(evidence, one.start)
    labels = {other.label for other in alike if first <= other.start < last}
    return (first, last) if len(labels) == 1 else find_whole_clause_at(evidence, one.start)


LABELS = Rule("labels", compare_labels, kind="subject", vetoes=("subject_unclear",), opposes="place")
