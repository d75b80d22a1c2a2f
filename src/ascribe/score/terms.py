"""The weighted words of a claim, and which sentences of the evidence have them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ascribe.language.stems import stem
from ascribe.language.words import Word, is_content
from ascribe.score.postings import Postings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

BACKGROUND = 2
"""Empty sentences added to those that have a word of the claim; without them, what a lone sentence has would
weigh next to nothing."""

LENGTH_POWER = 0.5
"""Weight grows with this power of the stem's length: a stand-in for how rare a word is elsewhere."""

TYPICAL, LONGEST = 6, 12
"""Length of a stem with neither bonus nor loss; longer stems than the second count as that long."""

RELATED = 0.6
"""Credit for a stem that begins like the claim's, times the share of the longer one that is the same."""

LEAST_RELATED = 0.5
"""Share from which two stems are taken for relatives."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a claim that count, each once, in order.

    Args:
        stems: what is looked for.
        weights: how much of the claim each makes up; positive.
        credit: shape (stems, sentences): 1 where the sentence has the word, less for a relative, else 0.
    """

    stems: tuple[str, ...]
    weights: Vector
    credit: Matrix


def claim_terms(claim: Sequence[Word], language: str | None, postings: Postings) -> Terms:
    """The content words of a claim; all its words where none has content.

    Rarity is counted among the sentences that have a word of the claim: a source about something else changes
    no weight.
    """
    content = [word for word in claim if is_content(word, language)] or claim
    joined = _joined(claim, language, postings)
    rows = {word.stem: _credit(word, language, postings, joined) for word in content}
    credit = np.array(list(rows.values())).reshape(len(rows), postings.sentences)
    sharing = int(credit.any(axis=0).sum())
    weights = [_weight(word, float(row.sum()), sharing) for word, row in rows.items()]
    return Terms(tuple(rows), np.array(weights), credit)


def _credit(word: Word, language: str | None, postings: Postings, joined: dict[str, list[str]]) -> Vector:
    """How well each sentence has the word."""
    credit = np.zeros(postings.sentences)
    for other, share in postings.relatives(word.stem):
        if share >= LEAST_RELATED:
            held = postings.holding(other)
            credit[held] = np.maximum(credit[held], RELATED * share)
    for whole in joined.get(word.stem, ()):
        credit[postings.holding(whole)] = 1.0
    if word.stem not in postings.vocabulary:
        for first, second in _parts(word, language):
            credit[postings.holding_pair(first, second)] = 1.0
    credit[postings.holding(word.stem)] = 1.0
    return credit


def _weight(word: str, holding: float, sharing: int) -> float:
    """Inverse sentence frequency as in BM25 (Robertson and Zaragoza 2009, with 1 added), times length."""
    without = sharing + BACKGROUND - holding
    rarity = math.log1p((without + 0.5) / (holding + 0.5))
    return rarity * math.pow(min(len(word), LONGEST) / TYPICAL, LENGTH_POWER)


def _joined(claim: Sequence[Word], language: str | None, postings: Postings) -> dict[str, list[str]]:
    """Stem → stems of the evidence that are this word and its neighbour in one: "e mail" in "email"."""
    found: dict[str, list[str]] = {}
    for first, second in pairwise(claim):
        if second.start - first.end not in (0, 1) or not (first.form + second.form).isalnum():
            continue
        whole = stem(first.form + second.form, language or "en")
        if whole in postings.vocabulary:
            found.setdefault(first.stem, []).append(whole)
            found.setdefault(second.stem, []).append(whole)
    return found


def _parts(word: Word, language: str | None) -> Iterator[tuple[str, str]]:
    """The stems of the two halves at every cut: "inbatch" may stand as "in-batch"."""
    form = word.form
    if form[0].isalpha() and form.isalnum():
        for cut in range(2, min(len(form) - 1, 2 * LONGEST)):
            yield stem(form[:cut], language or "en"), stem(form[cut:], language or "en")
