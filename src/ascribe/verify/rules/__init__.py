"""The typed rules, one file each, one shape: see ``comparison``."""

from ascribe.verify.rules import (
    binding,
    dates,
    derived,
    exchanged,
    names,
    negation,
    numbers,
    opposites,
    qualifiers,
    replaced,
    roles,
    units,
)
from ascribe.verify.rules.comparison import Comparison, Rule, Text

RULES: tuple[Rule, ...] = (
    numbers.compare,
    derived.compare,
    units.compare,
    dates.compare,
    negation.compare,
    names.compare,
    opposites.compare,
    exchanged.compare,
    qualifiers.compare,
    replaced.compare,
    binding.compare,
    roles.compare,
)
"""In the order in which their reason is named when several find something."""

__all__ = ["RULES", "Comparison", "Rule", "Text"]
