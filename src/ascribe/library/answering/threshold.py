"""Calibrated abstention thresholds: load one and check that the settings match the calibration."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.inference.model_files import get_model_versions
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.options import AskOptions
from ascribe.library.reranking import BUILTIN, resolve_reranker
from ascribe.pipeline import CheckConfig
from ascribe.read.document import to_json_values
from ascribe.version import __version__

_WAY_OUT = "make one with: ascribe calibrate --questions"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationContext:
    """The settings of the questions in a calibration. With other settings, its threshold guarantees nothing.

    Args:
        strictness: the level.
        tier: the tier of the verifier.
        top: the most passages that the generator is given.
        verify: whether answers were verified.
        encode: whether every passage had vectors before the questions, so that the search by meaning covers
            it.
        where: metadata that the searched documents must have; None for all documents.
        versions: component → version: Ascribe, the built-in models, those of the tier and of the reranker.
        rerank: what ordered the passages.
    """

    strictness: str
    tier: str
    top: int
    verify: bool
    encode: bool
    where: dict[str, Any] | None
    versions: dict[str, str]
    rerank: str = BUILTIN


@dataclass(frozen=True, slots=True, kw_only=True)
class AbstentionThreshold:
    """A calibrated threshold with its guarantee.

    Args:
        threshold: least confidence at which a question is answered.
        risk: the requested limit for the share of wrong answers among those given.
        confidence: of the guarantee.
        bound: share of wrong answers that is not exceeded, at that confidence.
        asked: number of questions in the calibration.
        answered: number of those that are answered.
        wrong: number of those that are answered wrongly.
        asked_with: the settings.
    """

    threshold: float
    risk: float
    confidence: float
    bound: float
    asked: int
    answered: int
    wrong: int
    asked_with: CalibrationContext


def build_calibration_context(
    options: AskOptions, check_config: CheckConfig, *, encoded: bool, language: str | None
) -> CalibrationContext:
    """Build the settings of questions that are asked with these options.

    ``encoded`` describes the library; ``language`` is the one that the verifier is built for.
    """
    reranker = resolve_reranker(options.rerank)
    verifier = check_config.make_verifier(strictness=check_config.strictness, language=language)
    return CalibrationContext(
        strictness=check_config.strictness,
        tier=verifier.tier,
        top=options.top,
        verify=options.verify,
        encode=encoded,
        where=None if options.where is None else to_json_values(options.where),
        versions={
            "ascribe": __version__,
            **get_model_versions(),
            **getattr(verifier, "versions", {}),
            **(reranker.versions if reranker else {}),
        },
        rerank=reranker.name if reranker else BUILTIN,
    )


def load_calibrated_generator(
    file: str | Path, options: AskOptions, check_config: CheckConfig, *, encoded: bool, language: str | None
) -> ExtractiveGenerator:
    """Load the extractive generator with the threshold of that file.

    Raises:
        InputError: another generator is requested, the file is not a calibration, or it was made with other
            settings or models; the message says which.
    """
    if options.generator != "extractive":
        raise InputError(
            f"{file}: a calibration works only with generator='extractive'; leave one of them out."
        )
    known = load_abstention_threshold(Path(file))
    here = build_calibration_context(options, check_config, encoded=encoded, language=language)
    for field in fields(CalibrationContext):
        made, asked = getattr(known.asked_with, field.name), getattr(here, field.name)
        if made != asked:
            differ = (
                f"{field.name} {made!r}, not {asked!r}"
                if field.name != "versions"
                else "another version of Ascribe or a model"
            )
            raise InputError(f"{file}: made with {differ}; use the same settings, or calibrate again.")
    return ExtractiveGenerator(known.threshold)


def load_abstention_threshold(path: Path) -> AbstentionThreshold:
    """Load the threshold from a JSON file.

    Raises:
        InputError: the file is missing or is not a calibration; the message names it.
    """
    import msgspec

    try:
        found = msgspec.json.decode(path.read_bytes(), type=AbstentionThreshold)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {_WAY_OUT}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a calibration of questions ({error}); {_WAY_OUT}.") from error
    if not 0.0 <= found.threshold <= 1.0:
        raise InputError(f"{path}: threshold must be from 0 to 1, got {found.threshold}; {_WAY_OUT}.")
    return found
