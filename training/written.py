"""Written claims → examples for a verifier: each beside what decides it, and beside much that does not.

A claim is read beside the sentences that decide it, alone or among others, as a check would read them. And
for each there is *neither*: the same claim beside the best wrong sentences of the same documents, beside a
part of its evidence where it takes several, beside another set's documents; and the same documents beside a
claim of another set. Which sentences stand in a window is drawn by chance, seeded; nothing here makes text.
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
"""Tokens of a window, one drawn by chance for each: a window of a check may be of any size up to there."""

SAME = 0.6
"""Share of a deciding sentence's words from which on another sentence may say the same."""

SHARES = {
    "alone": 0.6,
    "among any": 0.6,
    "best wrong": 0.5,
    "one wrong": 0.3,
    "foreign": 0.25,
    "foreign claim": 0.25,
}
"""Shares of the claims that are read in that way too; beside their evidence and what is near it all are."""

TITLED = 0.3
"""Share of the windows on a single document that begin with its title; with several documents all do."""

_NAME = "written"
_CLASSES = {
    "supported": ENTAILED,
    "contradicted": CONTRADICTED,
    "unsupported": NEITHER,
    "partial": NEITHER,
}


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a set: its document's place and its tokens."""

    document: int
    text: str
    tokens: int


def get_class(claim: WrittenClaim) -> int:
    """Return the class that a claim teaches beside its evidence.

    Where writer and reader agree that it is not supported, but not in what way, it teaches just that.
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
        """Return the sentences that hold the claim's evidence, in order."""
        found: set[int] = set()
        for words in claim.evidence:
            for place, document in enumerate(self.source.documents):
                start = document.text.find(words)
                if start >= 0:
                    found.update(self._touching(place, start, start + len(words)))
                    break
        return sorted(found)

    def _touching(self, document: int, start: int, end: int) -> Iterator[int]:
        """Yield the sentences of a document that share a character with that stretch of it."""
        for i, (passage, (first, last)) in enumerate(zip(self.passages, self.spans, strict=True)):
            if passage.document == document and first < end and last > start:
                yield i

    def best(self, claim: int) -> list[int]:
        """Return all sentences, the one that shares most with that claim of the set first."""
        ranked: list[int] = np.argsort(-self._near[claim], kind="stable").tolist()
        return ranked

    def best_for(self, claim: str) -> list[int]:
        """Return all sentences, the one that shares most with a claim of another set first."""
        row = self._scorer.score([claim], self._texts).matrix[0]
        ranked: list[int] = np.argsort(-row, kind="stable").tolist()
        return ranked

    def wrong(self, claim: int, deciding: Sequence[int]) -> list[int]:
        """Return the sentences that do not decide, nor repeat one that does, best first."""
        words = [self._words[i] for i in deciding]
        return [
            i
            for i in self.best(claim)
            if i not in deciding
            and all(len(self._words[i] & own) < SAME * min(len(own), len(self._words[i])) for own in words)
        ]

    def filled(self, kept: Sequence[int], others: Sequence[int]) -> str:
        """Return a window of some size with the first sentences and as many of the others as fit."""
        budget = self.chance.choice(BUDGETS) - sum(self.passages[i].tokens for i in kept)
        chosen = set(kept)
        for i in others:
            if self.passages[i].tokens <= budget and i not in chosen:
                chosen.add(i)
                budget -= self.passages[i].tokens
        return self.joined(chosen)

    def joined(self, chosen: set[int]) -> str:
        """Return the sentences in their order, those of a document behind its title where that may matter."""
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
    """Yield the examples of these sets; a claim on which writer and reader disagree has none."""
    chance = random.Random(seed)
    made = [Windows(source, chance) for source in sets]
    for place, windows in enumerate(made):
        for number, claim in enumerate(windows.source.claims):
            if not claim.is_disputed:
                foreign = made[(place + chance.randrange(1, len(made))) % len(made)]
                yield from _Reading(windows, number, foreign, chance).examples()


class _Reading:
    """One claim beside windows of its own set and of another, as examples.

    Args:
        windows: of its set.
        number: of the claim in it.
        foreign: the windows of another set.
        chance: decides which of the ways to read it are taken.
    """

    def __init__(self, windows: Windows, number: int, foreign: Windows, chance: random.Random) -> None:
        self.windows, self.foreign, self.chance = windows, foreign, chance
        self.claim = windows.source.claims[number]
        self.label = get_class(self.claim)
        self.deciding = windows.deciding(self.claim)
        self.near = windows.best(number)
        self.wrong = windows.wrong(number, self.deciding)

    def examples(self) -> Iterator[Pair]:
        """Yield them, about five."""
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
