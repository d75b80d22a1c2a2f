"""Find the format of a reference list by its name."""

from __future__ import annotations

from typing import Any

from ascribe import registry
from ascribe.errors import InputError


def resolve_reference_format(references: Any) -> Any:
    """Return the reference format of that name; a name that ends in ``.csl`` is a CSL style."""
    if references is not None and not isinstance(references, str) and not hasattr(references, "entries"):
        raise InputError(
            f"references must be a name, a ReferenceFormat or None, got {type(references).__name__}."
        )
    if not isinstance(references, str):
        return references
    if references.endswith(".csl"):
        return registry.load("references", "csl")(references)
    return registry.make("references", references)
