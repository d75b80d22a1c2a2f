"""Calibrated abstention thresholds: load one and check that the question is asked as in the calibration."""

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
    """How the questions were asked: whoever asks otherwise gets other answers, of which nothing is known.

    Args:
        strictness: the level.
        tier: who checked.
        top: passages that were offered.
        verify: whether anybody checked.
        encode: whether every passage had its vectors before it was asked, so that its meaning is searched.
        where: metadata of the documents that were asked; None for all of them.
        versions: Ascribe, the built-in models, those of the tier and of the reranker → what each was.
        rerank: who ordered the passages.
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
    """A bar with what it promises.

    Args:
        bar: confidence from which a question is answered.
        risk: share of wrong answers, among those given, that was asked for.
        confidence: that it is kept.
        bound: share of wrong answers that is not exceeded, at that confidence.
        asked: questions that it was found on.
        answered: those of them that it answers.
        wrong: those of these that are answered wrongly.
        asked_with: how.
    """

    bar: float
    risk: float
    confidence: float
    bound: float
    asked: int
    answered: int
    wrong: int
    asked_with: CalibrationContext


def build_calibration_context(
    told: AskOptions, choice: CheckConfig, *, encoded: bool, language: str | None
) -> CalibrationContext:
    """How the questions are asked with these options.

    ``encoded`` is of the library, ``language`` that in which the verifier is made.
    """
    reranker = resolve_reranker(told.rerank)
    verifier = choice.make_verifier(strictness=choice.strictness, language=language)
    return CalibrationContext(
        strictness=choice.strictness,
        tier=verifier.tier,
        top=told.top,
        verify=told.verify,
        encode=encoded,
        where=None if told.where is None else to_json_values(told.where),
        versions={
            "ascribe": __version__,
            **get_model_versions(),
            **getattr(verifier, "versions", {}),
            **(reranker.versions if reranker else {}),
        },
        rerank=reranker.name if reranker else BUILTIN,
    )


def load_calibrated_generator(
    file: str | Path, told: AskOptions, choice: CheckConfig, *, encoded: bool, language: str | None
) -> ExtractiveGenerator:
    """The extractive generator with the bar of that file.

    Raises:
        InputError: another generator is asked for, the file is no such file, or it holds for other
            circumstances or models than these; the message says which.
    """
    if told.generator != "extractive":
        raise InputError(
            f"{file}: a calibration is for the generator 'extractive' by its name; leave one of them out."
        )
    known = load_abstention_threshold(Path(file))
    here = build_calibration_context(told, choice, encoded=encoded, language=language)
    for field in fields(CalibrationContext):
        made, asked = getattr(known.asked_with, field.name), getattr(here, field.name)
        if made != asked:
            differ = (
                f"{field.name} {made!r}, not {asked!r}"
                if field.name != "versions"
                else "another version of Ascribe or a model"
            )
            raise InputError(f"{file}: made with {differ}; ask so, or calibrate again.")
    return ExtractiveGenerator(known.bar)


def load_abstention_threshold(path: Path) -> AbstentionThreshold:
    """The bar of a JSON file.

    Raises:
        InputError: the file is missing or is none; the message names it.
    """
    import msgspec

    try:
        found = msgspec.json.decode(path.read_bytes(), type=AbstentionThreshold)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {_WAY_OUT}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a calibration of questions ({error}); {_WAY_OUT}.") from error
    if not 0.0 <= found.bar <= 1.0:
        raise InputError(f"{path}: bar must be from 0 to 1, got {found.bar}; {_WAY_OUT}.")
    return found
