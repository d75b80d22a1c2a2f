"""How good the verdicts and citations are, on labelled files of the user's own.

files → labelled records → items → predictors and floors → metrics with intervals → results → tables.
"""

from ascribe.evaluation.predictors import Prediction, Predictor
from ascribe.evaluation.results import Evaluation
from ascribe.evaluation.run import evaluate

__all__ = ["Evaluation", "Prediction", "Predictor", "evaluate"]
