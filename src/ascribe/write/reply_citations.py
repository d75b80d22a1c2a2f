"""The citations that the reply itself contains, in words: a row for each, and a line that counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ascribe.records import Answer, Citation, CitedSentence, Document
from ascribe.records.citation import CITATION_FINDINGS
from ascribe.write.evidence import find_lost_ids
from ascribe.write.wording import shorten_text

CITATION_ROW = "citation"
"""Name of the rows about citations."""

WRONG_CITATION = "wrong citation"
"""The words for a sentence of which a citation names a source that does not support it, or none."""

CITATION_SYMBOL = "⚠"
"""The sign before what is to be reviewed about citations; always next to its words."""

_LACKING_WORDS = {"second_source": "the rest of the support is in"}
"""Reason of a missing citation → words for a sentence that cites another source."""


def build_citation_rows(sentence: CitedSentence, answer: Answer) -> list[tuple[str, str]]:
    """Build one row (name, value) for each citation that has a finding, and for each lost id."""
    shown = [c for c in sentence.citations if c.finding != "not_checkable"]
    lost = (f"“{name}” {CITATION_FINDINGS['not_given'].phrase}" for name in find_lost_ids(sentence, answer))
    return [
        (CITATION_ROW, words) for words in (*(describe_citation(c, answer.documents) for c in shown), *lost)
    ]


def describe_citation_problem(sentence: CitedSentence, answer: Answer) -> str:
    """Return what is to be reviewed about the citations of a sentence, in words; "" if nothing."""
    if sentence.is_miscited or find_lost_ids(sentence, answer):
        return WRONG_CITATION
    if sentence.is_uncited:
        return "missing citation"
    return "citation not confirmed" if any(c.needs_review for c in sentence.citations) else ""


def count_wrong_citations(answer: Answer) -> int:
    """Count the citations of the reply that name a source which does not support the words, or none."""
    counts = answer.citation_counts().items()
    return sum(number for finding, number in counts if CITATION_FINDINGS[finding].miscited)


def describe_citation(citation: Citation, documents: Sequence[Document]) -> str:
    """Return ``[2] (mill.txt) does not say this; the support is in bridge.txt (source 1)`` and the like.

    Only what the reply itself prints has brackets: in a report, a number in brackets leads to a quote, and
    the number of a source would be taken for it.
    """
    others = ", ".join(_name_source(place, documents) for place in citation.supported_by)
    if citation.finding == "missing":
        return f"{_LACKING_WORDS.get(citation.reason, CITATION_FINDINGS['missing'].phrase)} {others}"
    support = f"; the support is in {others}" if others else ""
    return f"{_name_cited(citation, documents)} {CITATION_FINDINGS[citation.finding].phrase}{support}"


def list_wrong_citations(answer: Answer) -> list[str]:
    """Return a line for each sentence with a wrong citation: its first words, and what was found."""
    return [
        f"“{shorten_text(sentence.text)}”: {'; '.join(value for _, value in rows)}"
        for sentence in answer.sentences
        if describe_citation_problem(sentence, answer) == WRONG_CITATION
        and (rows := build_citation_rows(sentence, answer))
    ]


def build_citation_message(citations: Sequence[Citation], documents: Sequence[Document]) -> str:
    """Return the findings about citations of one sentence as one sentence, for outputs without rows."""
    return f"Citation: {'; '.join(describe_citation(one, documents) for one in citations)}."


def build_citation_headline(answer: Answer) -> tuple[str, ...]:
    """Count the citations of the reply by result, in one sentence; nothing if it has none to judge."""
    counts = Counter(answer.citation_counts())
    right, lacking = counts["right"], len(answer.uncited_sentences)
    cited = counts.total() - counts["missing"] - counts["not_checkable"]
    if not cited and not lacking:
        return ()
    wrong = count_wrong_citations(answer)
    open_ = cited - right - wrong
    parts = [f"{right} of {cited} right"]
    parts += [f"{wrong} wrong"] if wrong else []
    parts += [f"{open_} not confirmed"] if open_ else []
    parts += [f"{lacking} missing"] if lacking else []
    return (f"Citations of the reply: {', '.join(parts)}.",)


def _name_cited(citation: Citation, documents: Sequence[Document]) -> str:
    """Return the marker as the reply has it, followed by the id of its document."""
    marker = f"[{citation.key}]" if isinstance(citation.key, int) else f"“{citation.key}”"
    name = _find_id(citation.document_position or 0, documents)
    return f"{marker} ({name})" if name else marker


def _name_source(position: int, documents: Sequence[Document]) -> str:
    """Return the id of a source followed by its number: ``bridge.txt (source 1)``."""
    name = _find_id(position, documents)
    return f"{name} (source {position})" if name else f"source {position}"


def _find_id(position: int, documents: Sequence[Document]) -> str:
    return documents[position - 1].doc_id if 1 <= position <= len(documents) else ""
