"""Labelled datasets: find the files, detect their task, and parse each record of JSON Lines into an item."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation.items import (
    AttributionItem,
    CitedAnswerItem,
    CitedSentenceItem,
    Item,
    SpansItem,
    Statement,
    Task,
    VerificationItem,
    compute_digest,
)

ENDINGS = (".jsonl", ".jsonl.gz")


class NoTaskError(InputError):
    """The records of a file fit none of the tasks."""


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """A file that was scanned once: every line of it is valid.

    Args:
        path: the file.
        task: the task of its records.
        clusters: the source document of each record.
        with_question: put the question before the claim of an attribution record.
    """

    path: Path
    task: Task
    clusters: tuple[str, ...]
    with_question: bool = False

    def items(self, chosen: frozenset[int] | None = None) -> Iterator[tuple[int, Item]]:
        """Yield the line number, from 1, and the item of each record, or only of the chosen indices."""
        for index, (line, record) in enumerate(read_records(self.path)):
            if chosen is None or index in chosen:
                yield line, parse_item(record, self.task, self.with_question)


def find_files(paths: Sequence[str | Path]) -> list[Path]:
    """Return the given files, and the sorted .jsonl and .jsonl.gz files of each given folder.

    Raises:
        InputError: a path does not exist, a folder has no labelled file, or a file is named twice.
    """
    found = [file for path in paths for file in _list_files(Path(path))]
    if not found:
        raise InputError("name at least one labelled file (.jsonl or .jsonl.gz).")
    seen: set[Path] = set()
    for file in found:
        if file.resolve() in seen:
            raise InputError(f"{file}: is named twice; name each file once.")
        seen.add(file.resolve())
    return found


def _list_files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.name.endswith(ENDINGS) and file.is_file())
        if not files:
            raise InputError(f"{path}: the folder has no file that ends in .jsonl or .jsonl.gz.")
        return files
    if not path.is_file():
        raise InputError(f"{path}: no such file; give a labelled file (.jsonl or .jsonl.gz) or a folder.")
    return [path]


def scan_file(path: Path, with_question: bool = False) -> LabelledFile:
    """Check every line of the file, and return the file with its task.

    Raises:
        NoTaskError: the first record fits no task.
        InputError: the file is unreadable or empty, or a line is invalid; the message names file and line.
    """
    task: Task | None = None
    clusters = []
    for line, record in read_records(path):
        task = task or detect_task(record)
        if task is None:
            raise NoTaskError(f"{path}, line {line}: {_explain_no_task(record)}")
        try:
            clusters.append(parse_item(record, task, with_question).cluster)
        except InputError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
    if task is None:
        raise InputError(f"{path}: the file has no records.")
    return LabelledFile(path, task, tuple(clusters), with_question)


def sample_indices(clusters: Sequence[str], limit: int | None, seed: int) -> frozenset[int] | None:
    """Draw the indices of ``limit`` items; None stands for all items.

    Each item is equally likely, and each source document keeps its share to within one item: the documents
    are put in random order with their items together, and every n-th item is taken (systematic sampling;
    Cochran 1977, chapter 8).
    """
    if limit is None or limit >= len(clusters):
        return None
    rng = np.random.default_rng(seed)
    names = sorted(set(clusters))
    rank = dict(zip(names, rng.permutation(len(names)).tolist(), strict=True))
    jitter = rng.random(len(clusters))
    order = sorted(range(len(clusters)), key=lambda index: (rank[clusters[index]], jitter[index]))
    step = len(clusters) / limit
    start = rng.random() * step
    return frozenset(order[min(int(start + number * step), len(order) - 1)] for number in range(limit))


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the line number, from 1, and the record of each line that is not blank.

    Raises:
        InputError: the file cannot be read, or a line is not a JSON object; the message names file and line.
    """
    opener = gzip.open if path.name.endswith(".gz") else open
    number = 0
    try:
        with opener(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _parse_record(path, number, line)
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read after line {number} ({problem}).") from error


def _parse_record(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}, line {number}: is not JSON in UTF-8 ({error}).") from error
    if not isinstance(record, dict):
        raise InputError(f"{path}, line {number}: must be a JSON object, got {type(record).__name__}.")
    return record


def _explain_no_task(record: dict[str, Any]) -> str:
    if "group" in record:
        return "has a group: parts of a claim cannot be evaluated; give whole claims, without group."
    forms = "; ".join(f"{task} needs {', '.join(fields)}" for task, fields in REQUIRED_FIELDS.items())
    return f"fits no task: {forms}."


Record = Mapping[str, Any]

REQUIRED_FIELDS: dict[Task, tuple[str, ...]] = {
    "verification": ("claim", "label", "source or references"),
    "attribution": ("claim", "sources", "gold"),
    "cited_answers": ("passages", "sentences"),
    "spans": ("answer", "sources", "unsupported"),
}
"""Task → the required fields of its records."""

LABELS: dict[Any, bool] = {"supported": True, "unsupported": False, True: True, False: False}
"""Labels of ``verification`` records; 1 and 0 count as true and false."""

COMPLETE, INCOMPLETE, UNJUDGED = ("complete",), ("partial", "incomplete", "missing"), ("n/a", "")
"""Labels of a cited sentence, in lower case. Sentences with a label of the last kind are left out."""


def detect_task(record: Record) -> Task | None:
    """Return the task that fits the record's fields, or None."""
    for task, fields in REQUIRED_FIELDS.items():
        if all(any(name in record for name in field.split(" or ")) for field in fields):
            return None if "group" in record and task == "verification" else task
    return None


def parse_item(record: Record, task: Task, with_question: bool = False) -> Item:
    """Parse the record into an item of that task.

    Raises:
        InputError: a field is missing or invalid; the message names it.
    """
    missing = [f for f in REQUIRED_FIELDS[task] if not any(name in record for name in f.split(" or "))]
    if missing:
        raise InputError(f"the {task} record has no {missing[0]}.")
    if task == "verification":
        return _parse_verification(record)
    if task == "attribution":
        return _parse_attribution(record, with_question)
    if task == "spans":
        return _parse_spans(record)
    return _parse_cited_answer(record)


def _parse_verification(record: Record) -> VerificationItem:
    label = record["label"]
    if not isinstance(label, str | int) or label not in LABELS:
        raise InputError(f"label must be supported or unsupported, or true or false, got {label!r}.")
    texts = _get_texts(record, "references") if record.get("references") else (_get_text(record, "source"),)
    statement = Statement(_get_text(record, "claim"), texts, _get_language(record))
    return VerificationItem(statement, LABELS[label], _get_title(record) or compute_digest(texts))


def _parse_attribution(record: Record, with_question: bool) -> AttributionItem:
    pairs = [_parse_place(entry) for entry in _get_list(record, "sources")]
    if not any(text.strip() for _, text in pairs):
        raise InputError("sources has no text.")
    places, sentences = zip(*pairs, strict=True)
    claim = _get_text(record, "claim")
    if with_question:
        claim = f"{_get_text(record, 'query')} {claim}"
    gold = _parse_gold(record, len(sentences))
    return AttributionItem(
        claim, places, sentences, gold, _get_title(record) or compute_digest(sentences), _get_language(record)
    )


def _parse_spans(record: Record) -> SpansItem:
    texts: dict[str, list[str]] = {}
    for document, text in map(_parse_place, _get_list(record, "sources")):
        texts.setdefault(document, []).append(text)
    joined = tuple(whole for parts in texts.values() if (whole := "\n\n".join(parts)).strip())
    if not joined:
        raise InputError("sources has no text.")
    answer = _get_text(record, "answer")
    gold = tuple(_parse_span(entry, len(answer)) for entry in _get_list(record, "unsupported"))
    statement = Statement(answer, joined, _get_language(record))
    return SpansItem(statement, gold, _get_title(record) or compute_digest(joined))


def _parse_span(entry: Any, length: int) -> tuple[int, int]:
    """Parse ``[start, end, …]`` in an answer of that length into start and end."""
    places = entry[:2] if isinstance(entry, list) else []
    if len(places) != 2 or not all(map(_is_index, places)) or not places[0] <= places[1] <= length:
        raise InputError(f"unsupported must hold [start, end] from 0 to {length}, got {entry!r:.60}.")
    return places[0], places[1]


def _parse_place(entry: Any) -> tuple[str, str]:
    """Parse ``[document, sentence]``, or a sentence alone, into document and text."""
    if isinstance(entry, str):
        return "0", entry
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str):
        return str(entry[0]), entry[1]
    raise InputError(f"sources must hold [document, sentence] pairs, got {entry!r:.60}.")


