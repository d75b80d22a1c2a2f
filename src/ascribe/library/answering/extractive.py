"""Answers without a language model: the fewest sentences of the sources that answer, quoted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ascribe.library.answering.candidates import Candidate, candidates
from ascribe.library.answering.parts import parts_of
from ascribe.library.answering.quoting import quoted, with_context
from ascribe.library.answering.reader import Read, Reader
from ascribe.records import Strictness
from ascribe.stages import Draft, Offered

MOST = 3
"""Sentences that are quoted at most; items of a list that one of them announces are not counted."""

NEARLY = 0.9
"""Share of the best sentence's probability that a further one must reach to be quoted as well."""

BARS: dict[Strictness, float] = {"loose": 0.04, "balanced": 0.14, "strict": 0.33, "paranoid": 0.64}
"""Level → probability from which the best sentence is taken for an answer.

With them a third, two thirds, 85 and 95 % of hard questions without an answer are refused: questions
about documents that the reader did not learn from, in their words (``python -m training.answer_odds``).
``ascribe calibrate`` finds a bar for a bound on the errors.
"""


class ExtractiveGenerator:
    """Quotes the sentences that answer, the best passage first; says so if none does.

    Args:
        bar: probability that the best sentence answers, from which it is quoted.
        reader: another one than the built-in.
    """

    def __init__(self, bar: float = BARS["balanced"], *, reader: Reader | None = None) -> None:
        self.bar = bar
        self._reader = reader or Reader()

    @classmethod
    def at(cls, strictness: Strictness) -> Self:
        """With the bar of that level."""
        return cls(BARS[strictness])

    def generate(self, question: str, offered: Sequence[Offered], language: str | None) -> Draft:
        """The quotation; ``no_evidence`` where the best sentence is below the bar."""
        found = candidates(offered)
        read = self._reader.read(question, found, language)
        best = read[0].probability if read else 0.0
        if best < self.bar or not read:
            return Draft(outcome="no_evidence", confidence=best)
        places = [
            place
            for one in [*chosen(read), *self._of_parts(question, found, language)]
            for place in with_context(offered, (one.candidate.passage, one.candidate.place))
        ]
        return Draft(quoted(offered, places), confidence=best, quoted=True)

    def _of_parts(self, question: str, found: Sequence[Candidate], language: str | None) -> list[Read]:
        """The best sentence for each thing that is asked, where there are several."""
        parts = parts_of(question, language)
        best = [self._reader.read_part(part, found, language)[0] for part in parts]
        return [one for one in best if one.probability >= self.bar]


def chosen(read: Sequence[Read]) -> list[Read]:
    """The best, and those nearly as likely."""
    least = NEARLY * read[0].probability
    return [one for one in read[:MOST] if one.probability >= least]
