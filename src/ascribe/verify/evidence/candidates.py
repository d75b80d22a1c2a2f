"""The sentences that are read for a claim: the best by score, and those with a figure that they lack."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.comparison import Text
from ascribe.verify.evidence.passages import read_sentence
from ascribe.verify.quantities.measures import Measure, find_measures, is_same_amount

MAX_CANDIDATES = 8
"""Best single sentences that rules and models read besides the cited set. With 32, none of 516 verdicts of
the rules changed: 450 training pairs and nine replies over real documents."""


def select_best_sentences(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Return the indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:MAX_CANDIDATES]
    return [int(i) for i in order if row[i] > 0]


def select_candidates(
    claim: Text, evidence: Sequence[SourceSentence], row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> list[int]:
    """Return the best sentences, and behind the first of them those with a figure that none of them has.

    A figure is the surest word of a claim, and often the only one that a sentence of its evidence shares. It
    may be told otherwise there: "30 minutes" for "half an hour".
    """
    best = select_best_sentences(row)
    texts = [evidence[i].text for i in best]
    figures = dict.fromkeys(word.form for word in claim.content if word.form[0].isdigit())
    missing = [form for form in figures if not any(form in text for text in texts)]
    carriers = [i for form in missing for i in _find_carriers(form, evidence, row)]
    carriers += _find_carriers_of_amounts(claim, evidence, best, row)
    added = [i for i in dict.fromkeys(carriers) if i not in best][:MAX_CARRIERS]
    return [*best[:_CARRIER_PLACE], *added, *best[_CARRIER_PLACE:]]


MAX_CARRIERS = 3
"""Most sentences that are read because of a figure."""

_CARRIERS_OF_FIGURE = 2
_CARRIER_PLACE = 3
"""Best sentences that go before those that are read because of a figure."""


def _find_carriers(
    form: str, evidence: Sequence[SourceSentence], row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> list[int]:
    """Return the best sentences that share a word with the claim and have that figure."""
    whole = re.compile(rf"(?<![\w.,]){re.escape(form)}(?![\w]|[.,]\d)")
    found = [
        i for i, one in enumerate(evidence) if form in one.text and row[i] > 0 and whole.search(one.text)
    ]
    return sorted(found, key=lambda i: -row[i])[:_CARRIERS_OF_FIGURE]


_MOST_READ_FOR_AMOUNTS = 40
"""Best sentences in which an amount in other words or another unit is looked for."""


def _find_carriers_of_amounts(
    claim: Text,
    evidence: Sequence[SourceSentence],
    best: Sequence[int],
    row: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> list[int]:
    """Return the best further sentences with an amount of the claim in other words or another unit."""
    amounts = find_measures(claim)
    missing = [
        one
        for one in amounts
        if not any(_has_amount(read_sentence(evidence, i, claim.language), one, claim) for i in best)
    ]
    if not missing:
        return []
    order = [int(i) for i in np.argsort(-row, kind="stable")[:_MOST_READ_FOR_AMOUNTS] if row[i] > 0]
    texts = {i: read_sentence(evidence, i, claim.language) for i in order}
    found = (i for one in missing for i in order if _has_amount(texts[i], one, claim))
    return list(dict.fromkeys(found))[:_CARRIERS_OF_FIGURE]


def _has_amount(text: Text, asked: Measure, claim: Text) -> bool:
    """Return True if the text has that amount; a figure without a unit must count the same thing."""
    if asked.units:
        return any(is_same_amount(asked, other) for other in find_measures(text))
    number, thing = asked.numbers[-1], claim.find_counted_stem(asked.end)
    return bool(thing) and any(
        number.agrees_with(other.numbers[-1]) and text.find_counted_stem(other.end) == thing
        for other in find_measures(text)
    )
