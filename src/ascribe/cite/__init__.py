"""Stage 3: which source sentences to cite for a claim."""

from ascribe.cite.best_evidence import BestEvidence
from ascribe.cite.threshold_decay import ThresholdDecay

__all__ = ["BestEvidence", "ThresholdDecay"]
