"""The set of documents and questions: whole, quoted letter by letter, and without a giveaway in its wording."""

from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest
from training.questions import DOCUMENTS, QUESTIONS, Question, read_questions

ALL = read_questions()
ANSWERABLE = [question for question in ALL if question.answerable]
UNANSWERABLE = [question for question in ALL if not question.answerable]


def share(questions: list[Question], kind: str) -> float:
    return sum(question.kind == kind for question in questions) / len(questions)


def test_every_document_is_asked_both_kinds_of_question_and_none_is_asked_of_another() -> None:
    assert {question.doc for question in ALL} == {file.name for file in DOCUMENTS.iterdir()}
    for doc, questions in groupby(ALL, lambda question: question.doc):
        count = Counter(question.answerable for question in questions)
        assert count[True] >= 8, doc
        assert count[False] >= 6, doc
    assert len({question.doc for question in ALL}) == 24
    assert len(ALL) >= 330


def test_documents_have_the_length_of_real_ones() -> None:
    for file in DOCUMENTS.iterdir():
        assert 600 <= len(file.read_text("utf-8").split()) <= 1400, file.name


def test_ids_name_the_document_and_no_question_comes_twice() -> None:
    assert len({question.id for question in ALL}) == len(ALL)
    assert all(question.id.rpartition("-")[0] + ".md" == question.doc for question in ALL)
    assert len({question.question.casefold() for question in ALL}) == len(ALL)


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda question: question.id)
def test_an_answer_is_quoted_from_its_document(question: Question) -> None:
    assert question.answer
    assert question.quotes
    document = question.read_document()
    for quote in question.quotes:
        assert quote.strip() == quote
        assert document.count(quote) == 1, quote


def test_a_question_without_an_answer_quotes_nothing() -> None:
    assert {(question.answer, question.quotes) for question in UNANSWERABLE} == {("", ())}


def test_kinds_belong_to_one_class_and_a_third_of_the_answers_are_worded_otherwise() -> None:
    answered, refused = ({question.kind for question in part} for part in (ANSWERABLE, UNANSWERABLE))
    assert not answered & refused
    assert share(ANSWERABLE, "paraphrase") >= 1 / 3
    assert share(UNANSWERABLE, "off_topic") <= 1 / 20


@pytest.mark.parametrize(
    "line",
    ["{}", "[]", "1", "no JSON", QUESTIONS.read_text("utf-8").splitlines()[0].replace('"kind"', '"sort"')],
)
def test_a_faulty_line_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(QUESTIONS.read_text("utf-8").splitlines()[0] + "\n" + line + "\n", "utf-8")
    with pytest.raises(ValueError, match=r"questions\.jsonl, line 2"):
        read_questions(file)
