"""One contract for every registered component, built in or not."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from examples.llm_judge.stand_in import serving
from tests.inference.hugging_face import tiny
from tests.llm.server import Received, Sent, completion, streamed

from ascribe import registry, testing
from ascribe.inference.model_files import is_installed
from ascribe.protocols import Draft, RetrievedPassage, Verifier
from ascribe.records import Verdict
from ascribe.records.verdict import STRICTNESS


@pytest.fixture(scope="module", autouse=True)
def _judge():
    """A stand-in for the language model of tier ``llm``."""
    with pytest.MonkeyPatch.context() as patch, serving() as url:
        patch.setenv("no_proxy", "127.0.0.1")
        patch.setenv("ASCRIBE_LLM_URL", url)
        patch.setenv("ASCRIBE_LLM_MODEL", "stand-in")
        yield


@pytest.fixture(autouse=True)
def _model(request, monkeypatch, tmp_path) -> None:
    """A tiny model for tier ``hf``, in the environment that has the libraries."""
    if request.node.get_closest_marker("hf") is not None:
        monkeypatch.setenv("ASCRIBE_HF_MODEL", str(tiny.leaning(tmp_path, ["neutral", "entailment"], 1)))


FILES = {
    "text": ("a.md", b"# A\r\n\r\n- one. Two.\r\n\r\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd."),
    "html": ("a.html", b"<h1>A</h1><p>One &amp; two.<p>Three<table><tr><td>1<td>2</table>"),
}


def of_stage(stage: str) -> pytest.MarkDecorator:
    rows = registry.components(stage)
    assert rows
    marks = {"hf": pytest.mark.hf}
    return pytest.mark.parametrize(
        "name", [pytest.param(row.name, marks=marks.get(row.extra, ())) for row in rows]
    )


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
    testing.check_policy(registry.load("cite", name)(), testing.scores())


@pytest.mark.parametrize("strictness", STRICTNESS)
@of_stage("verify")
def test_verifiers(name, strictness) -> None:
    testing.check_verifier(
        registry.load("verify", name)(strictness=strictness), testing.cited(), testing.scores()
    )


class Borrowed:
    """Verdicts of tier ``rules`` under another name, with what is added to their details."""

    def __init__(self, tier: str, details: dict[str, str]) -> None:
        self.rules: Verifier = registry.load("verify", "rules")()
        self.tier, self.details, self.thresholds = tier, details, self.rules.thresholds

    def verify(self, *given: Any) -> list[Verdict]:
        verdicts = self.rules.verify(*given)
        return [replace(v, details={**v.details, **self.details}) for v in verdicts]


@pytest.mark.parametrize("details", [{}, {"mine": ""}, {"other": "The rules gave this verdict."}])
def test_a_verifier_that_falls_to_the_rules_without_saying_so_is_refused(details) -> None:
    with pytest.raises(AssertionError, match="falls to the rules without a note in details\\['mine'\\]"):
        testing.check_verifier(Borrowed("mine", details), testing.cited(), testing.scores())


def test_a_verifier_may_fall_to_the_rules_and_say_so() -> None:
    verifier = Borrowed("mine", {"mine": "The rules gave this verdict."})
    testing.check_verifier(verifier, testing.cited(), testing.scores())


@of_stage("verify")
def test_a_stricter_level_never_supports_more(name) -> None:
    make = registry.load("verify", name)
    supported = []
    for strictness in STRICTNESS:
        verdicts = make(strictness=strictness).verify(
            testing.claims(), testing.evidence(), testing.cited(), testing.scores()
        )
        supported.append({i for i, verdict in enumerate(verdicts) if verdict.status == "supported"})
    assert all(stricter <= looser for looser, stricter in pairwise(supported))
    assert supported[0]


@of_stage("generate")
def test_generators(name, server, monkeypatch) -> None:
    if name == "extractive" and not is_installed("reader"):
        pytest.skip("needs the weights of the built-in reader")
    server.replies = quoting_the_first
    monkeypatch.setenv("ASCRIBE_LLM_URL", server.url)
    testing.check_generator(registry.make("generate", name), quotes=True)


def quoting_the_first(request: Received) -> Sent:
    """A model that says the first sentence it was shown, or that there is none."""
    sentences = [s["text"] for passage in request.asked["passages"] for s in passage["sentences"]]
    said = json.dumps({"answerable": bool(sentences), "answer": "".join(sentences[:1])})
    return streamed(*said) if request.body.get("stream") else Sent(completion(said))


class Drafting:
    """Gives what it was made with, the first one once."""

    def __init__(self, *given: Any) -> None:
        self.given = list(given)

    def generate(self, _: str, offered: Sequence[RetrievedPassage], __: str | None) -> Any:
        if not offered:
            return Draft(outcome="no_evidence")
        return self.given.pop(0) if len(self.given) > 1 else self.given[0]


@pytest.mark.parametrize(
    ("given", "law"),
    [
        ([None], "a draft is a NoneType"),
        (["The mill has 12 sails."], "a draft is a str"),
        ([Draft()], "answer with text ''"),
        ([Draft("No.", "no_evidence")], "no_evidence with text 'No.'"),
        ([Draft("No.", confidence=1.5)], r"confidence is not in \[0, 1\]"),
        ([Draft("The mill has 12 sails."), Draft(outcome="no_evidence")], "gets two different drafts"),
        ([Draft("The mill has 99 sails.")], "has words that no passage has"),
    ],
)
def test_a_generator_that_breaks_the_law_is_refused(given, law) -> None:
    with pytest.raises(AssertionError, match=law):
        testing.check_generator(Drafting(*given), quotes=True)


@pytest.mark.parametrize(
    ("pieces", "law"),
    [
        (["It is ", Draft("It is so.")], "the pieces of the stream are 'It is ', the draft is 'It is so.'"),
        (["It is not so.", Draft("It is not so.")], "the stream ends with .*, not with the draft"),
    ],
)
def test_a_stream_that_is_no_stream_of_the_draft_is_refused(pieces, law) -> None:
    class Streaming(Drafting):
        def stream(self, *_: Any) -> Any:
            return pieces

    with pytest.raises(AssertionError, match=law):
        testing.check_generator(Streaming(Draft("It is so.")))


@of_stage("write")
def test_writers(name) -> None:
    testing.check_writer(registry.load("write", name))


@of_stage("references")
def test_forms_of_references(name) -> None:
    testing.check_reference_format(registry.load("references", name)())


ROOT = Path(__file__).resolve().parents[2]

CHECK = """
import ascribe
from ascribe import testing
answer = ascribe.check(" ".join(testing.CLAIMS), [" ".join(s) for s in testing.SOURCES])
print(answer.to_json(), str(answer), answer.to_markdown(), answer.to_html())
print(answer.with_citations("author_year", "bibtex"), answer.with_citations(markup="html"))
"""


PAIRS = f"""
import json, pathlib
from ascribe import check
for file in sorted(pathlib.Path({str(ROOT / "tests/verify")!r}).glob("retold_*.jsonl")):
    for line in file.read_text("utf-8").splitlines()[1::2]:
        case = json.loads(line)
        (sentence,) = check(case["claim"], case["source"], language="en", tier="rules").sentences
        print(repr(sentence))
"""


@pytest.mark.parametrize(("program", "known"), [(CHECK, "The mill was built in 1871."), (PAIRS, "supported")])
def test_the_whole_way_is_the_same_under_every_hash_seed(program, known) -> None:
    outputs = set()
    for seed in range(4):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert known in outputs.pop()
