"""``ReferencePredictor``: references from spans of an answer to spans of its documents."""

from ascribe.compat.reference_predictor.predictor import (
    AnswerSentence,
    PredictedReferences,
    ReferencePredictor,
    groundedness,
)

__all__ = ["AnswerSentence", "PredictedReferences", "ReferencePredictor", "groundedness"]
