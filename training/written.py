"""Build examples for a verifier from written claims, with deciding and with irrelevant evidence.

A claim is paired with the sentences that decide it, alone or among others, as in a check. Each claim also
gives examples of *neither*: the claim with the best wrong sentences of the same documents, with a part of its
evidence if it needs several sentences, with another set's documents; and the same documents with a claim of
another set. The sentences of a window are drawn at random, with a seed; nothing here generates text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ascribe import split_sentences
from ascribe.score.lexical import LexicalScorer
from training.claims import SourceSet, WrittenClaim
from training.pairs import CONTRADICTED, ENTAILED, NEITHER, NOT_ENTAILED, Pair
from training.tokens import tokenize_texts

BUDGETS = (60, 90, 120, 160)
"""Token budgets of a window, drawn at random: a window of a check can have any size up to the largest."""

SAME = 0.6
"""Share of a deciding sentence's words from which another sentence may say the same."""

SHARES = {
    "alone": 0.6,
    "among any": 0.6,
    "best wrong": 0.5,
    "one wrong": 0.3,
    "foreign": 0.25,
    "foreign claim": 0.25,
}
"""Way → share of the claims that are also read in that way; all are read with evidence and neighbours."""

TITLED = 0.3
"""Share of single-document windows that begin with the title; with several documents all do."""

_NAME = "written"
_CLASSES = {
    "supported": ENTAILED,
    "contradicted": CONTRADICTED,
    "unsupported": NEITHER,
    "partial": NEITHER,
}


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a set: the index of its document, and its tokens."""

    document: int
    text: str
    tokens: int


def get_class(claim: WrittenClaim) -> int:
    """Return the training class of a claim with its evidence.

    If writer and second reader agree that it is not supported, but not on the kind, it is ``NOT_ENTAILED``.
    """
    if claim.label != "supported" and claim.second not in (None, claim.label):
        return NOT_ENTAILED
    return _CLASSES[claim.label]


class Windows:
    """The windows of one set.

    Args:
        source: the set.
        chance: draws sizes, neighbours and titles.
    """

    def __init__(self, source: SourceSet, chance: random.Random) -> None:
        self.source = source
        self.chance = chance
        texts, owners = [], []
        self.spans: list[tuple[int, int]] = []
        for place, document in enumerate(source.documents):
            for start, end in split_sentences(document.text, source.lang):
                texts.append(document.text[start:end])
                owners.append(place)
                self.spans.append((start, end))
        lengths = [len(ids) for ids in tokenize_texts(texts)]
        self.passages = [Passage(o, t, n) for o, t, n in zip(owners, texts, lengths, strict=True)]
        self._scorer, self._texts = LexicalScorer(source.lang), texts
        self._near = self._scorer.score([claim.text for claim in source.claims], texts).matrix
        self._words = [set(text.lower().split()) for text in texts]

    def deciding(self, claim: WrittenClaim) -> list[int]:
        """Return the sentences that contain the claim's evidence, in order."""
        found: set[int] = set()
        for words in claim.evidence:
            for place, document in enumerate(self.source.documents):
                start = document.text.find(words)
                if start >= 0:
                    found.update(self._touching(place, start, start + len(words)))
                    break
        return sorted(found)

    def _touching(self, document: int, start: int, end: int) -> Iterator[int]:
        """Yield the sentences of a document that overlap that range of characters."""
        for i, (passage, (first, last)) in enumerate(zip(self.passages, self.spans, strict=True)):
            if passage.document == document and first < end and last > start:
                yield i

    def best(self, claim: int) -> list[int]:
        """Rank all sentences by shared words with that claim of the set, best first."""
        ranked: list[int] = np.argsort(-self._near[claim], kind="stable").tolist()
        return ranked

    def best_for(self, claim: str) -> list[int]:
        """Rank all sentences by shared words with a claim of another set, best first."""
        row = self._scorer.score([claim], self._texts).matrix[0]
        ranked: list[int] = np.argsort(-row, kind="stable").tolist()
        return ranked

    def wrong(self, claim: int, deciding: Sequence[int]) -> list[int]:
        """Return the sentences that neither decide nor repeat a deciding sentence, best first."""
        words = [self._words[i] for i in deciding]
        return [
            i
            for i in self.best(claim)
            if i not in deciding
            and all(len(self._words[i] & own) < SAME * min(len(own), len(self._words[i])) for own in words)
        ]

    def filled(self, kept: Sequence[int], others: Sequence[int]) -> str:
        """Build a window of random size with the kept sentences and as many of the others as fit."""
        budget = self.chance.choice(BUDGETS) - sum(self.passages[i].tokens for i in kept)
        chosen = set(kept)
        for i in others:
            if self.passages[i].tokens <= budget and i not in chosen:
                chosen.add(i)
                budget -= self.passages[i].tokens
        return self.joined(chosen)

    def joined(self, chosen: set[int]) -> str:
        """Join the sentences in order; the sentences of a document may follow its title."""
        several = len(self.source.documents) > 1
        titled = several or self.chance.random() < TITLED
        lines: list[str] = []
        last = -1
        for i in sorted(chosen):
            document = self.passages[i].document
            if titled and document != last and self.source.documents[document].title:
                lines.append(self.source.documents[document].title)
            last = document
            lines.append(self.passages[i].text)
        return "\n".join(lines)


