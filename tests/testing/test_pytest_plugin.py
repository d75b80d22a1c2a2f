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


def run_pytest(folder: Path, *options: str, tests: str = TESTS) -> subprocess.CompletedProcess[str]:
    (folder / "test_replies.py").write_text(tests, encoding="utf-8")
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
    # Where a variable says that the run is in CI, pytest repeats every message in its summary.
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "BUILD_NUMBER")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)


def test_a_wrong_reply_fails_with_the_words_of_the_source_and_a_section(tmp_path: Path) -> None:
    run = run_pytest(tmp_path)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 2 passed" in run.stdout
    assert "contradicted: The mill has 14 sails." in run.stdout
    assert "The source says “12”, the reply says “14”." in run.stdout.replace(" sails”", "”")
    assert run.stdout.count("The source says “12") == 1, "the report is not printed beside the failure"


def test_the_report_of_a_check_that_passed_is_a_section(tmp_path: Path) -> None:
    run = run_pytest(tmp_path, "-rP", "-k", "test_right")
    assert "Captured Ascribe call" in run.stdout
    assert "statement supported" in run.stdout


def test_known_failures_do_not_fail_and_new_ones_do(tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    assert run_pytest(tmp_path, "--ascribe-write-baseline", str(baseline)).returncode == 0
    (known,) = json.loads(baseline.read_text())["failures"]
    assert known["text"] == "The mill has 14 sails."
    assert known["reply"].endswith("test_replies.py::test_wrong")
    assert run_pytest(tmp_path, "--ascribe-baseline", str(baseline)).returncode == 0
    baseline.write_text(baseline.read_text().replace(known["fingerprint"], "0" * 32))
    assert run_pytest(tmp_path, "--ascribe-baseline", str(baseline)).returncode == 1


MORE = """
def test_older(assert_supported):
    assert_supported("The mill was built in 1875.", [SOURCE])
"""


@pytest.mark.parametrize("processes", [(), ("-p", "xdist", "-n", "2")])
def test_a_partial_run_keeps_the_entries_of_other_tests(tmp_path: Path, processes: tuple[str, ...]) -> None:
    baseline = tmp_path / "known.json"
    write = ("--ascribe-write-baseline", str(baseline), *processes)
    assert run_pytest(tmp_path, *write, tests=TESTS + MORE).returncode == 0
    both = baseline.read_text()
    assert len(json.loads(both)["failures"]) == 2
    run = run_pytest(tmp_path, *write, "-k", "test_older", tests=TESTS + MORE)
    assert "known.json: kept 1 entry of tests that did not run" in run.stdout
    assert baseline.read_text() == both


def test_what_is_known_and_what_is_gone_is_reported(tmp_path: Path) -> None:
    baseline = tmp_path / "known.json"
    assert run_pytest(tmp_path, "--ascribe-write-baseline", str(baseline), tests=TESTS + MORE).returncode == 0
    mended = TESTS + MORE.replace("1875", "1872")
    run = run_pytest(tmp_path, "--ascribe-baseline", str(baseline), tests=mended)
    assert run.returncode == 0
    assert "known.json: 1 of 1 failure known" in run.stdout
    assert "1 known failure does not occur any more; --ascribe-write-baseline removes" in run.stdout
    assert "test_older: unknown: The mill was built in 1875." in run.stdout
    partial = run_pytest(tmp_path, "--ascribe-baseline", str(baseline), "-k", "test_wrong", tests=mended)
    assert "any more" not in partial.stdout, "what did not run is not gone"
    assert run_pytest(tmp_path, "--ascribe-write-baseline", str(baseline), tests=mended).returncode == 0
    assert len(json.loads(baseline.read_text())["failures"]) == 1


def test_a_missing_baseline_is_one_usage_error(tmp_path: Path) -> None:
    run = run_pytest(tmp_path, "--ascribe-baseline", "none.json")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert run.stderr.count("there is no such baseline; write one with --ascribe-write-baseline") == 1
    (tmp_path / "other.json").write_text("[]")
    run = run_pytest(tmp_path, "--ascribe-write-baseline", "other.json")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert (tmp_path / "other.json").read_text() == "[]"


def test_the_assertion_alone() -> None:
    answer = assert_supported("The mill has 12 sails.", [SOURCE], tier="rules")
    assert answer.status_counts() == {"supported": 1}
    with pytest.raises(
        AssertionError, match="1 of 2 sentences failed:\\n  contradicted: The mill has 14 sails"
    ):
        assert_supported("It was built in 1872. The mill has 14 sails.", [SOURCE], tier="rules")
    with pytest.raises(AssertionError, match="no sentence of the reply could be checked"):
        assert_supported("I cannot answer that.", [SOURCE], tier="rules")
