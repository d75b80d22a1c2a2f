"""The pytest plugin: the fixture ``assert_supported``, options for it, and a section with the report.

pytest loads it through its entry point, so nothing but pytest is imported here until a test asks for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ascribe.baseline import Baseline
    from ascribe.records import Answer, CitedSentence

SECTION = "Ascribe"
FAILURES: pytest.StashKey[list[tuple[str, CitedSentence]]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the fixture."""
    group = parser.getgroup("ascribe", "Ascribe: replies checked against their sources")
    group.addoption("--ascribe-tier", metavar="TIER", help="Tier of assert_supported. Default: builtin.")
    group.addoption("--ascribe-level", metavar="LEVEL", help="Level of assert_supported. Default: balanced.")
    group.addoption(
        "--ascribe-baseline", metavar="FILE", type=Path, help="Known failures, which do not fail."
    )
    group.addoption(
        "--ascribe-write-baseline", metavar="FILE", type=Path, help="Write the failures as the known ones."
    )


class SupportAsserter:
    """Check replies in one test; the answers so far are ``answers``."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.answers: list[Answer] = []
        self._node = request.node
        self._config = request.config
        self._failures: list[tuple[str, CitedSentence]] = request.config.stash.setdefault(FAILURES, [])

    def __call__(self, reply: Any, sources: Any, question: str | None = None, **options: Any) -> Answer:
        """Do what ``ascribe.testing.assert_supported`` does, with the options of the command line."""
        __tracebackhide__ = True
        from ascribe.pipeline import check
        from ascribe.records.outcomes import FAILING
        from ascribe.testing.support import list_failures, require_supported

        fail_on = options.pop("fail_on", FAILING)
        given = {"tier": self._get("tier"), "strictness": self._get("level")}
        chosen = {name: value for name, value in given.items() if value is not None}
        answer = check(reply, sources, question, **{**chosen, **options})
        self.answers.append(answer)
        self._node.add_report_section("call", SECTION, str(answer.render("terminal", color=False).text))
        self._failures += [(self._node.nodeid, sentence) for sentence in list_failures(answer, fail_on)]
        if self._get("write_baseline") is None:
            require_supported(answer, fail_on, self._read_baseline())
        return answer

    def _get(self, name: str) -> Any:
        return self._config.getoption(f"--ascribe-{name.replace('_', '-')}")

    def _read_baseline(self) -> Baseline | None:
        from ascribe.baseline import Baseline

        path = self._get("baseline")
        return None if path is None else Baseline.read(path)


@pytest.fixture
def assert_supported(request: pytest.FixtureRequest) -> SupportAsserter:
    """Check a reply against its sources; fail with the sentences that these do not support."""
    return SupportAsserter(request)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the baseline, if it was asked for."""
    path = session.config.getoption("--ascribe-write-baseline", None)
    if path is not None:
        from ascribe.baseline import Baseline

        failures = session.config.stash.setdefault(FAILURES, [])
        Baseline.build(failures).write(path)
