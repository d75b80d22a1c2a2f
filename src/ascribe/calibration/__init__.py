"""Fits the probability of tier ``builtin`` and the bars of its levels on labelled files.

labelled files → statements with the features of their verdicts → fit → combiner, with a report on it.
"""

from ascribe.calibration.report import Report, calibrated

__all__ = ["Report", "calibrated"]
