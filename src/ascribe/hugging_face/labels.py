"""The names that a model has for its values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_POSITIVE = re.compile(r"entail|support|consistent|grounded", re.IGNORECASE)


def positive_label(labels: Sequence[str]) -> str | None:
    """The label that says that the evidence holds the statement: the first that begins so; else None."""
    return next((label for label in labels if _POSITIVE.match(label)), None)


def label_names(config: Any) -> tuple[str, ...]:
    """The labels of a model's configuration, in the order of its values."""
    names = dict(config.id2label)
    return tuple(str(names.get(n, f"LABEL_{n}")) for n in range(config.num_labels))
