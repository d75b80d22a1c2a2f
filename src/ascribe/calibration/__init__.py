"""Fits what Ascribe decides by to labelled data of the user's own.

labelled files → statements with the features of their verdicts → fit → combiner, with a report on it: the
probability of tier ``builtin`` and the bars of its levels. questions → answers of a library → risk → a bar
for answers of which at most a given share is wrong.
"""

from ascribe.calibration.answers import AnswerReport, calibrated_answers
from ascribe.calibration.report import Report, calibrated

__all__ = ["AnswerReport", "Report", "calibrated", "calibrated_answers"]
