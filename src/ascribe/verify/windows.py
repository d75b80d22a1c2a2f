"""What the entailment model reads for a claim: a few sentences, joined in the order of the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


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
