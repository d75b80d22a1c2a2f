"""The text of an answer that quotes."""

from pathlib import Path
from typing import Any

import pytest

from ascribe import ask
from ascribe.library.answering.quotation import add_list, compose_quotes
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.read import read_sources
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


def read(tmp_path: Path, text: str, name: str = "a.md") -> RetrievedPassage:
    """The whole of a file as one passage."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (document,) = read_sources([path])
    sentences = tuple(document.sentences)
    chunk = Chunk(
        "c", document.full_text or "", document.doc_id, tuple(s.id for s in sentences), sentences[0].span
    )
    zeros = (0.0,) * len(sentences)
    return RetrievedPassage(chunk, sentences, 0.5, 0.5, zeros, zeros)


class Quoting:
    """Returns a quotation, whatever it is asked."""

    def __init__(self, text: str) -> None:
        self.text = text

    def generate(self, *_: Any) -> Draft:
        return Draft(self.text, quoted=True)


PIPED = "Prices:\n\n| boat | price |\n|---|---|\n| Heron | 3 |\n| Gannet | 4 |\n"
OPEN = "Prices:\n\nboat | price\n---|---\nHeron | 3 |\nGannet | 4\n"
PAGE = (
    "<p>Prices:<table><tr><th>boat</th><th>price</th></tr><tr><td>Heron</td><td>3</td></tr>"
    "<tr><td>Gannet</td><td>4</td></tr></table>"
)
HEADS = "| boat | price |\n|---|---|\n"


@pytest.mark.parametrize(("text", "name"), [(PIPED, "a.md"), (OPEN, "a.md"), (PAGE, "a.html")])
def test_rows_stand_below_the_heads_of_their_columns(tmp_path: Path, text: str, name: str) -> None:
    passage = read(tmp_path, text, name)
    assert compose_quotes([passage], [(0, 3)]) == f"{HEADS}| Gannet | 4 |"
    assert compose_quotes([passage], [(0, 2), (0, 3)]) == f"{HEADS}| Heron | 3 |\n| Gannet | 4 |"
    assert compose_quotes([passage], [(0, 1), (0, 3)]) == f"{HEADS}| Gannet | 4 |"
    assert compose_quotes([passage], [(0, 0), (0, 2)]) == f"Prices:\n\n{HEADS}| Heron | 3 |"
    assert compose_quotes([passage, passage], [(0, 2), (1, 3)]) == f"{HEADS}| Heron | 3 |\n| Gannet | 4 |"


def test_a_row_without_heads_is_one_unit_whatever_stops_it_has() -> None:
    passage = offered("Test\t40 hours × $85 = $3,400.\t$0\t$248,200.", "It is short.", "P(A | B) is small.")
    row = "| Test | 40 hours × $85 = $3,400. | $0 | $248,200. |"
    assert compose_quotes([passage], [(0, 0)]) == row
    assert compose_quotes([passage], [(0, 0), (0, 1)]) == f"{row}\nIt is short."
    assert compose_quotes([passage], [(0, 2)]) == "P(A | B) is small."


def test_a_row_of_a_doubtful_table_stands_below_its_first_row() -> None:
    heads, cells = "Action\tLabor\tParts", "Wiring\tUp to 79 hours\tUp to $3,790"
    passage = offered(heads, cells, "Test\t40 hours × $85 = $3,400.\t$0", "Paint\tred. Thin.\tblue")
    shown = "| Action | Labor | Parts |\n|---|---|---|\n"
    assert compose_quotes([passage], [(0, 2)]) == f"{shown}| Test | 40 hours × $85 = $3,400. | $0 |"
    assert compose_quotes([passage], [(0, 0), (0, 2)]).startswith(shown)
    assert compose_quotes([passage], [(0, 3)]) == "| Paint | red. Thin. | blue |"


def test_a_quoted_row_is_read_in_the_language_of_its_source(tmp_path: Path) -> None:
    source = tmp_path / "a.md"
    source.write_text(
        "# Berths\n\nThe harbour has two berths for the boats of the town.\n\n"
        "Berth | Length. | Boats\n---|---|---\nNorth quay | 40 m. | 12 |\nSouth quay | 35 m. | 9 |\n",
        encoding="utf-8",
    )
    answer = ask("How many boats lie at the north quay?", source, tier="rules", strictness="loose")
    assert answer.settings.language == "en"
    assert "| North quay | 40 m. | 12 |" in [sentence.text for sentence in answer.sentences]


def test_a_quoted_row_is_supported_by_its_own_row(tmp_path: Path) -> None:
    source = tmp_path / "a.md"
    source.write_text(
        "# Resistance by level\n\nRequirement | AAL1 | AAL2 | AAL3\n---|---|---|---\n"
        "**MitM resistance** | Required | Required | Required |\n"
        "**Replay resistance** | Not required | Required | Required |\n",
        encoding="utf-8",
    )
    heads = "| Requirement | AAL1 | AAL2 | AAL3 |\n|---|---|---|---|\n"
    row = "| **Replay resistance** | Not required | Required | Required |"
    answer = ask(
        "Is replay resistance required?",
        source,
        generator=Quoting(f"{heads}{row}"),
        tier="rules",
        language="en",
    )
    assert [(one.text, one.verdict.status) for one in answer.supported_sentences if one.verdict] == [
        (row, "supported")
    ]


def test_what_ends_with_a_colon_brings_its_list() -> None:
    passage = offered("You need:", "- a rope", "- a hook", "That is all.")
    assert compose_quotes([passage], add_list([passage], (0, 0))) == "You need:\n- a rope\n- a hook"


OFFICES = "The Ghent office opened in 2016 and has 45 employees. The Porto office opened in 2019 and has 22."


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("How many employees does the Ghent office have?", False),
        ("How many employees does the Gent office have?", False),
        ("How many employees does the Lisbon office have?", True),
    ],
)
def test_what_is_asked_of_a_name_that_no_document_has_is_refused(question: str, refused: bool) -> None:
    assert ask(question, OFFICES).was_refused is refused


def test_the_parts_of_a_question_may_name_what_different_documents_have() -> None:
    documents = ["The Ghent office has 45 employees.", "The Porto office opened in 2019."]
    answer = ask(
        "How many employees does the Ghent office have and when did the Porto office open?", documents
    )
    assert answer.reply is not None
    assert "45" in answer.reply
    assert "2019" in answer.reply


MUSEUM = """# Harwick Museum

