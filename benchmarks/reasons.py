"""Reason codes that name each kind of fault, for suites whose negatives are labelled with their fault."""

from __future__ import annotations

from ascribe import Verdict

_UNSAID = (
    "not_found",
    "not_entailed",
    "partly_covered",
    "word_added",
    "word_replaced",
    "clause_not_found",
    "content_",
)
_NUMBER = ("number_mismatch", "number_not_found", "number_refuted", "number_not_entailed")

CODES: dict[str, tuple[str, ...]] = {
    "number": ("number_", "range_", "figure_", "derivation_", "bound_"),
    "date": ("date_", *_NUMBER),
    "unit": ("unit_", *_NUMBER),
    "negation": ("negation_",),
    "polarity": ("polarity_", "negation_"),
    "modality": ("modality_",),
    "quantifier": ("quantifier_", "bound_", "negation_"),
    "comparison": ("comparison_", "polarity_"),
    "entity": ("name_", "roles_", "subject_", "other_subject", "word_replaced"),
    "role": ("roles_", "name_", "subject_", "other_subject"),
    "attribution": ("attribution_",),
    "temporal": ("order_", "date_"),
    "cause": ("cause_",),
    "condition": ("condition_",),
    "scope": ("qualifier_", "quantifier_", "word_replaced", "word_added", "partly_covered"),
    "missing": (*_UNSAID, "name_not_found", "name_not_entailed"),
    "arithmetic": ("derivation_", "number_"),
}
"""Kind of fault → prefixes of the codes that name it. If two kinds overlap, both count: a wrongly converted
figure is also a wrong number."""


def is_named(verdict: Verdict, kind: str) -> bool:
    """Return True if the verdict's reason names that kind of fault."""
    return verdict.reason.startswith(CODES[kind])
