"""Training pairs in which word overlap says nothing: negatives close to the wording, positives far from
it."""

from training.hard_negatives.groups import HardPair, build_hard_pairs

__all__ = ["HardPair", "build_hard_pairs"]
