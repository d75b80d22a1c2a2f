"""The citations that the reply itself contains, in words: a row for each, and a line that counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ascribe.records import Answer, Citation, CitedSentence, Document
from ascribe.records.citation_rows import (
    describe_citation,
    describe_citations,
    find_lost_ids,
    list_citations,
)
from ascribe.text.counts import format_count
from ascribe.write.wording import shorten_text

CITATION_ROW = "citation"
"""Name of the rows about citations."""

WRONG_CITATION = "wrong citation"
OPEN_CITATION = "citation not confirmed"
"""The words for a sentence of which a citation names a source that does not support it, or none."""

CITATION_SYMBOL = "⚠"
"""The sign before what is to be reviewed about citations; always next to its words."""


def build_citation_rows(sentence: CitedSentence, answer: Answer) -> list[tuple[str, str]]:
    """Build one row (name, value) for each citation that has a finding, and for each lost id."""
    return [(CITATION_ROW, words) for words in describe_citations(sentence, answer)]


def describe_citation_problem(sentence: CitedSentence, answer: Answer) -> str:
    """Return what is to be reviewed about the citations of a sentence, in words; "" if nothing."""
    found = list_citations(sentence, answer)
    if any(one.is_miscited for one in found):
        return WRONG_CITATION
    if sentence.is_uncited:
        return "missing citation"
    return OPEN_CITATION if any(one.needs_review for one in found) else ""


def count_wrong_citations(answer: Answer) -> int:
    """Count the citations of the reply that name a source which does not support the words, or none."""
    return sum(one.is_miscited for sentence in answer.sentences for one in list_citations(sentence, answer))


def list_wrong_citations(answer: Answer) -> list[str]:
    """Return a line for each sentence with a wrong citation: its first words, and what was found."""
    return [
        _build_line(sentence, answer)
        for sentence in answer.sentences
        if describe_citation_problem(sentence, answer) == WRONG_CITATION
    ]


def list_citation_problems(answer: Answer) -> list[str]:
    """Return such a line for each sentence of which a citation is to be reviewed."""
    return [
        _build_line(sentence, answer)
        for sentence in answer.sentences
        if describe_citation_problem(sentence, answer)
    ]


def _build_line(sentence: CitedSentence, answer: Answer) -> str:
    return f"“{shorten_text(sentence.text)}”: {'; '.join(describe_citations(sentence, answer))}"


def build_citation_message(citations: Sequence[Citation], documents: Sequence[Document]) -> str:
    """Return the findings about citations of one sentence as one sentence, for outputs without rows."""
    return f"Citation: {'; '.join(describe_citation(one, documents) for one in citations)}."


def build_citation_headline(answer: Answer) -> tuple[str, ...]:
    """Count the citations of the reply by result, in one sentence; nothing if it has none to judge.

    Another sentence counts the lost ids.
    """
    counts = Counter(answer.citation_counts())
    lost = sum(len(find_lost_ids(sentence, answer)) for sentence in answer.sentences)
    right, lacking = counts["right"], len(answer.uncited_sentences)
    cited = counts.total() - counts["missing"] - counts["not_checkable"]
    absent = (f"Cited but not among the sources: {format_count(lost, 'passage')}.",) if lost else ()
    if not cited and not lacking:
        return absent
    wrong = count_wrong_citations(answer) - lost
    open_ = cited - right - wrong
    parts = [f"{right} of {cited} right"]
    parts += [f"{wrong} wrong"] if wrong else []
    parts += [f"{open_} not confirmed"] if open_ else []
    parts += [f"{lacking} missing"] if lacking else []
    return (f"Citations of the reply: {', '.join(parts)}.", *absent)
