"""The predictor with loaded models: what the parameters change that only such models have."""

from typing import Any

import pytest

from ascribe import InputError
from ascribe.compat import ReferencePredictor
from tests.compat.reference_predictor.models import answer, quotes, references
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import NLI, go_to
from tests.inference.hugging_face.hub import hub

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

GIVEN = answer(
    "Hello! The mill was built in 1871. A railway crosses the valley.",
    "The mill stands on the river Arle. It was built in 1871. It has 12 sails. A fire came. The town is old.",
    {"id": "r", "content": "Boats cross the river. The valley is slow. " * 30},
)
NAME = "ascribe/tiny"


def predict(model: Any, **parameters: Any) -> list[dict[str, Any]]:
    made = ReferencePredictor(str(model), **{"verifiability_model": None, "device": "cpu", **parameters})
    rows = references(made, GIVEN)
    quotes(rows, GIVEN)
    return rows


@pytest.fixture
def passes(monkeypatch) -> list[int]:
    """The sizes of all passes of loaded models."""
    from ascribe.inference.sequence_classifier import SequenceClassifier

    sizes: list[int] = []
    real = SequenceClassifier._logits

    def watched(self: SequenceClassifier, rows: list[Any]) -> Any:
        sizes.append(len(rows))
        return real(self, rows)

    monkeypatch.setattr(SequenceClassifier, "_logits", watched)
    return sizes


@pytest.fixture
def revisions(model, monkeypatch):
    """A hub with two revisions of a model for pairs and of one for sentences, closed without a token."""
    served = {
        NAME: {"main": model("LABEL_0"), "v2": model("LABEL_0", seed=1)},
        f"{NAME}-v": {
            "main": model("needs_verification", "noise"),
            "v2": model("needs_verification", "noise", seed=3),
        },
    }
    with hub(served, "s3cret") as (address, _):
        go_to(monkeypatch, address)
        yield


def test_a_reranker_cites_one_span_for_each_sentence(model) -> None:
    rows = predict(model("LABEL_0"))
    assert len(rows) == 3
    assert all(0.0 < row["score"] < 1.0 and row["label"] == "unlabelled" for row in rows)


def test_an_nli_model_names_the_label_and_scores_by_entailment(model) -> None:
    rows = predict(model(*NLI), function_to_apply="softmax")
    assert {row["label"] for row in rows} <= set(NLI)
    mapped = predict(
        model(*NLI), label_2_score_map={"ENTAILMENT": 1.0, "NEUTRAL": 0.0, "CONTRADICTION": -1.0}
    )
    assert {row["score"] for row in mapped} <= {1.0, 0.0, -1.0}


def test_softmax_over_one_value_is_refused_before_any_weight_is_read(model) -> None:
    with pytest.raises(InputError, match="function_to_apply: the softmax of this model's single value"):
        ReferencePredictor(str(model("LABEL_0")), verifiability_model=None, function_to_apply="softmax")
    with pytest.raises(InputError, match="label_2_score_map: the model has the labels LABEL_0, LABEL_1"):
        ReferencePredictor(str(model("LABEL_0", "LABEL_1")), verifiability_model=None)


def test_a_batch_size_changes_how_many_passes_there_are_and_no_reference(model, passes) -> None:
    one = predict(model("LABEL_0"), batch_size=1)
    assert set(passes) == {1}
    rows, passes[:] = len(passes), []
    many = predict(model("LABEL_0"), batch_size=64)
    assert sum(passes) == rows
    assert max(passes) == min(64, rows)
    for first, second in zip(one, many, strict=True):
        assert {**first, "score": 0} == {**second, "score": 0}
        assert first["score"] == pytest.approx(second["score"], abs=1e-5)


def test_a_batch_size_of_sentences_changes_how_many_passes_there_are(model, passes) -> None:
    for size, expected in ((1, [1, 1, 1]), (2, [2, 1]), (32, [3])):
        passes[:] = []
        ReferencePredictor(
            "builtin",
            verifiability_model=str(model("needs_verification", "noise")),
            verifiability_batch_size=size,
            device="cpu",
        ).predict([GIVEN])
        assert passes == expected


def test_a_smaller_sequence_changes_the_scores(model) -> None:
    long = {"document_window_size": 12, "document_stride": 12}
    assert predict(model("LABEL_0"), max_seq_len=32, **long) != predict(model("LABEL_0"), **long)


@pytest.mark.usefixtures("revisions")
def test_revision_and_token_choose_the_model_on_the_hub(monkeypatch) -> None:
    plain = predict(NAME, token="s3cret")
    assert predict(NAME, token="s3cret", revision="v2") != plain
    monkeypatch.setenv("HF_API_TOKEN", "s3cret")
    assert predict(NAME) == plain


@pytest.mark.usefixtures("revisions")
def test_the_revision_of_the_verifiability_model_chooses_it_on_the_hub() -> None:
    def classes(revision: str | None) -> list[float | None]:
        made = ReferencePredictor(
            "builtin",
            verifiability_model=f"{NAME}-v",
            verifiability_revision=revision,
            token="s3cret",
            device="cpu",
        )
        return [sentence.probability for sentence in made.predict([GIVEN])[0].sentences]

    assert classes("v2") != classes(None)


@pytest.mark.usefixtures("revisions")
def test_without_the_token_a_closed_model_is_refused() -> None:
    with pytest.raises(InputError, match=r"^model 'ascribe/tiny' cannot be loaded"):
        predict(NAME, token="wrong")


def test_a_device_is_where_the_model_runs_or_a_refusal(model) -> None:
    assert predict(model("LABEL_0"), device="cpu")
    with pytest.raises(InputError, match=r"^device: "):
        predict(model("LABEL_0"), device="warp9")


def test_keywords_change_the_model(model) -> None:
    plain = predict(model("LABEL_0"), function_to_apply="none")
    changed = predict(model("LABEL_0"), function_to_apply="none", model_kwargs={"dtype": "bfloat16"})
    assert [row["score"] for row in plain] != [row["score"] for row in changed]


def test_a_setfit_model_decides_which_sentences_take_part(tmp_path) -> None:
    pytest.importorskip("setfit")
    sentences = {"the mill was built in 1871 .": 0, "a railway crosses the valley .": 0, "hello !": 1}
    folder = str(tiny.setfit(tmp_path, ["needs_verification", "noise"], sentences))
    parameters: dict[str, Any] = {"model": "builtin", "verifiability_model": folder, "device": "cpu"}
    with pytest.raises(InputError, match="allow_pickled_head"):
        ReferencePredictor(**parameters)
    made = ReferencePredictor(**parameters, verifiability_model_kwargs={"allow_pickled_head": True})
    assert {s.class_name for s in made.predict([GIVEN])[0].sentences} <= {"needs_verification", "noise"}
    with pytest.raises(InputError, match="the model has needs_verification, noise, not greeting"):
        ReferencePredictor(
            **parameters,
            verifiability_model_kwargs={"allow_pickled_head": True},
            needs_verification_classes=["greeting"],
        )
