"""Two runs compared: laws of the figures, and the command with real runs."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from ascribe import InputError, batch
from ascribe.apps.cli import app
from ascribe.batch_results import Comparison, compare
from ascribe.batch_results.comparison import describe_difference
from tests.batch_results.runs import ANSWERS, Answers, write_run

FEW = settings(max_examples=40)
SOURCE = "The mill has 12 sails and was built in 1872."


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("runs")
    return made


def compare_runs(folder: Path, before: Answers, after: Answers, **options: Any) -> Comparison:
    first, second = write_run(folder / "a.jsonl", before), write_run(folder / "b.jsonl", after)
    return compare(first, second, resamples=60, **options)


def get(comparison: Comparison, name: str) -> Any:
    return next(each for each in comparison.differences if each.measure.name == name)


@FEW
@given(ANSWERS)
def test_a_run_beside_itself_has_no_difference(folder: Path, answers: Answers) -> None:
    same = compare_runs(folder, answers, answers)
    assert same.failures == ()
    assert {each.verdict for each in same.differences} == {""}
    for each in same.differences:
        assert each.before == each.after
        assert (each.change.value, each.change.low or 0, each.change.high or 0) in ((0, 0, 0), (None, 0, 0))
    changes = same.changes
    assert (changes.moves, changes.worse, changes.answers_worse, changes.only_after) == ({}, (), 0, 0)
    assert changes.paired == sum(map(len, answers.values()))


def test_rows_with_other_questions_are_no_pairs(tmp_path: Path) -> None:
    rows = [
        {"question": asked, "answer": "The mill has 12 sails.", "contexts": [SOURCE]}
        for asked in ("A?", "B?")
    ]
    for name, given_rows in (("a.jsonl", rows), ("b.jsonl", rows[::-1])):
        batch(given_rows, tmp_path / name, tier="rules")
    with pytest.raises(InputError, match=r"row 1 has another question in each.*give every row an id"):
        compare(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert compare(tmp_path / "a.jsonl", tmp_path / "a.jsonl", resamples=20).failures == ()


@FEW
@given(ANSWERS, ANSWERS)
def test_exchanged_runs_have_the_opposite_differences(folder: Path, one: Answers, other: Answers) -> None:
    if not one.keys() & other.keys():
        return
    there, back = compare_runs(folder, one, other), compare_runs(folder, other, one)
    assert there.only_before == back.only_after
    assert there.changes.moves == {(a, b): n for (b, a), n in back.changes.moves.items()}
    assert there.changes.answers_worse == back.changes.answers_better
    opposites: Any = back.differences
    for each, opposite in zip(there.differences, opposites, strict=True):
        assert (each.before, each.after) == (opposite.after, opposite.before)
        if each.change.value is not None:
            assert each.change.value == pytest.approx(-opposite.change.value)
        if each.change.low is not None:
            assert each.change.low == pytest.approx(-opposite.change.high)


@FEW
@given(ANSWERS, ANSWERS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(folder: Path, one: Answers, other: Answers, chance) -> None:
    if not one.keys() & other.keys():
        return
    plain = compare_runs(folder, one, other).to_json()
    first, second = list(one), list(other)
    chance.shuffle(first)
    chance.shuffle(second)
    write_run(folder / "a.jsonl", one, order=first)
    write_run(folder / "b.jsonl", other, order=second)
    for path in folder.glob("*.sentences.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        chance.shuffle(lines)
        path.write_text("".join(lines), encoding="utf-8")
    assert compare(folder / "a.jsonl", folder / "b.jsonl", resamples=60).to_json() == plain


@FEW
@given(ANSWERS, ANSWERS)
def test_every_share_is_that_of_the_rows(folder: Path, one: Answers, other: Answers) -> None:
    shared = sorted(one.keys() & other.keys())
    if not shared:
        return
    found = compare_runs(folder, one, other)
    for run, side in ((one, "before"), (other, "after")):
        statuses = [[status for _, status in run[number]] for number in shared]
        stating = [[s for s in answer if s != "not_checkable"] for answer in statuses]
        every = [status for answer in stating for status in answer]
        for status in ("supported", "contradicted", "partial", "unsupported", "unknown"):
            share = every.count(status) / len(every) if every else None
            assert getattr(get(found, status), side) == (None if share is None else pytest.approx(share))
        told = [answer for answer in stating if answer]
        whole = sum(set(answer) == {"supported"} for answer in told) / len(told) if told else None
        assert getattr(get(found, "answers_supported"), side) == (
            None if whole is None else pytest.approx(whole)
        )
        assert getattr(get(found, "silent"), side) == pytest.approx(1 - len(told) / len(shared))


def test_sentences_and_answers_that_got_worse_come_worst_first(tmp_path: Path) -> None:
    before: Answers = {
        1: [("a", "supported"), ("b", "supported")],
        2: [("a", "unsupported"), ("a", "supported")],
        3: [("c", "contradicted")],
    }
    after: Answers = {
        1: [("a", "unsupported"), ("b", "contradicted")],
        2: [("a", "contradicted"), ("a", "supported"), ("new", "unsupported")],
        3: [("c", "supported")],
    }
    changes = compare_runs(tmp_path, before, after).changes
    assert [(e.answer, e.text, e.before, e.after) for e in changes.worse] == [
        ("q1", "b", "supported", "contradicted"),
        ("q2", "a", "unsupported", "contradicted"),
        ("q1", "a", "supported", "unsupported"),
        ("q2", "new", None, "unsupported"),
    ]
    assert (changes.worse[0].message, changes.worse[0].quote) == ("Why b.", "Of b.")
    assert [each.answer for each in changes.worst_answers] == ["q1", "q2"]
    assert (changes.answers_worse, changes.answers_better, changes.new_failing) == (2, 1, 1)
    assert (changes.count_moves(worse=True), changes.count_moves(worse=False)) == (3, 1)
    short = compare_runs(tmp_path, before, after, limit=1).changes
    assert short.worse == changes.worse[:1]
    assert short.answers_worse == 2


def test_an_interval_takes_the_clusters_whole(tmp_path: Path) -> None:
    """Forty answers of four users whose answers are alike: as four answers, not as forty."""
    good: Answers = {n: [("a", "supported")] for n in range(1, 41)}
    bad: Answers = {n: [("a", "supported" if n % 4 else "contradicted")] for n in good}
    users = {n: {"user": f"u{n % 4}"} for n in good}
    first = write_run(tmp_path / "a.jsonl", good, extra=users)
    second = write_run(tmp_path / "b.jsonl", bad, extra=users)
    alone, together = compare(first, second), compare(first, second, cluster="user")
    assert (alone.clusters, together.clusters) == (40, 4)
    assert alone.failures
    assert "supported" in alone.failures[0]
    assert together.failures == ()
    assert get(together, "supported").change.low < get(alone, "supported").change.low
    with pytest.raises(
        InputError, match=r"a\.jsonl: there is no column team; those of the input are: user\."
    ):
        compare(first, second, cluster="team")
    write_run(tmp_path / "b.jsonl", bad, extra={**users, 7: {"user": "other"}})
    with pytest.raises(InputError, match="q7 is in the cluster 'u3' in one and in 'other' in the other"):
        compare(first, second, cluster="user")


def test_what_was_not_compared_is_never_good(tmp_path: Path) -> None:
    """A run that lacks answers, or in which nothing states anything, is worse."""
    good: Answers = {n: [("a", "supported")] for n in range(1, 20)}
    lacking = compare_runs(tmp_path, good, {n: good[n] for n in list(good)[2:]})
    assert lacking.failures == ("answers that it lacks: 2",)
    assert lacking.only_before == ("q1", "q2")
    silent = compare_runs(tmp_path, good, {n: [("a", "not_checkable")] for n in good})
    assert [failure.partition(":")[0] for failure in silent.failures] == [
        "sentences supported",
        "sentences contradicted",
    ]
    undecided = compare_runs(tmp_path, good, {n: [("a", "unknown")] for n in good})
    assert undecided.failures[0].startswith("sentences supported: 100.0 → 0.0 %, −100.0")
    more = compare_runs(tmp_path, {1: good[1], 2: good[2]}, good)
    assert (more.failures, len(more.only_after)) == ((), 17)


def test_without_an_interval_the_value_decides(tmp_path: Path) -> None:
    worse = compare_runs(tmp_path, {1: [("a", "supported")]}, {1: [("a", "contradicted")]})
    assert "share one" in worse.differences[0].change.reason
    assert describe_difference(worse.differences[0]) == "100.0 → 0.0 %, −100.0"
    assert len(worse.failures) == 2


# --- The command ---


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Path:
    """Results of three real runs over twelve questions: right, wrong in half of the replies, and short."""
    folder: Path = tmp_path_factory.mktemp("real")
    for name, sails, count in (("right.csv", 12, 12), ("wrong.jsonl", 14, 12), ("short.jsonl", 12, 10)):
        rows = [
            {
                "id": f"q{n}",
                "answer": f"The mill has {sails if n % 2 else 12} sails. Mill {n}?",
                "contexts": [SOURCE],
            }
            for n in range(count)
        ]
        batch(rows, folder / name, tier="rules")
    return folder


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["compare", *map(str, arguments)])


def test_the_command_fails_only_for_a_worse_run(runs: Path) -> None:
    right, wrong = runs / "right.csv", runs / "wrong.jsonl"
    assert run(right, wrong).exit_code == 0
    failed = run(right, wrong, "--fail-if-worse")
    assert failed.exit_code == 1
    assert f"{wrong} is worse: sentences supported: 100.0 → 50.0 %, −50.0 [" in failed.stderr
    for before, after in ((wrong, right), (right, right), (wrong, wrong)):
        assert run(before, after, "--fail-if-worse").exit_code == 0
    short = run(right, runs / "short.jsonl", "--fail-if-worse")
    assert short.exit_code == 1
    assert "Only in A, so not compared: 2 answers (q10, q11)." in short.stdout


def test_a_small_table_that_got_worse_is_named_and_a_strict_bound_fails(tmp_path: Path) -> None:
    """Two of thirty answers are newly wrong: by the interval that may be chance, so it says so."""
    good: Answers = {n: [("a", "supported")] for n in range(30)}
    bad = good | {n: [("a", "contradicted")] for n in range(2)}
    first, second = write_run(tmp_path / "a.jsonl", good), write_run(tmp_path / "b.jsonl", bad)
    assert compare(first, second).failures == ()
    passed = run(first, second, "--fail-if-worse")
    assert passed.exit_code == 0
    assert "passed, but not decided: sentences supported: 100.0 → 93.3 %" in passed.stderr
    assert "Not decided: sentences supported: 100.0 → 93.3 %" in passed.stdout
    assert "2 answers got worse. --max-worse 0 fails for any." in passed.stdout
    assert [run(first, second, "--max-worse", n).exit_code for n in (0, 1, 2)] == [1, 1, 0]
    assert "answers that got worse: 2, at most 1 allowed" in run(first, second, "--max-worse", 1).stderr
    assert run(second, first, "--max-worse", 0, "--fail-if-worse").stderr == ""
    lacking = write_run(tmp_path / "c.jsonl", {n: good[n] for n in range(29)})
    assert "answers that it lacks: 1" in run(first, lacking, "--max-worse", 5).stderr


def test_the_command_lists_what_got_worse(runs: Path, tmp_path: Path) -> None:
    shown = run(runs / "right.csv", runs / "wrong.jsonl", "--limit", 2).stdout
    assert "## Sentences that got worse, or are new and not supported: 6, the worst 2" in shown
    assert "| q1 | The mill has 14 sails. | not in A | contradicted | The source says “12 sails”" in shown
    assert run(runs / "right.csv", runs / "wrong.jsonl", "-o", tmp_path / "c.json").exit_code == 0
    found = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert found["worse"]
    assert (found["answers"], found["paired_by"], found["changes"]["new_failing"]) == (12, "id", 6)


def test_the_figures_do_not_depend_on_the_format(tmp_path: Path) -> None:
    """The same run as CSV and as JSON Lines, and a text that CSV escapes."""
    rows = [{"id": "=1", "answer": "-12 degrees it was.", "contexts": [SOURCE]}]
    for name in ("a.csv", "a.jsonl"):
        batch(rows, tmp_path / name, tier="rules")
    both = [run(tmp_path / a, tmp_path / b).stdout for a, b in pairwise(("a.csv", "a.jsonl", "a.csv"))]
    assert "1 answer in both, paired by id" in both[0]
    assert "1 sentence with the same text in both; 0 got worse, 0 better." in both[0]
    assert both[0].split("\n", 1)[1] == both[1].split("\n", 1)[1]


def test_a_wrong_input_is_named(runs: Path, tmp_path: Path) -> None:
    from ascribe.errors import AscribeError

    right = runs / "right.csv"
    (tmp_path / "other.jsonl").write_text('{"text": "no table of answers"}\n', encoding="utf-8")
    (tmp_path / "other.sentences.jsonl").write_text("", encoding="utf-8")
    (runs / "replies.jsonl").write_text('{"reply": "The mill has 12 sails."}\n', encoding="utf-8")
    (runs / "kept.csv").write_bytes(right.read_bytes())
    (tmp_path / "left.jsonl.partial").write_text("", encoding="utf-8")
    (tmp_path / "left.sentences.jsonl").write_text("", encoding="utf-8")
    for path, message in (
        (tmp_path / "none.jsonl", "none.sentences.jsonl: there is no such file; keep the table of sentences"),
        (tmp_path / "other.jsonl", "row 1 has no column 'row'; give the table of answers that ascribe batch"),
        (tmp_path / "left.jsonl", r"the run is not finished \(left.jsonl.partial\); run ascribe batch again"),
        (runs / "right.sentences.csv", "is no result of ascribe batch, as it has no column sentences; run"),
        (runs / "replies.jsonl", "is no result of ascribe batch, as it has no column row; run ascribe batch"),
        (runs / "kept.csv", r"kept.sentences.csv: there is no such file; keep the table of sentences beside"),
    ):
        result = run(right, path)
        assert isinstance(result.exception, AscribeError)
        with pytest.raises(InputError, match=message):
            raise result.exception
    write_run(tmp_path / "elsewhere.jsonl", {99: [("a", "supported")]})
    with pytest.raises(InputError, match="have no id in common"):
        compare(right, tmp_path / "elsewhere.jsonl")
