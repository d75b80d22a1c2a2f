"""Our components in real pipelines of Haystack; only ``make test-all`` has the package."""

import asyncio
import copy
import inspect
import json
import re
import runpy
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ascribe import InputError, MissingExtraError, compat, read_sources
from ascribe.install_command import build_install_command
from tests.adapters.versions import HAYSTACK_2, only_in_haystack_3

pytestmark = [pytest.mark.haystack, pytest.mark.filterwarnings("ignore")]  # the package warns of much

EXAMPLE = Path(__file__).parents[2] / "examples/haystack"
TYPES = "ascribe.adapters.haystack"
MILL = (
    "The mill stands on the river Arle. It has 12 sails. A fire came in 1902. The town paid for the repair."
)
REPLY = "Hello! The mill has 12 sails. A railway crosses the valley."
BUILTIN: dict[str, Any] = {"model": "builtin", "verifiability_model": "builtin"}


def components() -> Any:
    from ascribe.adapters import haystack

    return haystack


def documents() -> list[Any]:
    from haystack import Document

    return [
        Document(content="The Arle is slow."),
        Document(id="m", content=MILL, meta={"file_name": "mill.pdf"}),
    ]


def answers(data: str = REPLY, **meta: Any) -> list[Any]:
    from haystack.dataclasses import GeneratedAnswer

    return [GeneratedAnswer(data, "q", documents(), meta)]


def made() -> list[Any]:
    found = components()
    return [
        found.AnswerBuilder(reference_pattern=r"\[(\d+)\]", return_only_referenced_documents=False),
        found.ReferencePredictor(**BUILTIN, min_score_2_label_thresholds={"grounded": 0.3}),
        found.ReferenceFormatter(threshold=0.2),
        found.AnswerChecker(tier="rules"),
    ]


def wired(kind: str = "Pipeline") -> Any:
    """All four, one behind the other."""
    pipeline = getattr(import_module("haystack"), kind)()
    names = ("builder", "predictor", "formatter", "checker")
    for name, one in zip(names, made(), strict=True):
        pipeline.add_component(name, one)
    for sender, receiver in pairwise(names):
        pipeline.connect(f"{sender}.answers", f"{receiver}.answers")
    return pipeline


INPUTS = {"query": "q", "replies": [REPLY + " [2]"]}


def test_a_pipeline_in_python_runs_through_all_four() -> None:
    given = documents()
    before = copy.deepcopy(given)
    (answer,) = wired().run({"builder": {**INPUTS, "documents": given}})["checker"]["answers"]
    assert given == before
    quoted = [MILL[r["document_start_idx"] : r["document_end_idx"]] for r in answer.meta["_references"]]
    assert quoted[0] == MILL[:72]
    assert [r["label"] for r in answer.meta["_references"]] == ["grounded", "not_grounded"]
    assert answer.meta["_references"][0]["document_id"] == "m"
    assert answer.meta["references"].endswith("1. mill.pdf")
    statuses = [sentence["status"] for sentence in answer.meta["_ascribe"]["sentences"]]
    assert statuses[:2] == ["not_checkable", "supported"]
    assert statuses[2] != "supported"
    assert [document.meta.get("referenced") for document in answer.documents] == [False, True]


ALLOWED: dict[str, Any] = {} if HAYSTACK_2 else {"allowed_modules": [TYPES]}


def test_a_pipeline_survives_yaml() -> None:
    from haystack import Pipeline

    stored = wired().dumps()
    loaded = Pipeline.loads(stored, **ALLOWED)
    assert sorted(loaded.dumps().splitlines()) == sorted(stored.splitlines())  # connections have no order
    data = {"builder": {**INPUTS, "documents": documents()}}
    assert repr(loaded.run(data)["checker"]["answers"]) == repr(wired().run(data)["checker"]["answers"])


@only_in_haystack_3
def test_a_pipeline_loads_only_where_it_is_allowed() -> None:
    from haystack import Pipeline

    with pytest.raises(Exception, match="allow"):
        Pipeline.loads(wired().dumps())


