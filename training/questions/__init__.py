"""The project's own documents with questions about them, for training the reader of ``ascribe ask``.

The README in this folder describes how they were made. All of it is invented.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.jsonl"
DOCUMENTS = FOLDER / "documents"

PAGES = FOLDER / "pages"
"""Questions over the long pages of ``training/claims``: ``doc`` is the id of a set there."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one document.

    Args:
        id: name of the document, and a number.
        doc: file name in ``documents/``; for the questions in ``pages``, the id of a written set.
        question: text of the question.
        answerable: whether the document answers it.
        kind: what makes the answer, or its absence, hard to find.
        answer: short answer; empty without one.
        quotes: exact passages of the document that answer it; empty without an answer.
    """

    id: str
    doc: str
    question: str
    answerable: bool
    kind: str
    answer: str
    quotes: tuple[str, ...]


def read_questions(folder: Path = FOLDER) -> tuple[Question, ...]:
    """Read the questions of every ``*.jsonl`` file of the folder, sorted by file name.

    Raises:
        ValueError: a line is not a JSON object with exactly the fields of ``Question``.
    """
    return tuple(question for file in sorted(folder.glob("*.jsonl")) for question in _read_file(file))


def _read_file(file: Path) -> tuple[Question, ...]:
    lines = file.read_text("utf-8").splitlines()
    return tuple(_question(line, f"{file.name}, line {number}") for number, line in enumerate(lines, 1))


def _question(line: str, place: str) -> Question:
    try:
        record = json.loads(line)
        return Question(**{**record, "quotes": tuple(record["quotes"])})
    except (KeyError, TypeError, ValueError) as error:
        names = ", ".join(Question.__slots__)
        raise ValueError(f"{place}: write a JSON object with {names}") from error
