"""The pytest plugin: the fixture ``assert_supported``, options for it, and a section with the report.

pytest loads it through its entry point, so nothing but pytest is imported here until a test asks for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ascribe.baseline import Baseline
    from ascribe.records import Answer

SECTION = "Ascribe"
KNOWN: pytest.StashKey[Baseline | None] = pytest.StashKey()
FAILURES: pytest.StashKey[list[dict[str, str]]] = pytest.StashKey()
"""Failures of one test, as entries of a baseline."""

WRITE_OPTION = "--ascribe-write-baseline"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the fixture."""
    group = parser.getgroup("ascribe", "Ascribe: replies checked against their sources")
    group.addoption("--ascribe-tier", metavar="TIER", help="Tier of assert_supported. Default: builtin.")
    group.addoption(
        "--ascribe-strictness", metavar="LEVEL", help="Strictness of assert_supported. Default: balanced."
    )
    group.addoption(
        "--ascribe-baseline", metavar="FILE", type=Path, help="Known failures, which do not fail."
    )
    group.addoption(
        WRITE_OPTION,
        metavar="FILE",
        type=Path,
        help="Write the failures as the known ones. Entries of tests that do not run stay.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Read the baselines once, before any test runs."""
    read, written = (config.getoption(name) for name in ("--ascribe-baseline", WRITE_OPTION))
    config.stash[KNOWN] = None
    if read is None and written is None:
        return
    from ascribe.baseline import Baseline
    from ascribe.errors import InputError

    try:
        known = None if read is None else Baseline.read(read, WRITE_OPTION)
        before = Baseline() if written is None else Baseline.read_if_there(written, WRITE_OPTION)
    except InputError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[KNOWN] = known
    if not hasattr(config, "workerinput"):  # of several processes the first one has all reports
        config.pluginmanager.register(BaselineRecorder(read, known, written, before))


class SupportAsserter:
    """Check replies in one test; the answers so far are ``answers``."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.answers: list[Answer] = []
        self._node = request.node
        self._config = request.config
        self._failures = request.node.stash.setdefault(FAILURES, [])

    def __call__(self, reply: Any, sources: Any, question: str | None = None, **options: Any) -> Answer:
        """Do what ``ascribe.testing.assert_supported`` does, with the options of the command line."""
        __tracebackhide__ = True
        from ascribe.baseline import Baseline
        from ascribe.pipeline import check
        from ascribe.records.outcomes import FAILING
        from ascribe.testing.support import list_failures, require_supported

        fail_on = options.pop("fail_on", FAILING)
        given = {"tier": self._get("tier"), "strictness": self._get("strictness")}
        chosen = {name: value for name, value in given.items() if value is not None}
        answer = check(reply, sources, question, **{**chosen, **options})
        self.answers.append(answer)
        failures = ((self._node.nodeid, each) for each in list_failures(answer, fail_on))
        self._failures += Baseline.build(failures).list_entries()
        if self._get("write-baseline") is None:
            known = self._config.stash[KNOWN]
            require_supported(answer, fail_on, known and known.select(self._node.nodeid))
        report = str(answer.render("terminal", color=False).text)
        self._node.add_report_section("call", SECTION, report)  # a failure has its own message
        return answer

    def _get(self, name: str) -> Any:
        return self._config.getoption(f"--ascribe-{name}")


@pytest.fixture
def assert_supported(request: pytest.FixtureRequest) -> SupportAsserter:
    """Check a reply against its sources; fail with the sentences that these do not support."""
    return SupportAsserter(request)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the failures to the report of the test, which may go to another process."""
    report = yield
    if report.when == "call":
        vars(report)["ascribe_failures"] = item.stash.get(FAILURES, [])
    return report


class BaselineRecorder:
    """Collect the failures of all tests, write the baseline, and report what is known, gone or kept."""

    def __init__(
        self, read: Path | None, known: Baseline | None, written: Path | None, before: Baseline
    ) -> None:
        self._read = read
        self._known = known
        self._written = written
        self._before = before
        self._entries: list[dict[str, str]] = []
        self._ended: set[str] = set()
        self._kept = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the failures of one test; one that broke off may have had more."""
        if report.when == "call":
            self._entries += vars(report).get("ascribe_failures", [])
        if report.when == "call" and report.passed:
            self._ended.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the baseline, if it was asked for."""
        if self._written is not None:
            found = self._collect()
            after = self._before.update(found, self._ended)
            after.write(self._written)
            self._kept = len(after.known) - len(found.known)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what is known, gone or kept."""
        for line in self._describe():
            terminalreporter.write_line(line)

    def _collect(self) -> Baseline:
        from ascribe.baseline import Baseline

        return Baseline.from_entries(self._entries)

    def _describe(self) -> Iterator[str]:
        from ascribe.baseline import describe_kept, describe_stale, identify_entry
        from ascribe.text.counts import format_count

        if self._read is not None and self._known is not None:
            known = sum(identify_entry(each) in self._known.known for each in self._entries)
            yield f"{self._read}: {known} of {format_count(len(self._entries), 'failure')} known"
            if stale := self._known.list_stale(self._collect(), self._ended):
                yield describe_stale(self._read, stale, WRITE_OPTION)
        if self._written is not None and self._kept:
            yield describe_kept(self._written, self._kept, "tests that did not run to their end")
