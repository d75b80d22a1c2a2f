"""A record of a labelled file → an item. Only the fields that are needed are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    digest,
)

Record = Mapping[str, Any]

NEEDED: dict[Task, tuple[str, ...]] = {
    "verification": ("claim", "label", "source or references"),
    "attribution": ("claim", "sources", "gold"),
    "cited_answers": ("passages", "sentences"),
    "spans": ("answer", "sources", "unsupported"),
}
"""Task → the fields that a record of it must have."""

LABELS: dict[Any, bool] = {"supported": True, "unsupported": False, True: True, False: False}
"""Labels of ``verification``; 1 and 0 are read as true and false."""

COMPLETE, INCOMPLETE, UNJUDGED = ("complete",), ("partial", "incomplete", "missing"), ("n/a", "")
"""What people say of a cited sentence, in small letters. Sentences with the last kind are left out."""


def task_of(record: Record) -> Task | None:
    """The task that the record's fields are for; None if they fit none."""
    for task, fields in NEEDED.items():
        if all(any(name in record for name in field.split(" or ")) for field in fields):
            return None if "group" in record and task == "verification" else task
    return None


def item_of(record: Record, task: Task, with_question: bool = False) -> Item:
    """The item of that task.

    Raises:
        InputError: a field is missing or has no meaning; the message names it.
    """
    missing = [f for f in NEEDED[task] if not any(name in record for name in f.split(" or "))]
    if missing:
        raise InputError(f"the {task} record has no {missing[0]}.")
    if task == "verification":
        return _verification(record)
    if task == "attribution":
        return _attribution(record, with_question)
    if task == "spans":
        return _spans(record)
    return _cited_answer(record)


def _verification(record: Record) -> VerificationItem:
    label = record["label"]
    if not isinstance(label, str | int) or label not in LABELS:
        raise InputError(f"label must be supported or unsupported, or true or false, got {label!r}.")
    texts = _texts(record, "references") if record.get("references") else (_text(record, "source"),)
    statement = Statement(_text(record, "claim"), texts, _language(record))
    return VerificationItem(statement, LABELS[label], _title(record) or digest(texts))


def _attribution(record: Record, with_question: bool) -> AttributionItem:
    pairs = [_place(entry) for entry in _list(record, "sources")]
    if not any(text.strip() for _, text in pairs):
        raise InputError("sources has no text.")
    places, sentences = zip(*pairs, strict=True)
    claim = _text(record, "claim")
    if with_question:
        claim = f"{_text(record, 'query')} {claim}"
    gold = _gold(record, len(sentences))
    return AttributionItem(
        claim, places, sentences, gold, _title(record) or digest(sentences), _language(record)
    )


def _spans(record: Record) -> SpansItem:
    texts: dict[str, list[str]] = {}
    for document, text in map(_place, _list(record, "sources")):
        texts.setdefault(document, []).append(text)
    joined = tuple(whole for parts in texts.values() if (whole := "\n\n".join(parts)).strip())
    if not joined:
        raise InputError("sources has no text.")
    answer = _text(record, "answer")
    gold = tuple(_span(entry, len(answer)) for entry in _list(record, "unsupported"))
    statement = Statement(answer, joined, _language(record))
    return SpansItem(statement, gold, _title(record) or digest(joined))


def _span(entry: Any, length: int) -> tuple[int, int]:
    """Start and end of ``[start, end, …]`` in an answer of that length."""
    places = entry[:2] if isinstance(entry, list) else []
    if len(places) != 2 or not all(map(_is_index, places)) or not places[0] <= places[1] <= length:
        raise InputError(f"unsupported must hold [start, end] from 0 to {length}, got {entry!r:.60}.")
    return places[0], places[1]


def _place(entry: Any) -> tuple[str, str]:
    """Document and text of ``[document, sentence]``, or of a sentence by itself."""
    if isinstance(entry, str):
        return "0", entry
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str):
        return str(entry[0]), entry[1]
    raise InputError(f"sources must hold [document, sentence] pairs, got {entry!r:.60}.")


def _gold(record: Record, count: int) -> tuple[frozenset[int], ...]:
    """The alternative sets; a plain list of indices is one set."""
    given = _list(record, "gold")
    groups = [given] if given and all(_is_index(entry) for entry in given) else given
    for group in groups:
        if not isinstance(group, list) or not all(_is_index(i) and i < count for i in group):
            raise InputError(f"gold must hold lists of indices from 0 to {count - 1}, got {group!r:.60}.")
    return tuple(frozenset(group) for group in groups if group)


def _cited_answer(record: Record) -> CitedAnswerItem:
    passages = _texts(record, "passages") if record["passages"] else ()
    language, judged, left_out = _language(record), [], 0
    for entry in _list(record, "sentences"):
        if not isinstance(entry, Mapping):
            raise InputError(f"sentences must hold objects with text, cites and support, got {entry!r:.60}.")
        complete = _complete(entry)
        if complete is None:
            left_out += 1
            continue
        texts = tuple(passages[i] for i in _cites(entry, len(passages)))
        judged.append(CitedSentenceItem(Statement(_text(entry, "text"), texts, language), complete))
    query = record.get("query")
    cluster = query if isinstance(query, str) and query else digest(passages)
    return CitedAnswerItem(tuple(judged), left_out, cluster)


def _complete(entry: Record) -> bool | None:
    """True for ``Complete``, None where people did not judge."""
    support = entry.get("support")
    word = "" if support is None else str(support).casefold()
    if word in UNJUDGED:
        return None
    if word not in COMPLETE + INCOMPLETE:
        raise InputError(f"support must be Complete, Partial, Incomplete, Missing or N/A, got {support!r}.")
    return word in COMPLETE


def _cites(entry: Record, count: int) -> list[int]:
    cites = _list(entry, "cites")
    if not all(_is_index(i) and i < count for i in cites):
        raise InputError(f"cites must hold indices of the {count} passages, from 0, got {cites!r:.60}.")
    return list(dict.fromkeys(cites))


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _text(record: Record, name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} must be text that is not blank, got {value!r:.60}.")
    return value


def _list(record: Record, name: str) -> list[Any]:
    value = record.get(name)
    if not isinstance(value, list):
        raise InputError(f"{name} must be a list, got {value!r:.60}.")
    return value


def _texts(record: Record, name: str) -> tuple[str, ...]:
    values: Sequence[Any] = _list(record, name)
    if not all(isinstance(value, str) and value.strip() for value in values):
        raise InputError(f"{name} must hold texts that are not blank.")
    return tuple(values)


def _title(record: Record) -> str | None:
    title = record.get("title")
    return title if isinstance(title, str) and title else None


def _language(record: Record) -> str | None:
    language = record.get("lang")
    return language if isinstance(language, str) and language else None
