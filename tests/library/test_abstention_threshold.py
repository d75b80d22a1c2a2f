"""A calibration of questions: used as it was made, refused otherwise."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ascribe import InputError, __version__
from ascribe.inference.model_files import get_model_versions
from ascribe.library import Library
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.answering.threshold import (
    AbstentionThreshold,
    CalibrationContext,
    load_abstention_threshold,
)
from ascribe.library.options import AskOptions

SOURCE = "Die Mühle von Arle wurde im Jahr 1871 gebaut."
QUESTION = "Wann wurde die Mühle von Arle gebaut?"
VAGUE = "Wann wurde die Mühle verkauft?"
"""Half of its words are in the source, and no model reads German: its confidence is that share."""

VERSIONS = {"ascribe": __version__, **get_model_versions()}
MADE = CalibrationContext(
    strictness="balanced", tier="rules", top=5, verify=True, encode=False, where=None, versions=VERSIONS
)


def written(folder: Path, **changed: Any) -> Path:
    known: dict[str, Any] = {
        "threshold": 0.9, "risk": 0.1, "confidence": 0.95, "bound": 0.08, "asked": 60, "answered": 50,
        "wrong": 1, "asked_with": MADE,
    }  # fmt: skip
    path = folder / "ask.json"
    path.write_bytes(msgspec.json.encode(AbstentionThreshold(**{**known, **changed})))
    return path


@pytest.fixture
def library():
    with Library(encode=False) as made:
        made.add({"id": "mill", "text": SOURCE}, language="de")
        yield made


def ask(library: Library, question: str, file: Path | str, **options: Any) -> Any:
    return library.ask(question, calibration=file, **{"tier": "rules", "language": "de", **options})


def test_its_bar_decides_what_is_answered(library, tmp_path) -> None:
    sure = library.ask(QUESTION, tier="rules", language="de").confidence
    unsure = library.ask(VAGUE, tier="rules", language="de", generator=ExtractiveGenerator(0.0)).confidence
    assert unsure < sure
    between = written(tmp_path, threshold=(sure + unsure) / 2)
    assert ask(library, QUESTION, between).reply == SOURCE
    assert ask(library, VAGUE, str(between)).refusal_reason == "no_evidence"
    assert ask(library, VAGUE, written(tmp_path, threshold=0.0)).confidence == unsure
    assert not ask(library, VAGUE, written(tmp_path, threshold=unsure)).was_refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"top": 3}, "made with top 5, not 3"),
        ({"tier": "builtin"}, "made with tier 'rules', not 'builtin'"),
        ({"strictness": "loose"}, "made with strictness 'balanced', not 'loose'"),
        ({"verify": False}, "made with verify True, not False"),
        ({"where": {"year": (1871,)}}, "made with where None, not {'year': [1871]}"),
        ({"generator": lambda *_: SOURCE}, "a calibration works only with generator='extractive'"),
        ({"generator": ExtractiveGenerator(0.5)}, "a calibration works only with generator='extractive'"),
    ],
)
def test_it_promises_nothing_of_answers_that_are_made_otherwise(library, tmp_path, options, message) -> None:
    file = written(tmp_path)
    with pytest.raises(InputError) as caught:
        ask(library, QUESTION, file, **options)
    assert str(caught.value).startswith(f"{file}: ")
    assert message in str(caught.value)


def test_it_holds_for_the_documents_that_it_was_made_with(library, tmp_path) -> None:
    file = written(tmp_path, asked_with=replace(MADE, where={"year": [1871]}))
    assert ask(library, QUESTION, file, where={"year": [1871]}).refusal_reason == "no_evidence"
    for where in ({"year": [1872]}, None):
        with pytest.raises(InputError, match=r"made with where {'year': \[1871\]}, not "):
            ask(library, QUESTION, file, where=where)


def test_it_holds_for_a_library_that_is_encoded_as_that_was(library, tmp_path) -> None:
    assert ask(library, QUESTION, written(tmp_path, threshold=0.0)).reply == SOURCE
    file = written(tmp_path, asked_with=replace(MADE, encode=True))
    with pytest.raises(InputError, match="made with encode True, not False; use the same settings"):
        ask(library, QUESTION, file)


def test_every_option_that_changes_answers_is_a_circumstance() -> None:
    free = {"generator", "calibration", "language"}  # extractive, the file, and each question has its own
    free |= {"context"}  # what a language model reads
    told = {field.name for field in fields(AskOptions)} - free
    assert told <= {field.name for field in fields(CalibrationContext)}


def test_a_bar_of_other_models_is_refused(library, tmp_path) -> None:
    file = written(tmp_path, asked_with=replace(MADE, versions={**VERSIONS, "reader.onnx": "0" * 12}))
    with pytest.raises(
        InputError, match="made with another version of Ascribe or a model; use the same settings"
    ):
        ask(library, QUESTION, file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "not a calibration of questions"),
        (json.dumps({"features": []}).encode(), "missing required field `threshold`"),
        (b"\xff", "not a calibration of questions"),
    ],
)
def test_what_is_no_calibration_of_questions_is_named(tmp_path, content, message) -> None:
    path = tmp_path / "ask.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match="make one with: ascribe calibrate --questions") as caught:
        load_abstention_threshold(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_files_that_are_missing_or_out_of_range_are_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"none\.json: cannot be read"):
        load_abstention_threshold(tmp_path / "none.json")
    with pytest.raises(InputError, match="threshold must be from 0 to 1, got 7"):
        load_abstention_threshold(written(tmp_path, threshold=7.0))
