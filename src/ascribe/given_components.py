"""Components as a caller gives them: a registered name, an object, or a factory that makes one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeGuard, cast

from ascribe import registry
from ascribe.errors import InputError, UnknownComponentError, describe_type
from ascribe.protocols import TierChoice, Verifier, VerifierFactory

TIERS_BY_STRENGTH = ("builtin", "rules")
"""Built-in tiers, strongest first. ``tier=None`` selects the first one that is installed."""

_STAGES = {
    "scorer": ("score", ("score",)),
    "policy": ("cite", ("cite", "thresholds")),
    "tier": ("verify", ("verify", "tier", "thresholds")),
}
"""Argument → its stage, and the attributes that its component must have."""


def check_choice(argument: str, given: object, *options: str) -> None:
    """Check that what is given is a registered name, a component, or a factory that takes these options."""
    if isinstance(given, str):
        registry.load(_STAGES[argument][0], given)
    elif _is_factory(given, argument):
        _check_factory(argument, given, options)
    else:
        _check_component(argument, given)


def _is_factory(given: object, argument: str) -> TypeGuard[Callable[..., Any]]:
    """Return True for a class, or a function that is no component itself."""
    is_component = all(hasattr(given, name) for name in _STAGES[argument][1])
    return callable(given) and (isinstance(given, type) or not is_component)


def _check_component(argument: str, given: object) -> None:
    """Check that an object has the attributes that its stage needs."""
    needed = _STAGES[argument][1]
    if not all(hasattr(given, name) for name in needed):
        raise InputError(
            f"{argument}: expected a name or an object with {' and '.join(map(repr, needed))}, got "
            f"{describe_type(given)}."
        )


def make_component(argument: str, given: Any, **options: Any) -> Any:
    """Return the component that a name, a factory or the component itself stands for."""
    if isinstance(given, str):
        return registry.make(_STAGES[argument][0], given, **options)
    if not _is_factory(given, argument):
        return given
    made = given(**options)
    _check_component(argument, made)
    return made


def resolve_verifier_factory(tier: TierChoice | None, calibration: str | Path | None) -> VerifierFactory:
    """Return a factory for the verifier, with the calibration file bound if the tier accepts one."""
    name = tier if isinstance(tier, str) else _find_strongest_tier() if tier is None else None
    declared = registry.load("verify", name) if name else tier
    make = partial(registry.make, "verify", name) if name else _wrap_as_factory(tier)
    if calibration is None:
        return make
    if not isinstance(calibration, str | Path):
        raise InputError(f"calibration must be the path of a file, got {type(calibration).__name__}.")
    if not callable(declared) or "calibration" not in inspect.signature(declared).parameters:
        known = getattr(declared, "tier", "of that name")
        raise InputError(
            f"The tier {known} takes no calibration file; leave it out, or use the tier builtin or large."
        )
    return partial(make, calibration=Path(calibration))


def _find_strongest_tier() -> str:
    names = {row.name for row in registry.components("verify")}
    for name in TIERS_BY_STRENGTH:
        if name in names:
            return name
    raise UnknownComponentError("No verifier is installed; reinstall ascribe.")


def _wrap_as_factory(tier: Any) -> Callable[..., Verifier]:
    """Return a factory unchanged; wrap an object that is a verifier or scores pairs in a factory."""
    if _scores_pairs(tier):
        from ascribe.verify.pair_score_verifier import PairScoreTier

        return PairScoreTier(tier)
    if _is_factory(tier, "tier"):
        _check_factory("tier", tier, ("strictness", "language"))
        return cast("Callable[..., Verifier]", tier)
    _check_component("tier", tier)
    return lambda **_: cast("Verifier", tier)


def _check_factory(argument: str, factory: Callable[..., Any], options: Sequence[str]) -> None:
    """Check that a class or function can be called with these options, as a factory is."""
    try:
        inspect.signature(factory).bind(**dict.fromkeys(options))
    except TypeError as error:
        name = getattr(factory, "__name__", type(factory).__name__)
        taken = f"{' and '.join(options)}, by name," if options else "no argument"
        noun = "verifier" if argument == "tier" else argument
        raise InputError(
            f"{argument}: {name} must take {taken} and return a {noun} ({error}); or give the {noun} itself."
        ) from None
    except ValueError:  # a built-in without a signature
        return


def _scores_pairs(tier: Any) -> bool:
    """Return True for an object with ``score_pairs`` that is no verifier of ours; it may be a model."""
    return hasattr(tier, "score_pairs") and not isinstance(tier, type) and not hasattr(tier, "thresholds")
