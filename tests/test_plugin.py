"""The package of ``examples/plugin``, installed by pip and asked for by name in processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples/plugin"
SCANNED = "Tbe mi11 bas a red roof. Tbe scboo1master bad a daugbter."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package in it, built and installed without a network."""
    folder = tmp_path_factory.mktemp("plugin")
    # Another process may build it at the same time, and a build leaves files.
    shutil.copytree(EXAMPLE, folder / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    assert len(list((folder / "copy").iterdir())) == 2
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    ]
    command = [*pip, "--disable-pip-version-check", "--target", str(folder / "site"), str(folder / "copy")]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "site"


def python(site: Path, *arguments: str) -> str:
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


CONTRACTS = """
from ascribe import registry, testing
scorer = registry.make("score", "ngrams", language="en")
testing.check_scorer(scorer)
scores = scorer.score(testing.CLAIMS, [text for source in testing.SOURCES for text in source])
testing.check_policy(registry.make("cite", "one"), scores)
print("kept", type(scorer).__module__)
"""


def test_its_components_keep_the_contracts(site: Path) -> None:
    assert python(site, "-c", CONTRACTS).split() == ["kept", "ascribe_ngrams"]


CHECK = f"""
import ascribe, sys
for scorer, policy in (("ngrams", "one"), ("lexical", "best_evidence")):
    parts = {{"scorer": scorer, "policy": policy}}
    answer = ascribe.check("The schoolmaster had a daughter.", {SCANNED!r}, tier="rules", **parts)
    print(answer.settings.components, answer.settings.thresholds.get("floor"))
    print([reference.quote for reference in answer.sentences[0].references])
"""


def test_check_finds_evidence_with_it_by_its_name(site: Path) -> None:
    chosen, found, usual, _ = python(site, "-c", CHECK).splitlines()
    assert chosen == "{'score': 'ngrams', 'cite': 'one', 'verify': 'rules'} 0.2"
    assert usual.startswith("{'score': 'lexical'")
    assert found == "['Tbe scboo1master bad a daugbter.']"


def test_the_command_line_lists_and_runs_it(site: Path, tmp_path: Path) -> None:
    listed = [line.split() for line in python(site, "-m", "ascribe", "components").splitlines()]
    assert ["score", "ngrams", "from", "ascribe_ngrams:NgramScorer"] in listed
    assert ["cite", "one", "from", "ascribe_ngrams:OneSentence"] in listed
    (tmp_path / "reply.md").write_text("The mill has 12 sails.")
    (tmp_path / "mill.txt").write_text("The mill has 12 sails.")
    asked = ["reply.md", "-s", "mill.txt", "--scorer", "ngrams", "--policy", "one", "-f", "json"]
    files = [str(tmp_path / one) if one.endswith((".md", ".txt")) else one for one in asked]
    answer = json.loads(python(site, "-m", "ascribe", "check", *files))
    assert answer["settings"]["components"]["score"] == "ngrams"
    assert answer["sentences"][0]["verdict"]["status"] == "supported"


DIAGNOSE = """
import json
from ascribe.apps.diagnosis import diagnose
print(json.dumps(diagnose(only_default=True).as_dict()))
"""


def test_doctor_says_that_it_loads(site: Path) -> None:
    # All of `ascribe doctor` also measures every tier, which takes seconds and has tests of its own.
    rows = json.loads(python(site, "-c", DIAGNOSE))["components"]
    states = {(row["stage"], row["name"]): row["state"] for row in rows}
    assert (states["score", "ngrams"], states["cite", "one"]) == ("loads", "loads")


def test_it_arrives_as_an_object_too(site: Path) -> None:
    code = CHECK.replace('("ngrams", "one")', "(NgramScorer(), OneSentence(0.3))", 1)
    shown = python(site, "-c", f"from ascribe_ngrams import *\n{code}").splitlines()
    assert shown[0] == "{'score': 'NgramScorer', 'cite': 'OneSentence', 'verify': 'rules'} 0.3"
