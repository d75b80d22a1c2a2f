"""The probability that a claim is supported, given what tier ``rules`` found.

Fitted on labelled training pairs by ``benchmarks/fit_probability.py``, which prints the constants.
"""

from __future__ import annotations

import math

from ascribe.records.outcomes import Status

SLOPE, INTERCEPT = 4.53, -2.61
"""Logistic regression of the label on coverage, over pairs where the rules confirm everything."""

SHARES: dict[Status, float] = {"contradicted": 0.12, "unsupported": 0.22}
"""Share of supported claims among those that the rules found contradicted, or nowhere in the sources."""


def probability(status: Status, coverage: float) -> float:
    """A number in [0, 1], comparable over claims. ``coverage`` is the weighted share of content found."""
    if status in SHARES:
        return SHARES[status]
    return 1.0 / (1.0 + math.exp(-(SLOPE * coverage + INTERCEPT)))
