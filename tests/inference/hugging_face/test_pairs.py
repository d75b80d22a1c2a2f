"""Real cross-encoders and NLI models, made small, through the real libraries."""

from typing import Any

import numpy as np
import pytest

from ascribe import InputError
from ascribe.inference.pair_models import PairClassifier
from ascribe.inference.sequence_classifier import find_positive_label
from ascribe.testing import check_pair_model
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import NLI

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

CLAIM = "the mill was built in 1871 ."
PASSAGE = "the mill stands on the river arle . it was built in 1871 . "


def logits(folder, pairs, limit: int = 64, batch_size: int = 16):
    return PairClassifier(tiny.source(folder, batch_size=batch_size), limit).logits(pairs)


def direct(folder, first: str, second: str):
    """What the library itself says of a pair."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.inference_mode():
        return model(**tokenizer(first, second, return_tensors="pt")).logits.numpy()[0]


def test_one_value_is_read_with_the_answer_first_and_entailment_with_the_document_first(model) -> None:
    reranker, nli = model("LABEL_0"), model(*NLI)
    assert PairClassifier(tiny.source(reranker), 64).labels == ("LABEL_0",)
    assert PairClassifier(tiny.source(nli), 64).labels == tuple(NLI)
    assert logits(reranker, [(CLAIM, PASSAGE)])[0] == pytest.approx(
        direct(reranker, CLAIM, PASSAGE), abs=1e-5
    )
    assert logits(nli, [(CLAIM, PASSAGE)])[0] == pytest.approx(direct(nli, PASSAGE, CLAIM), abs=1e-5)


def test_labels_stand_in_the_order_of_the_configuration(model) -> None:
    turned = model("neutral", "entailment", "contradiction")
    assert PairClassifier(tiny.source(turned), 64).labels == ("neutral", "entailment", "contradiction")


@pytest.mark.parametrize("labels", [["LABEL_0"], NLI, ["no", "yes"]])
def test_the_contract_of_pair_models(model, labels: list[str]) -> None:
    check_pair_model(PairClassifier(tiny.source(model(*labels), batch_size=3), 64))


@pytest.mark.parametrize("labels", [["LABEL_0"], NLI])
def test_no_batch_size_changes_a_value(model, labels: list[str]) -> None:
    pairs = [(CLAIM, PASSAGE * n) for n in range(1, 8)] + [("it", "the mill"), ("", "")]
    one, many = (logits(model(*labels), pairs, batch_size=size) for size in (1, 64))
    assert one == pytest.approx(many, abs=1e-4)


@pytest.mark.parametrize("labels", [["LABEL_0"], NLI])
def test_the_answer_is_never_cut(model, labels: list[str], monkeypatch) -> None:
    made = PairClassifier(tiny.source(model(*labels)), 48)
    tokenizer = made._reader.tokenizer
    seen: list[Any] = []
    real = made._reader._logits

    def watched(rows: list[Any]) -> Any:
        seen.extend(rows)
        return real(rows)

    monkeypatch.setattr(made._reader, "_logits", watched)
    made.logits([(CLAIM, PASSAGE * 10)])
    texts = [tokenizer.decode(row["input_ids"]).replace(" ", "") for row in seen]
    assert len(texts) > 3
    assert all(CLAIM.replace(" ", "") in text for text in texts)
    assert all(len(row["input_ids"]) <= 48 for row in seen)


def test_the_best_window_of_a_long_document_counts(model) -> None:
    folder = model("LABEL_0")
    (long,) = logits(folder, [(CLAIM, PASSAGE * 8)], 40)[0]
    made = PairClassifier(tiny.source(folder), 40)
    found, owners = made._reader.read([(CLAIM, PASSAGE * 8)], "only_second")
    assert len(owners) > 2
    assert long == found[:, 0].max() > found[:, 0].min()


def test_an_answer_too_long_by_itself_is_read_in_pieces_of_which_the_worst_counts(model) -> None:
    folder = model("LABEL_0")
    halves = ["the mill was built in 1871 . " * 4, "a railway crosses the slow valley . " * 4]
    whole = logits(folder, [("".join(halves), PASSAGE)])[0, 0]
    made = PairClassifier(tiny.source(folder), 64)
    pieces, owners = made._pieces([("".join(halves), PASSAGE)])
    assert set(owners) == {0}
    assert len(pieces) > 1
    assert "".join(piece for piece, _ in pieces).replace(" ", "") == "".join(halves).replace(" ", "")
    assert whole == pytest.approx(min(logits(folder, [pair])[0, 0] for pair in pieces), abs=1e-5)


@pytest.mark.parametrize("known", ["", "[PAD]"])
def test_a_model_that_knows_no_padding_is_read_row_by_row(tmp_path, known: str) -> None:
    from transformers import GPT2Config, GPT2ForSequenceClassification

    tokenizer = tiny.tokenizer()
    tokenizer.pad_token = known or None
    tokenizer.save_pretrained(tmp_path)
    config = GPT2Config(vocab_size=len(tokenizer), n_embd=16, n_layer=1, n_head=2, n_positions=64)
    GPT2ForSequenceClassification(config).save_pretrained(tmp_path)
    pairs = [(CLAIM, PASSAGE), (CLAIM, "the town is old .")]
    together, alone = logits(tmp_path, pairs), [logits(tmp_path, [pair])[0] for pair in pairs]
    assert together == pytest.approx(np.stack(alone), abs=1e-6)


def test_a_smaller_limit_reads_smaller_windows(model) -> None:
    pair = [(CLAIM, PASSAGE * 8)]
    assert logits(model("LABEL_0"), pair, 32) != pytest.approx(logits(model("LABEL_0"), pair, 64), abs=1e-6)
    assert logits(model("LABEL_0"), pair, 4096) == pytest.approx(logits(model("LABEL_0"), pair, 64), abs=1e-5)


def test_lone_surrogates_are_read_as_other_signs(model) -> None:
    found = logits(model("LABEL_0"), [("the mill \ud83d .", "the mill \udc00 .")])
    assert np.isfinite(found).all()


def test_a_model_whose_head_is_not_trained_is_refused(tmp_path) -> None:
    from transformers import BertModel

    BertModel(tiny.config(["x"])).save_pretrained(tmp_path)
    tiny.tokenizer().save_pretrained(tmp_path)
    with pytest.raises(InputError, match="is a BertModel, which has no head for classification"):
        PairClassifier(tiny.source(tmp_path), 64)
    config = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(config.replace("BertModel", "BertForSequenceClassification"))
    with pytest.raises(
        InputError, match=r"its files lack (classifier|bert)\S+, so its results would be random"
    ):
        PairClassifier(tiny.source(tmp_path), 64).logits([("a", "b")])


def test_a_folder_without_a_model_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match=r'cannot be loaded .*or use "builtin"'):
        PairClassifier(tiny.source(tmp_path), 64)


@pytest.mark.parametrize("device", ["warp9", "cuda:99"])
def test_a_device_that_is_not_there_is_refused(model, device: str) -> None:
    from dataclasses import replace

    made = PairClassifier(replace(tiny.source(model("LABEL_0")), device=device), 64)
    with pytest.raises(InputError, match=f"^device: torch cannot use '{device}' on this machine"):
        made.logits([("a", "b")])


def test_keywords_reach_the_library(model) -> None:
    import torch

    made = PairClassifier(tiny.source(model("LABEL_0"), keywords={"dtype": torch.float64}), 64)
    assert made.logits([(CLAIM, PASSAGE)]).shape == (1, 1)
    assert next(made._reader._loaded[1].parameters()).dtype == torch.float64
    with pytest.raises(InputError, match="cannot be loaded"):
        PairClassifier(tiny.source(model("LABEL_0"), keywords={"nonsense": 1}), 64).logits([("a", "b")])


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("contradiction", "entailment", "neutral"), "entailment"),
        (("not_entailment", "entailed"), "entailed"),
        (("REFUTES", "SUPPORTS"), "SUPPORTS"),
        (("unsupported", "other"), None),
        (("LABEL_0", "LABEL_1"), None),
    ],
)
def test_the_label_for_entailment_is_found_by_its_name(labels, expected) -> None:
    assert find_positive_label(labels) == expected
