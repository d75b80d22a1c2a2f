"""What to write instead of an option that a command does not have, but people try."""

from __future__ import annotations

from collections.abc import Mapping

_OUT = "the file of the results is the second argument, without an option: ascribe batch IN OUT"
_GATES = "give it to ascribe batch, which has the verdicts; compare has --fail-if-worse and --max-worse"

OPTION_HINTS: Mapping[str, Mapping[str, str]] = {
    "batch": {"-o": _OUT, "--output": _OUT},
    "compare": {"--fail-on": _GATES, "--fail-under": _GATES},
}
"""Command → option that it does not have → what to write instead."""


def explain_option(command: str, option: str) -> str:
    """Return what to write instead of the option; empty if nobody is known to try it."""
    return OPTION_HINTS.get(command, {}).get(option, "")