def build_written_pairs(sets: Sequence[SourceSet], seed: int) -> Iterator[Pair]:
    """Yield the examples of these sets; a claim on which writer and second reader disagree has none."""
    chance = random.Random(seed)
    made = [Windows(source, chance) for source in sets]
    for place, windows in enumerate(made):
        for number, claim in enumerate(windows.source.claims):
            if not claim.is_disputed:
                foreign = made[(place + chance.randrange(1, len(made))) % len(made)]
                yield from _Reading(windows, number, foreign, chance).examples()


class _Reading:
    """Examples of one claim, with windows of its own set and of another.

    Args:
        windows: windows of its set.
        number: index of the claim in its set.
        foreign: the windows of another set.
        chance: draws the ways in which the claim is read.
    """

    def __init__(self, windows: Windows, number: int, foreign: Windows, chance: random.Random) -> None:
        self.windows, self.foreign, self.chance = windows, foreign, chance
        self.claim = windows.source.claims[number]
        self.label = get_class(self.claim)
        self.deciding = windows.deciding(self.claim)
        self.near = windows.best(number)
        self.wrong = windows.wrong(number, self.deciding)

    def examples(self) -> Iterator[Pair]:
        """Yield about five examples."""
        yield from self._beside_evidence() if self.deciding else self._beside_nothing()
        yield from self._beside_wrong()
        yield from self._beside_foreign()

    def _beside_evidence(self) -> Iterator[Pair]:
        nearby = [i for i in self.near if i not in self.deciding]
        yield self._pair("among near", self.windows.filled(self.deciding, nearby), self.label)
        if self._drawn("alone"):
            yield self._pair("alone", self.windows.joined(set(self.deciding)), self.label)
        if self._drawn("among any"):
            shuffled = self.chance.sample(nearby, len(nearby))
            yield self._pair("among any", self.windows.filled(self.deciding, shuffled), self.label)
        if self.claim.wording == "several" and self.label == ENTAILED and len(self.deciding) > 1:
            lost = self.chance.choice(self.deciding)
            half = self.windows.filled([i for i in self.deciding if i != lost], self.wrong)
            yield self._pair("half", half, NOT_ENTAILED)

    def _beside_nothing(self) -> Iterator[Pair]:
        if self.label != ENTAILED:
            yield self._pair("nothing decides", self.windows.filled((), self.near), self.label)

    def _beside_wrong(self) -> Iterator[Pair]:
        if self.wrong and self._drawn("best wrong"):
            yield self._pair("best wrong", self.windows.filled((), self.wrong), NEITHER)
        if self.wrong and self._drawn("one wrong"):
            yield self._pair("one wrong", self.windows.joined({self.wrong[0]}), NEITHER)

    def _beside_foreign(self) -> Iterator[Pair]:
        if self._drawn("foreign"):
            best = self.foreign.best_for(self.claim.text)
            yield self._pair("foreign", self.foreign.filled((), best), NEITHER)
        if self._drawn("foreign claim"):
            other = self.chance.choice(self.foreign.source.claims).text
            evidence = self.windows.filled((), self.windows.best_for(other))
            yield replace(self._pair("foreign claim", evidence, NEITHER), claim=other)

    def _drawn(self, way: str) -> bool:
        return self.chance.random() < SHARES[way]

    def _pair(self, way: str, evidence: str, label: int) -> Pair:
        group = self.windows.source.id
        return Pair(self.claim.text, evidence, label, f"{_NAME}/{way}", group, is_window=True)
