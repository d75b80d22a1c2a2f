"""Wordings of reports that are not in the table of outcomes: symbols, pages, the one-line summary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ascribe.records import Answer
from ascribe.records.answer_warnings import describe_doubt, list_warnings
from ascribe.records.outcomes import CHECKED, REFUSAL_WORDS, STATUS_WORDS, STATUSES, Status
from ascribe.text.counts import format_count

SYMBOLS: dict[Status, str] = {
    "supported": "✓",
    "partial": "≈",
    "contradicted": "✗",
    "unsupported": "○",
    "not_checkable": "–",
    "unknown": "?",
}
"""A status in one character; always next to its words or a number, never alone in a list."""

_COUNTED_STATUSES: tuple[Status, ...] = ("supported", "contradicted", "partial", "unsupported", "unknown")
"""Statuses of sentences that state something, in the order of the summary."""

_LABEL_WORDS = {"supports": "supported by", "contradicts": "contradicted by", "related": "nearest passage:"}


DOUBT_SYMBOL = "?"
"""The sign for a supported sentence of an answer that may not answer the question."""

NOT_CHECKED = "not checked"
"""The words for a sentence that has no verdict and no result."""


def describe_label(label: str, status: Status | None) -> str:
    """Return how a sentence relates to its evidence, in words to be followed by the evidence.

    Whether evidence supports or contradicts a sentence that was not checked is not known.
    """
    if status is None and label in ("supports", "contradicts"):
        return f"cited, {NOT_CHECKED}:"
    return _LABEL_WORDS.get(label, f"{label}:")


def describe_status(status: Status | None) -> str:
    """Return the status in words; ``not checked`` where there is none."""
    return NOT_CHECKED if status is None else STATUS_WORDS[status]


_MARKS = re.compile(r"(?:[-*+•>#|]|\d+[.)])+\s+")
"""Signs of Markdown at the start of a line."""

_MOST_CHARACTERS = 60


def shorten_text(text: str) -> str:
    """Return the first words on one line, without signs of Markdown before them."""
    line = " ".join(_MARKS.sub("", text, count=1).split()).rstrip("| ")
    return line if len(line) <= _MOST_CHARACTERS else line[:_MOST_CHARACTERS].rpartition(" ")[0] + " …"


def describe_result(statuses: Sequence[Status | None], wrong_citations: int = 0) -> str:
    """Return the result in one short line: ``9 of 18 supported, 2 contradicted, 3 wrong citations``."""
    return describe_counts(Counter(status for status in statuses if status is not None), wrong_citations)


def describe_counts(counts: Mapping[Status, int], wrong_citations: int = 0) -> str:
    """Return the result as ``describe_result`` does, from the number of sentences of each status."""
    found = {status: counts.get(status, 0) for status in _COUNTED_STATUSES}
    total = sum(found.values())
    named = [f"{found[one]:,} {describe_status(one)}" for one in found if one != "supported" and found[one]]
    named += [format_count(wrong_citations, "wrong citation")] if wrong_citations else []
    if not total:
        return ", ".join(["nothing was checked", *named])
    return ", ".join([f"{found['supported']:,} of {total:,} supported", *named])


def describe_pages(pages: Sequence[int]) -> str:
    """Format pages, given from 0, as ``page 3``, ``pages 3–4`` or ``pages 3, 7``; empty without pages."""
    shown = sorted({page + 1 for page in pages})
    if not shown:
        return ""
    if len(shown) == 1:
        return f"page {shown[0]}"
    if all(later == page + 1 for page, later in pairwise(shown)):
        return f"pages {shown[0]}–{shown[-1]}"
    return f"pages {', '.join(map(str, shown))}"


def build_headline(answer: Answer, statuses: Sequence[Status | None]) -> tuple[str, ...]:
    """Summarize the answer in a few short sentences: what was checked, with what result, what is left out."""
    parts = []
    # What a verifier left open was looked at: it is counted, though it gives no result.
    ran = answer.verification_ran or "unknown" in statuses
    if answer.was_refused:
        parts.append(f"No answer was given: {_describe_refusal(answer)}.")
    elif answer.confidence is not None:
        share = f"{100 * answer.confidence:.0f} %"
        parts.append(describe_doubt(answer) or f"Probability that this answers the question: {share}.")
    parts += [one for one in list_warnings(answer) if one not in parts]
    drafted = [s.verdict.status for s in answer.removed if s.verdict is not None]
    if answer.was_refused and any(status in _COUNTED_STATUSES for status in drafted):
        parts.append(f"In the draft, {_describe_checked(drafted)}")
    else:
        parts.append(_describe_checked(statuses) if ran else "Nothing was checked.")
    parts.append(_describe_unchecked(statuses, ran=ran))
    if answer.removed and not answer.was_refused:
        parts.append(f"{format_count(len(answer.removed), 'sentence')} removed from the reply.")
    if answer.skipped:
        parts.append(f"{format_count(len(answer.skipped), 'source')} could not be read.")
    return tuple(part for part in parts if part)


def _describe_refusal(answer: Answer) -> str:
    """Return why there is no answer, without a full stop."""
    reason = answer.refusal_reason or ""
    words = REFUSAL_WORDS.get(reason, reason)
    both = f"{words} ({answer.refusal_details.rstrip('.')})" if answer.refusal_details else words
    return " ".join(both.split()).rstrip(".")


def _describe_checked(statuses: Sequence[Status | None]) -> str:
    """Count the supported sentences among those that state something, and the others by status."""
    counts = Counter(statuses)
    total = sum(counts[status] for status in _COUNTED_STATUSES)
    others = [
        f"{counts[status]} {describe_status(status)}"
        for status in _COUNTED_STATUSES
        if status != "supported" and counts[status]
    ]
    start = f"{counts['supported']} of {format_count(total, 'statement')} supported"
    return f"{start}; {', '.join(others)}." if others else f"{start}."


def _describe_unchecked(statuses: Sequence[Status | None], *, ran: bool) -> str:
    """Count the sentences outside that count; if nothing was checked, all of them by status."""
    counts = Counter(status for status in statuses if status not in (_COUNTED_STATUSES if ran else CHECKED))
    named = [status for status in (*STATUSES, None) if counts[status]]
    if named in ([], [None]):
        return f"{counts[None]} not checked." if len(statuses) > counts[None] > 0 else ""
    words = ", ".join(f"{counts[s]} {_describe_uncounted(s)}" for s in named)
    return f"Not counted: {words}." if ran else f"{sum(counts.values())} not checked ({words})."


def _describe_uncounted(status: Status | None) -> str:
    if status is None:
        return "without a verdict"
    return f"with {STATUS_WORDS[status]}" if status == "not_checkable" else STATUS_WORDS[status]
