"""``summarize``: count the answers and sentences of any number of runs in one pass.

Memory grows with the different values of the columns and the different sources, not with the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ascribe.batch_results.measures import BADNESS, MIN_FAILING_BADNESS, NOT_CHECKABLE, SUPPORTED
from ascribe.batch_results.tables import (
    AnswerRow,
    SentenceRow,
    count_rejects,
    find_sentences_file,
    iterate_answers,
    iterate_sentences,
)
from ascribe.batch_results.tally import Tally
from ascribe.batch_results.times import join_periods, parse_time
from ascribe.errors import InputError
from ascribe.records.outcomes import STATUSES

COLUMNS_BY_DEFAULT = {
    "model": ("model", "model_name", "llm", "generator", "metadata.model", "attributes.llm.model_name"),
    "topic": ("topic", "category", "domain", "subject", "metadata.topic"),
    "run": ("run", "run_id", "experiment", "version", "metadata.run"),
}
"""Title → columns of the input that are taken for it; the first that a row has."""

TIME_COLUMNS = ("time", "timestamp", "date", "datetime", "created_at", "start_time", "metadata.time")
"""Columns that are taken for the time of an answer."""

MOST_VALUES = 100_000
"""A column or the sources are left out if they have more different values."""


@dataclass(frozen=True, slots=True)
class Group:
    """The answers, or for a source the sentences, that share a value."""

    name: str
    tally: Tally
    start: datetime | None = None


@dataclass(frozen=True, slots=True)
class Grouping:
    """The answers by the values of a column, the most frequent first; a period by its time.

    Args:
        title: what is grouped, such as ``model``.
        groups: one for each value.
        without: answers that have no value.
        period: for times: ``hour``, ``day``, ``week``, ``month`` or ``year``.
        left_out: True if there are more than ``MOST_VALUES`` values.
    """

    title: str
    groups: tuple[Group, ...]
    without: int = 0
    period: str = ""
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence of a list, and the file of its answers."""

    file: Path
    sentence: SentenceRow


@dataclass(frozen=True, slots=True)
class Summary:
    """What any number of runs say together.

    Args:
        files: the tables of answers.
        total: all answers.
        supported_throughout: answers whose every stating sentence is supported.
        with_contradiction: answers with a contradicted sentence.
        silent: answers that state nothing.
        faithfulness: mean over the answers that have it; None without any.
        rejects: rows that could not be checked.
        tiers: tier → answers.
        by_file: answers by file, in the order given.
        groupings: answers by model, topic, run and the columns that were asked for.
        times: answers over time; None without a time.
        sources: sentences by the source of the reference that decides them, the most used first.
        worst: sentences that are not supported, the worst first; each text once.
    """

    files: tuple[Path, ...]
    total: Tally
    supported_throughout: int
    with_contradiction: int
    silent: int
    faithfulness: float | None
    rejects: int
    tiers: tuple[tuple[str, int], ...]
    by_file: Grouping
    groupings: tuple[Grouping, ...]
    times: Grouping | None
    sources: Grouping
    worst: tuple[Found, ...]

    def list_misused(self) -> list[Group]:
        """Return the sources that sentences which failed rest on, the most misused first."""
        used = [group for group in self.sources.groups if group.tally.failed]
        return sorted(used, key=lambda group: (-group.tally.failed, group.tally.stating, group.name))


def summarize(
    paths: Path | str | Iterable[Path | str],
    *,
    by: Sequence[str] = (),
    time: str | None = None,
    limit: int = 20,
) -> Summary:
    """Count the answers and sentences of the tables that ``batch`` wrote.

    Args:
        paths: tables of answers; the table of sentences lies beside each.
        by: columns to group the answers by, besides those of ``COLUMNS_BY_DEFAULT``.
        time: the column with the time of an answer, instead of one of ``TIME_COLUMNS``.
        limit: maximum number of sentences that are listed as the worst.

    Raises:
        InputError: a table cannot be used, or no row has a column that was asked for.
        MissingExtraError: Parquet without its extra.
    """
    files = [Path(paths)] if isinstance(paths, str | Path) else [Path(path) for path in paths]
    if not files:
        raise InputError("give at least one table of answers.")
    if len(set(files)) < len(files):
        raise InputError(f"{max(files, key=files.count)}: this file is given twice; give each run once.")
    if isinstance(by, str):
        raise InputError(f"by must be a list of columns, got {by!r}; write [{by!r}].")
    sentences = [find_sentences_file(file) for file in files]
    counted = _Counted(by, time, limit)
    names = name_files(files)
    for file, of_sentences in zip(files, sentences, strict=True):
        for answer in iterate_answers(file):
            counted.add_answer(answer, names[file])
        for sentence in iterate_sentences(of_sentences):
            counted.add_sentence(sentence, file)
    return counted.build(tuple(files), sum(map(count_rejects, files)), [names[file] for file in files])


def name_files(files: Sequence[Path]) -> dict[Path, str]:
    """Return file → its name, or its path if two have the same name."""
    names = Counter(file.stem for file in files)
    return {file: file.stem if names[file.stem] == 1 else str(file) for file in files}


