"""The typed rules, one file each, one shape: see ``comparison``."""

from ascribe.verify.rules import (
    attribution,
    binding,
    bounds,
    causes,
    complements,
    conditions,
    dates,
    derived,
    directions,
    exchanged,
    modality,
    names,
    negation,
    numbers,
    opposites,
    order,
    qualifiers,
    quantifiers,
    replaced,
    roles,
    subjects,
    units,
)
from ascribe.verify.rules.comparison import Comparison, Rule, Text

RULES: tuple[Rule, ...] = (
    numbers.compare,
    derived.compare,
    units.compare,
    dates.compare,
    negation.compare,
    complements.compare,
    quantifiers.compare,
    directions.compare,
    order.compare,
    causes.compare,
    conditions.compare,
    modality.compare,
    bounds.compare,
    attribution.compare,
    opposites.compare,
    exchanged.compare,
    names.compare,
    subjects.compare,
    roles.compare,
    binding.compare,
    qualifiers.compare,
    replaced.compare,
)
"""In the order in which their reason is named when several find something."""

SETTLED: dict[str, tuple[str, ...]] = {
    "directions": ("opposites", "replaced", "roles", "qualifiers"),
    "order": ("opposites", "replaced", "roles"),
    "causes": ("opposites", "replaced", "roles"),
    "complements": ("opposites", "negation", "quantifiers", "replaced"),
}
"""Rule → rules whose findings count no more where they overlap a stretch that it explains by a formula. What
a rule that is not listed explains by one is a figure: nothing that begins in it counts, but for its place."""

__all__ = ["RULES", "SETTLED", "Comparison", "Rule", "Text"]
