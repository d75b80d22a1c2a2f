"""The suite of pairs against floors: a fair restatement and a small lie over the same sources.

Half of the pairs, by a hash of their name, were held out: the rules were written without a look at what fails
there. Then, in that half, 95 of 121 restatements were supported and 3 contradicted, 7 of 121 lies were
supported, and the balanced accuracy was 0.86; in the other half it was 89 and 0 of 105, 6 of 105, and 0.90.
After the look, general faults were mended: the half that was held out has 99 and 0 of 121, 7 of 121, 0.88
since, which no longer says anything about unseen texts. Since other languages are confirmed only in the
frames of their source, it is 101 and 0 of 121, 4 of 121, 0.90, and in the other half 83 and 0 of 105, 3 of
105, 0.88: nine of 51 restatements in these languages are undecided. The floors lie a little below, so that a
change of a case or two is no alarm. ``benchmarks/rules.py`` prints the figures.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

SUPPORTED = {False: 0.77, True: 0.8}
"""Held out or not → least share of restatements called supported."""

PASSED = {False: 0.07, True: 0.07}
"""Largest share of lies called supported."""

ALARMS = {False: 0.01, True: 0.01}
"""Largest share of restatements called contradicted."""


@pytest.fixture(scope="module")
def suite() -> Any:
    """The benchmark, which is a script and in no package."""
    path = Path(__file__).parents[2] / "benchmarks/rules.py"
    spec = importlib.util.spec_from_file_location("benchmark_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def found(suite) -> dict[bool, Any]:
    chosen = suite.results()
    return {half: suite.figures(r for r in chosen if r.is_held_out == half) for half in (False, True)}


@pytest.mark.parametrize("half", [False, True])
def test_both_halves_reach_their_floors(found, half) -> None:
    counts = found[half]
    assert counts.kept >= SUPPORTED[half] * counts.truths
    assert counts.passed <= PASSED[half] * counts.lies
    assert counts.alarms <= ALARMS[half] * counts.truths


def test_the_whole_suite_reaches_its_floors(found) -> None:
    halves = found.values()
    truths, lies = sum(h.truths for h in halves), sum(h.lies for h in halves)
    assert truths == lies >= 200
    assert sum(h.kept for h in halves) >= 0.79 * truths
    assert sum(h.passed for h in halves) <= 0.065 * lies
    assert sum(h.alarms for h in halves) <= 0.01 * truths


def test_a_stricter_level_never_supports_more(suite) -> None:
    kept = {
        level: {r.case["id"] for r in suite.results(strictness=level) if r.verdict.status == "supported"}
        for level in ("loose", "balanced", "strict", "paranoid")
    }
    assert kept["paranoid"] <= kept["strict"] <= kept["balanced"] <= kept["loose"]
