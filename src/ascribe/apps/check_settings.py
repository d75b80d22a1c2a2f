"""What ``ascribe check`` works with: the command line, over a configuration file, over the defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ascribe.apps.failure_gate import FailureGate, check_fail_under, parse_failing
from ascribe.apps.inputs import parse_source_path, parse_strictness
from ascribe.baseline import Baseline
from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.records.outcomes import FAILING

if TYPE_CHECKING:
    from ascribe.library.config import Config
    from ascribe.pipeline import CheckArguments

DEFAULTS: Mapping[str, Any] = {"strictness": "balanced", "policy": "best_evidence", "fail_on": FAILING}


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """The sources, the options of ``ascribe.check``, and what fails.

    Args:
        sources: files and folders.
        options: the options of ``ascribe.check``.
        failing: statuses that fail.
        fail_under: share of supported statements below which a check fails.
        baseline: file of known failures.
    """

    sources: list[Path]
    options: CheckArguments
    failing: tuple[str, ...]
    fail_under: float | None = None
    baseline: Path | None = None

    def build_gate(self) -> FailureGate:
        """Build what decides the exit code, with the known failures read."""
        known = Baseline.read(self.baseline) if self.baseline else Baseline()
        return FailureGate(self.failing, self.fail_under, known)


def read_check_settings(config: Path | None, replies: Sequence[str] = (), **given: Any) -> CheckSettings:
    """Return the settings: a given value that is None takes that of the file, or else the default.

    ``replies`` are the files of the replies, for messages.

    Raises:
        InputError: there are no sources, or a value cannot be used; names it.
    """
    from_file = {name: value for name, value in _read_file_settings(config).items() if value is not None}
    chosen = {**DEFAULTS, **from_file, **{name: value for name, value in given.items() if value is not None}}
    sources = _parse_sources(given["sources"], from_file.get("sources") or [], given["library"], replies)
    fail_under = chosen.get("fail_under")
    check_fail_under(fail_under)
    if chosen.get("strictness") is not None:
        parse_strictness(chosen["strictness"])  # before anything is loaded
    limits = chosen.get("limits") or Limits()
    if chosen.get("max_chars") is not None:
        limits = replace(limits, max_chars=chosen["max_chars"])
    names = ("tier", "strictness", "language", "scorer", "policy", "calibration")
    options = cast("CheckArguments", {**{name: chosen.get(name) for name in names}, "limits": limits})
    return CheckSettings(sources, options, tuple(chosen["fail_on"]), fail_under, chosen.get("baseline"))


def _parse_sources(
    given: Sequence[str] | None, configured: Sequence[Path], library: str | None, replies: Sequence[str]
) -> list[Path]:
    """Return the files and folders; none if a library has the sources."""
    if given and library is not None:
        raise InputError("-s and --library exclude each other; add the files to the library first.")
    if library is not None:
        return []
    if given:
        return [parse_source_path(name) for name in given]
    if configured:
        return list(configured)
    if len(replies) > 1:
        raise InputError(
            f"there are no sources, as every file without -s is read as a reply; put -s before {replies[1]} "
            "and each further source."
        )
    raise InputError(
        "there are no sources; give -s with a file or folder, --library with a library, or sources in the "
        "table [check] of the file of --config."
    )


def _read_file_settings(config: Path | None) -> dict[str, Any]:
    """Return the settings of the file, by name."""
    if config is None:
        return {}
    from ascribe.library.config import read_config

    read: Config = read_config(config)
    own = read.check
    try:
        fail_on = None if own.fail_on is None else parse_failing(",".join(own.fail_on))
    except InputError as error:
        raise InputError(f"{config}: check.fail_on: {error}") from error
    return {
        "strictness": read.strictness,
        "tier": read.tier,
        "language": read.language,
        "limits": read.limits,
        "sources": own.sources,
        "scorer": own.scorer,
        "policy": own.policy,
        "calibration": own.calibration,
        "fail_on": fail_on,
        "fail_under": own.fail_under,
        "baseline": own.baseline,
    }
