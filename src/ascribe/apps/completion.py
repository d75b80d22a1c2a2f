"""Values that the shell completes: names of components, and fixed choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completer = Callable[[str], list[str]]


def complete_components(*stages: str) -> Completer:
    """Return a completer for the names of the components of these stages, those of other packages too."""

    def complete(incomplete: str) -> list[str]:
        from ascribe.registry import components

        return _select((row.name for stage in stages for row in components(stage)), incomplete)

    return complete


def complete_choices(*choices: str) -> Completer:
    """Return a completer for fixed values."""

    def complete(incomplete: str) -> list[str]:
        return _select(choices, incomplete)

    return complete


def complete_statuses(incomplete: str) -> list[str]:
    """Complete the last of several statuses, separated by commas."""
    from ascribe.apps.failure_gate import CITATION_FAILURES
    from ascribe.records.outcomes import STATUSES

    before, comma, last = incomplete.rpartition(",")
    given = before.split(",")
    left = [name for name in (*STATUSES, *CITATION_FAILURES, "none") if name not in given]
    return [before + comma + name for name in _select(left, last)]


def _select(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
