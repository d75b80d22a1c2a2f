"""One contract for every registered component, built in or not."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest

from ascribe import registry, testing
from ascribe.neural.models import is_installed
from ascribe.records.verdict import STRICTNESS
from ascribe.stages import Policy, Scores

FILES = {
    "text": ("a.md", b"# A\r\n\r\n- one. Two.\r\n\r\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd."),
    "html": ("a.html", b"<h1>A</h1><p>One &amp; two.<p>Three<table><tr><td>1<td>2</table>"),
}


def of_stage(stage: str) -> pytest.MarkDecorator:
    rows = registry.components(stage)
    assert rows
    return pytest.mark.parametrize("name", [row.name for row in rows])


def scores() -> Scores:
    texts = [text for source in testing.SOURCES for text in source]
    scored: Scores = registry.load("score", "lexical")().score(list(testing.CLAIMS), texts)
    return scored


def cited() -> list[tuple[int, ...]]:
    policy: Policy = registry.load("cite", "best_evidence")()
    return policy.cite(testing.claims(), testing.evidence(), scores())


@of_stage("read")
def test_readers(name, made_files) -> None:
    file, data = FILES[name] if name in FILES else made_files[name]
    testing.check_reader(registry.load("read", name)(), data, file)


@of_stage("score")
def test_scorers(name) -> None:
    scorer = registry.load("score", name)()
    if name != "lexical" and not is_installed("encoder"):
        pytest.skip("needs the weights of the built-in encoder")
    testing.check_scorer(scorer)


@of_stage("cite")
def test_policies(name) -> None:
    testing.check_policy(registry.load("cite", name)(), scores())


@pytest.mark.parametrize("strictness", STRICTNESS)
@of_stage("verify")
def test_verifiers(name, strictness) -> None:
    testing.check_verifier(registry.load("verify", name)(strictness=strictness), cited(), scores())


@of_stage("verify")
def test_a_stricter_level_never_supports_more(name) -> None:
    make = registry.load("verify", name)
    supported = []
    for strictness in STRICTNESS:
        verdicts = make(strictness=strictness).verify(testing.claims(), testing.evidence(), cited(), scores())
        supported.append({i for i, verdict in enumerate(verdicts) if verdict.status == "supported"})
    assert all(stricter <= looser for looser, stricter in pairwise(supported))
    assert supported[0]


@of_stage("write")
def test_writers(name) -> None:
    testing.check_writer(registry.load("write", name))


CHECK = """
import ascribe
from ascribe import testing
answer = ascribe.check(" ".join(testing.CLAIMS), [" ".join(s) for s in testing.SOURCES])
print(answer.to_json(), str(answer), answer.to_markdown(), answer.to_html())
"""


def test_the_whole_way_is_the_same_under_every_hash_seed() -> None:
    outputs = set()
    for seed in range(12):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(
            [sys.executable, "-c", CHECK], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert "The mill was built in 1871." in outputs.pop()
