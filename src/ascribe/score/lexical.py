"""Lexical scorer: claims against source sentences by the words they share.

The score of a pair is the weighted share of the claim's content words that the sentence contains, with a
bonus for words that are adjacent in both, and a small addition for words in the preceding sentence. The fewer
sentences contain a word, the higher its weight. A sentence that repeats the claim scores 1. The constants
were chosen on training data by how often the top sentence is correct, and by how many correct sentences are
among the first five; ``benchmarks/attribution.py`` measures the result on other data.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ascribe.text.language_detection import resolve_language
from ascribe.text.words import Word, is_content_word, split_token, split_tokens, split_words, stem_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Positions = NDArray[np.int64]


PAIR_BONUS = 0.2
"""Share of the weight of two adjacent words that is added if they are adjacent in the sentence too."""

PRECEDING_WEIGHT = 0.15
"""Weight of what the preceding sentence adds; it is multiplied by the sentence's own score."""

KEPT_FROM = 32
"""Sentences from which on an index is kept for the next call. A smaller one is quickly made, and must not
replace the index of large sources when a verdict is replayed from its references."""

LANGUAGE_SAMPLE = 100
"""Number of sentences from which the language of the evidence is detected."""


class LexicalScores:
    """Scores of all claims against all sentences.

    Args:
        matrix: shape (claims, sentences), in [0, 1].
        terms: the weighted words of each claim.
    """

    def __init__(self, matrix: Matrix, terms: Sequence[ClaimTerms]) -> None:
        self._matrix = matrix
        self._terms = terms

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences), in [0, 1]; 1 for a sentence that repeats the claim."""
        return self._matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return the weighted share of the claim's content words that these sentences contain, in [0, 1].

        A word for which there is only a related word counts in part. More sentences never lower it.
        """
        terms = self._terms[claim]
        chosen = list(sentences)
        if not chosen or not terms.stems:
            return 0.0
        held = terms.credit.read_column(chosen[0])
        for sentence in chosen[1:]:
            held = np.maximum(held, terms.credit.read_column(sentence))
        found = terms.weights * held
        return min(1.0, float(found.sum() / terms.weights.sum()))

    def marginal_coverage(self, claim: int, sentence: int) -> Vector:
        """Return the share of the claim's content that each sentence covers and this one does not."""
        terms = self._terms[claim]
        if not terms.stems:
            return np.zeros(self._matrix.shape[1])
        shares = terms.weights[:, None] * terms.credit.to_matrix()
        added = np.maximum(0.0, shares - shares[:, sentence : sentence + 1]).sum(axis=0)
        found: Vector = added / terms.weights.sum()
        return found


class LexicalScorer:
    """Scorer that counts shared words, for any language, without a model.

    Args:
        language: ISO 639-1 code for stems and stop words; None detects it from the evidence.
    """

    _latest: ClassVar[tuple[list[str], str | None, Postings] | None] = None
    """The index of the latest evidence, for all scorers of the process: replies often share their sources."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> LexicalScores:
        """Score every claim against every sentence; a claim's row does not depend on other claims.

        The index of the latest evidence is kept and reused if the next call has the same evidence.
        """
        language = resolve_language("\n".join(evidence[:LANGUAGE_SAMPLE]), self.language)
        postings = self._postings(list(evidence), language)
        matrix = np.zeros((len(claims), len(evidence)))
        terms = []
        for row, claim in zip(matrix, claims, strict=True):
            found = split_words(claim, language)
            terms.append(weigh_claim_terms(found, language, postings))
            row[:] = _score_claim([word.stem for word in found], terms[-1], postings)
        return LexicalScores(matrix, terms)

    def _postings(self, evidence: list[str], language: str | None) -> Postings:
        if len(evidence) < KEPT_FROM:
            return Postings(evidence, language)
        latest = LexicalScorer._latest  # read once, because another thread may replace it
        if latest is None or latest[1] != language or latest[0] != evidence:
            latest = LexicalScorer._latest = (evidence, language, Postings(evidence, language))
        return latest[2]


def _score_claim(claim: Sequence[str], terms: ClaimTerms, postings: Postings) -> Vector:
    """Score one claim, given as stems in order, against all sentences."""
    if not terms.stems:
        return np.zeros(postings.sentences)
    weight_of = dict(zip(terms.stems, terms.weights.tolist(), strict=True))
    shares = terms.weights[:, None] * terms.credit.to_matrix()
    found = shares.sum(axis=0)  # one sum per sentence, in word order: independent of the batch
    whole = float(terms.weights.sum())
    for first, second in dict.fromkeys(pairwise(claim)):
        bonus = PAIR_BONUS * (weight_of.get(first, 0.0) + weight_of.get(second, 0.0))
        if bonus:
            found[postings.find_pair_sentences(first, second)] += bonus
            whole += bonus
    score: Vector = found / whole
    added = np.maximum(0.0, shares[:, :-1] - shares[:, 1:]).sum(axis=0) / whole
    score[1:] += PRECEDING_WEIGHT * score[1:] * added
    return score.clip(0.0, 1.0)


# --- Weights and credits of words ---

BACKGROUND = 2
"""Empty sentences added to those that contain a word of the claim; without them, the words of a single
sentence would have almost no weight."""

LENGTH_POWER = 0.5
"""The weight grows with this power of the stem's length, which approximates how rare a word is."""

