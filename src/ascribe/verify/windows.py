"""What is read for a claim: a few sentences, joined in an order that no order of the sources changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ascribe.stages import Evidence


def in_reading_order(members: Sequence[int], evidence: Sequence[Evidence]) -> tuple[int, ...]:
    """The sentences as they are read: documents in the order of their first member, each in its own order.

    With the best member first, it makes no difference in which order the documents were given.
    """
    rank: dict[int, int] = {}
    for member in members:
        rank.setdefault(evidence[member].position, len(rank))
    return tuple(sorted(members, key=lambda member: (rank[evidence[member].position], member)))


def joint_window(
    ranked: Sequence[int], lengths: Sequence[int] | Mapping[int, int], budget: int, most: int
) -> tuple[int, ...]:
    """Indices of the best sentences that fit together, in the order of the source.

    Args:
        ranked: indices of sentences, best first.
        lengths: tokens of each sentence, by its index.
        budget: tokens that the window may have. The best sentence is taken even if it is longer.
        most: sentences that the window may have.
    """
    chosen: list[int] = []
    for index in ranked:
        if len(chosen) == most:
            break
        if chosen and lengths[index] > budget:
            continue
        chosen.append(index)
        budget -= lengths[index]
    return tuple(sorted(chosen))
