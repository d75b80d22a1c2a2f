"""The fewest sentences that entail a claim, found with few questions to the model.

The examination has read every claim beside single sentences and beside joined ones. Only where a joined
window is the smallest that entails the claim is more asked: first of its best two members, its best three and
so on, then of what is left without each of its members, until each is needed. Each round is one call for all
claims, and what was read before is not read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.stages import Claim, Evidence
from ascribe.verify.entailed_windows import Entailment, Window, Windows, read_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

Members = tuple[int, ...]
Sets = dict[int, list[Members]]


def fewest(
    claims: Sequence[Claim],
    found: Mapping[int, Windows],
    enough: float,
    evidence: Sequence[Evidence],
    matrix: NDArray[np.float64],
    model: Entailment,
) -> dict[int, Window]:
    """For each claim the smallest window that entails it by itself: without any of its members it does not.

    Args:
        claims: of the reply.
        found: index of a claim → what was read for it.
        enough: probability of the class entailed; see ``Windows.smallest``.
        evidence: all sentences.
        matrix: the score of each sentence for each claim.
        model: that read them.
    """
    chosen = {i: one.smallest(enough) for i, one in found.items()}
    asked = {i: _starts(window, found[i].before, matrix[i]) for i, window in chosen.items()}
    for i, windows in read_windows(claims, asked, evidence, model).items():
        chosen[i] = next((w for w in windows if w.entailed >= found[i].bar(enough)), chosen[i])
    asked = {i: _rests(window, found[i].before) for i, window in chosen.items()}
    while any(asked.values()):
        read = read_windows(claims, asked, evidence, model)
        best = {i: max(windows, key=_entailed) for i, windows in read.items() if windows}
        smaller = {i: window for i, window in best.items() if window.entailed >= found[i].bar(enough)}
        chosen |= smaller
        asked = {i: _rests(window, found[i].before) for i, window in smaller.items()}
    return chosen


def _entailed(window: Window) -> float:
    return window.entailed


def _starts(window: Window, before: Mapping[int, int], row: NDArray[np.float64]) -> list[Members]:
    """Its best two members, its best three and so on, each in the order of the window."""
    ranked = sorted(window.members, key=lambda member: (-row[member], member))
    grown = ({*ranked[:size]} for size in range(2, len(ranked)))
    closed = (one | {before[m] for m in one if before.get(m) in window.members} for one in grown)
    sets = dict.fromkeys(tuple(sorted(one, key=window.members.index)) for one in closed)
    return [one for one in sets if len(one) < len(window.members)]


def _rests(window: Window, before: Mapping[int, int]) -> list[Members]:
    """The window without each member; a sentence with a leading pronoun keeps the one that explains it."""
    explaining = {before[member] for member in window.members if member in before}
    dropped = (member for member in window.members if member not in explaining)
    rests = (tuple(other for other in window.members if other != member) for member in dropped)
    return [rest for rest in rests if rest]