TYPICAL_LENGTH, MAX_LENGTH = 6, 12
"""Stem length at which the length factor is 1, and the length above which it no longer grows."""

RELATED_CREDIT = 0.6
"""Credit for a related stem, multiplied by the common prefix's share of the longer stem."""

MIN_RELATED = 0.5
"""Minimum share of the common prefix for two stems to count as related."""


class Credit:
    """How well each sentence matches each word of a claim; almost all values are 0, which are not kept.

    Args:
        matrix: shape (words, sentences).
    """

    __slots__ = ("_bounds", "_shape", "_values", "_words")

    def __init__(self, matrix: Matrix) -> None:
        self._shape = matrix.shape
        sentences, words = np.nonzero(matrix.T)
        self._words = words.astype(np.int32)
        self._values = matrix[words, sentences]
        self._bounds = np.searchsorted(sentences, np.arange(matrix.shape[1] + 1)).astype(np.int32)

    def read_column(self, sentence: int) -> Vector:
        """Return the credit of each word in one sentence."""
        column = np.zeros(self._shape[0])
        sentence = sentence % self._shape[1]  # a negative index counts from the end
        kept = slice(self._bounds[sentence], self._bounds[sentence + 1])
        column[self._words[kept]] = self._values[kept]
        return column

    def to_matrix(self) -> Matrix:
        """Return the whole matrix, shape (words, sentences)."""
        matrix = np.zeros(self._shape)
        matrix[self._words, np.repeat(np.arange(self._shape[1]), np.diff(self._bounds))] = self._values
        return matrix


@dataclass(frozen=True, slots=True)
class ClaimTerms:
    """The distinct content words of a claim, in order.

    Args:
        stems: the stems to look for.
        weights: the positive weight of each stem.
        credit: of each stem in each sentence: 1 if it contains the word, less for a related one, else 0.
    """

    stems: tuple[str, ...]
    weights: Vector
    credit: Credit


def weigh_claim_terms(claim: Sequence[Word], language: str | None, postings: Postings) -> ClaimTerms:
    """Return the weighted content words of a claim, or all its words if it has no content words.

    Rarity is measured among the sentences that contain a word of the claim, so a source about something else
    does not change any weight.
    """
    content = [word for word in claim if is_content_word(word, language)] or claim
    joined = _find_joined(claim, language, postings)
    distinct = {word.stem: word for word in content}
    rows = {stem: _compute_credit(word, language, postings, joined) for stem, word in distinct.items()}
    credit = np.array(list(rows.values())).reshape(len(rows), postings.sentences)
    sharing = int(credit.any(axis=0).sum())
    weights = [_compute_weight(word, float(row.sum()), sharing) for word, row in rows.items()]
    return ClaimTerms(tuple(rows), np.array(weights), Credit(credit))


def _compute_credit(
    word: Word, language: str | None, postings: Postings, joined: dict[str, dict[str, None]]
) -> Vector:
    """Return how well each sentence matches the word, in [0, 1]."""
    credit = np.zeros(postings.sentences)
    for other, share in postings.find_relatives(word.stem):
        if share >= MIN_RELATED:
            held = postings.find_sentences(other)
            credit[held] = np.maximum(credit[held], RELATED_CREDIT * share)
    for whole in joined.get(word.stem, ()):
        credit[postings.find_sentences(whole)] = 1.0
    if word.stem not in postings.vocabulary:
        for first, second in _split_compound(word, language):
            credit[postings.find_pair_sentences(first, second)] = 1.0
    credit[postings.find_sentences(word.stem)] = 1.0
    return credit


def _compute_weight(word: str, holding: float, sharing: int) -> float:
    """Return BM25's inverse frequency (Robertson and Zaragoza 2009, plus 1) times the length factor."""
    without = sharing + BACKGROUND - holding
    rarity = math.log1p((without + 0.5) / (holding + 0.5))
    return rarity * math.pow(min(len(word), MAX_LENGTH) / TYPICAL_LENGTH, LENGTH_POWER)


