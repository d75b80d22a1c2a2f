"""Training pairs in which word overlap tells nothing: lies close to the wording, truths far from it."""

from training.hard_pairs.groups import HardPair, hard_pairs

__all__ = ["HardPair", "hard_pairs"]
