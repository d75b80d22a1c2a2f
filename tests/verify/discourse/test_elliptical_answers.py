"""Answers without a verb, which are read with the question."""

from __future__ import annotations

import pytest

from ascribe import check
from ascribe.records import StreamEvent
from ascribe.sentence_replay import replay_sentence
from ascribe.streaming.session import Session

SOURCES = [
    "The mill was built in 1871.",
    "Anna Kohl paid for it. About 40 visitors came in May, and the tower is 40 m high.",
    "The museum is not open on Sundays.",
    "The mill has four sails. The hull of the ferry is made of oak. The north mill burned down in 1950.",
]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("question", "reply", "status"),
    [
        ("When was the mill built?", "In 1871.", "supported"),
        ("When was the mill built?", "1875", "contradicted"),
        ("How many visitors came in May?", "About 40.", "supported"),
        ("How many visitors came in May?", "About 60.", "contradicted"),
        ("How high is the tower?", "40 m.", "supported"),
        ("Was the mill built in 1871?", "Yes.", "supported"),
        ("Was the mill built in 1871?", "No.", "contradicted"),
        ("Was the mill built in 1875?", "Yes.", "contradicted"),
        ("Was the mill built in 1875?", "No.", "unknown"),
        ("Is the museum open on Sundays?", "No, it is not.", "supported"),
        ("Is the museum open on Sundays?", "Yes.", "contradicted"),
        ("How many sails has the mill?", "Four.", "supported"),
        ("How many sails has the mill?", "Five.", "contradicted"),
        ("Has the mill four sails?", "Yes.", "supported"),
        ("How tall is the tower?", "40 m.", "supported"),
        ("Of what is the hull of the ferry made?", "Oak.", "supported"),
        ("In which year did the north mill burn down?", "1950.", "supported"),
        ("Which of the mills burned down?", "The north mill.", "supported"),
    ],
)
def test_an_answer_is_judged_as_the_statement_that_it_makes(tier, question, reply, status) -> None:
    answer = check(reply, SOURCES, question, tier=tier)
    (sentence,) = answer.sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == status
    assert (sentence.text, sentence.char_start, sentence.char_end) == (reply, 0, len(reply))
    assert replay_sentence(answer, sentence).status == status


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("When did the mill burn down?", "In 1871."),
        ("Who built the mill?", "Ben Mas."),
        ("When was the tower built?", "In 1871."),
        ("When was the mill built?", "The mill is old. In 1871."),
        (None, "In 1871."),
        ("Wann wurde die Mühle gebaut?", "In 1871."),
    ],
)
def test_an_answer_to_another_question_is_not_supported(question, reply) -> None:
    verdict = check(reply, SOURCES, question, tier="rules").sentences[-1].verdict
    assert verdict is not None
    assert verdict.status in ("unknown", "unsupported")


def test_only_the_first_sentences_are_read_with_the_question() -> None:
    reply = "Sure! In 1871. It was old. By 1900."
    verdicts = [
        one.verdict for one in check(reply, SOURCES, "When was the mill built?", tier="rules").sentences
    ]
    read = [one.details.get("read_as") for one in verdicts if one]
    assert read == [None, "The mill was built in 1871.", None, None]


def test_a_sentence_of_a_source_is_read_as_it_is_there() -> None:
    source = "Opening hours: Monday to Friday, 9 am."
    verdict = check(source, [source], "When is the museum open?", tier="rules").sentences[0].verdict
    assert verdict is not None
    assert (verdict.status, "read_as" in verdict.details) == ("supported", False)


def test_a_stream_gives_the_verdict_of_the_whole_reply() -> None:
    session = Session(SOURCES, "When was the mill built?", tier="rules")
    session.add("In 18")
    session.add("71.")
    done: StreamEvent = session.finish()[-1]
    assert done.answer is not None
    assert (
        done.answer.sentences
        == check("In 1871.", SOURCES, "When was the mill built?", tier="rules").sentences
    )


def test_the_question_is_a_context_of_the_references() -> None:
    question = "When was the mill built?"
    answer = check("In 1871.", SOURCES, question, tier="rules")
    (reference,) = answer.sentences[0].references
    assert [(one.kind, one.text) for one in reference.context] == [("question", question)]
    whole = check("The mill was built in 1871.", SOURCES, question, tier="rules").sentences[0]
    assert all(not reference.context for reference in whole.references)


@pytest.mark.parametrize(("reply", "status"), [("In 1871.", "supported"), ("In 1875.", "contradicted")])
def test_the_references_alone_give_the_same_verdict(reply: str, status: str) -> None:
    answer = check(reply, SOURCES, "When was the mill built?", tier="rules")
    (again,) = check(reply, answer.sentences[0].references, tier="rules").sentences
    assert again.verdict is not None
    assert again.verdict.status == status
    assert again.references[0].context == answer.sentences[0].references[0].context


def test_a_question_confirms_nothing_by_itself() -> None:
    question = "Was the mill built in 1871 by Anna Kohl?"
    answer = check("Yes.", ["The mill was built by Anna Kohl."], question, tier="rules")
    for sources in (["The mill was built by Anna Kohl."], answer.sentences[0].references):
        verdict = check("Yes.", sources, question, tier="rules").sentences[0].verdict
        assert verdict is not None
        assert verdict.status != "supported"


def test_references_with_several_questions_are_read_without_one() -> None:
    one = check("In 1871.", SOURCES, "When was the mill built?", tier="rules").sentences[0].references
    two = check("40 m.", SOURCES, "How high is the tower?", tier="rules").sentences[0].references
    assert check("In 1871.", [*one, *two], tier="rules").query == ""


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("question", "reply", "source"),
    [
        ("How old was Anna when she died?", "80.", "Anna was 80 years old when she moved. She died at 91."),
        ("How old was Anna when she died?", "80.", "Anna died 80 years ago."),
        ("Whose mill was sold in 1902?", "Anna Kohl.", "Ben Voss's mill was sold to Anna Kohl in 1902."),
        ("Whose mill was sold in 1902?", "Anna Kohl.", "Anna Kohl sold Ben Voss's mill in 1902."),
        ("Why was the mill closed?", "Fire.", "The mill was closed for repairs, before the fire."),
        ("Is the mill, which has 12 sails, in Ulm?", "No.", "The mill has 12 sails. The river is in Ulm."),
        ("Is the mill not open?", "Yes.", "The mill is open."),
    ],
)
def test_what_a_statement_would_wrongly_confirm_is_left_open(tier, question, reply, source) -> None:
    verdict = check(reply, [source], question, tier=tier).sentences[0].verdict
    assert verdict is not None
    assert verdict.status in ("unknown", "unsupported", "not_checkable")
