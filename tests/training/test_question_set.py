"""The set of documents and questions: whole, quoted letter by letter, without a giveaway in the wording."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import pytest
from training.answers import is_unread
from training.claims import read_sets
from training.questions import DOCUMENTS, PAGES, QUESTIONS, Question, read_questions

ALL = read_questions()
ANSWERABLE = [question for question in ALL if question.answerable]
UNANSWERABLE = [question for question in ALL if not question.answerable]
FIRST_LINE = QUESTIONS.read_text("utf-8").splitlines()[0]


def share(questions: Sequence[Question], kind: str) -> float:
    return mean(question.kind == kind for question in questions)


def asking(questions: Sequence[Question], word: str) -> float:
    return mean(word in question.question.casefold().split() for question in questions)


def length(questions: Sequence[Question]) -> float:
    return mean(len(question.question.split()) for question in questions)


PARTS: dict[str, tuple[int, int, tuple[int, int]]] = {
    "": (9, 8, (600, 1400)),
    **dict.fromkeys(("a_", "b_"), (10, 10, (400, 700))),
    **dict.fromkeys(("c_", "d_", "e_", "g_", "h_"), (10, 10, (400, 1100))),
    "f_": (6, 6, (20, 500)),
}
"""How the names of the documents of a part begin → questions with and without an answer, words of each."""


def part(document: str) -> tuple[int, int, tuple[int, int]]:
    return PARTS.get(document[:2], PARTS[""])


def test_every_document_is_asked_what_it_answers_and_what_it_does_not() -> None:
    counts = Counter((question.doc, question.answerable) for question in ALL)
    documents = {file.name for file in DOCUMENTS.iterdir()}
    assert {name for name, _ in counts} == documents
    for name in documents:
        answered, refused, _ = part(name)
        assert (counts[name, True], counts[name, False]) == (answered, refused), name


def test_documents_have_the_length_of_real_ones() -> None:
    for file in DOCUMENTS.iterdir():
        least, most = part(file.name)[2]
        assert least <= len(file.read_text("utf-8").split()) <= most, file.name


def test_ids_name_the_document_and_no_question_comes_twice() -> None:
    assert len({question.id for question in ALL}) == len(ALL)
    assert all(question.id.rpartition("-")[0] + ".md" == question.doc for question in ALL)
    assert len({question.question.casefold() for question in ALL}) == len(ALL)


@pytest.mark.parametrize("name", sorted(file.name for file in DOCUMENTS.iterdir()))
def test_an_answer_is_quoted_from_its_document(name: str) -> None:
    document = (DOCUMENTS / name).read_text("utf-8")
    for question in (question for question in ANSWERABLE if question.doc == name):
        assert question.answer, question.id
        assert question.quotes, question.id
        assert all(quote.strip() == quote for quote in question.quotes), question.id
        assert all(document.count(quote) == 1 for quote in question.quotes), question.id


def test_a_question_without_an_answer_quotes_nothing() -> None:
    assert {(question.answer, question.quotes) for question in UNANSWERABLE} == {("", ())}


def test_the_readme_counts_the_questions_of_every_kind() -> None:
    readme = (QUESTIONS.parent / "README.md").read_text("utf-8")
    counts = {(question.kind, question.answerable): [0, 0] for question in (*ALL, *read_questions(PAGES))}
    for place, questions in enumerate((ALL, read_questions(PAGES))):
        for question in questions:
            counts[question.kind, question.answerable][place] += 1
    for (kind, _), (documents, pages) in counts.items():
        assert f"| `{kind}` | {documents:,} | {pages:,} |" in readme


def test_kinds_belong_to_one_class_and_a_third_of_the_answers_are_asked_for_in_other_words() -> None:
    answered, refused = ({question.kind for question in part} for part in (ANSWERABLE, UNANSWERABLE))
    assert not answered & refused
    assert share(ANSWERABLE, "paraphrase") >= 1 / 3
    assert share(UNANSWERABLE, "off_topic") <= 1 / 20


@pytest.mark.parametrize("word", ["how", "many", "much", "what", "when", "where", "which", "who", "why"])
def test_the_form_of_a_question_does_not_tell_its_class(word: str) -> None:
    answered, refused = (
        [one for one in each if not is_unread(one.doc)] for each in (ANSWERABLE, UNANSWERABLE)
    )
    assert asking(answered, word) > 0.02
    assert asking(answered, word) == pytest.approx(asking(refused, word), abs=0.05)


def test_the_length_of_a_question_does_not_tell_its_class() -> None:
    assert length(ANSWERABLE) == pytest.approx(length(UNANSWERABLE), abs=1)


PAGES_ASKED = read_questions(PAGES)


def test_every_long_page_is_asked_what_it_answers_and_what_it_does_not() -> None:
    pages = {source.id: source.documents[0].text for source in read_sets() if source.id.startswith("long-")}
    counts = Counter((question.doc, question.answerable) for question in PAGES_ASKED)
    assert counts == {(page, answered): 5 if answered else 4 for page in pages for answered in (True, False)}
    for question in PAGES_ASKED:
        assert bool(question.quotes) == bool(question.answer) == question.answerable, question.id
        assert all(pages[question.doc].count(quote) == 1 for quote in question.quotes), question.id
    assert len({question.id for question in PAGES_ASKED}) == len(PAGES_ASKED)


@pytest.mark.parametrize("word", ["how", "what", "when", "which", "who", "why"])
def test_the_form_of_a_question_over_a_page_does_not_tell_its_class(word: str) -> None:
    answered, refused = ([one for one in PAGES_ASKED if one.answerable == wanted] for wanted in (True, False))
    assert asking(answered, word) == pytest.approx(asking(refused, word), abs=0.05)
    assert length(answered) == pytest.approx(length(refused), abs=1)


@pytest.mark.parametrize("line", ["{}", "[]", "1", "no JSON", FIRST_LINE.replace('"kind"', '"sort"')])
def test_a_faulty_line_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f"{FIRST_LINE}\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=r"questions\.jsonl, line 2"):
        read_questions(tmp_path)
