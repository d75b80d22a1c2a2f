"""Stage 3: policies that select the source sentences to cite for each claim."""

from ascribe.cite.best_evidence import BestEvidence
from ascribe.cite.threshold_decay import ThresholdDecay

__all__ = ["BestEvidence", "ThresholdDecay"]
