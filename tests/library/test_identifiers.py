"""Identifiers of a question: found, and an answer is about the same one."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ascribe import Answer, Library
from ascribe.library.answering.identifiers import find_identifiers
from ascribe.library.answering.other_identifiers import find_asked, tells_of_asked
from ascribe.library.answering.question_parts import split_question
from ascribe.records import Context, Sentence, Span


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("At AAL2 use HTTP/2, RFC 9110 and Python 3.12.", ["2", "2", "9110", "3.12"]),
        ("See Section 4.2, § 4, Fig. 3, No. 5 and v2.1.", ["4.2", "4", "3", "5", "2.1"]),
        ("Model B and engine 2 passed Level III.", ["B", "2", "III"]),
        ("Levels 2 and 3, AAL1 to 3, models A, B and C", ["2", "3", "1", "3", "A", "B", "C"]),
        ("Henry VIII flew an A320 with GPT-4o.", ["VIII", "320", "4O"]),
        ("SP 800-63B, CVE-2021-44228", ["800-63B", "2021-44228"]),
        ("In 1904 she had 12 sails; on 3 May 1912 and in May 12 none.", []),
        ("Rents rose 4 percent to 1,850 pounds, after 20 mg and top-20.", []),
        ("Level 2 and 30 days", ["2"]),
        ("I am a man, and George W. Bush is another.", []),
        ("[Section 5](#sec9) and **AAL2**", ["5", "2"]),
        ("", []),
    ],
)
def test_codes_and_numbered_things_are_found(text: str, values: list[str]) -> None:
    found = find_identifiers(text)
    assert [one.value for one in found] == values
    assert all(text[: one.end].upper().endswith(one.value) for one in found)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What is needed at AAL2?", ["2"]),
        ("What did Python 3.12 add after Python 3.11?", ["3.12"]),
        ("Is HTTP/2 faster than HTTP/1.1?", ["2"]),
        ("What replaced RFC 2616?", []),
        ("What changed from Python 3.11 to Python 3.12?", []),
        ("Which level comes with Level 3 cards?", []),
        ("Which Level 3 card is valid?", ["3"]),
        ("Does HTTP/2 need TLS 1.2?", ["2"]),
        ("Who owned the mill in 1880?", []),
    ],
)
def test_only_what_the_question_is_about_is_asked(question: str, values: list[str]) -> None:
    assert [one.value for one in find_asked(question)] == values


def tells(question: str, text: str, *headings: str, before: str = "", name: str = "") -> bool | None:
    context = tuple(Context("heading", one, 0, 0) for one in headings)
    sentence = Sentence("d::s0", text, Span("d", 0, len(text)), context)
    return tells_of_asked(find_asked(question), sentence, before, name)


@pytest.mark.parametrize(
    ("question", "text", "headings", "expected"),
    [
        ("What is needed at AAL2?", "At AAL1, a password is needed.", (), False),
        ("What is needed at AAL2?", "At AAL2 a code is needed.", ("AAL1",), True),
        ("What is needed at AAL2?", "A code is needed.", (), None),
        ("What is needed at AAL2?", "A code is needed.", ("AAL1",), False),
        ("What is needed at AAL2?", "A code is needed.", ("Levels", "Authenticator Assurance Level 2"), True),
        ("What is needed at AAL2?", "A code is needed.", ("4.1 Authenticator Assurance Level 1",), False),
        ("What is needed at AAL2?", "At AAL1 a code is needed.", ("AAL2",), False),
        ("What is needed at AAL3?", "A key is needed at AAL2 and above.", (), True),
        ("What is needed at AAL1?", "A key is needed at AAL2 and above.", (), False),
        ("What is needed at AAL2?", "A key is needed from AAL1 to AAL3.", (), True),
        ("What is needed at AAL4?", "A key is needed from AAL1 to 3.", (), False),
        ("What does Section 4.2 say?", "It is due, as Section 7 says.", ("4 Fees", "4.2 Rent"), True),
        ("What does Section 4.2 say?", "It is due.", ("4 Fees", "4.1 Sales"), False),
        ("What does Part 2 say?", "It is due.", ("Part II", "12 Rent"), True),
        ("What did Python 3 add?", "Python 3.12 added groups.", (), True),
        ("What did Python 3.1 add?", "Python 3.12 added groups.", (), False),
        ("What weighs model B?", "Unlike model A, model B weighs 3 kg.", (), True),
        ("What is Level 3?", "Level III is the last.", (), True),
        ("Who owned the mill?", "Level III is the last.", ("AAL2",), None),
    ],
)  # fmt: skip
def test_words_then_headings_tell_what_a_sentence_is_about(
    question: str, text: str, headings: tuple[str, ...], *, expected: bool | None
) -> None:
    assert tells(question, text, *headings) is expected


def test_a_pronoun_and_the_name_of_the_document_tell_it() -> None:
    question = "How heavy is model B?"
    assert tells(question, "It weighs 3 kg.", before="Model A pumps.") is False
    assert tells(question, "It weighs 3 kg.", "Model A", before="Model B pumps.") is True
    assert tells(question, "Oak weighs more.", before="Model A pumps.") is None
    assert tells("What does RFC 9110 say?", "Caches are allowed.", name="rfc_2616.txt") is False
    assert tells("What does RFC 9110 say?", "Caches are allowed.", name="rfc9110.txt") is True


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What is due at AAL2 and at AAL3?", ["What is due at AAL2?", "What is due at AAL3?"]),
        ("What is due at levels 2 and 3?", ["What is due at levels 2?", "What is due at levels 3?"]),
        ("How do AAL2 and AAL3 differ?", []),
        ("What lies between Level 1 and Level 2?", []),
        ("What is due at AAL2 or AAL3?", []),
        ("What is due at AAL2 in Section 4?", []),
    ],
)
def test_each_of_several_things_is_asked_about(question: str, parts: list[str]) -> None:
    assert split_question(question, "en") == parts


def judge(answer: Answer, wanted: list[str], others: list[str]) -> str:
    reply = (answer.reply or "").casefold()
    if answer.was_refused or (answer.is_doubtful and not wanted):
        return "refused"
    is_right = wanted and all(one.casefold() in reply for one in wanted)
    return "right" if is_right and not any(one.casefold() in reply for one in others) else "wrong"


@pytest.mark.parametrize(
    ("name", "ticked", "wrong", "right"),
    [("identifiers.jsonl", 1, 2, 36), ("identifiers_kept.jsonl", 0, 1, 15)],
)
def test_answers_are_about_what_the_question_names(name: str, ticked: int, wrong: int, right: int) -> None:
    """Count those of questions without and with an answer; the second file was kept from all choices."""
    counts: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        with Library(":memory:") as library:
            library.add({"id": document["id"], "text": document["text"]})
            for one in document["questions"]:
                outcome = judge(library.ask(one["question"]), one["answers"], one["others"])
                counts[bool(one["answers"])][outcome] += 1
    assert counts[False]["wrong"] <= ticked
    assert counts[True]["wrong"] <= wrong
    assert counts[True]["right"] >= right


def test_a_published_standard_is_quoted_for_the_levels_that_are_asked_about(shared_data: Path) -> None:
    with Library(":memory:") as library:
        library.add(shared_data / "docs" / "nist_63b_aal.md")
        reply = library.ask("How often must a subscriber reauthenticate at AAL2 and at AAL3?").reply or ""
    assert "At AAL2" in reply
    assert "At AAL3" in reply
    assert "AAL1" not in reply
