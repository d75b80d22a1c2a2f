"""Find the sentences and answers whose result two runs disagree about, the worst first.

A sentence is paired with the sentence of the same text in the same answer; of equal sentences the first with
the first. In memory a sentence is 21 bytes; only the listed ones are read with their texts.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.batch_results.measures import BADNESS, CONTRADICTED, MIN_FAILING_BADNESS, AnswerCounts
from ascribe.batch_results.pairs import Key, Pairs, name_key
from ascribe.batch_results.tables import SentenceRow, iterate_sentences
from ascribe.records.outcomes import STATUS_WORDS, STATUSES, Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

_STEP = np.uint64(0x9E3779B97F4A7C15)
"""Added to the digest of a sentence for each earlier one with the same text."""

_NEW = len(STATUSES)
"""Stands for the badness before of a sentence that the first run has not."""


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """A sentence that is worse in the second run; message and evidence are those of the second.

    ``before`` is None if the first run has no such sentence.
    """

    answer: str
    text: str
    before: Status | None
    after: Status
    message: str
    document: str | None
    quote: str


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """An answer that is worse in the second run: status → sentences, in both."""

    answer: str
    before: Mapping[Status, int]
    after: Mapping[Status, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed between two runs.

    Args:
        paired: sentences that are in both runs.
        only_before: sentences of paired answers that only the first run has.
        only_after: those that only the second has.
        new_failing: those of them that state something and are not supported.
        moves: (status before, status after) → sentences, for those whose status changed.
        worse: the worst of the sentences that got worse, or are new and not supported.
        answers_worse: number of answers that have more contradicted sentences or a lower share supported.
        answers_better: number of answers where it is the other way round.
        worst_answers: the worst of the answers that got worse.
    """

    paired: int
    only_before: int
    only_after: int
    new_failing: int
    moves: Mapping[tuple[Status, Status], int]
    worse: tuple[SentenceChange, ...]
    answers_worse: int
    answers_better: int
    worst_answers: tuple[AnswerChange, ...]

    def count_moves(self, *, worse: bool) -> int:
        """Return how many sentences got worse, or better."""
        return sum(count for move, count in self.moves.items() if (_is_worse(*move) is worse))

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        moves = [{"before": b, "after": a, "sentences": n} for (b, a), n in self.moves.items()]
        return {**asdict(self), "moves": moves}


def _is_worse(before: Status, after: Status) -> bool:
    return BADNESS[STATUSES.index(after)] > BADNESS[STATUSES.index(before)]


@dataclass(frozen=True)
class _Sentences:
    """The sentences of the paired answers of one run, as arrays."""

    digests: NDArray[np.uint64]
    pairs: NDArray[np.int64]
    numbers: NDArray[np.int64]
    statuses: NDArray[np.int8]


def find_changes(pairs: Pairs, before: Path, after: Path, limit: int) -> Changes:
    """Compare the tables of sentences of two runs, and list at most ``limit`` sentences and answers."""
    places = {key: place for place, key in enumerate(pairs.keys)}
    first, second = _read_sentences(before, pairs.by, places), _read_sentences(after, pairs.by, places)
    _, of_first, of_second = np.intersect1d(
        first.digests, second.digests, assume_unique=True, return_indices=True
    )
    moves = Counter(zip(first.statuses[of_first].tolist(), second.statuses[of_second].tolist(), strict=True))
    worst = _choose_worst(first, second, of_first, of_second, limit)
    answers = _compare_answers(pairs)
    return Changes(
        paired=len(of_first),
        only_before=len(first.digests) - len(of_first),
        only_after=len(second.digests) - len(of_second),
        new_failing=_count_new_failing(second, of_second),
        moves={
            (STATUSES[b], STATUSES[a]): moves[b, a]
            for b, a in sorted(moves, key=lambda move: (-BADNESS[move[1]], BADNESS[move[0]]))
            if b != a
        },
        worse=_read_changes(after, pairs, places, worst),
        answers_worse=int((answers > 0).sum()),
        answers_better=int((answers < 0).sum()),
        worst_answers=_list_answers(pairs, answers, limit),
    )


# --- Sentences ---


