"""Every registered format says the same: the message of each verdict, and what was found about citations."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import fromstring

import docx
import pytest

from ascribe import Answer, check
from ascribe.records.citation_rows import describe_citations, list_citations
from ascribe.records.outcomes import FAILING
from ascribe.registry import components, make
from ascribe.write.citations import CitedWriter
from ascribe.write.display_text import unescape_controls
from ascribe.write.docx import DocxWriter
from ascribe.write.highlights import build_highlights
from ascribe.write.junit import JUnitWriter
from ascribe.write.terminal import TerminalWriter
from tests.write.test_own_citations import REPLY, SOURCES

LOST = "gone::s3"


def render(name: str) -> Callable[[Answer], str]:
    return lambda answer: make("write", name).write(answer).text


def read_page(answer: Answer) -> str:
    page = re.sub(r"<style>.*?</style>|<[^>]+>", "", render("html")(answer), flags=re.DOTALL)
    return html.unescape(page)


def iterate_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from iterate_strings(part)


def read_suite(answer: Answer) -> str:
    parts = fromstring(render("junit")(answer)).iter()
    return " ".join(text for one in parts for text in (*one.attrib.values(), one.text or ""))


def read_word_file(answer: Answer) -> str:
    return "\n".join(one.text for one in docx.Document(io.BytesIO(DocxWriter().write(answer))).paragraphs)


READERS: dict[str, Callable[[Answer], str]] = {
    "terminal": lambda answer: TerminalWriter(color=False).write(answer).text,
    "md": lambda answer: render("md")(answer).replace("\\", ""),
    "html": read_page,
    "json": lambda answer: Answer.from_json(render("json")(answer)).to_csv().replace('""', '"'),
    "jsonld": lambda answer: " ".join(iterate_strings(json.loads(render("jsonld")(answer)))),
    "sarif": lambda answer: " ".join(iterate_strings(json.loads(render("sarif")(answer)))),
    "junit": read_suite,
    "cited": lambda answer: CitedWriter(markup="plain").write(answer).text,
    "docx": read_word_file,
    "pdf": lambda answer: " ".join(one.note for marks in build_highlights(answer).values() for one in marks),
}
"""Format → the text that a reader finds in it; of JSON, that of the answer that it gives back."""


def read(name: str, answer: Answer) -> str:
    """The text of the format, on one line."""
    return " ".join(unescape_controls(READERS[name](answer)).split())


@pytest.fixture(scope="module")
def miscited() -> Answer:
    return check(REPLY, SOURCES, tier="rules")


def test_every_registered_format_is_read() -> None:
    names = {row.name for stage in ("write", "file", "highlight") for row in components(stage)}
    assert names == READERS.keys()


@pytest.mark.parametrize("name", [name for name in READERS if name != "cited"])
def test_the_message_of_every_problem_has_the_same_words(name: str, answer: Answer) -> None:
    text = read(name, answer)
    shown = [
        one
        for one in answer.sentences
        if one.verdict
        and one.verdict.status in FAILING
        # a copy of a source has notes only where its words support or contradict a sentence
        and (name != "pdf" or any(each.label in ("supports", "contradicts") for each in one.references))
    ]
    assert len(shown) >= 3
    for sentence in shown:
        assert sentence.verdict is not None
        assert sentence.verdict.message in text, sentence.text


@pytest.mark.parametrize("name", READERS)
def test_every_citation_is_told_in_the_same_words(name: str, miscited: Answer) -> None:
    text = read(name, miscited)
    rows = [
        (describe_citations(one, miscited), one)
        for one in miscited.sentences
        if name != "pdf" or any(each.label in ("supports", "contradicts") for each in one.references)
    ]
    told = [
        row
        for of_one, sentence in rows
        for row in of_one
        # what is made to be published has only what is to be reviewed
        if name != "cited" or any(each.needs_review for each in list_citations(sentence, miscited))
    ]
    assert len(told) >= 6
    assert [row for row in told if row not in text] == []


@pytest.mark.parametrize("is_checked", [True, False])
@pytest.mark.parametrize("name", READERS)
def test_an_id_that_no_passage_has_is_in_every_format(name: str, is_checked: bool, miscited: Answer) -> None:
    first, *others = miscited.sentences
    ids = (*first.supporting_sentence_ids, LOST)
    assert len(ids) == 2
    given = replace(first, supporting_sentence_ids=ids, verdict=first.verdict if is_checked else None)
    results = [one for one in miscited.verification_results if is_checked or one.cited_sentence_index]
    answer = replace(miscited, sentences=[given, *others], verification_results=results)
    assert f"“{LOST}” does not exist among the sources" in read(name, answer)
    assert LOST not in read(name, miscited)


def test_an_answer_without_sources_says_nothing_of_the_ids_of_checked_sentences(miscited: Answer) -> None:
    bare = replace(miscited, documents=[], retrieved_chunks=[])
    assert [describe_citations(one, bare) for one in bare.sentences[:1]] == [["[1] supports this"]]


def test_ids_of_documents_and_passages_are_known(miscited: Answer) -> None:
    first = miscited.sentences[0]
    passage = miscited.retrieved_chunks[0].chunk
    for known in ("bridge.txt", passage.chunk_id, *passage.sentence_ids):
        given = replace(first, supporting_sentence_ids=(known,))
        assert describe_citations(given, miscited) == ["[1] (mill.txt) supports this"]


def test_sarif_has_a_result_for_every_citation_to_review(miscited: Answer) -> None:
    (run,) = json.loads(render("sarif")(miscited))["runs"]
    given = [one for sentence in miscited.sentences for one in list_citations(sentence, miscited)]
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in run["tool"]["driver"]["rules"]}
    found = [(one["ruleId"], one["level"]) for one in run["results"] if one["ruleId"] not in FAILING]
    assert found == [("unconfirmed", "note"), *[("miscited", "warning")] * 3, ("uncited", "note")]
    assert all(levels[rule] == level for rule, level in found)
    assert [row["finding"] for row in run["properties"]["citations"]] == [one.finding for one in given]


def test_a_citation_fails_no_build_that_does_not_ask_for_it(miscited: Answer) -> None:
    failures = {
        failing: fromstring(JUnitWriter(failing=failing.split(",")).write(miscited).text).iter("failure")
        for failing in ("contradicted", "contradicted,miscited")
    }
    assert {failing: [one.get("type") for one in found] for failing, found in failures.items()} == {
        "contradicted": ["contradicted"],
        "contradicted,miscited": ["miscited", "contradicted, miscited", "miscited"],
    }


@pytest.mark.parametrize("name", READERS)
def test_the_question_that_a_short_answer_was_read_with(name: str) -> None:
    question = "When was the *old* mill built?"
    answer = check("In 1875.", "The old mill was built in 1871.", question, tier="rules")
    assert answer.sentences[0].verdict is not None
    assert answer.sentences[0].verdict.details["read_as"] == "The *old* mill was built in 1875."
    if name == "cited":  # which has a marker, with a title, only at what is supported
        answer = check("In 1871.", "The old mill was built in 1871.", question, tier="rules")
        assert question in html.unescape(CitedWriter(markup="html").write(answer).text)
        return
    if name == "json":
        assert Answer.from_json(render("json")(answer)).sentences == answer.sentences
        return
    assert read(name, answer).count(question) >= (2 if name in ("jsonld", "html") else 1)
