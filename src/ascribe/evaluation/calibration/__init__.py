"""Calibration: fit thresholds and probabilities to labelled data of the user's own.

Labelled statements with the features of their verdicts give a combiner: the probability of tier ``builtin``
and the thresholds of its levels. Questions with known answers give a threshold for answers, of which at most
a given share is wrong.
"""

from ascribe.evaluation.calibration.answer_threshold import (
    AnswerReport,
    calibrate_answer_threshold,
)
from ascribe.evaluation.calibration.report import Report, calibrate_combiner

__all__ = ["AnswerReport", "Report", "calibrate_answer_threshold", "calibrate_combiner"]