def _find_joined(
    claim: Sequence[Word], language: str | None, postings: Postings
) -> dict[str, dict[str, None]]:
    """Return stem → stems of the evidence that join the word and its neighbour: "e mail" as "email"."""
    found: dict[str, dict[str, None]] = {}
    for first, second in pairwise(claim):
        if second.start - first.end not in (0, 1) or not (first.form + second.form).isalnum():
            continue
        whole = stem_word(first.form + second.form, language or "en")
        if whole in postings.vocabulary:
            found.setdefault(first.stem, {})[whole] = None
            found.setdefault(second.stem, {})[whole] = None
    return found


def _split_compound(word: Word, language: str | None) -> Iterator[tuple[str, str]]:
    """Yield the stems of both parts at every split point: "inbatch" may be written "in-batch"."""
    form = word.form
    if form[0].isalpha() and form.isalnum():
        for cut in range(2, min(len(form) - 1, 2 * MAX_LENGTH)):
            yield stem_word(form[:cut], language or "en"), stem_word(form[cut:], language or "en")


# --- Index of the evidence ---

_PREFIX = 4
"""Length of the prefix that two stems must share before they are compared further."""


class Postings:
    """An index of the words of all sentences: one array of word numbers, with a gap after each sentence.

    Args:
        evidence: the sentences.
        language: ISO 639-1 code for the stems; None uses English.
    """

    def __init__(self, evidence: Sequence[str], language: str | None) -> None:
        self.sentences = len(evidence)
        self.vocabulary: dict[str, int] = {}
        self._words, self._sentence_of = self._flatten(evidence, language)
        self._order = np.argsort(self._words, kind="stable")
        self._bounds = np.searchsorted(self._words[self._order], np.arange(len(self.vocabulary) + 1))

    def _flatten(self, evidence: Sequence[str], language: str | None) -> tuple[Positions, Positions]:
        """Return the word number and the sentence number at each position; word -1 is the gap."""
        known: dict[str, list[int]] = {}
        numbers: list[int] = []
        sentence_of: list[int] = []
        for place, sentence in enumerate(evidence):
            for chunk in split_tokens(sentence, language):
                if chunk not in known:
                    known[chunk] = self._number(chunk, language)
                numbers += known[chunk]
            numbers.append(-1)
            sentence_of += [place] * (len(numbers) - len(sentence_of))
        return np.array(numbers, dtype=np.int64), np.array(sentence_of, dtype=np.int64)

    def _number(self, chunk: str, language: str | None) -> list[int]:
        known = self.vocabulary
        return [known.setdefault(word.stem, len(known)) for word in split_token(chunk, language)]

    def find_sentences(self, stem: str) -> Positions:
        """Return the sentences that contain the stem, ascending and without duplicates."""
        number = self.vocabulary.get(stem)
        if number is None:
            return np.empty(0, dtype=np.int64)
        return self._distinct(self._at(number))

    def find_pair_sentences(self, first: str, second: str) -> Positions:
        """Return the sentences where the second stem directly follows the first, ascending, no duplicates."""
        a, b = self.vocabulary.get(first), self.vocabulary.get(second)
        if a is None or b is None:
            return np.empty(0, dtype=np.int64)
        at_a, at_b = self._at(a), self._at(b)
        if len(at_a) <= len(at_b):  # the gap after the last sentence keeps this inside the array
            return self._distinct(at_a[self._words[at_a + 1] == b])
        return self._distinct(at_b[self._words[at_b - 1] == a])

    def find_relatives(self, stem: str) -> list[tuple[str, float]]:
        """Return other stems with the same prefix, and the common prefix's share of the longer stem.

        Numbers and identifiers have no related stems.
        """
        if not stem.isalpha():
            return []
        others = (other for other in self._by_prefix.get(stem[:_PREFIX], ()) if other != stem)
        return [(other, _count_common_prefix(stem, other) / max(len(stem), len(other))) for other in others]

    @cached_property
    def _by_prefix(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = defaultdict(list)
        for stem in self.vocabulary:
            if len(stem) >= _PREFIX and stem.isalpha():
                index[stem[:_PREFIX]].append(stem)
        return index

    def _at(self, number: int) -> Positions:
        return self._order[self._bounds[number] : self._bounds[number + 1]]

    def _distinct(self, positions: Positions) -> Positions:
        sentences = self._sentence_of[positions]
        if len(sentences) < 2:
            return sentences
        keep = np.empty(len(sentences), dtype=bool)
        keep[0] = True
        np.not_equal(sentences[1:], sentences[:-1], out=keep[1:])
        return sentences[keep]


def _count_common_prefix(one: str, other: str) -> int:
    for length, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return length
    return min(len(one), len(other))