@dataclass
class _Values:
    """The tallies of the different values of something; none are kept if there are too many."""

    title: str
    columns: tuple[str, ...] = ()
    tallies: dict[Any, Tally] = field(default_factory=dict)
    without: int = 0
    left_out: bool = False

    def find(self, answer: AnswerRow) -> Any:
        """Return the answer's value of the first column that it has."""
        return next((v for c in self.columns if (v := answer.extra.get(c)) not in (None, "")), None)

    def add(self, value: Any, counts: tuple[int, ...]) -> None:
        """Add an answer with that value; None is no value."""
        if value is None:
            self.without += 1
        elif not self.left_out:
            tally = self.tallies.get(value)
            if tally is None:
                tally = self.tallies[value] = Tally()
            tally.add(counts)
            if len(self.tallies) > MOST_VALUES:
                self.left_out = True
                self.tallies.clear()

    def build(self) -> Grouping:
        """Return the groups, the one with most answers first."""
        found = sorted(self.tallies.items(), key=lambda item: (-item[1].answers, item[0]))
        groups = tuple(Group(name, tally) for name, tally in found)
        return Grouping(self.title, groups, self.without, left_out=self.left_out)


_ONE = tuple(tuple(int(place == status) for place in range(len(STATUSES))) for status in range(len(STATUSES)))
"""The counts of a single sentence of each status."""


class _Counted:
    """Everything that is counted on the way through the tables."""

    def __init__(self, by: Sequence[str], time: str | None, limit: int) -> None:
        self.total = Tally()
        self.throughout = self.contradicted = self.silent = 0
        self.faithful: Counter[float] = Counter()
        self.tiers: Counter[str] = Counter()
        self.files = _Values("file")
        self.by = tuple(by)
        wanted = {**{c: (c,) for c in by}, **{t: cs for t, cs in COLUMNS_BY_DEFAULT.items() if t not in by}}
        self.values = [_Values(title, columns) for title, columns in wanted.items()]
        self.time = time
        self.times = _Values("time", TIME_COLUMNS if time is None else (time,))
        self.sources = _Values("source")
        self.worst = _Worst(limit)

    def add_answer(self, answer: AnswerRow, file: str) -> None:
        counts = answer.counts
        stating = sum(counts) - counts[NOT_CHECKABLE]
        self.total.add(counts)
        self.throughout += 0 < stating == counts[SUPPORTED]
        self.contradicted += counts[STATUSES.index("contradicted")] > 0
        self.silent += not stating
        if answer.faithfulness is not None:
            self.faithful[answer.faithfulness] += 1
        self.tiers[answer.tier] += 1
        self.files.add(file, counts)
        for values in self.values:
            value = values.find(answer)
            values.add(None if value is None else str(value), counts)
        self.times.add(parse_time(self.times.find(answer)), counts)

    def add_sentence(self, sentence: SentenceRow, file: Path) -> None:
        if sentence.status != NOT_CHECKABLE:
            self.sources.add(sentence.document, _ONE[sentence.status])
        if BADNESS[sentence.status] >= MIN_FAILING_BADNESS:
            self.worst.add(Found(file, sentence))

    def build(self, files: tuple[Path, ...], rejects: int, names: Sequence[str]) -> Summary:
        for each in (*self.values, self.times):
            asked = each.title in self.by or (each is self.times and self.time is not None)
            if asked and not each.tallies and not each.left_out:
                raise InputError(
                    f"{', '.join(map(str, files))}: no answer has a usable value in the column "
                    f"{each.columns[0]}; name another."
                )
        known = sum(self.faithful.values())
        by_file = {group.name: group for group in self.files.build().groups}
        return Summary(
            files,
            self.total,
            self.throughout,
            self.contradicted,
            self.silent,
            sum(v * n for v, n in sorted(self.faithful.items())) / known if known else None,
            rejects,
            tuple(sorted(self.tiers.items())),
            Grouping("file", tuple(by_file.get(name, Group(name, Tally())) for name in names)),
            tuple(
                each.build()
                for each in self.values
                if each.title in self.by or each.left_out or len(each.tallies) > 1
            ),
            self._build_times(),
            self.sources.build(),
            self.worst.list(),
        )

    def _build_times(self) -> Grouping | None:
        if not self.times.tallies:
            return None
        period, joined = join_periods(self.times.tallies)
        groups = tuple(Group(name, tally, start) for start, name, tally in joined)
        return Grouping("time", groups, self.times.without, period)


class _Worst:
    """The worst sentences, each text once, whatever the order in which they come."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._found: dict[str, tuple[Any, Found]] = {}

    def add(self, found: Found) -> None:
        sentence = found.sentence
        score = 1.0 if sentence.score is None else sentence.score
        key = (-BADNESS[sentence.status], score, sentence.name, sentence.sentence, str(found.file))
        known = self._found.get(sentence.text)
        if known is None or key < known[0]:
            self._found[sentence.text] = key, found
        if len(self._found) > 4 * self.limit + 100:
            self._found = {each[1].sentence.text: each for each in self._sort()}

    def _sort(self) -> list[tuple[Any, Found]]:
        return sorted(self._found.values(), key=lambda each: each[0])[: self.limit]

    def list(self) -> tuple[Found, ...]:
        """Return them, the worst first."""
        return tuple(found for _, found in self._sort())
