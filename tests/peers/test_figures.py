"""The floors are exact, and a figure that a peer cannot have is none, not 0."""

from typing import Any

import pytest
from benchmarks.peers import cost, floors, quality, report
from benchmarks.peers.__main__ import add_rows, describe, rate_families
from benchmarks.peers.items import FAMILIES, Item, take

SENTENCES = ["The mill is old.", "It has 12 sails.", "A fire came in 1902."]


def rank_item(name: str, gold: list[list[int]], cluster: str = "a") -> Item:
    return Item(
        "attribution",
        name,
        cluster,
        "rank",
        {"claim": "c", "sentences": SENTENCES, "documents": [0, 0, 0]},
        gold,
    )


def verify_item(label: bool, cluster: str = "a", group: str = "wording") -> Item:
    return Item("perturbation", group, cluster, "verify", {"claim": "c", "texts": ["t"]}, label)


def marker_item(text: str, gold: list[int], count: int = 4) -> Item:
    return Item("markers", "bracket", text, "markers", {"text": text, "count": count}, gold)


ITEMS = [
    rank_item("one", [[0]]),
    rank_item("one", [[1, 2]], "b"),
    rank_item("two", [[2], [0, 1]]),
    *(
        verify_item(label, cluster)
        for label, cluster in ((True, "a"), (False, "a"), (True, "b"), (False, "b"))
    ),
    marker_item("It is old [1].", [1]),
    marker_item("It is old [1, 2].", [1, 2]),
    marker_item("An array a[9] and [7].", []),
    marker_item("Nothing here.", []),
]


def rate(name: str, task: str) -> quality.Figures:
    return quality.compute_figures(task, ITEMS, floors.compute_floor(name, ITEMS))


def test_the_first_sentence_and_always_yes():
    found = rate(floors.FLOORS[0], "attribution")
    # the mean over the two files: (1 + 0) / 2 and 1 of 1
    assert found["first is gold"].value == pytest.approx(0.75)
    assert found["recall of five"].value == 1.0
    verdicts = rate(floors.FLOORS[0], "perturbation")
    assert (verdicts["balanced accuracy"].value, verdicts["lies passed"].value) == (0.5, 1.0)
    assert (verdicts["balanced accuracy"].low, verdicts["balanced accuracy"].high) == (0.5, 0.5)
    assert rate(floors.FLOORS[0], "markers")["documents right"].value == 0.5


def test_plain_brackets_read_what_exists_and_nothing_else():
    assert rate(floors.FLOORS[2], "markers")["documents right"].value == 0.75
    assert [
        v
        for i, v in zip(ITEMS, floors.compute_floor(floors.FLOORS[2], ITEMS), strict=True)
        if i.task != "markers"
    ] == [None] * 7


def test_chance_is_the_same_in_every_run():
    values = floors.compute_floor(floors.FLOORS[1], ITEMS)
    assert values == floors.compute_floor(floors.FLOORS[1], ITEMS)
    assert sorted(values[0]) == [0, 1, 2]
    assert values[-1] is None


def test_a_peer_without_a_threshold_has_a_ranking_and_no_verdicts():
    scores = {True: 0.9, False: 0.1}
    values = [
        {"supported": None, "score": scores[i.gold]} if i.operation == "verify" else None for i in ITEMS
    ]
    found = quality.compute_figures("perturbation", ITEMS, values)
    assert "balanced accuracy" not in found
    assert (
        quality.rate_verdicts([(i, v) for i, v in zip(ITEMS, values, strict=True) if v], 0)["AUROC"].value
        == 1.0
    )
    assert report.format_figure(report.get_figure({"tasks": {}}, "markers", "documents right")) == "—"


def test_what_was_not_answered_is_not_supported():
    pairs: list[tuple[Item, Any]] = [(item, None) for item in ITEMS if item.operation == "verify"]
    pairs[0] = (pairs[0][0], {"supported": True, "score": 1.0})
    found = quality.rate_verdicts(pairs, 0)
    assert (found["truths kept"].value, found["lies passed"].value) == (0.5, 0.0)


