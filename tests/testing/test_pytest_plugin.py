"""The plugin in real runs of pytest, in folders of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ascribe.testing import assert_supported

SOURCE = "The mill has 12 sails. It was built in 1872."

TESTS = f"""
SOURCE = {SOURCE!r}

def test_right(assert_supported):
    answer = assert_supported("The mill has 12 sails.", [SOURCE])
    assert len(answer.sentences) == 1

def test_wrong(assert_supported):
    assert_supported("The mill has 14 sails.", [SOURCE])

def test_wrong_is_allowed(assert_supported):
    assert_supported("The mill has 14 sails.", [SOURCE], fail_on=())
"""


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_replies.py").write_text(TESTS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "ascribe.testing.pytest_plugin",
        "-p",
        "no:cacheprovider",
    ]
    command += ["-q", "--ascribe-tier", "rules", *options, str(folder)]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)


def test_a_wrong_reply_fails_with_the_words_of_the_source_and_a_section(tmp_path: Path) -> None:
    run = run_pytest(tmp_path)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 2 passed" in run.stdout
    assert "contradicted: The mill has 14 sails." in run.stdout
    assert "The source says “12”, the reply says “14”." in run.stdout.replace(" sails”", "”")
    assert "Ascribe" in run.stdout


def test_known_failures_do_not_fail_and_new_ones_do(tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    assert run_pytest(tmp_path, "--ascribe-write-baseline", str(baseline)).returncode == 0
    (known,) = json.loads(baseline.read_text())["failures"]
    assert known["text"] == "The mill has 14 sails."
    assert known["reply"].endswith("test_replies.py::test_wrong")
    assert run_pytest(tmp_path, "--ascribe-baseline", str(baseline)).returncode == 0
    baseline.write_text(baseline.read_text().replace(known["fingerprint"], "0" * 32))
    assert run_pytest(tmp_path, "--ascribe-baseline", str(baseline)).returncode == 1


def test_the_assertion_alone() -> None:
    answer = assert_supported("The mill has 12 sails.", [SOURCE], tier="rules")
    assert answer.status_counts() == {"supported": 1}
    with pytest.raises(
        AssertionError, match="1 of 2 sentences fail:\\n  contradicted: The mill has 14 sails"
    ):
        assert_supported("It was built in 1872. The mill has 14 sails.", [SOURCE], tier="rules")
    with pytest.raises(AssertionError, match="no sentence of the reply could be checked"):
        assert_supported("I cannot answer that.", [SOURCE], tier="rules")
