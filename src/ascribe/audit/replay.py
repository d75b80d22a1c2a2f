"""Replay an audit log: check the recorded replies again, and say which inputs and verdicts differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ascribe.audit.entry import build_source, build_verdict
from ascribe.audit.verification import iterate_entries, verify_log
from ascribe.errors import AscribeError, AuditLogError
from ascribe.pipeline import check
from ascribe.protocols import Limits, TierChoice
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Answer, Document
from ascribe.records.serialization import compute_digest
from ascribe.version import __version__

SCORE_TOLERANCE = 0.001
"""Scores of models differ in their last digits between processors; up to this much is the same."""

_UNLIMITED = 1 << 40


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """What the file of a log does not hold.

    Args:
        tier: a verifier for the recorded tier, where its name alone does not say which: ``hf`` and ``llm``.
        calibration: the calibration file of the recorded checks, if they had one.
        replies: texts of replies, for a log that has only their digests.
    """

    tier: TierChoice | None = None
    calibration: Path | str | None = None
    replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A verdict that differs from the recorded one.

    Args:
        sentence: its number in the reply, from 1.
        before: the recorded status, reason, score and digest of references.
        after: those of the replay; empty if the replay has no such sentence.
    """

    sentence: int
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    def __str__(self) -> str:
        return f"sentence {self.sentence}: {_describe(self.before)}, now {_describe(self.after)}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result for one line.

    Args:
        line: its number in the file, from 1.
        command: how it was made.
        is_checked: True if the reply was checked again; False if an input is missing or nothing was checked.
        inputs: inputs that are missing or differ from the recorded ones, in words.
        notes: what else differs, such as the version; it does not fail a replay whose verdicts are the same.
        changes: the verdicts that differ.
    """

    line: int
    command: str
    is_checked: bool
    inputs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    changes: tuple[VerdictChange, ...] = ()

    @property
    def is_same(self) -> bool:
        """Return True if no input and no verdict differs from what is recorded."""
        return not self.inputs and not self.changes


@dataclass(slots=True)
class _Inputs:
    """The inputs of one replay, and what differs from the recorded ones."""

    documents: list[Document] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    is_complete: bool = True

    def miss(self, problem: str) -> None:
        self.problems.append(problem)
        self.is_complete = False


def replay_log(
    path: Path | str, sources: Any = None, options: ReplayOptions | None = None
) -> Iterator[Replayed]:
    """Yield one result for each reply of a log, checked again with the recorded settings.

    Args:
        path: the file of the log.
        sources: the sources, as for ``check``; they are found by their digest, else by their name. None uses
            the texts that the log holds.
        options: what the file does not hold.

    Raises:
        AuditLogError: the file cannot be read, or its chain is broken; see ``verify_log``.
        InputError: a source cannot be read.
    """
    state = verify_log(path)
    if state.broken is not None:
        raise AuditLogError(f"{path}: {state.broken}. A broken log is not replayed.")
    given = None if sources is None else load_sources(sources).documents
    for entry in iterate_entries(path):
        if "reply" in entry:
            yield _replay_entry(entry, given, options or ReplayOptions())


def _replay_entry(
    entry: dict[str, Any], given: Sequence[Document] | None, options: ReplayOptions
) -> Replayed:
    line, command = entry["number"], entry["command"]
    if all(sentence["status"] is None for sentence in entry["sentences"]):
        return Replayed(line, command, is_checked=False, notes=("nothing was checked",))
    inputs = _Inputs()
    reply = _find_reply(entry["reply"], options.replies)
    if reply is None:
        inputs.miss("the reply: missing, as the log has only its digest; give its file")
    for source in entry["sources"]:
        _add_source(inputs, source, given)
    if reply is None or not inputs.is_complete:
        return Replayed(line, command, is_checked=False, inputs=tuple(inputs.problems))
    try:
        answer = _check_again(entry, reply, inputs.documents, options)
    except AscribeError as error:
        problems = (*inputs.problems, f"it cannot be checked: {error}")
        return Replayed(line, command, is_checked=False, inputs=problems)
    return Replayed(
        line,
        command,
        is_checked=True,
        inputs=tuple(inputs.problems),
        notes=tuple(_list_other_versions(entry, answer)),
        changes=tuple(_compare_verdicts(entry["sentences"], answer)),
    )


def _find_reply(recorded: Mapping[str, str], given: Sequence[str]) -> str | None:
    """Return the text of the reply, from the log or among the given texts; None if neither has it."""
    return recorded.get("text", next((t for t in given if compute_digest(t) == recorded["digest"]), None))


def _add_source(inputs: _Inputs, source: Mapping[str, Any], given: Sequence[Document] | None) -> None:
    """Add the document of a recorded source: the given one, or the one in the log."""
    name = source["id"]
    if given is None:
        if "document" not in source:
            inputs.miss(f"source {name}: missing, as the log has only its digest; give it with -s")
            return
        found = Document.from_json(json.dumps(source["document"]))
    else:
        left = [one for one in given if one not in inputs.documents]
        fitting = [one for one in left if _rank(one, source)]
        if not fitting:
            inputs.miss(f"source {name}: missing, as none of the given sources has its digest or its name")
            return
        found = max(fitting, key=lambda one: _rank(one, source))
    now = build_source(found, texts=False)
    if now["digest"] != source["digest"]:
        inputs.problems.append(f"source {name}: changed (digest {source['digest']}, now {now['digest']})")
    elif now["read"] != source["read"]:
        inputs.problems.append(f"source {name}: the same digest, but read as other text or sentences")
    inputs.documents.append(found)


def _rank(document: Document, source: Mapping[str, Any]) -> int:
    """Return how surely a document is the recorded source: by digest and name, digest, name; else 0."""
    has_digest = source["digest"] is not None and document.digest == source["digest"]
    has_name = document.doc_id == source["id"]
    return 2 * int(has_digest) + int(has_name)


def _check_again(
    entry: dict[str, Any], reply: str, documents: list[Document], options: ReplayOptions
) -> Answer:
    """Check the reply with the recorded settings; its language is first detected, as it was by default."""
    settings = entry["settings"]
    chosen: dict[str, Any] = {
        "tier": options.tier or settings["tier"],
        "strictness": settings["strictness"],
        "scorer": settings["components"].get("score"),
        "policy": settings["components"].get("cite", "best_evidence"),
        "calibration": options.calibration,
        "limits": Limits(max_reply_chars=_UNLIMITED),
    }
    loaded = SourceSet(documents)
    answer = check(reply, loaded, entry["question"].get("text"), **chosen)
    if answer.settings.language == settings["language"]:
        return answer
    return check(reply, loaded, entry["question"].get("text"), language=settings["language"], **chosen)


def _list_other_versions(entry: Mapping[str, Any], answer: Answer) -> Iterator[str]:
    """Yield which version, model or threshold differs from the recorded one."""
    if entry["version"] != __version__:
        yield f"version: {entry['version']}, now {__version__}"
    models = {name: value for name, value in answer.settings.versions.items() if name != "ascribe"}
    yield from _list_differences("model", entry["models"], models)
    yield from _list_differences("threshold", entry["settings"]["thresholds"], answer.settings.thresholds)


def _list_differences(kind: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield f"{kind} {name}: {before.get(name, 'none')}, now {after.get(name, 'none')}"


def _compare_verdicts(recorded: Sequence[Mapping[str, Any]], answer: Answer) -> Iterator[VerdictChange]:
    now = {(s.char_start, s.char_end): build_verdict(s) for s in answer.sentences}
    for number, before in enumerate(recorded, 1):
        after = now.pop(tuple(before["span"]), {})
        if not _is_same_verdict(before, after):
            yield VerdictChange(number, before, after)
    for number, after in enumerate(now.values(), len(recorded) + 1):
        yield VerdictChange(number, {}, after)


def _is_same_verdict(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    if any(before.get(key) != after.get(key) for key in ("status", "reason", "references")):
        return False
    scores = [verdict["score"] for verdict in (before, after) if verdict["score"] is not None]
    return len(scores) != 1 and (not scores or abs(scores[0] - scores[1]) <= SCORE_TOLERANCE)


def _describe(verdict: Mapping[str, Any]) -> str:
    if not verdict:
        return "not in the reply"
    score = "" if verdict["score"] is None else f", {verdict['score']:.3f}"
    return f"{verdict['status']} ({verdict['reason']}{score}, references {verdict['references'][7:15]})"
