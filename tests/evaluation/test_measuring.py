"""The figures of the little set, through the function."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import ascribe
from ascribe import InputError, Verdict
from ascribe.evaluation.cited_answers import count_needed_citations
from ascribe.evaluation.items import Statement
from ascribe.evaluation.predictors import (
    NEUTRAL,
    AlwaysSupportedPredictor,
    CheckPredictor,
    CoveragePredictor,
    Prediction,
    combine_verdicts,
)
from tests.evaluation.labelled import ATTRIBUTION, CITED_ANSWERS, MILL, SPANS, VERIFICATION, write


def verdict(status, score: float | None, threshold: float | None = None) -> Verdict:
    return Verdict(status, "confirmed", "rules", score, threshold)


YES, NO, OPEN, CHAT = (
    verdict("supported", 0.9),
    verdict("contradicted", 0.1),
    verdict("unknown", None, 0.6),
    verdict("not_checkable", None),
)


@pytest.mark.parametrize(
    ("verdicts", "wanted"),
    [
        ([YES], Prediction(0.9, True)),
        ([YES, verdict("supported", 0.7)], Prediction(0.7, True)),
        ([YES, NO], Prediction(0.1, False)),
        ([YES, CHAT], Prediction(0.9, True)),
        ([YES, OPEN], Prediction(NEUTRAL, False, decided=False)),
        ([NO, OPEN], Prediction(0.1, False)),
        ([verdict("unknown", None, 0.4)], Prediction(0.4, False, decided=False)),
        ([CHAT], Prediction(NEUTRAL, False, decided=False)),
        ([], Prediction(NEUTRAL, False, decided=False)),
    ],
)
def test_the_weakest_sentence_decides(verdicts, wanted) -> None:
    assert combine_verdicts(verdicts) == wanted


@dataclass(frozen=True)
class Holding:
    """Supports a claim if all its words in capitals are in the sources."""

    name: str = "words"
    is_probability: bool = True

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        found = [set(s.claim.split()) <= set(" ".join(s.texts).split()) for s in statements]
        return [Prediction(float(held), supported=held) for held in found]


def test_citations_that_are_needed() -> None:
    cases = {
        ("A B", ("A", "B")): 2,  # neither alone, neither can go
        ("A", ("A", "B")): 1,  # the second adds nothing
        ("A", ("A", "A")): 2,  # either alone
        ("A B", ("A B", "B")): 1,
        ("A C", ("A", "B")): 0,  # not supported at all
        ("A", ("A",)): 1,
    }
    judge = Holding()
    for (claim, texts), wanted in cases.items():
        statement = Statement(claim, texts)
        assert count_needed_citations(judge, [statement], judge.predict([statement])) == [wanted], (
            claim,
            texts,
        )


def figures(evaluation, row: int, table: int = 0):
    return {name: figure.value for name, figure in evaluation.tables[table].rows[row].figures.items()}


@pytest.fixture
def verified(tmp_path):
    return ascribe.evaluate(write(tmp_path / "a.jsonl", VERIFICATION), tier="rules", resamples=200)


def test_verification(verified) -> None:
    table = verified.tables[0]
    assert (table.items, table.documents, table.facts) == (13, 3, {"positive": 6})
    names = [row.name for row in table.rows]
    assert names == ["check, tier rules", "always yes", "coverage only", "cosine only"]
    system = figures(verified, 0)
    assert system["precision"] == system["recall"] == system["auroc"] == system["balanced_accuracy"] == 1.0
    always = figures(verified, 1)
    assert (always["auroc"], always["recall"], always["precision"]) == (0.5, 1.0, pytest.approx(6 / 13))
    assert always["calibration_error"] == always["brier"] == pytest.approx(7 / 13)
    assert figures(verified, 2)["precision"] < 1.0  # claims with a wrong figure share their other words
    assert table.rows[2].figures["brier"].reason == "these scores are not probabilities"


def test_a_row_is_measured_or_says_why_not(verified) -> None:
    cosine = verified.tables[0].rows[3]
    assert bool(cosine.not_run) != bool(cosine.figures)
    if cosine.figures:
        assert cosine.figures["f1"].reason == "no threshold ships for this row"


def test_attribution(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", ATTRIBUTION)
    found = ascribe.evaluate([path], tier="rules", resamples=0)
    assert (found.tables[0].items, found.tables[0].facts) == (3, {"left_out": 1})
    system = figures(found, 0)
    assert system["citation_recall"] == system["mrr"] == 1.0
    assert system["citation_precision"] == 1.0
    first = figures(found, 1)
    # The first sentence is gold for the second claim only, where it is half of the second set and none of
    # the first; gold stands in places 3, 1 and 6.
    assert first["first_is_gold"] == pytest.approx(1 / 3)
    assert first["citation_recall"] == pytest.approx(0.5 / 3)
    assert first["recall_at_5"] == pytest.approx(2 / 3)
    assert first["mrr"] == pytest.approx((1 / 3 + 1 + 1 / 6) / 3)


def test_cited_answers(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", CITED_ANSWERS)
    found = ascribe.evaluate(path, tier="rules", resamples=0)
    agreement, citations = found.tables
    assert (agreement.items, agreement.facts["positive"], agreement.documents) == (4, 2, 2)
    assert figures(found, 0)["balanced_accuracy"] == 1.0
    # Two of five sentences hold; of five citations the bridge's is not needed and two stand in wrong ones.
    assert figures(found, 0, 1) == {"citation_recall": 0.4, "citation_precision": 0.4}
    assert [row.name for row in citations.rows][:3] == ["check, tier rules", "people", "always yes"]
    assert figures(found, 1, 1) == {"citation_recall": 0.4, "citation_precision": None}
    assert figures(found, 2, 1) == {"citation_recall": 0.8, "citation_precision": 1.0}


def test_spans(tmp_path) -> None:
    found = ascribe.evaluate(write(tmp_path / "a.jsonl", SPANS), tier="rules", resamples=0)
    (table,) = found.tables
    assert (table.kind, table.items, table.documents, table.facts["by_people"]) == ("spans", 3, 2, 35)
    assert [row.name for row in table.rows] == [
        "check, tier rules",
        "mark nothing",
        "mark not supported sentences whole",
        "mark everything",
    ]
    # "14" and "Spanish bank bought the zoo", of "14" and "a Spanish bank bought the zoo".
    assert figures(found, 0) == pytest.approx(
        {"precision": 1.0, "recall": 29 / 35, "f1": 58 / 64, "marked": 29 / 109}, abs=0.04
    )
    assert figures(found, 1) == {"precision": None, "recall": 0.0, "f1": 0.0, "marked": 0.0}
    assert figures(found, 2)["recall"] == figures(found, 3)["recall"] == 1.0
    assert figures(found, 3)["precision"] == pytest.approx(35 / 109)


def test_another_tier_beside_and_what_is_none(tmp_path) -> None:
    row = {"claim": "The mill has 12 sails.", "source": "The mill has 12 sails.", "label": "supported"}
    path = tmp_path / "labelled.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    found = ascribe.evaluate(path, tier="rules", beside=["builtin"], resamples=0)
    assert {"check, tier rules", "check, tier builtin"} <= {row.name for row in found.tables[0].rows}
    for options, message in (
        ({"tier": ["rules", "builtin"]}, r"tier is one tier; give the others in beside"),
        ({"beside": "rules"}, r"beside must be a list of systems, got 'rules'; write \['rules'\]"),
        ({"beside": [3]}, "must be the name of a tier or a predictor with a name, got int"),
    ):
        wrong: Any = options
        with pytest.raises(InputError, match=message):
            ascribe.evaluate(path, **wrong)


def test_another_system_beside(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", VERIFICATION)
    found = ascribe.evaluate(path, tier="rules", beside=[Holding()], resamples=0)
    assert [row.name for row in found.tables[0].rows][:2] == ["check, tier rules", "words"]
    with pytest.raises(InputError, match="two systems are called 'always yes'"):
        ascribe.evaluate(path, tier="rules", beside=[AlwaysSupportedPredictor()])


def test_one_class_only_is_null_with_a_reason(tmp_path) -> None:
    records = [record for record in VERIFICATION if record["label"] == "supported"]
    found = ascribe.evaluate(write(tmp_path / "a.jsonl", records), tier="rules", resamples=50)
    shown = json.loads(found.to_json())["tables"][0]["rows"][0]
    assert shown["auroc"] == {
        "value": None,
        "low": None,
        "high": None,
        "reason": "all items have the same label",
    }
    assert shown["balanced_accuracy"]["value"] is None
    assert shown["recall"]["value"] == 1.0


def test_same_seed_same_figures(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", VERIFICATION)

    def made(seed: int) -> str:
        return ascribe.evaluate(path, tier="rules", limit=8, seed=seed, resamples=100).to_json()

    assert made(3) == made(3)
    assert json.loads(made(3))["tables"] != json.loads(made(4))["tables"]
    assert json.loads(made(3))["tables"][0]["items"] == 8


def test_several_files_have_a_mean(tmp_path) -> None:
    halves = (VERIFICATION[:6], VERIFICATION[6:])
    for number, records in enumerate(halves):
        write(tmp_path / f"{number}.jsonl", records)
    write(tmp_path / "other.jsonl", [{"text": "So."}])
    seen: list[tuple[str, int, int]] = []
    found = ascribe.evaluate(tmp_path, tier="rules", resamples=50, progress=lambda *step: seen.append(step))
    assert seen[0] == ("0.jsonl", 0, 6)
    assert seen[-1] == ("1.jsonl", 7, 7)
    assert [reason.count("fits no task") for reason in found.skipped.values()] == [1]
    mean = found.means[0].rows[1].figures["precision"]
    assert mean.value == pytest.approx((3 / 6 + 3 / 7) / 2)
    lines = found.to_markdown().splitlines()
    assert next(line for line in lines if line.startswith("| mean over files | 100.0 ["))


@pytest.mark.parametrize(
    ("options", "message"),
    [({"limit": 0}, "limit must be"), ({"seed": -1}, "seed must be"), ({"resamples": -1}, "resamples must")],
)
def test_bad_numbers_are_refused(tmp_path, options, message) -> None:
    with pytest.raises(InputError, match=message):
        ascribe.evaluate(write(tmp_path / "a.jsonl", VERIFICATION), **options)


def test_what_check_refuses_names_the_line(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", [VERIFICATION[0], {**VERIFICATION[1], "lang": "?"}])
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: language must be"):
        ascribe.evaluate(path, tier="rules")


def test_markers_do_not_count_as_content() -> None:
    said = CoveragePredictor().predict([Statement("The mill has 12 sails [3].", (MILL,))])
    assert said == [Prediction(1.0, supported=True)]


def test_the_settings_tell_how_it_was_made(verified) -> None:
    settings = json.loads(verified.to_json())["settings"]
    assert settings["tier"] == "rules"
    assert settings["thresholds"]["covered"] == 0.65
    assert {"ascribe", "numpy", "python"} <= set(settings["versions"])
    assert (settings["seed"], settings["resamples"], settings["calibration_bins"]) == (0, 200, 10)


def test_stricter_levels_say_yes_less_often() -> None:
    statements = [Statement(record["claim"], (record["source"],)) for record in VERIFICATION]
    counts = [
        sum(bool(p.supported) for p in CheckPredictor("rules", level).predict(statements))
        for level in ("loose", "balanced", "paranoid")
    ]
    assert counts == sorted(counts, reverse=True)
