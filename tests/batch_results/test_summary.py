"""Many replies counted: every figure is that of the rows, in whatever order they come."""

import random
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.batch_results import summarize
from ascribe.batch_results import summary as summary_module
from ascribe.batch_results.tally import Tally
from ascribe.batch_results.times import MOST_PERIODS, join_periods, parse_time
from ascribe.records.outcomes import STATUSES
from tests.batch_results.runs import ANSWERS, Answers, write_run

DOCUMENTS = {"a": "guide.pdf", "b": "notes.md"}
COUNTS = st.lists(st.integers(0, 5), min_size=len(STATUSES), max_size=len(STATUSES)).map(tuple)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("runs")
    return made


@settings(max_examples=40)
@given(ANSWERS, st.randoms(use_true_random=False))
def test_every_figure_is_that_of_the_rows(folder: Path, answers: Answers, chance) -> None:
    extra = {n: {"model": f"m{n % 2}", "time": f"2026-01-{n:02d}T10:30:00Z"} for n in answers}
    path = write_run(folder / "a.jsonl", answers, extra=extra, documents=DOCUMENTS)
    found = summarize(path, by=["model"])
    every = [status for answer in answers.values() for _, status in answer]
    stating = [status for status in every if status != "not_checkable"]
    assert dict(zip(STATUSES, found.total.counts, strict=True)) == {s: every.count(s) for s in STATUSES}
    assert found.total.rate == (stating.count("supported") / len(stating) if stating else None)
    assert found.silent == sum(all(s == "not_checkable" for _, s in answer) for answer in answers.values())
    models = {group.name: group.tally for group in found.groupings[0].groups}
    assert {name: tally.answers for name, tally in models.items()} == Counter(f"m{n % 2}" for n in answers)
    assert sum(tally.supported for tally in models.values()) == found.total.supported
    assert found.times is not None
    assert sum(group.tally.answers for group in found.times.groups) == len(answers)
    used = Counter(
        DOCUMENTS[text]
        for answer in answers.values()
        for text, s in answer
        if text in DOCUMENTS and s != "not_checkable"
    )
    assert {group.name: group.tally.stating for group in found.sources.groups} == used
    assert [group.name for group in found.list_misused()] == sorted(
        (g.name for g in found.sources.groups if g.tally.failed),
        key=lambda name: (-{g.name: g.tally.failed for g in found.sources.groups}[name], used[name], name),
    )
    order = list(answers)
    chance.shuffle(order)
    write_run(folder / "a.jsonl", answers, order=order, extra=extra, documents=DOCUMENTS)
    assert summarize(path, by=["model"]) == found


def test_the_worst_sentences_come_first_and_each_text_once(tmp_path: Path) -> None:
    answers: Answers = {n: [(f"t{n % 300}", STATUSES[n % len(STATUSES)])] for n in range(1, 2000)}
    path = write_run(tmp_path / "a.jsonl", answers)
    worst = summarize(path, limit=60).worst
    texts = [found.sentence.text for found in worst]
    statuses = [STATUSES[found.sentence.status] for found in worst]
    assert len(set(texts)) == 60
    assert statuses == ["contradicted"] * 50 + ["unsupported"] * 10
    shuffled = list(answers)
    random.Random(1).shuffle(shuffled)
    write_run(path, answers, order=shuffled)
    assert summarize(path, limit=60).worst == worst


def test_columns_are_found_by_name_or_asked_for(tmp_path: Path) -> None:
    answers: Answers = {n: [("a", "supported")] for n in range(1, 5)}
    extra = {
        n: {"llm": f"m{n % 2}", "run": "one", "team": "x" if n > 1 else None, "when": n} for n in answers
    }
    path = write_run(tmp_path / "a.jsonl", answers, extra=extra)
    assert [grouping.title for grouping in summarize(path).groupings] == ["model"]
    (team, model) = summarize(path, by=["team"]).groupings
    assert (team.title, team.without, [g.name for g in team.groups]) == ("team", 1, ["x"])
    assert {group.name: group.tally.answers for group in model.groups} == {"m0": 2, "m1": 2}
    assert summarize(path).times is None
    with pytest.raises(InputError, match="no answer has a usable value in the column nothing"):
        summarize(path, by=["nothing"])
    with pytest.raises(InputError, match="no answer has a usable value in the column llm"):
        summarize(path, time="llm")
    with pytest.raises(InputError, match="given twice"):
        summarize([path, path])


