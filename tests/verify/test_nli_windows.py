"""What a model is given to read for a claim."""

from collections.abc import Sequence

import numpy as np
import pytest

from ascribe import check
from ascribe.protocols import Claim, SourceSentence
from ascribe.records import Document
from ascribe.verify.nli_windows import MAX_TITLE_WORDS, find_title, score_windows


class Recorder:
    """Finds everything likely, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def probabilities(
        self, pairs: Sequence[tuple[str, str]]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        self.asked += pairs
        return np.tile([0.7, 0.1, 0.2], (len(pairs), 1))


def documents(*texts: str) -> list[Document]:
    return check("The tram runs.", list(texts), tier="rules").documents


def read(sources: list[Document], *members: int) -> str:
    evidence = [SourceSentence(d, place, s) for place, d in enumerate(sources, 1) for s in d.sentences]
    claim = Claim("The tram runs.", 0, 14, "prose", "The tram runs.")
    model = Recorder()
    score_windows([claim], {0: [members]}, evidence, model)
    ((text, _),) = model.asked
    return text


OLD = "Timetable of 2021\n\nThe tram runs daily. It is red."
NEW = "# Timetable of 2022\n\nThe tram runs on weekdays. It is blue."


def test_sentences_of_several_documents_stand_behind_their_titles() -> None:
    found = read(documents(OLD, NEW), 1, 5)
    assert found.splitlines() == [
        "Timetable of 2021",
        "The tram runs daily.",
        "Timetable of 2022",
        "It is blue.",
    ]


def test_a_title_that_is_read_anyway_is_not_read_twice() -> None:
    assert read(documents(OLD, NEW), 0, 1).splitlines() == ["Timetable of 2021", "The tram runs daily."]
    assert read(documents(OLD, NEW), 3, 5).splitlines() == ["# Timetable of 2022", "It is blue."]


def test_a_single_document_needs_no_title() -> None:
    assert read(documents(OLD), 1) == "The tram runs daily."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (OLD, "Timetable of 2021"),
        (NEW, "Timetable of 2022"),
        ("The tram runs daily. It is red.", ""),
        ("word " * (MAX_TITLE_WORDS + 1) + "\n\nThe tram runs.", ""),
    ],
)
def test_a_title_is_a_heading_or_a_short_first_line(text: str, title: str) -> None:
    assert find_title(documents(text)[0]) == title
