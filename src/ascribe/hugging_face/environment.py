"""Which model the tier ``hf`` asks where the caller names none: two environment variables."""

from __future__ import annotations

import os

from ascribe.errors import InputError

MODEL, LABELS = "ASCRIBE_HF_MODEL", "ASCRIBE_HF_LABELS"
"""A folder or a name on the hub, and names for its labels: ``LABEL_0=contradiction,LABEL_1=entailment``."""


def model_name() -> str:
    """The model.

    Raises:
        InputError: the variable is not set.
    """
    name = os.environ.get(MODEL, "").strip()
    if not name:
        raise InputError(
            f"The tier hf has no model: set {MODEL} to a folder or to a name on the Hugging Face hub."
        )
    return name


def names_of_labels() -> dict[str, str]:
    """Label → the name that it is to have; empty if the variable is not set.

    Raises:
        InputError: it is no list of pairs.
    """
    text = os.environ.get(LABELS, "")
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(label.strip() and name.strip() for label, _, name in pairs):
        raise InputError(
            f"{LABELS} is {text!r}; give pairs such as LABEL_0=contradiction,LABEL_1=entailment."
        )
    return {label.strip(): name.strip() for label, _, name in pairs}
