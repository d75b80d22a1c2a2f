"""What a model of entailment says of the windows that it read for a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ascribe.records import Document
from ascribe.stages import Claim, Evidence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

_NEARLY = 0.9

LONGEST_TITLE = 20
"""Words of a first line that is taken for a title."""

_END_MARKS = tuple(".!?:;。！？")


class Entailment(Protocol):
    """A model of entailment: the built-in one, or one that was loaded.

    Law: one row per pair, in order, that sums to 1; the same for the same pair, whatever else is asked.
    """

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, 3) for pairs (evidence, claim): entailed, contradicted, neither."""
        ...


@dataclass(frozen=True, slots=True)
class Window:
    """Sentences that were read together, as indices into the evidence, and what the model says."""

    members: tuple[int, ...]
    entailed: float
    contradicted: float


@dataclass(frozen=True, slots=True)
class Windows:
    """What was read for one claim.

    Args:
        read: the joined window first.
        alone: members of the window of the best sentence: that one, and the one that explains its pronoun.
        before: sentence that begins with a pronoun → the one that says what it stands for.
    """

    read: tuple[Window, ...]
    alone: tuple[int, ...]
    before: Mapping[int, int]

    @property
    def entailed(self) -> float:
        """The most that any of them entails the claim."""
        return max(window.entailed for window in self.read)

    def nearest(self) -> Window:
        """The window of the best single sentence."""
        return next(window for window in self.read if window.members == self.alone)

    def bar(self, enough: float) -> float:
        """What a window needs to be evidence by itself: ``enough``, or nine tenths of the most there is."""
        return min(enough, _NEARLY * self.entailed)

    def smallest(self, enough: float) -> Window:
        """The fewest sentences of those windows that entail the claim by themselves, ties by entailment."""
        fitting = [window for window in self.read if window.entailed >= self.bar(enough)]
        return min(fitting, key=lambda window: (len(window.members), -window.entailed))

    def against(self) -> Window:
        """The best single sentence or the joined window, whichever the model finds more contradicted."""
        return max(self.read[0], self.nearest(), key=lambda window: window.contradicted)


def read_windows(
    claims: Sequence[Claim],
    sets: Mapping[int, Sequence[tuple[int, ...]]],
    evidence: Sequence[Evidence],
    model: Entailment,
) -> dict[int, list[Window]]:
    """What the model says of these sets of sentences of each claim, in one call.

    Where several documents are offered, the sentences of each stand behind its title: of near-identical ones
    it may be all that tells which is which.
    """
    titles = _titles(evidence)
    pairs = [
        (_text(members, evidence, titles), claims[claim].content)
        for claim, of_claim in sets.items()
        for members in of_claim
    ]
    rows = iter(model.probabilities(pairs).tolist())
    return {i: [Window(members, *next(rows)[:2]) for members in of_claim] for i, of_claim in sets.items()}


def _text(members: Sequence[int], evidence: Sequence[Evidence], titles: Mapping[int, str]) -> str:
    """Return the sentences line by line, a document's title before its first one unless it is that one."""
    lines: list[str] = []
    last = 0
    for i in members:
        here = evidence[i]
        title = titles.get(here.position, "")
        if here.position != last and title and not here.sentence.text.endswith(title):
            lines.append(title)
        last = here.position
        lines.append(here.sentence.text)
    return "\n".join(lines)


def _titles(evidence: Sequence[Evidence]) -> dict[int, str]:
    """Return the title of each document, by its position; none where there is one document only."""
    documents = {one.position: one.document for one in evidence}
    return {place: title_of(document) for place, document in documents.items()} if len(documents) > 1 else {}


def title_of(document: Document) -> str:
    """Return what names a document: its first heading, else a short first line without an end mark."""
    title = next((section.title for section in document.sections[:2] if section.title), "")
    if title:
        return title
    first = next((sentence.text for section in document.sections for sentence in section.sentences), "")
    is_line = len(first.split()) <= LONGEST_TITLE and first[-1:] not in _END_MARKS
    return first if is_line else ""
