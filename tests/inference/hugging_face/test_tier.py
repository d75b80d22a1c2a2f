"""Tier ``hf`` from end to end, with real models of every kind, made small."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from ascribe import Answer, InputError, Verdict, check, testing
from ascribe.apps.cli import app
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.hugging_face_verifier import (
    DEFAULT_THRESHOLDS,
    ClaimDetector,
    HuggingFaceNLIModel,
    HuggingFaceTier,
)
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import NLI
from tests.inference.hugging_face.test_pairs import direct

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

MUSEUM = (
    "The museum first opened its doors in 1921. Entry is free for children under twelve. It owns a depot."
)
CLAIM = "Children under twelve can visit for free."
FREE = "Entry is free for children under twelve."
ELSE = "A Dutch master has painted the castle."


def verdict(model: Path, claim: str = CLAIM, source: str = MUSEUM, **options: Any) -> Verdict:
    level = options.pop("strictness", "balanced")
    return only(check(claim, [source], tier=tier(model, **options), strictness=level, language="en"))


def tier(model: Path, **options: Any) -> HuggingFaceTier:
    return HuggingFaceTier(model, device="cpu", **options)


def only(answer: Answer) -> Verdict:
    (sentence,) = answer.sentences
    assert sentence.verdict is not None
    return sentence.verdict


@pytest.fixture(scope="session")
def leaning(tmp_path_factory) -> Callable[..., Path]:
    """The folder of a model that always says the label at that place."""
    made: dict[Any, Path] = {}

    def make(*labels: str, place: int, by: float = 6.0) -> Path:
        known = (labels, place, by)
        if known not in made:
            made[known] = tiny.leaning(tmp_path_factory.mktemp("leaning"), list(labels), place, by)
        return made[known]

    return make


SAID = {"entailment": "supported", "contradiction": "contradicted", "neutral": "unsupported"}


@pytest.mark.parametrize("labels", list(permutations(SAID)), ids="-".join)
@pytest.mark.parametrize("said", SAID)
def test_labels_are_read_in_whatever_order_they_stand(leaning, labels, said: str) -> None:
    claim = ELSE if said == "neutral" else CLAIM
    found = verdict(leaning(*labels, place=labels.index(said)), claim)
    assert (found.tier, found.status) == ("hf", SAID[said])


def test_what_is_supported_rests_on_the_fewest_sentences_with_the_models_own_probability(leaning) -> None:
    found = verdict(leaning(*NLI, place=1))
    assert (found.status, found.reason, found.threshold) == (
        "supported",
        "entailed",
        DEFAULT_THRESHOLDS["balanced"],
    )
    assert [(r.label, r.quote) for r in found.references] == [("supports", FREE)]
    assert found.score == found.details["models_alone"] > 0.9


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        (["SUPPORTS", "NOT ENOUGH INFO", "REFUTES"], [0, 2, 1]),
        (["contradiction", "entailment", "neutral"], [1, 0, 2]),
        (["unsupported", "supported"], [1, None, 0]),
        (["LABEL_0", "LABEL_1"], [1, None, 0]),
    ],
)
def test_several_values_are_the_shares_that_the_library_gives(model, labels, order) -> None:
    folder = model(*labels)
    made = HuggingFaceNLIModel(tiny.source(folder), 64, {})
    logits = direct(folder, "the mill burnt in 1902 .", "the mill is old .").astype(float)
    shares = np.exp(logits) / np.exp(logits).sum()
    expected = [0.0 if place is None else shares[place] for place in order]
    found = made.probabilities([("the mill burnt in 1902 .", "the mill is old .")])[0]
    assert found == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize("claim_first", [None, True, False])
def test_one_value_is_the_probability_by_the_sigmoid_in_the_order_that_is_asked_for(
    model, claim_first
) -> None:
    folder = model("LABEL_0")
    claim, evidence = "the mill is old .", "the mill burnt in 1902 ."
    pair = (evidence, claim) if claim_first is False else (claim, evidence)
    expected = 1.0 / (1.0 + np.exp(-float(direct(folder, *pair)[0])))
    made = HuggingFaceNLIModel(tiny.source(folder), 64, {}, claim_first)
    found = made.probabilities([(evidence, claim)])[0]
    assert found == pytest.approx([expected, 0.0, 1.0 - expected], abs=2e-4)


@pytest.mark.parametrize("labels", [["LABEL_0"], NLI], ids="-".join)
def test_a_cross_encoder_of_sentence_transformers_says_what_it_says_there(model, tmp_path, labels) -> None:
    from sentence_transformers import CrossEncoder

    made = CrossEncoder(str(model(*labels)), device="cpu")
    made.save_pretrained(str(tmp_path))
    pairs = [("the mill burnt in 1902 .", "the mill is old ."), ("it has 12 sails .", "it has 14 sails .")]
    if len(labels) == 1:
        expected = made.predict([pair[::-1] for pair in pairs])
    else:
        expected = made.predict(pairs, apply_softmax=True)[:, labels.index("ENTAILMENT")]
    found = HuggingFaceNLIModel(tiny.source(tmp_path), 64, {}).probabilities(pairs)
    assert found[:, 0] == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(("by", "status"), [(5.0, "supported"), (-5.0, "unknown")])
def test_a_cross_encoder_with_one_value_supports_or_does_not(leaning, by: float, status: str) -> None:
    assert verdict(leaning("LABEL_0", place=0, by=by)).status == status


def test_what_a_model_rejects_is_unsupported_only_if_most_of_its_content_is_absent(leaning) -> None:
    denies = leaning("LABEL_0", place=0, by=-5.0)
    assert (verdict(denies).status, verdict(denies, ELSE).status) == ("unknown", "unsupported")


KINDS = [["LABEL_0"], NLI, ["neutral", "entailment", "contradiction"], ["LABEL_0", "LABEL_1"], ["no", "yes"]]


@pytest.mark.parametrize("strictness", STRICTNESS)
@pytest.mark.parametrize("labels", KINDS, ids="-".join)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_contract_of_verifiers(model, labels, strictness, seed) -> None:
    made = tier(model(*labels, seed=seed), batch_size=3)(strictness=strictness, language="en")
    testing.check_verifier(made, testing.cited(), testing.scores())


@pytest.mark.parametrize("labels", KINDS, ids="-".join)
@pytest.mark.parametrize("claim", [CLAIM, "The museum owns 3 depots.", "It was closed in 1921.", ELSE])
def test_a_stricter_level_never_supports_more(model, labels, claim) -> None:
    levels = [verdict(model(*labels), claim, strictness=level).status == "supported" for level in STRICTNESS]
    assert levels == sorted(levels, reverse=True)


def test_bars_of_the_caller_decide(leaning) -> None:
    sure = leaning("no", "yes", place=1, by=1.0)  # some 73 %
    assert verdict(sure).status == "supported"
    higher = dict(zip(STRICTNESS, (0.5, 0.9, 0.95, 0.99), strict=True))
    found = verdict(sure, thresholds=higher)
    assert (found.status, found.threshold) == ("unknown", 0.9)


@pytest.mark.parametrize(
    ("claim", "status", "reason"),
    [
        ("The museum first opened its doors in 1931.", "contradicted", "date_mismatch"),
        ("Entry is not free for children under twelve.", "contradicted", "negation_mismatch"),
        ("Children under twelve can visit for 4 euros.", "unknown", "number_not_found"),
    ],
)
def test_no_model_overrules_the_rules_on_what_must_be_exact(leaning, claim, status, reason) -> None:
    found = verdict(leaning(*NLI, place=1), claim, strictness="loose")
    assert (found.status, found.details["rules"]) == (status, reason)


def test_what_the_rules_confirm_and_the_model_denies_is_left_open(leaning) -> None:
    told_anew = "In 1921 the museum first opened its doors."
    assert verdict(leaning(*NLI, place=0), told_anew).reason == "uncertain"
    assert verdict(leaning(*NLI, place=1), told_anew).reason == "confirmed"


def test_what_the_source_has_word_for_word_needs_no_model(leaning) -> None:
    assert verdict(leaning(*NLI, place=0), "The museum first opened its doors in 1921.").reason == "confirmed"


def test_a_model_of_two_labels_refutes_nothing(leaning) -> None:
    found = verdict(leaning("unsupported", "supported", place=0), ELSE)
    assert found.status == "unsupported"


def test_the_claim_is_never_cut_and_long_evidence_is_read_in_windows(model, monkeypatch) -> None:
    from ascribe.inference.sequence_classifier import SequenceClassifier

    rows: list[Any] = []
    real = SequenceClassifier._logits

    def watched(self: SequenceClassifier, given: list[Any]) -> Any:
        rows.extend(given)
        return real(self, given)

    monkeypatch.setattr(SequenceClassifier, "_logits", watched)
    claim = "The old mill of Anna Kohl stands by the slow river in the old town."
    source = f"The mill of Anna Kohl {'and the town and the fire ' * 30}stands by the river. It is old."
    verdict(model(*NLI), claim, source, max_seq_len=40)
    tokenizer = tiny.tokenizer()
    whole = tokenizer(claim, add_special_tokens=False)["input_ids"]
    assert len(rows) > 6
    assert max(len(row["input_ids"]) for row in rows) <= 40
    for row in rows:
        ids = list(row["input_ids"])
        assert any(ids[at : at + len(whole)] == whole for at in range(len(ids)))


def test_of_evidence_in_windows_the_most_entailed_one_counts(model) -> None:
    folder = model(*NLI, seed=2)
    long, claim = "the mill burnt in 1902 . the town is old . " * 8, "the mill is old ."
    made = HuggingFaceNLIModel(tiny.source(folder), 32, {})
    rows, owners = made._pairs._reader.read([(long, claim)], "only_first")
    shares = np.exp(rows) / np.exp(rows).sum(axis=1, keepdims=True)
    assert len(owners) > 3
    assert made.probabilities([(long, claim)])[0, 0] == pytest.approx(shares[:, 1].max(), abs=2e-4)


def test_labels_without_names_are_refused_and_can_be_named(leaning, monkeypatch) -> None:
    unnamed = leaning("LABEL_0", "LABEL_1", "LABEL_2", place=2)
    with pytest.raises(InputError, match=r"has the labels LABEL_0, LABEL_1, LABEL_2, .*; give labels="):
        verdict(unnamed)
    names = {"LABEL_0": "contradiction", "LABEL_1": "neutral", "LABEL_2": "entailment"}
    assert verdict(unnamed, labels=names).status == "supported"
    assert verdict(unnamed, labels={**names, "LABEL_1": "entailment", "LABEL_2": "neutral"}).status != (
        "supported"
    )
    monkeypatch.setenv("ASCRIBE_HF_LABELS", "LABEL_0=refutes, LABEL_1=neutral, LABEL_2=supports")
    assert verdict(unnamed).status == "supported"


def test_a_model_without_a_head_or_with_wrong_numbers_is_refused(tmp_path, leaning) -> None:
    import torch
    from transformers import BertForSequenceClassification, BertModel

    BertModel(tiny.config(["x"])).save_pretrained(tmp_path / "body")
    with pytest.raises(InputError, match="has no head for classification"):
        verdict(tmp_path / "body")
    broken = BertForSequenceClassification.from_pretrained(leaning(*NLI, place=1))
    with torch.no_grad():
        broken.classifier.bias[0] = float("nan")
    broken.save_pretrained(tmp_path / "nan")
    tiny.tokenizer().save_pretrained(tmp_path / "nan")
    with pytest.raises(InputError, match="returned a value that is not a finite number"):
        verdict(tmp_path / "nan")


def test_a_name_out_of_reach_of_the_hub_fails_in_seconds_with_one_sentence() -> None:
    before = time.monotonic()
    with pytest.raises(InputError, match="is not on this machine and the hub does not answer"):
        check(CLAIM, [MUSEUM], tier=HuggingFaceTier("nobody/no-such-model"))
    assert time.monotonic() - before < 20


def test_replies_in_other_languages_than_the_models_fall_to_the_rules_and_say_so(leaning) -> None:
    text = "Die Mühle hat zwölf Flügel."
    nli = leaning(*NLI, place=1)
    found = only(check(text, text, tier=tier(nli, languages=("en",)), language="de"))
    assert (found.status, found.tier) == ("supported", "rules")
    assert found.details["hf"] == "The model does not read this language; this is the verdict of the rules."
    assert only(check(text, text, tier=tier(nli, languages=("de", "en")), language="de")).tier == "hf"
    assert only(check(text, text, tier=tier(nli), language="de-AT")).tier == "hf"


def test_what_the_model_is_not_asked(leaning) -> None:
    nli = leaning(*NLI, place=1)
    assert verdict(nli, "Hello!").tier == "hf"
    found = verdict(nli, "Twelve.")
    assert (found.reason, found.tier) == ("too_short", "rules")
    assert "did not read it; this is the verdict of the rules." in found.details["hf"]


def test_settings_name_the_model_its_files_and_what_its_labels_mean(leaning) -> None:
    folder = leaning(*NLI, place=1)
    settings = check(CLAIM, [MUSEUM], tier=tier(folder)).settings
    assert settings is not None
    assert (settings.tier, settings.components["score"]) == ("hf", "hybrid")
    assert settings.thresholds["supported"] == DEFAULT_THRESHOLDS["balanced"]
    assert settings.versions["hf.model"] == str(folder)
    assert settings.versions["hf.labels"] == (
        "CONTRADICTION: contradiction, ENTAILMENT: entailment, NEUTRAL: neutral"
    )
    other = check(CLAIM, [MUSEUM], tier=tier(leaning(*NLI, place=0))).settings
    assert other is not None
    assert len(settings.versions["hf.files"]) == 12
    assert settings.versions["hf.files"] != other.versions["hf.files"]


def test_a_model_is_loaded_once_and_threads_share_it(leaning, monkeypatch) -> None:
    from ascribe.inference import cache, hub, sequence_classifier

    loads: list[Any] = []

    def watched(*given: Any) -> Any:
        loads.append(given)
        return hub.load_tokenizer_and_model(*given)

    cache._loaded_models.clear()
    monkeypatch.setattr(sequence_classifier, "load_tokenizer_and_model", watched)
    folder = leaning(*NLI, place=1)
    claims = [f"Children under {age} can visit for free." for age in ("six", "ten", "eleven", "twelve")] * 3
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda claim: verdict(folder, claim), claims))
    assert len(loads) == 1
    assert found == [verdict(folder, claim) for claim in claims]


def test_a_classifier_says_which_sentences_need_no_verification(leaning) -> None:
    # The last sentence names nobody: a name that no source prints would leave it open.
    reply = f"{CLAIM} It was first opened in 1931. A painter has decorated the castle."
    said = {}
    for place, name in enumerate(["needs_verification", "noise"]):
        sentences = ClaimDetector(leaning("needs_verification", "noise", place=place), device="cpu")
        reader = tier(leaning(*NLI, place=1), sentences=sentences)
        answer = check(reply, [MUSEUM], tier=reader, language="en")
        said[name] = [(s.verdict.status, s.verdict.tier) for s in answer.sentences if s.verdict]
        assert answer.settings is not None
        assert str(sentences.model) in answer.settings.versions["hf.sentences"]
    assert [status for status, _ in said["needs_verification"]] == ["supported", "contradicted", "supported"]
    nothing = ("not_checkable", "hf")
    assert said["noise"] == [nothing, ("contradicted", "hf"), nothing]


@pytest.mark.parametrize("needs", ["needs_verification", "noise"])
def test_a_setfit_model_says_it_too_and_needs_consent(leaning, setfit, needs: str) -> None:
    nli = leaning(*NLI, place=1)
    with pytest.raises(InputError, match=r"is a pickle, .*give model_kwargs=\{"):
        verdict(nli, sentences=ClaimDetector(setfit))
    model = ClaimDetector(setfit, [needs], device="cpu", model_kwargs={"allow_pickled_head": True})
    found = verdict(nli, "the mill was built in 1871 .", "It was built in 1871.", sentences=model)
    if needs == "needs_verification":
        assert found.status != "not_checkable"
    else:
        assert (found.status, found.reason, found.details) == (
            "not_checkable",
            "no_statement",
            {"class": "needs_verification"},
        )


@pytest.mark.parametrize("needs", [["facts"], []])
def test_classes_that_the_classifier_does_not_know_are_refused(leaning, needs: list[str]) -> None:
    model = ClaimDetector(leaning("needs_verification", "noise", place=1), needs)
    with pytest.raises(
        InputError, match=r"^needs: choose from .* of model '.*' \(needs_verification, noise\); "
    ):
        verdict(leaning(*NLI, place=1), sentences=model)


@pytest.fixture
def files(tmp_path) -> list[str]:
    (tmp_path / "reply.txt").write_text(CLAIM, encoding="utf-8")
    (tmp_path / "museum.txt").write_text(MUSEUM, encoding="utf-8")
    return [str(tmp_path / "reply.txt"), "-s", str(tmp_path / "museum.txt")]


def test_on_the_command_line(files, leaning, monkeypatch) -> None:
    yes, no = leaning(*NLI, place=1), leaning(*NLI, place=0)
    done = CliRunner().invoke(app, ["check", *files, "--tier", "hf", "--model", str(yes)])
    assert done.exit_code == 0, done.output
    assert "1 of 1 statement supported" in done.output
    monkeypatch.setenv("ASCRIBE_HF_MODEL", str(no))
    done = CliRunner().invoke(app, ["check", *files, "--tier", "hf", "-f", "json"])
    assert done.exit_code == 1
    shown = json.loads(done.stdout)
    assert shown["sentences"][0]["verdict"]["tier"] == "hf"
    assert shown["settings"]["versions"]["hf.model"] == str(no)


def test_it_is_measured_and_repairs_like_any_tier(files, leaning, tmp_path) -> None:
    yes = str(leaning(*NLI, place=1))
    rows = [
        {"claim": CLAIM, "source": MUSEUM, "label": "supported"},
        {"claim": ELSE, "source": MUSEUM, "label": "unsupported"},
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    asked = ["evaluate", str(tmp_path / "rows.jsonl"), "--tier", "hf", "--model", yes, "-f", "json"]
    done = CliRunner().invoke(app, [*asked, "--resamples", "0"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["settings"]["versions"]["hf.model"] == yes
    asked = ["ask", "For whom is entry free?", files[-1], "--tier", "hf", "--model", yes, "-f", "json"]
    assert json.loads(CliRunner().invoke(app, asked).stdout)["settings"]["versions"]["hf.model"] == yes
    done = CliRunner().invoke(app, ["repair", *files, "--tier", "hf", "--model", yes, "-o", "-"])
    assert done.stdout.strip() == f"{CLAIM[:-1]} [1]."


def test_the_doctor_tries_a_model_in_a_folder(leaning, tmp_path) -> None:
    environment = {**os.environ, "ASCRIBE_HF_MODEL": str(leaning(*NLI, place=1))}
    command = [sys.executable, "-m", "ascribe", "doctor", "-f", "json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    (row,) = (one for one in json.loads(done.stdout)["tiers"] if one["name"] == "hf")
    assert row["state"] == "ready", row
    assert row["cost"]["warm_ms"] > 0
