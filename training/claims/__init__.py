"""Written source sets with claims about them, for training and evaluating the verifiers.

The README in this folder describes how they were made. All of it is invented.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent

Label = Literal["supported", "partial", "contradicted", "unsupported"]
Part = Literal["train", "calibration", "test"]

KINDS = (
    "number",
    "date",
    "unit",
    "entity",
    "role",
    "negation",
    "quantifier",
    "scope",
    "condition",
    "exception",
    "modality",
    "done",
    "cause",
    "attribution",
    "comparison",
    "order",
    "mixture",
    "addition",
    "sum",
    "course",
    "definition",
)
"""Kinds of error in a claim; the README explains each."""

_BUCKETS, _TEST, _CALIBRATION = 25, 3, 5
"""Of 25 buckets of domains, the first three (12 %) are for evaluation and the next two for calibration."""


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """One document of a set."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class WrittenClaim:
    """A claim about a set of documents.

    Args:
        text: one sentence or a few.
        label: label by its writer.
        error: one of ``KINDS``; None if it is supported.
        wording: close, moderate, heavy (few words in common) or several (rests on two or more passages).
        evidence: exact words of the documents that decide the label.
        twin: index of the claim in the set that differs by one small edit and has another label.
        why: what is wrong with it; empty if it is supported.
        second: label by a second reader, who saw only the documents and the claim; None without one.
    """

    text: str
    label: Label
    error: str | None
    wording: str
    evidence: tuple[str, ...]
    twin: int | None
    why: str
    second: str | None = None

    @property
    def is_disputed(self) -> bool:
        """Return True if the second reader and the writer disagree on whether it is supported."""
        return self.second is not None and (self.second == "supported") != (self.label == "supported")


@dataclass(frozen=True, slots=True)
class SourceSet:
    """Documents with claims about them.

    Args:
        id: unique among all sets.
        domain: topic of the documents.
        register: style of the documents.
        documents: one or several documents.
        claims: claims about them.
        lang: ISO 639-1 code of documents and claims.
    """

    id: str
    domain: str
    register: str
    documents: tuple[SourceDocument, ...]
    claims: tuple[WrittenClaim, ...]
    lang: str = "en"

    @property
    def part(self) -> Part:
        """Return the split of the set; all sets of a domain share it, so no topic is in training and test."""
        topic = self.domain.lower().partition(",")[0].partition(":")[0]
        bucket = int(hashlib.sha256(topic.encode()).hexdigest()[:8], 16) % _BUCKETS
        return "test" if bucket < _TEST else "calibration" if bucket < _CALIBRATION else "train"


def read_sets(folder: Path = FOLDER) -> Iterator[SourceSet]:
    """Yield the sets of every ``*.jsonl`` file of the folder, sorted by file name.

    Raises:
        ValueError: a line is not a valid set; the message names file and line.
    """
    for file in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            try:
                yield _set(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{file.name}, line {number}: not a source set ({error})") from error


def _set(record: dict[str, Any]) -> SourceSet:
    documents = tuple(SourceDocument(**document) for document in record["documents"])
    claims = tuple(
        WrittenClaim(**{**claim, "evidence": tuple(claim["evidence"])}) for claim in record["claims"]
    )
    return SourceSet(**{**record, "documents": documents, "claims": claims})
