"""Answers and their documents → answers with references from span to span.

split_rules → sentences; prediction → verifiability; windows; given → pairing → best_first; labelling; models;
parameters → predictor.
"""

from ascribe.systems.reference_predictor.prediction import (
    AnswerSentence,
    PredictedReferences,
    groundedness,
)
from ascribe.systems.reference_predictor.predictor import ReferencePredictor

__all__ = ["AnswerSentence", "PredictedReferences", "ReferencePredictor", "groundedness"]
