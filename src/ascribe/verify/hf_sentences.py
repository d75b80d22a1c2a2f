"""Which sentences state something, by a loaded classifier of single sentences, such as a SetFit model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from ascribe.errors import InputError
from ascribe.hugging_face.digest import digest
from ascribe.hugging_face.loading import folder_of
from ascribe.hugging_face.opened import opened
from ascribe.hugging_face.sentences import load_sentence_classifier
from ascribe.hugging_face.source import ModelSource
from ascribe.stages import Claim


@dataclass(frozen=True, slots=True)
class SentenceModel:
    """A SetFit model, or any text-classification model, that says which sentences need verification.

    Args:
        model: a folder or a name on the hub.
        needs: the classes of sentences that are checked; all others are ``not_checkable``.
        revision: of the model on the hub.
        token: for the hub; None takes what the hub's own library finds.
        device: where it runs; None takes the best one there is.
        batch_size: sentences for one pass.
        model_kwargs: for the library that loads it; ``allow_pickled_head=True`` is the consent to load the
            head of a SetFit model, which is a pickle and can run code.

    Raises:
        InputError: when a check begins, a model that cannot be had or that does not know these classes.
    """

    model: str | os.PathLike[str]
    needs: Sequence[str] = ("needs_verification",)
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    batch_size: int = 32
    model_kwargs: Mapping[str, Any] = field(default_factory=dict)

    def opened(self) -> Statements:
        """The model, loaded once per process."""
        source = ModelSource(
            "model",
            os.fspath(self.model),
            self.revision,
            self.token,
            self.device,
            self.batch_size,
            dict(self.model_kwargs),
        )
        return opened(repr((source, tuple(self.needs))), lambda: Statements(source, self.needs))


class Statements:
    """Tells claims that need verification from those that do not. Threads wait for one another."""

    def __init__(self, source: ModelSource, needs: Sequence[str]) -> None:
        self._classifier = load_sentence_classifier(source)
        self._needs, self._lock = tuple(needs), Lock()
        known = self._classifier.classes
        strange = [name for name in self._needs if name not in known]
        if strange or not self._needs:
            wrong = ", ".join(strange) or "none"
            raise InputError(f"needs: {source.shown} knows {', '.join(known)}; {wrong} cannot be taken.")
        self.version = f"{source.model} {digest(folder_of(source))}"

    def others(self, claims: Sequence[Claim]) -> list[str | None]:
        """For each claim that needs no verification its class, else None."""
        with self._lock:
            rows = self._classifier.probabilities(claims)
        names = [self._classifier.classes[row.argmax()] for row in rows]
        return [None if name in self._needs else name for name in names]
