"""What an operator sees: counters of the service in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from ascribe.records import Answer

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


class Metrics:
    """The counters of one service.

    Args:
        count_waiting: returns the number of checks that wait.
        count_running: returns the number of checks that run.
    """

    def __init__(self, count_waiting: Callable[[], int], count_running: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "ascribe_requests", "Requests", ["method", "route", "code"], registry=self._registry
        )
        self._seconds = Histogram(
            "ascribe_request_seconds",
            "Time from a request to the end of its answer",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._sentences = Counter(
            "ascribe_sentences", "Checked sentences", ["status"], registry=self._registry
        )
        self._rejected = Counter("ascribe_rejected", "Refused requests", ["reason"], registry=self._registry)
        waiting = Gauge("ascribe_queue_length", "Checks that wait", registry=self._registry)
        waiting.set_function(count_waiting)
        running = Gauge("ascribe_running", "Checks that run", registry=self._registry)
        running.set_function(count_running)

    def count_request(self, method: str, route: str, code: int, seconds: float) -> None:
        """Count a request that has ended."""
        self._requests.labels(method, route, str(code)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def count_rejection(self, reason: str) -> None:
        """Count a request that was refused, by the code of its error."""
        self._rejected.labels(reason).inc()

    def count_sentences(self, answer: Answer) -> None:
        """Count the sentences of an answer by status."""
        for status, count in answer.status_counts().items():
            self._sentences.labels(status).inc(count)

    def render(self) -> bytes:
        """Return all counters as text."""
        return bytes(generate_latest(self._registry))
