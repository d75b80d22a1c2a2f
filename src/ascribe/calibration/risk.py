"""Confidences of answers, and whether each is right → the lowest bar whose share of wrong answers is bounded.

Each bar is a hypothesis: "of the answers above it, more than this share are wrong". The bars are fixed before
anybody looks, and are tried from the strictest down; the first that cannot be rejected ends the search. So
the chance that the bar that is found has more wrong answers is at most one less the confidence, however many
bars were tried (fixed-sequence testing: Bauer 1991; Learn then Test: Angelopoulos, Bates, Candès, Jordan, Lei
2021). The test is the exact one of Clopper and Pearson (1934), so that it holds for few questions too.

A bar that fewer answers reach than it takes to show any bar good is passed over. That looks at how many there
are, and at no label.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

BARS = (0.999, 0.998, 0.995, *(round(0.99 - 0.01 * step, 2) for step in range(100)))
"""Bars that are tried, from the strictest. They end at 0, which refuses nothing."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the user's that was asked without a bar.

    Args:
        confidence: of the answer; None if there was none for another reason than the bar.
        is_right: whether the answer is right; False if there is none.
    """

    confidence: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """What a bar does to the questions.

    Args:
        bar: confidence from which a question is answered.
        answered: questions that are.
        wrong: of these, the answers that are not right.
        asked: questions in all.
        bound: share of wrong answers that is not exceeded, at the confidence asked for; 1 of no answer.
    """

    bar: float
    answered: int
    wrong: int
    asked: int
    bound: float

    @property
    def coverage(self) -> float:
        """Share of the questions that are answered."""
        return self.answered / self.asked if self.asked else 0.0


def least_answers(risk: float, confidence: float) -> int:
    """Answers, all of them right, without which no bar can be shown to keep the risk."""
    return math.ceil(math.log(1.0 - confidence) / math.log(1.0 - risk) - 1e-9)


def bars_tried(rows: Sequence[Asked], risk: float, confidence: float) -> list[Bar]:
    """What was tried, from the strictest bar: all but perhaps the last keep the risk.

    Args:
        rows: the questions, drawn as those that will be asked.
        risk: share of wrong answers among those given, above 0 and below 1.
        confidence: that the risk is kept, above 0 and below 1.
    """
    least = least_answers(risk, confidence)
    tried: list[Bar] = []
    for step in BARS:
        found = at_bar(rows, step, confidence)
        if found.answered < least:
            continue
        tried.append(found)
        if found.bound > risk:
            break
    return tried


def at_bar(rows: Sequence[Asked], bar: float, confidence: float) -> Bar:
    """What that bar does to the questions."""
    given = [row for row in rows if row.confidence is not None and row.confidence >= bar]
    wrong = sum(not row.is_right for row in given)
    return Bar(bar, len(given), wrong, len(rows), upper_bound(wrong, len(given), confidence))


def upper_bound(wrong: int, answers: int, confidence: float) -> float:
    """The one-sided bound of Clopper and Pearson on the share of wrong answers.

    The greatest share with which so few wrong ones, or fewer, still have a chance of one less the confidence.
    """
    if wrong >= answers:
        return 1.0
    low, high = wrong / answers, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, answers, middle) > 1.0 - confidence else (low, middle)
    return high


def _at_most(wrong: int, answers: int, share: float) -> float:
    """The chance of so many wrong ones or fewer, of binomial distribution; ``share`` is in (0, 1)."""
    sizes = math.lgamma(answers + 1)
    return math.fsum(
        math.exp(
            sizes
            - math.lgamma(count + 1)
            - math.lgamma(answers - count + 1)
            + count * math.log(share)
            + (answers - count) * math.log1p(-share)
        )
        for count in range(wrong + 1)
    )
