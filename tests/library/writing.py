"""A generator that writes as it is told, and a tier that gives the verdicts that a draft asks for."""

from collections.abc import Iterator, Sequence
from typing import Any

from ascribe.protocols import Claim, Draft
from ascribe.records import Verdict
from ascribe.records.source_sentence import SourceSentence
from tests.library.test_refusing import LETTERS

SOURCE = "The mill stands on the Arle. The mill has 12 sails. It was built in 1871. A fire came in 1902."
QUESTION = "How many sails has the mill?"


class Writing:
    """Writes the pieces, then ends with the draft: that of the pieces, or another one; or raises it."""

    def __init__(self, pieces: Sequence[Any], draft: Draft | Exception | None = None) -> None:
        self.pieces = pieces
        self.draft = Draft("".join(map(str, pieces))) if draft is None else draft
        self.asked_for = 0
        self.closed = False

    def generate(self, *_: Any) -> Draft:
        if isinstance(self.draft, Exception):
            raise self.draft
        return self.draft

    def stream(self, *_: Any) -> Iterator[Any]:
        try:
            for piece in self.pieces:
                self.asked_for += 1
                yield piece
            yield self.generate()
        finally:
            self.closed = True


class Lettered:
    """A tier that finds in a sentence the word for its verdict."""

    tier = "lettered"
    thresholds: dict[str, float] = {}  # noqa: RUF012 - as a tier has it

    def verify(self, claims: Sequence[Claim], evidence: Sequence[SourceSentence], *_: Any) -> list[Verdict]:
        return [self._verdict(claim, evidence) for claim in claims]

    def _verdict(self, claim: Claim, evidence: Sequence[SourceSentence]) -> Verdict:
        letter = next((one for one, word in WORDS.items() if word in claim.content), "n")
        status, reason = LETTERS[letter]
        if letter != "s":
            return Verdict(status, reason, self.tier, 0.1)
        found = evidence[0].reference(claim, 0.9, "supports")
        return Verdict(status, reason, self.tier, 0.9, references=(found,))


WORDS = {
    "s": "stands",
    "c": "clashes",
    "u": "floats",
    "p": "halves",
    "n": "greets",
    "?": "puzzles",
    "d": "divides",
}


def sentences(letters: str) -> list[str]:
    """A draft with a sentence for each letter of the table in ``test_refusing``."""
    return [f"The mill number {n} {WORDS[letter]} here. " for n, letter in enumerate(letters)]