def test_who_is_above_is_said_with_how_sure_that_is():
    items = [verify_item(n % 2 == 0, str(n)) for n in range(40)]
    right = quality.rate_verdicts([(i, {"supported": i.gold, "score": 1.0}) for i in items], 0)[
        "balanced accuracy"
    ]
    nearly = [(i, {"supported": i.gold != (n == 0), "score": 1.0}) for n, i in enumerate(items)]
    close = quality.rate_verdicts(nearly, 0)["balanced accuracy"]
    yes = quality.rate_verdicts([(i, {"supported": True, "score": 1.0}) for i in items], 0)[
        "balanced accuracy"
    ]
    assert quality.compare(right, yes) == "by more than chance"
    assert quality.compare(right, close) == "within the interval of the difference"
    assert quality.compare(yes, right) == ""


def test_a_sample_is_fixed_and_in_order():
    items = [verify_item(n % 2 == 0, str(n)) for n in range(50)]
    assert take(items, 10) == take(items, 10)
    assert [items.index(item) for item in take(items, 10)] == sorted(
        items.index(item) for item in take(items, 10)
    )
    assert take(items, None) == items


def test_each_category_is_in_one_family():
    members = [category for family in FAMILIES.values() for category in family]
    assert len(members) == len(set(members)) == 31


def describe_peer(values: list[Any], *tasks: str) -> dict[str, Any]:
    ours = quality.compute_figures("attribution", ITEMS, [None] * len(ITEMS))
    figures = {task: quality.compute_figures(task, ITEMS, values) for task in tasks}
    return {
        "tasks": {task: describe(one, ours, "any") for task, one in figures.items()},
        "families": rate_families(ITEMS, quality.Outcome(values))
        if "perturbation" in tasks
        else dict.fromkeys(FAMILIES),
        "errors": 0,
        "ended": "",
    }


def test_the_report_shows_who_is_better_and_what_nobody_did():
    undecided = {"rank": [], "verify": {"supported": False, "score": 0.5}}
    found = {
        report.DEFAULT: describe_peer(
            [undecided.get(i.operation) for i in ITEMS], "attribution", "perturbation"
        ),
        "BM25": describe_peer(
            [i.gold[0][:1] if i.operation == "rank" else None for i in ITEMS], "attribution"
        ),
    }
    costs = {
        report.RULES: cost.Costs({size: [1.0, 2.0] for size in cost.SIZES}, [1.0], 50.0),
        report.DEFAULT: cost.Costs({size: [4.0, 4.0] for size in cost.SIZES}, [2.0], 200.0),
        "BM25": cost.Costs({size: [0.5, 0.5] for size in cost.SIZES}, [1.0], 20.0),
    }
    results: dict[str, Any] = {
        "items": {"attribution": 3},
        "sample": "all",
        "rounds": 2,
        "machine": "A machine.",
        "versions": {"BM25": {"bm25s": "1.0"}},
        "missing": {"gtrex": "not run, pip failed"},
        "quality": found,
        "cost": cost.build_rows(costs, [report.RULES, report.DEFAULT]),
    }
    written = report.build_report(results)
    assert "| BM25 | 100.0 | 87.5 | — | — | — | — | — |" in written
    assert "first is gold, above `builtin` (0.0): BM25 (100.0, without an interval)." in written
    assert "- small changes, balanced accuracy, above `builtin` (50.0): none." in written
    assert (
        "| BM25 | 0.38 [0.25, 0.5] | 0.12 [0.12, 0.12] | 0.5 [0.5, 0.5] | 0.1 | 1 [1, 1] | 1 [1, 1] |"
        in written
    )
    assert "- faster than `rules`: BM25 (0.38 ×)." in written
    assert "- gtrex: not run, pip failed." in written
    assert "| BM25 | 100.0 | 87.5 | — | — | — | — | 0.38 |" in report.build_summary(results)
    assert "small changes" not in report.build_summary(results).split("better than")[1]
    later: dict[str, Any] = {
        "quality": {},
        "cost": {"TF-IDF": results["cost"]["BM25"]},
        "versions": {"TF-IDF": {}},
    }
    both = add_rows(results, later, "cost")
    assert list(both["cost"]) == [report.RULES, report.DEFAULT, "BM25", "TF-IDF"]
    assert both["quality"] == results["quality"]
    assert "Of a later run, with Ascribe beside them: TF-IDF (cost)." in report.build_report(both)