def _parse_gold(record: Record, count: int) -> tuple[frozenset[int], ...]:
    """Parse the alternative gold sets; a flat list of indices is one set."""
    given = _get_list(record, "gold")
    groups = [given] if given and all(_is_index(entry) for entry in given) else given
    for group in groups:
        if not isinstance(group, list) or not all(_is_index(i) and i < count for i in group):
            raise InputError(f"gold must hold lists of indices from 0 to {count - 1}, got {group!r:.60}.")
    return tuple(frozenset(group) for group in groups if group)


def _parse_cited_answer(record: Record) -> CitedAnswerItem:
    passages = _get_texts(record, "passages") if record["passages"] else ()
    language, judged, left_out = _get_language(record), [], 0
    for entry in _get_list(record, "sentences"):
        if not isinstance(entry, Mapping):
            raise InputError(f"sentences must hold objects with text, cites and support, got {entry!r:.60}.")
        complete = _parse_support(entry)
        if complete is None:
            left_out += 1
            continue
        texts = tuple(passages[i] for i in _parse_cites(entry, len(passages)))
        judged.append(CitedSentenceItem(Statement(_get_text(entry, "text"), texts, language), complete))
    query = record.get("query")
    cluster = query if isinstance(query, str) and query else compute_digest(passages)
    return CitedAnswerItem(tuple(judged), left_out, cluster)


