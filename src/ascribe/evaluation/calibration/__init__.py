"""Calibration: fit probabilities and thresholds to the user's own labelled data.

Labelled statements with the features of their verdicts give a combiner: the probability of tier ``builtin``
and the thresholds of its levels. Questions with known answers give a confidence threshold above which at most
a given share of the answers is wrong.
"""

from ascribe.evaluation.calibration.answer_threshold import (
    AnswerReport,
    calibrate_answer_threshold,
)
from ascribe.evaluation.calibration.report import Report, calibrate_combiner

__all__ = ["AnswerReport", "Report", "calibrate_answer_threshold", "calibrate_combiner"]
