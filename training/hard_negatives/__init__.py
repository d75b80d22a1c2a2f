"""Training pairs that word overlap cannot solve: hard negatives near the wording, positives far from it."""

from training.hard_negatives.groups import HardPair, build_hard_pairs

__all__ = ["HardPair", "build_hard_pairs"]
