"""Written claims → examples for a verifier: each beside what decides it, and beside much that does not.

A claim is read beside the sentences that decide it, alone or among others, as a check would read them. And
for each there is *neither*: the same claim beside the best wrong sentences of the same documents, beside a
part of its evidence where it takes several, beside another set's documents; and the same documents beside a
claim of another set. Which sentences stand in a window is drawn by chance, seeded; nothing here makes text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ascribe import split_sentences
from ascribe.score.lexical import LexicalScorer
from training.claims import SourceSet, WrittenClaim
from training.pairs import CONTRADICTED, ENTAILED, NEITHER, NOT_ENTAILED, Pair
from training.tokens import ids_of

BUDGETS = (70, 110, 150, 180)
"""Tokens of a window, one drawn by chance for each: a window of a check may be of any size up to there."""

SAME = 0.6
"""Share of a deciding sentence's words from which on another sentence may say the same."""

WRONG, FOREIGN = 0.7, 0.4
"""Shares of the claims that are also read beside wrong sentences, and beside another set's documents."""

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


def class_of(claim: WrittenClaim) -> int:
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
        lengths = [len(ids) for ids in ids_of(texts)]
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


def written_pairs(sets: Sequence[SourceSet], seed: int) -> Iterator[Pair]:
    """Yield the examples of these sets; a claim on which writer and reader disagree has none."""
    chance = random.Random(seed)
    made = [Windows(source, chance) for source in sets]
    for place, windows in enumerate(made):
        for number, claim in enumerate(windows.source.claims):
            if claim.is_agreed:
                foreign = made[(place + chance.randrange(1, len(made))) % len(made)]
                yield from _examples(windows, number, foreign, chance)


def _examples(windows: Windows, number: int, foreign: Windows, chance: random.Random) -> Iterator[Pair]:
    """Yield those of one claim, about five."""
    claim = windows.source.claims[number]
    deciding = windows.deciding(claim)
    nearby = [i for i in windows.best(number) if i not in deciding]
    wrong = windows.wrong(number, deciding)
    label = class_of(claim)

    def pair(kind: str, evidence: str, taught: int, text: str = claim.text) -> Pair:
        return Pair(text, evidence, taught, f"{_NAME}/{kind}", windows.source.id, is_window=True)

    if deciding:
        yield pair("alone", windows.joined(set(deciding)), label)
        yield pair("among near", windows.filled(deciding, nearby), label)
        yield pair("among any", windows.filled(deciding, chance.sample(nearby, len(nearby))), label)
    elif label != ENTAILED:
        yield pair("nothing decides", windows.filled((), windows.best(number)), label)
    if wrong and chance.random() < WRONG:
        yield pair("best wrong", windows.filled((), wrong), NEITHER)
    if wrong and chance.random() < WRONG:
        yield pair("one wrong", windows.joined({wrong[0]}), NEITHER)
    if claim.wording == "several" and label == ENTAILED and len(deciding) > 1:
        lost = chance.choice(deciding)
        yield pair("half", windows.filled([i for i in deciding if i != lost], wrong), NOT_ENTAILED)
    if chance.random() < FOREIGN:
        yield pair("foreign", foreign.filled((), foreign.best_for(claim.text)), NEITHER)
    if deciding and chance.random() < FOREIGN:
        other = chance.choice(foreign.source.claims).text
        yield pair("foreign claim", windows.filled((), windows.best_for(other)), NEITHER, other)
