"""Text classification and SetFit models, made small, through the real libraries."""

import json
from dataclasses import replace

import numpy as np
import pytest

from ascribe import InputError
from ascribe.inference.sentence_models import (
    SetFitClassifier,
    TextClassifier,
    load_sentence_classifier,
)
from ascribe.protocols import Claim
from ascribe.testing import check_sentence_classifier
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import SENTENCES

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

CONSENT = {"allow_pickled_head": True}


def claim(text: str) -> Claim:
    return Claim(text, 0, len(text), "prose", text)


@pytest.mark.parametrize("labels", [["needs_verification", "noise"], ["noise"], ["a", "b", "c"]])
def test_the_contract_of_text_classification_models(model, labels: list[str]) -> None:
    made = load_sentence_classifier(tiny.source(model(*labels), batch_size=2))
    assert isinstance(made, TextClassifier)
    assert made.classes == (("not_noise", "noise") if labels == ["noise"] else tuple(labels))
    check_sentence_classifier(made)


def test_text_classification_says_what_the_library_says(model) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = model("needs_verification", "noise")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    theirs = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        expected = theirs(**tokenizer("the mill", return_tensors="pt")).logits.softmax(-1).numpy()
    found = load_sentence_classifier(tiny.source(folder)).probabilities([claim("the mill")])
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_long_sentence_is_read_to_its_end(model) -> None:
    made = load_sentence_classifier(tiny.source(model("a", "b")))
    long = "the mill is old " * 60
    one, other = made.probabilities([claim(long), claim(long + "hello thank you ! " * 10)])
    assert abs(one - other).max() > 1e-4


def test_a_pickled_head_asks_for_consent(setfit) -> None:
    source = replace(tiny.source(setfit), parameter="verifiability_model")
    for keywords in ({}, {"allow_pickled_head": False}, {"allow_pickled_head": "yes"}):
        with pytest.raises(
            InputError, match=r"is a pickle.*verifiability_model_kwargs=\{.allow_pickled_head"
        ):
            load_sentence_classifier(replace(source, keywords=keywords))


def test_no_pickle_is_opened_without_consent(tmp_path, setfit) -> None:
    (tmp_path / "model_head.pkl").write_bytes(b"cposix\nsystem\n(S'touch opened'\ntR.")
    (tmp_path / "config.json").write_text((setfit / "config.json").read_text())
    with pytest.raises(InputError, match="is a pickle"):
        load_sentence_classifier(tiny.source(tmp_path))


def test_setfit_models_say_what_the_package_says(setfit) -> None:
    from setfit import SetFitModel

    made = load_sentence_classifier(tiny.source(setfit, keywords=CONSENT))
    assert isinstance(made, SetFitClassifier)
    assert made.classes == ("needs_verification", "noise")
    found = made.probabilities([claim(text) for text in SENTENCES])
    theirs = SetFitModel.from_pretrained(str(setfit), device="cpu").predict_proba(list(SENTENCES))
    assert found == pytest.approx(np.asarray(theirs), abs=1e-4)
    assert found.argmax(axis=1).tolist() == list(SENTENCES.values())
    check_sentence_classifier(made)


def test_without_names_the_classes_of_the_head_are_the_names(tmp_path) -> None:
    pytest.importorskip("setfit")
    named = {text: ["needs_verification", "noise"][n] for text, n in SENTENCES.items()}
    folder = tiny.setfit(tmp_path, None, named)
    assert load_sentence_classifier(tiny.source(folder, keywords=CONSENT)).classes == (
        "needs_verification",
        "noise",
    )


def test_a_head_without_probabilities_is_refused(tmp_path) -> None:
    import joblib

    joblib.dump([1, 2], tmp_path / "model_head.pkl")
    (tmp_path / "config_setfit.json").write_text(json.dumps({"labels": ["a", "b"]}))
    with pytest.raises(InputError, match="its head is a list, which gives no class probabilities"):
        load_sentence_classifier(tiny.source(tmp_path, keywords=CONSENT))
