"""Missing and damaged files, and the settings of the runtime."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ascribe.errors import AscribeError, InputError, ModelFileError
from ascribe.inference import model_files
from ascribe.inference.model_files import verify_file
from ascribe.inference.onnx import get_session, threads


def listed(folder: Path, data: bytes = b"weights", digest: str | None = None) -> Path:
    path = folder / "encoder.onnx"
    path.write_bytes(data)
    digest = digest or hashlib.sha256(data).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  encoder.onnx\n")
    return path


def test_a_whole_file_passes(tmp_path) -> None:
    path = listed(tmp_path)
    assert verify_file(path) == path


def test_a_missing_file_is_named_with_the_way_out(tmp_path) -> None:
    path = listed(tmp_path)
    path.unlink()
    with pytest.raises(
        ModelFileError, match=re.escape(f"{path} is missing; reinstall ascribe, or use tier='rules'")
    ):
        verify_file(path)
    assert issubclass(ModelFileError, AscribeError)


def test_a_damaged_file_is_refused(tmp_path) -> None:
    with pytest.raises(
        ModelFileError, match=r"encoder.onnx is damaged \(sha256 [0-9a-f]{12}, not 000000000000\)"
    ):
        verify_file(listed(tmp_path, digest="0" * 64))


def test_an_unlisted_file_is_refused(tmp_path) -> None:
    (tmp_path / "other.onnx").write_bytes(b"")
    listed(tmp_path)
    with pytest.raises(ModelFileError, match=r"other\.onnx is not listed in"):
        verify_file(tmp_path / "other.onnx")
    (tmp_path / "SHA256SUMS").unlink()
    with pytest.raises(ModelFileError, match=r"The list of model files .* is missing"):
        verify_file(tmp_path / "encoder.onnx")


def test_a_file_that_is_no_model_is_refused(tmp_path) -> None:
    with pytest.raises(ModelFileError, match="ONNX Runtime cannot open"):
        get_session(listed(tmp_path))


def test_the_tokenizer_ships() -> None:
    assert model_files.get_tokenizer_path().is_file()
    assert re.fullmatch("[0-9a-f]{12}", model_files.get_model_versions()["tokenizer.json"])


def test_threads_follow_the_variable(monkeypatch) -> None:
    monkeypatch.setenv("ASCRIBE_THREADS", "3")
    assert threads() == 3
    monkeypatch.delenv("ASCRIBE_THREADS")
    assert threads() >= 1
    for wrong in ("0", "-1", "two", "1.5", "²"):
        monkeypatch.setenv("ASCRIBE_THREADS", wrong)
        with pytest.raises(InputError, match="give a whole number of at least 1"):
            threads()


def test_making_a_model_loads_no_runtime() -> None:
    code = (
        "import sys; from ascribe.inference.encoder import Encoder;"
        "from ascribe.inference.nli import EntailmentModel;"
        "Encoder(); EntailmentModel(); print('onnxruntime' in sys.modules, 'tokenizers' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
