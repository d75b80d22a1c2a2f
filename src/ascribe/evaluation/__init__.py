"""Evaluation of verdicts and citations on the user's own labelled files, and calibration to such files.

files → labelled records → items → predictors and baselines → metrics with intervals → results → tables.
"""

from ascribe.evaluation.predictors import Prediction, Predictor
from ascribe.evaluation.results import Evaluation
from ascribe.evaluation.run import evaluate

__all__ = ["Evaluation", "Prediction", "Predictor", "evaluate"]