def test_memory_is_bounded_by_leaving_columns_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_module, "MOST_VALUES", 3)
    answers: Answers = {n: [("a", "supported")] for n in range(1, 6)}
    path = write_run(tmp_path / "a.jsonl", answers, extra={n: {"topic": f"t{n}"} for n in answers})
    (topic,) = summarize(path).groupings
    assert (topic.left_out, topic.groups) == (True, ())


# --- Intervals ---


@given(st.lists(COUNTS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_an_interval_contains_its_rate_and_ignores_the_order(answers, chance) -> None:
    whole, parts = Tally(), [Tally(), Tally()]
    for place, counts in enumerate(answers):
        whole.add(counts)
        parts[place % 2].add(counts)
    parts[1].merge(parts[0])
    assert parts[1] == whole
    if whole.rate is not None and whole.interval is not None:
        low, high = whole.interval
        assert 0 <= low <= whole.rate + 1e-12
        assert whole.rate - 1e-12 <= high <= 1
    shuffled = Tally()
    chance.shuffle(answers)
    for counts in answers:
        shuffled.add(counts)
    assert shuffled == whole


def contains(tally: Tally, rate: float) -> bool:
    assert tally.interval is not None
    return tally.interval[0] <= rate <= tally.interval[1]


def test_an_interval_covers_the_truth_although_sentences_of_an_answer_are_alike() -> None:
    """Of fleets drawn with a known rate, some 95 % have it in their interval."""
    chance = random.Random(5)
    covered = naive = 0
    fleets = 300
    for _ in range(fleets):
        clustered, single = Tally(), Tally()
        for _ in range(60):
            share = chance.betavariate(1.6, 0.4)  # 0.8 on average, and very different from answer to answer
            for good in (right := [chance.random() < share for _ in range(6)]):
                single.add(
                    tuple(
                        int((s == "supported") is good and s in ("supported", "unsupported"))
                        for s in STATUSES
                    )
                )
            good_ones = sum(right)
            clustered.add(
                tuple({"supported": good_ones, "unsupported": 6 - good_ones}.get(s, 0) for s in STATUSES)
            )
        covered += contains(clustered, 0.8)
        naive += contains(single, 0.8)
    assert 0.92 <= covered / fleets <= 0.98
    assert naive / fleets < 0.85


# --- Times ---


@pytest.mark.parametrize(
    ("value", "hour"),
    [
        ("2026-03-01", datetime(2026, 3, 1)),
        ("2026-03-01T23:59:59", datetime(2026, 3, 1, 23)),
        ("2026-03-01T23:30:00-02:00", datetime(2026, 3, 2, 1)),
        ("2026-03-01 10:00:00Z", datetime(2026, 3, 1, 10)),
        (1772323200, datetime(2026, 3, 1)),
        ("1772323200", datetime(2026, 3, 1)),
        (1772323200000, datetime(2026, 3, 1)),
        ("yesterday", None),
        (True, None),
        (None, None),
        (float("nan"), None),
        (1e300, None),
    ],
)
def test_times_are_read_as_hours_in_utc(value, hour) -> None:
    assert parse_time(value) == hour


@pytest.mark.parametrize(
    ("days", "period", "first"),
    [
        (2, "hour", "2026-01-01 00:00"),
        (60, "day", "2026-01-01"),
        (61, "week", "2025-12-29"),
        (600, "month", "2026-01"),
        (9000, "year", "2026"),
    ],
)
def test_periods_are_as_short_as_the_chart_allows(days, period, first) -> None:
    start = datetime(2026, 1, 1).toordinal()
    hours = {datetime.fromordinal(start + day): Tally() for day in range(days)}
    for tally in hours.values():
        tally.add((1,) * len(STATUSES))
    found, groups = join_periods(hours)
    assert (found, groups[0][1]) == (period, first)
    assert len(groups) <= MOST_PERIODS + 1
    assert sum(tally.answers for _, _, tally in groups) == days
