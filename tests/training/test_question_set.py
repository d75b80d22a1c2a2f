"""The set of documents and questions: whole, quoted letter by letter, without a giveaway in the wording."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import pytest
from training.questions import DOCUMENTS, QUESTIONS, Question, read_questions

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


def is_short(document: str) -> bool:
    return document.startswith(("a_", "b_"))


def test_every_document_is_asked_what_it_answers_and_what_it_does_not() -> None:
    counts = Counter((question.doc, question.answerable) for question in ALL)
    documents = {file.name for file in DOCUMENTS.iterdir()}
    assert {name for name, _ in counts} == documents
    for name in documents:
        answered, refused = (10, 10) if is_short(name) else (9, 8)
        assert (counts[name, True], counts[name, False]) == (answered, refused), name


def test_documents_have_the_length_of_real_ones() -> None:
    for file in DOCUMENTS.iterdir():
        least, most = (400, 700) if is_short(file.name) else (600, 1400)
        assert least <= len(file.read_text("utf-8").split()) <= most, file.name


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


def test_kinds_belong_to_one_class_and_a_third_of_the_answers_are_asked_for_in_other_words() -> None:
    answered, refused = ({question.kind for question in part} for part in (ANSWERABLE, UNANSWERABLE))
    assert not answered & refused
    assert share(ANSWERABLE, "paraphrase") >= 1 / 3
    assert share(UNANSWERABLE, "off_topic") <= 1 / 20


@pytest.mark.parametrize("word", ["how", "many", "much", "what", "when", "where", "which", "who", "why"])
def test_the_form_of_a_question_does_not_tell_its_class(word: str) -> None:
    assert asking(ALL, word) > 0.02
    assert asking(ANSWERABLE, word) == pytest.approx(asking(UNANSWERABLE, word), abs=0.08)


def test_the_length_of_a_question_does_not_tell_its_class() -> None:
    assert length(ANSWERABLE) == pytest.approx(length(UNANSWERABLE), abs=1)


@pytest.mark.parametrize("line", ["{}", "[]", "1", "no JSON", FIRST_LINE.replace('"kind"', '"sort"')])
def test_a_faulty_line_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(f"{FIRST_LINE}\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=r"questions\.jsonl, line 2"):
        read_questions(tmp_path)
