"""What a model is given to read for a claim."""

from collections.abc import Sequence

import numpy as np

from ascribe import check
from ascribe.protocols import Claim
from ascribe.source_sentences import list_source_sentences
from ascribe.verify.windows.nli_windows import ScoredWindow, WindowScores, score_windows


class Recorder:
    """Finds everything likely, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def probabilities(
        self, pairs: Sequence[tuple[str, str]]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        self.asked += pairs
        return np.tile([0.7, 0.1, 0.2], (len(pairs), 1))


def read(sources: list[str], *members: int, claim: str = "The tram runs.") -> list[str]:
    """Return the lines that a model reads for a claim, given the places of the sentences that it reads."""
    evidence = list_source_sentences(check(claim, sources, tier="rules").documents)
    model = Recorder()
    score_windows([Claim(claim, 0, len(claim), "prose", claim)], {0: [members]}, evidence, model)
    ((text, _),) = model.asked
    return text.splitlines()


OLD = "Timetable of 2021\n\nThe tram runs daily. It is red."
NEW = "# Timetable of 2022\n\nThe tram runs on weekdays. It is blue."


def test_sentences_of_several_documents_stand_behind_their_headings() -> None:
    assert read([OLD, NEW], 0, 3) == [
        "Timetable of 2021",
        "The tram runs daily.",
        "Timetable of 2022",
        "It is blue.",
    ]


def test_sentences_below_the_same_heading_stand_behind_it_once() -> None:
    assert read([OLD, NEW], 0, 1) == ["Timetable of 2021", "The tram runs daily.", "It is red."]


def test_a_sentence_of_a_single_document_stands_behind_its_heading_too() -> None:
    assert read([OLD], 1) == ["Timetable of 2021", "It is red."]


def test_a_heading_is_no_sentence_to_read_on_its_own() -> None:
    evidence = list_source_sentences(check("The tram runs.", [OLD, NEW], tier="rules").documents)
    assert [one.text for one in evidence] == [
        "The tram runs daily.",
        "It is red.",
        "The tram runs on weekdays.",
        "It is blue.",
    ]


def test_a_text_without_heading_is_read_as_it_is() -> None:
    assert read(["The tram runs daily. It is red."], 0) == ["The tram runs daily."]


FEES = (
    "# Fees\n\nThe museum charges:\n\n- adults: 12 euros\n- children: 5 euros\n\n"
    "| Ticket | Price | Days |\n|---|---|---|\n| Family | 30 | 2 |\n"
)


def test_an_item_stands_behind_the_lead_of_its_list() -> None:
    assert read([FEES], 1) == ["Fees", "The museum charges: adults: 12 euros"]


def test_a_cell_stands_behind_the_head_of_its_column() -> None:
    found = read([FEES], 3, claim="The price of a family ticket is 30.")
    assert found == ["Fees", "Family | Price: 30"]


def find_contradicting(*contradicted: float, best: int) -> int:
    """Return the place of the sentence that contradicts a claim; the joint window always does most."""
    windows = (ScoredWindow((place,), 0.0, share) for place, share in enumerate(contradicted))
    joint = ScoredWindow(tuple(range(len(contradicted))), 0.0, 1.0)
    (found,) = WindowScores((joint, *windows), (best,), {}).find_most_contradicted().members
    return found


def test_of_sentences_that_contradict_alike_the_best_one_is_taken() -> None:
    assert find_contradicting(0.9931, 0.9929, best=1) == 1
    assert find_contradicting(0.99, 0.9, best=1) == 0
