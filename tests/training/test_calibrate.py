"""The file of the combiner: where it starts, how it is written, and what is said if there is no data."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from ascribe.inference.model_files import DIGESTS, verify_file
from ascribe.verify.combiner import FILE_NAME, load_combiner
from training import calibrate


def store(path: Path, data: bytes) -> str:
    digest = hashlib.sha256(data).hexdigest()
    path.write_bytes(data)
    (path.parent / DIGESTS).write_text(f"{digest}  {path.name}\n", encoding="utf-8")
    return digest


def test_start_finds_every_claim_as_likely_right_as_wrong() -> None:
    combiner = calibrate.build_initial_combiner()
    assert combiner.probability([5.0] * len(combiner.features), objects=True) == 0.5


def test_written_combiner_is_read_back_the_same(tmp_path: Path) -> None:
    combiner = replace(calibrate.build_initial_combiner(), bias=0.25, fitted_on={"mills": 12})
    store(tmp_path / FILE_NAME, calibrate.encode_combiner(combiner))
    assert load_combiner(verify_file(tmp_path / FILE_NAME)) == combiner


def test_missing_combiner_is_started(tmp_path: Path) -> None:
    (tmp_path / DIGESTS).write_text("", encoding="utf-8")
    calibrate.ensure_combiner(tmp_path, store)
    assert load_combiner(verify_file(tmp_path / FILE_NAME)) == calibrate.build_initial_combiner()


def test_combiner_of_other_features_is_started_anew(tmp_path: Path) -> None:
    old = replace(
        calibrate.build_initial_combiner(), features=("words",), means=(0.0,), scales=(1.0,), weights=(1.0,)
    )
    store(tmp_path / FILE_NAME, calibrate.encode_combiner(old))
    calibrate.ensure_combiner(tmp_path, store)
    assert load_combiner(tmp_path / FILE_NAME) == calibrate.build_initial_combiner()


def test_good_combiner_is_left_alone(tmp_path: Path) -> None:
    good = replace(calibrate.build_initial_combiner(), bias=0.25)
    store(tmp_path / FILE_NAME, calibrate.encode_combiner(good))
    calibrate.ensure_combiner(tmp_path, store)
    assert load_combiner(tmp_path / FILE_NAME) == good


def test_folder_without_statements_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no \*\.jsonl in it; make them with"):
        calibrate.list_statement_files(tmp_path)