## Visiting

Students pay £4. Assistance dogs are welcome, other dogs are not. Photography without flash is allowed.

## 2. Money

2.1 Grants are paid in May. 2.5 million came.

| £000 | 2023/24 | 2024/25 |
|---|---|---|
| Grants | 612 | 548 |
| Contracts | 187 | 241 |
"""


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Can I take my dog to the museum?", "Assistance dogs are welcome, other dogs are not."),
        ("How much were contracts in 2024/25?", "Contracts | 187 | 241"),
        ("When are grants paid?", "Grants are paid in May."),
    ],
)
def test_a_sentence_is_read_with_the_headings_and_column_heads_that_it_needs(
    tmp_path: Path, question: str, quoted: str
) -> None:
    (tmp_path / "museum.md").write_text(MUSEUM, encoding="utf-8")
    answer = ask(question, [tmp_path / "museum.md"])
    assert quoted in (answer.reply or "")
    assert "Photography" not in (answer.reply or "")
    assert not (answer.reply or "").startswith("2.")


def test_only_the_number_of_the_section_is_left_out(tmp_path: Path) -> None:
    passage = read(tmp_path, MUSEUM)
    places = [i for i, one in enumerate(passage.sentences) if one.text.startswith("2.")]
    assert "Grants are paid in May." in compose_quotes([passage], [(0, place) for place in places])
    passage = offered("2.3 Million people came.")
    assert compose_quotes([passage], [(0, 0)]) == "2.3 Million people came."
