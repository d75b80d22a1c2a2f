"""The typed rules, one file each, one shape: see ``comparison``."""

from ascribe.verify.rules import dates, names, negation, numbers, qualifiers
from ascribe.verify.rules.comparison import Comparison, Rule, Text

RULES: tuple[Rule, ...] = (
    numbers.compare,
    dates.compare,
    negation.compare,
    names.compare,
    qualifiers.compare,
)
"""In the order in which their reason is named when several find something."""

__all__ = ["RULES", "Comparison", "Rule", "Text"]
