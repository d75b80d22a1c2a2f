"""The checks of the last days, the files they refer to, and the corrections that people made to them."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from threading import RLock
from typing import Any

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.records import Answer

_SCHEMA = """
CREATE TABLE IF NOT EXISTS checks (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    kind TEXT NOT NULL,
    question TEXT NOT NULL,
    reply TEXT NOT NULL,
    summary TEXT NOT NULL,
    answer BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS checks_by_age ON checks (created);
CREATE TABLE IF NOT EXISTS check_files (
    check_row INTEGER NOT NULL REFERENCES checks (row) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS files_by_check ON check_files (check_row);
CREATE INDEX IF NOT EXISTS files_by_digest ON check_files (digest);
CREATE TABLE IF NOT EXISTS corrections (
    check_row INTEGER NOT NULL REFERENCES checks (row) ON DELETE CASCADE,
    sentence INTEGER NOT NULL,
    status TEXT NOT NULL,
    note TEXT NOT NULL,
    created REAL NOT NULL,
    PRIMARY KEY (check_row, sentence)
);
"""

PREVIEW_CHARS = 200
"""Characters of the reply that a list of checks shows."""

_LABELS = {
    "supported": "supported",
    "partial": "unsupported",
    "contradicted": "unsupported",
    "unsupported": "unsupported",
}
"""Status of a correction → label of a labelled record; the other statuses are no label."""

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says that the status of a sentence should be.

    Args:
        sentence: index of the sentence, from 0.
        status: the right status.
        note: why.
        created: when, in seconds since 1970.
    """

    sentence: int
    status: str
    note: str
    created: float


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """A check as the list shows it.

    Args:
        id: its id.
        created: when it was made, in seconds since 1970.
        kind: ``check``, ``ask``, ``repair`` or ``chat``.
        question: the question; empty if there was none.
        reply: the beginning of the reply.
        summary: tier, strictness, faithfulness and the number of sentences by status.
        row: its place in the order of all checks.
    """

    id: str
    created: float
    kind: str
    question: str
    reply: str
    summary: dict[str, Any]
    row: int


class History:
    """The stored checks, in one SQLite file. Threads may share it.

    Args:
        path: the file; created if it does not exist.
        days: days after which a check is deleted; 0 stores nothing.
        most_bytes: bytes of all answers and their files; beyond them the oldest checks are deleted.
    """

    def __init__(self, path: Path, days: float, most_bytes: int) -> None:
        self._days, self._most_bytes = days, most_bytes
        self._lock = RLock()
        self._added_bytes = 0
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")  # commits survive a power failure
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA secure_delete = ON")  # what has expired is gone from the file too
        self._connection.executescript(_SCHEMA)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def add(self, answer: Answer, kind: str, files: Sequence[StoredFile] = ()) -> str | None:
        """Store a check with the files that it refers to, and return its id; None if nothing is stored."""
        if self._days <= 0:
            return None
        check_id = token_hex(12)
        held = zlib.compress(answer.to_json().encode())
        values = (
            check_id,
            time.time(),
            kind,
            answer.query[:PREVIEW_CHARS],
            (answer.reply or "")[:PREVIEW_CHARS],
            json.dumps(summarize(answer)),
            held,
        )
        with self._writing() as run:
            row = run.execute(
                "INSERT INTO checks (id, created, kind, question, reply, summary, answer) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            for file in {file.digest: file for file in files}.values():
                run.execute(
                    "INSERT INTO check_files VALUES (?, ?, ?, ?)", (row, file.digest, file.name, file.size)
                )
            self._added_bytes += len(held) + sum(file.size for file in files)
        return check_id

    @property
    def is_cleaning_due(self) -> bool:
        """Return True if so much was added since the last cleaning that the limit may be exceeded soon."""
        return self._added_bytes > self._most_bytes / 10

    def list_checks(self, limit: int, before: int | None = None) -> list[CheckSummary]:
        """Return checks, newest first, from the one before row ``before`` on."""
        rows = self._read(
            "SELECT id, created, kind, question, reply, summary, row FROM checks WHERE row < ? "
            "ORDER BY row DESC LIMIT ?",
            (2**62 if before is None else before, limit),
        )
        return [_build_summary(row) for row in rows]

    def get(self, check_id: str) -> CheckSummary:
        """Return the check as the list shows it.

        Raises:
            ServiceError: there is none with that id (404).
        """
        rows = self._read(
            "SELECT id, created, kind, question, reply, summary, row FROM checks WHERE id = ?", (check_id,)
        )
        if not rows:
            raise ServiceError(404, "not_found", f"no check has the id {check_id!r}; it may have expired.")
        return _build_summary(rows[0])

    def answer_json(self, check_id: str) -> str:
        """Return the answer of a check as the JSON that it was stored as.

        Raises:
            ServiceError: there is no check with that id (404).
        """
        row = self.get(check_id).row
        found = self._read("SELECT answer FROM checks WHERE row = ?", (row,))
        return zlib.decompress(found[0][0]).decode() if found else "{}"

    def files(self, check_id: str) -> list[dict[str, Any]]:
        """Return digest, name and size of the files of a check."""
        rows = self._read(
            "SELECT digest, name, size FROM check_files WHERE check_row = ? ORDER BY rowid",
            (self.get(check_id).row,),
        )
        return [{"digest": digest, "name": name, "size": size} for digest, name, size in rows]

    def corrections(self, check_id: str) -> list[Correction]:
        """Return the corrections of a check, by sentence."""
        rows = self._read(
            "SELECT sentence, status, note, created FROM corrections WHERE check_row = ? ORDER BY sentence",
            (self.get(check_id).row,),
        )
        return [Correction(*row) for row in rows]

    def remove(self, check_id: str) -> None:
        """Delete a check and its corrections.

        Raises:
            ServiceError: there is none with that id (404).
        """
        with self._writing() as run:
            if not run.execute("DELETE FROM checks WHERE id = ?", (check_id,)).rowcount:
                raise ServiceError(
                    404, "not_found", f"no check has the id {check_id!r}; it may have expired."
                )

    def remove_all(self) -> None:
        """Delete every check and every correction."""
        with self._writing() as run:
            run.execute("DELETE FROM checks")

    def correct(self, check_id: str, sentence: int, status: str, note: str) -> Correction:
        """Store what the status of a sentence should be; a second correction replaces the first.

        Raises:
            ServiceError: there is no such check (404) or sentence (422).
        """
        row = self.get(check_id).row
        count = len(Answer.from_json(self.answer_json(check_id)).sentences)
        if sentence >= count:
            message = f"the check has {count} sentences, counted from 0; there is no sentence {sentence}."
            raise ServiceError(422, "invalid_input", message, "sentence")
        made = Correction(sentence, status, note, time.time())
        with self._writing() as run:
            run.execute(
                "INSERT OR REPLACE INTO corrections VALUES (?, ?, ?, ?, ?)",
                (row, made.sentence, made.status, made.note, made.created),
            )
        return made

    def iterate_labelled(self) -> Iterator[dict[str, Any]]:
        """Yield each correction as a labelled record of the task verification, in order of the checks.

        A correction to ``unknown`` or ``not_checkable`` is no label, so it is left out.
        """
        for (check_id,) in self._read(
            "SELECT DISTINCT c.id FROM checks c JOIN corrections k ON k.check_row = c.row ORDER BY c.row"
        ):
            try:
                answer = Answer.from_json(self.answer_json(check_id))
                corrections = self.corrections(check_id)
            except ServiceError:  # deleted meanwhile
                continue
            for made in corrections:
                if made.status in _LABELS:
                    yield build_labelled_record(answer, made, check_id)

    def remove_expired(self) -> int:
        """Delete what is older than the days allow, then the oldest while too much is stored."""
        with self._writing() as run:
            before = run.total_changes
            run.execute("DELETE FROM checks WHERE created < ?", (time.time() - self._days * DAY,))
            run.execute(
                "DELETE FROM checks WHERE row IN (SELECT row FROM (SELECT row, "
                "SUM(LENGTH(answer) + (SELECT TOTAL(size) FROM check_files WHERE check_row = row)) "
                "OVER (ORDER BY row DESC) AS total FROM checks) WHERE total > ?)",
                (self._most_bytes,),
            )
            self._added_bytes = 0
            return run.total_changes - before

    def used_digests(self) -> set[str]:
        """Return the digests of the files that checks refer to."""
        return {digest for (digest,) in self._read("SELECT DISTINCT digest FROM check_files")}

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()


def _build_summary(row: Sequence[Any]) -> CheckSummary:
    check_id, created, kind, question, reply, summary, place = row
    return CheckSummary(check_id, created, kind, question, reply, json.loads(summary), place)


def summarize(answer: Answer) -> dict[str, Any]:
    """Return the figures of an answer that a list shows."""
    return {
        "tier": answer.settings.tier,
        "strictness": answer.strictness,
        "verification_ran": answer.verification_ran,
        "faithfulness_score": answer.faithfulness_score if answer.verification_ran else None,
        "checked_count": len(answer.verification_results),
        "stating_count": len(answer.stating_sentences),
        "supported_share": answer.supported_share,
        "status_counts": dict(answer.status_counts()),
        "was_refused": answer.was_refused,
        "sources": [document.doc_id for document in answer.documents],
    }


def build_labelled_record(answer: Answer, made: Correction, check_id: str) -> dict[str, Any]:
    """Build the record that ``ascribe calibrate`` reads, with what it was made from."""
    sentence = answer.sentences[made.sentence]
    verdict = sentence.verdict
    return {
        "claim": sentence.text,
        "references": [document.full_text for document in answer.documents if document.full_text],
        "label": _LABELS[made.status],
        **({"lang": answer.settings.language} if answer.settings.language else {}),
        "check": check_id,
        "sentence": made.sentence,
        "status": made.status,
        "verdict": verdict.status if verdict else None,
        "note": made.note,
    }
