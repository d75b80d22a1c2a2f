"""Which model is asked for, and how it is to be loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model and how it is to be loaded.

    Args:
        parameter: the name under which it was asked for; errors begin with it.
        model: a name on the hub or a folder; those who ask may allow more.
        revision: of the model on the hub.
        token: for the hub; None takes what the hub's own library finds.
        device: where it runs, as torch names devices; None takes the best one there is.
        batch_size: texts or pairs for one pass.
        keywords: for the library that loads it.
    """

    parameter: str
    model: Any
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    batch_size: int = 16
    keywords: dict[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """How errors name it."""
        return f"{self.parameter} {self.model!r}"

    @property
    def keywords_name(self) -> str:
        """The parameter that ``keywords`` were given for."""
        return f"{self.parameter}_kwargs"
