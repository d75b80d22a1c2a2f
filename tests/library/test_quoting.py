"""The text of an answer that quotes."""

from ascribe.library.answering.extractive import add_context, compose_quotes
from ascribe.protocols import RetrievedPassage
from ascribe.records import Chunk, Sentence, Span


def offered(*texts: str) -> RetrievedPassage:
    sentences, start = [], 0
    for number, text in enumerate(texts):
        sentences.append(Sentence(f"d::s{number}", text, Span("d", start, start + len(text))))
        start += len(text) + 1
    chunk = Chunk("d::c0", "\n".join(texts), "d", tuple(s.id for s in sentences), Span("d", 0, start - 1))
    zeros = (0.0,) * len(texts)
    return RetrievedPassage(chunk, tuple(sentences), 0.5, 0.5, zeros, zeros)


def test_neighbours_stand_in_one_line_and_others_apart() -> None:
    passage = offered("One.", "Two.", "Three.", "Four.")
    assert compose_quotes([passage], [(0, 3), (0, 0), (0, 1)]) == "One. Two.\n\nFour."


def test_a_row_has_the_names_of_its_columns() -> None:
    passage = offered("Prices:", "| boat | price |", "| Heron | 3 |", "| Gannet | 4 |")
    places = add_context([passage], (0, 3))
    assert compose_quotes([passage], places) == "| boat | price |\n|---|---|\n| Gannet | 4 |"


def test_the_next_row_stands_below_the_one_before() -> None:
    passage = offered("| boat | price |", "| Heron | 3 |", "| Gannet | 4 |")
    places = [*add_context([passage], (0, 1)), *add_context([passage], (0, 2))]
    assert compose_quotes([passage], places) == "| boat | price |\n|---|---|\n| Heron | 3 |\n| Gannet | 4 |"


def test_what_ends_with_a_colon_brings_its_list() -> None:
    passage = offered("You need:", "- a rope", "- a hook", "That is all.")
    assert compose_quotes([passage], add_context([passage], (0, 0))) == "You need:\n- a rope\n- a hook"
