"""How much may be asked, and when to stop asking an endpoint that does not answer."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from ascribe.errors import AnswerError, EndpointError

PATIENCE = 3
"""Questions in a row without an answer, each with its retries, after which no more is asked."""

_HOPELESS = (401, 403, 404)
"""Statuses that every other question would get too: a wrong key, a wrong address, a wrong model."""


class Budget:
    """Calls and tokens that are left.

    Args:
        calls: questions that may be put to the model. Requests that are made again because the line broke
            or the server was busy are part of one call.
        tokens: of questions and answers together.
    """

    def __init__(self, calls: int, tokens: int) -> None:
        self.calls = calls
        self.tokens = tokens

    def affords(self, worst: Iterable[int]) -> int:
        """How many of the next questions fit in what is left, if each costs its worst case in tokens."""
        count, tokens = 0, self.tokens
        for one in worst:
            tokens -= one
            if count == self.calls or tokens < 0:
                break
            count += 1
        return count

    def spend(self, tokens: int) -> None:
        """One call was made, of that many tokens."""
        self.calls -= 1
        self.tokens -= tokens


class Outage:
    """Whether an endpoint is down, so that a long reply does not wait for it sentence by sentence."""

    def __init__(self) -> None:
        self._left = PATIENCE
        self._last: EndpointError | None = None
        self._lock = threading.Lock()

    @property
    def last(self) -> EndpointError | None:
        """The failure for which no more is asked; None while the endpoint is up."""
        with self._lock:
            return self._last if self._left <= 0 else None

    def note(self, failure: EndpointError | None) -> None:
        """How the latest question ended. An answer without text is one too."""
        with self._lock:
            if failure is None or isinstance(failure, AnswerError):
                self._left = PATIENCE
                return
            self._last = failure
            self._left = 0 if failure.status in _HOPELESS else self._left - 1