def _parse_support(entry: Record) -> bool | None:
    """Return True for ``Complete``, False for other labels, None for a sentence without a label."""
    support = entry.get("support")
    word = "" if support is None else str(support).casefold()
    if word in UNJUDGED:
        return None
    if word not in COMPLETE + INCOMPLETE:
        raise InputError(f"support must be Complete, Partial, Incomplete, Missing or N/A, got {support!r}.")
    return word in COMPLETE


def _parse_cites(entry: Record, count: int) -> list[int]:
    cites = _get_list(entry, "cites")
    if not all(_is_index(i) and i < count for i in cites):
        raise InputError(f"cites must hold indices of the {count} passages, from 0, got {cites!r:.60}.")
    return list(dict.fromkeys(cites))


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _get_text(record: Record, name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} must be text that is not blank, got {value!r:.60}.")
    return value


def _get_list(record: Record, name: str) -> list[Any]:
    value = record.get(name)
    if not isinstance(value, list):
        raise InputError(f"{name} must be a list, got {value!r:.60}.")
    return value


def _get_texts(record: Record, name: str) -> tuple[str, ...]:
    values: Sequence[Any] = _get_list(record, name)
    if not all(isinstance(value, str) and value.strip() for value in values):
        raise InputError(f"{name} must hold texts that are not blank.")
    return tuple(values)


def _get_title(record: Record) -> str | None:
    title = record.get("title")
    return title if isinstance(title, str) and title else None


def _get_language(record: Record) -> str | None:
    language = record.get("lang")
    return language if isinstance(language, str) and language else None