def test_the_example_runs_and_its_slices_are_quotes(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["references.py"])
    runpy.run_path(str(EXAMPLE / "references.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert "grounded, supported: " in shown
    assert "grounded, contradicted: - They collected 25.1 kilograms" in shown  # a figure is the rules' affair
    assert "grounded, unknown: The guidance computer" in shown  # near, but its cause is told in other words
    assert shown.rstrip().endswith("1. apollo11.pdf")


def test_the_example_prints_quotes_of_a_real_pdf(shared_data: Path, tmp_path, monkeypatch, capsys) -> None:
    paper = shared_data / "docs/dpr_two_column.pdf"
    answers = (shared_data / "docs/answers.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "reply.md").write_text(json.loads(answers[0])["answer"], encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["references.py", str(paper), str(tmp_path / "reply.md")])
    runpy.run_path(str(EXAMPLE / "references.py"), run_name="__main__")
    printed = capsys.readouterr().out
    shown = re.findall(r"^     from: (.+?)\n\n(?=-?\d\.\d\d |References:)", printed, re.MULTILINE | re.DOTALL)
    (source,) = read_sources(paper)
    assert len(shown) >= 4
    assert all(quote in (source.full_text or "") for quote in shown)
    assert any("index them using FAISS" in quote for quote in shown)


def test_the_yaml_has_the_seeds_parameters_behind_the_builder() -> None:
    import yaml

    pipeline = yaml.safe_load((EXAMPLE / "pipeline.yaml").read_text())
    parameters = pipeline["components"]["reference_predictor"]["init_parameters"]
    assert (parameters["use_split_rules"], parameters["extend_abbreviations"]) == (True, True)
    assert {"sender": "answer_builder.answers", "receiver": "reference_predictor.answers"} in pipeline[
        "connections"
    ]


def test_components_give_their_parameters_back() -> None:
    for one in made():
        stored = one.to_dict()
        again = type(one).from_dict(copy.deepcopy(stored))  # Haystack 2 fills what it is given
        assert again.parameters == one.parameters
        assert again.to_dict() == stored
        assert stored["type"].startswith(TYPES)


def test_the_predictor_has_the_parameters_of_the_core_with_haystacks_types() -> None:
    from haystack.utils import ComponentDevice, Secret

    _, *own = inspect.signature(components().ReferencePredictor.__init__).parameters.values()
    ours = {one.name: one for one in own}
    core = inspect.signature(compat.ReferencePredictor).parameters
    assert list(ours) == list(core)
    defaults = {name: one.default for name, one in ours.items()}
    assert defaults.pop("token") == Secret.from_env_var("HF_API_TOKEN", strict=False)
    assert defaults == {name: one.default for name, one in core.items() if name != "token"}
    device = ComponentDevice.from_str("cuda:1")
    one = components().ReferencePredictor(**BUILTIN, device=device)
    assert components().ReferencePredictor.from_dict(one.to_dict()).parameters["device"] == device
    assert one._get_predictor().device == "cuda:1"
    for wrong in ({"token": "secret"}, {"device": "cpu"}):
        with pytest.raises(InputError, match="give a Secret and a ComponentDevice"):
            components().ReferencePredictor(**BUILTIN, **wrong)


def test_a_token_is_stored_as_the_name_of_its_variable(monkeypatch) -> None:
    from haystack.utils import Secret

    monkeypatch.setenv("MY_TOKEN", "s3cret")
    one = components().ReferencePredictor(**BUILTIN, token=Secret.from_env_var("MY_TOKEN"))
    assert "s3cret" not in repr(one.to_dict())
    assert one._get_predictor().token == "s3cret"


def test_nothing_is_loaded_before_it_is_needed_and_wrong_parameters_are_refused_at_once() -> None:
    hub = components().ReferencePredictor()
    assert hub._predictor is None
    assert hub.to_dict()["init_parameters"]["model"] == "cross-encoder/ms-marco-MiniLM-L-6-v2"
    with pytest.raises(InputError, match="answer_stride: "):
        components().ReferencePredictor(**BUILTIN, answer_stride=0)
    with pytest.raises(InputError, match="strictness"):
        components().AnswerChecker(strictness="lax")
    with pytest.raises(InputError, match="threshold"):
        components().ReferenceFormatter(threshold="high")
    with pytest.raises(InputError, match="pattern"):
        components().AnswerBuilder(pattern="(")


def test_a_missing_extra_of_the_models_is_said_at_warm_up(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("hf"))):
        components().ReferencePredictor().warm_up()


def test_parameters_of_a_run_stand_above_those_of_the_component() -> None:
    found = components()
    formatter = found.ReferenceFormatter(threshold=0.0)
    assert formatter.run(answers())["references"] != formatter.run(answers(), threshold=0.999)["references"]
    checker = found.AnswerChecker(tier="rules", strictness="loose")
    assert checker.run(answers())["reports"][0].strictness == "loose"
    assert checker.run(answers(), strictness="paranoid")["reports"][0].strictness == "paranoid"
    builder = found.AnswerBuilder(pattern="Answer: (.*)")
    assert builder.run("q", ["Answer: a"], pattern="(.*)")["answers"][0].data == "Answer: a"


def test_async_twins_give_the_same() -> None:
    builder, *others = made()
    given = answers(kept=1)
    inputs = {"query": "q", "replies": [REPLY], "documents": documents()}
    assert repr(asyncio.run(builder.run_async(**inputs))) == repr(builder.run(**inputs))
    for one in others:
        before = copy.deepcopy(given)
        assert repr(asyncio.run(one.run_async(answers=given))) == repr(one.run(answers=given))
        assert given == before
        assert one.run(answers=given)["answers"][0].meta["kept"] == 1


def test_an_async_pipeline_runs() -> None:
    data = {"builder": {**INPUTS, "documents": documents()}}
    pipeline = wired("AsyncPipeline" if HAYSTACK_2 else "Pipeline")
    found = asyncio.run(pipeline.run_async(data))
    assert found["checker"]["answers"][0].meta["_references"]


@pytest.mark.parametrize("empty", [[], [""]])
def test_without_text_in_any_document_nothing_is_supported(empty: list[str]) -> None:
    from haystack import Document
    from haystack.dataclasses import GeneratedAnswer

    given = [GeneratedAnswer("The mill is old.", "q", [Document(content=text) for text in empty], {})]
    (checked,) = components().AnswerChecker(tier="rules").run(given)["answers"]
    assert [s["status"] for s in checked.meta["_ascribe"]["sentences"]] == ["unsupported"]
    (predicted,) = components().ReferencePredictor(**BUILTIN).run(given)["answers"]
    assert predicted.meta["_references"] == []
    assert components().ReferenceFormatter().run(given)["references"] == [""]


def pages_of_a_paper(folder: Path) -> list[Any]:
    """The first pages of a real PDF in two columns, as documents of Haystack."""
    from haystack import Document

    (paper,) = read_sources(folder / "dpr_two_column.pdf")
    text, starts = paper.full_text or "", paper.page_breaks[:7]
    return [
        Document(content=text[a:b], meta={"file_name": f"page {n}"})
        for n, (a, b) in enumerate(pairwise(starts), 1)
    ]


def test_the_yaml_finds_the_pages_of_a_real_pdf(shared_data: Path) -> None:
    from haystack import Pipeline

    if not HAYSTACK_2:
        from haystack.core.serialization import allow_deserialization_module

        allow_deserialization_module(TYPES)
    folder = shared_data / "docs"
    item = json.loads((folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()[0])
    pages = pages_of_a_paper(folder)
    pipeline = Pipeline.loads((EXAMPLE / "pipeline.yaml").read_text(encoding="utf-8"))
    inputs = {"query": item["question"], "replies": [item["answer"]], "documents": pages}
    (answer,) = pipeline.run({"answer_builder": inputs})["answer_checker"]["answers"]
    core = compat.ReferencePredictor(**BUILTIN, use_split_rules=True, extend_abbreviations=True)
    expected = core.predict([answer])[0].references
    hits = {sentence["start"]: False for sentence in item["sentences"] if sentence["status"] == "supported"}
    for row, reference in zip(answer.meta["_references"], expected, strict=True):
        page = row["document_position"]
        quote = pages[page - 1].content[row["document_start_idx"] : row["document_end_idx"]]
        assert quote == reference.quote == quote.strip() != ""
        assert row["document_id"] == pages[page - 1].id
        gold = next((s for s in item["sentences"] if s["start"] == row["answer_start_idx"]), None)
        if gold and gold["status"] == "supported":
            hits[gold["start"]] = page in {quoted["page_number"] for quoted in gold["quotes"]}
    assert sum(hits.values()) >= 0.6 * len(hits), hits


@pytest.mark.parametrize(
    "name", ["AnswerChecker", "CitationInserter", "CitationRepairer", "ReferenceFormatter"]
)
def test_another_kind_of_input_is_an_error_of_ours(name: str) -> None:
    made = getattr(import_module(TYPES), name)()
    with pytest.raises(
        InputError, match=r"answers\[0\]: expected a GeneratedAnswer, got str; .*AnswerBuilder"
    ):
        made.run(["The mill."])
    with pytest.raises(InputError, match="answers: expected a list of GeneratedAnswer, got str"):
        made.run("The mill.")


@pytest.mark.parametrize("guess", ["level", "threshold"])
def test_a_guessed_option_names_the_real_one(guess: str) -> None:
    checker = import_module(TYPES).AnswerChecker
    with pytest.raises(InputError, match=rf"AnswerChecker\(\) has no option '{guess}'; .*'strictness'"):
        checker(**{guess: "strict"})