def _read_sentences(path: Path, by: str, places: Mapping[Key, int]) -> _Sentences:
    digests, pairs, numbers, statuses = array("Q"), array("q"), array("i"), array("b")
    for sentence in iterate_sentences(path):
        place = places.get(_get_key(sentence, by))
        if place is None:
            continue
        text = f"{place} {sentence.text}".encode("utf-8", "surrogatepass")
        digests.append(int.from_bytes(blake2b(text, digest_size=8).digest(), "little"))
        pairs.append(place)
        numbers.append(sentence.sentence)
        statuses.append(sentence.status)
    found = np.array(digests, dtype=np.uint64)
    places_in_answer = np.array(numbers, dtype=np.int64)
    order = np.lexsort((places_in_answer, found))
    found = found[order]
    return _Sentences(
        found + _rank_equal(found) * _STEP,
        np.array(pairs, dtype=np.int64)[order],
        places_in_answer[order],
        np.array(statuses, dtype=np.int8)[order],
    )


def _rank_equal(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for each of the sorted values how many equal ones are before it."""
    places = np.arange(len(values))
    is_first = np.r_[True, values[1:] != values[:-1]] if len(values) else np.zeros(0, bool)
    ranks: NDArray[np.uint64] = (places - np.maximum.accumulate(np.where(is_first, places, 0))).astype(
        np.uint64
    )
    return ranks


def _get_key(sentence: SentenceRow, by: str) -> Key:
    return sentence.row if by == "row" or sentence.id is None else sentence.id


def _choose_worst(
    first: _Sentences,
    second: _Sentences,
    of_first: NDArray[np.intp],
    of_second: NDArray[np.intp],
    limit: int,
) -> dict[tuple[int, int], Status | None]:
    """Return (pair, number of the sentence in the second run) → status before, the worst first.

    Sentences that only the second run has follow those that were better before.
    """
    badness = np.array(BADNESS)
    after, before = badness[second.statuses], np.full(len(second.statuses), _NEW)
    before[of_second] = badness[first.statuses[of_first]]
    is_worse = np.where(before == _NEW, after >= MIN_FAILING_BADNESS, after > before)
    order = np.lexsort((second.numbers, second.pairs, before, -after))
    chosen = order[is_worse[order]][:limit]
    known = dict(zip(of_second.tolist(), first.statuses[of_first].tolist(), strict=True))
    return {
        (int(second.pairs[place]), int(second.numbers[place])): (
            STATUSES[known[place]] if place in known else None
        )
        for place in chosen.tolist()
    }


def _count_new_failing(second: _Sentences, of_second: NDArray[np.intp]) -> int:
    is_new = np.ones(len(second.statuses), bool)
    is_new[of_second] = False
    return int((np.array(BADNESS)[second.statuses[is_new]] >= MIN_FAILING_BADNESS).sum())


def _read_changes(
    path: Path, pairs: Pairs, places: Mapping[Key, int], worst: Mapping[tuple[int, int], Status | None]
) -> tuple[SentenceChange, ...]:
    found = {}
    for sentence in iterate_sentences(path) if worst else ():
        place = places.get(_get_key(sentence, pairs.by), -1)
        key = (place, sentence.sentence)
        if key in worst:
            found[key] = SentenceChange(
                name_key(pairs.keys[place]),
                sentence.text,
                worst[key],
                STATUSES[sentence.status],
                sentence.message,
                sentence.document,
                sentence.quote,
            )
    return tuple(found[key] for key in worst)


# --- Answers ---


def _compare_answers(pairs: Pairs) -> NDArray[np.float64]:
    """Return for each answer how much worse it is: contradicted sentences first, then the share supported."""
    contradicted = pairs.after.counts[:, CONTRADICTED] - pairs.before.counts[:, CONTRADICTED]
    worse: NDArray[np.float64] = 2.0 * contradicted + (_share(pairs.before) - _share(pairs.after))
    return worse


def _share(run: AnswerCounts) -> NDArray[np.float64]:
    """Return the share of the stating sentences that is supported; 1 where none states anything."""
    stating = run.stating
    share: NDArray[np.float64] = np.divide(
        run.of("supported"), stating, out=np.ones(len(stating)), where=stating > 0
    )
    return share


def _list_answers(pairs: Pairs, worse: NDArray[np.float64], limit: int) -> tuple[AnswerChange, ...]:
    order = np.argsort(-worse, kind="stable")[:limit]
    return tuple(
        AnswerChange(
            name_key(pairs.keys[place]),
            _count_statuses(pairs.before, place),
            _count_statuses(pairs.after, place),
        )
        for place in order
        if worse[place] > 0
    )


def _count_statuses(run: AnswerCounts, place: int) -> dict[Status, int]:
    return {status: int(n) for status, n in zip(STATUSES, run.counts[place], strict=True) if n}


def describe_counts(counts: Mapping[Status, int]) -> str:
    """Return the sentences of an answer in words: ``2 supported, 1 contradicted``."""
    return ", ".join(f"{count} {STATUS_WORDS[status]}" for status, count in counts.items()) or "none"
