"""The law of the stage for every style and markup, and what our own reader finds in what we write."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ascribe import testing
from ascribe.read.markers import parse_markers
from ascribe.records import Answer, CitedSentence, Reference
from ascribe.write.citation_styles import CITATION_STYLES
from ascribe.write.citations import CitedWriter
from ascribe.write.numbering import Numbering
from ascribe.write.references.markup import MARKUPS
from tests.write.answers import answers, markdown_answers
from tests.write.citations.works import build_cited_answer
from tests.write.conftest import bare_answer
from tests.write.test_law import assert_law
from tests.write.test_markdown import blocks

WRITERS = {
    f"{style}-{markup}": CitedWriter(style, markup=markup)
    for style, markup in product(CITATION_STYLES, MARKUPS)
}
WRITERS["once"] = CitedWriter(repeats=False, references=None, known=("doc",))
EVERY = pytest.mark.parametrize("writer", WRITERS.values(), ids=WRITERS)
PARSER = MarkdownIt("commonmark").enable("table")


@EVERY
def test_law_holds_for_a_reply_with_metadata(writer: CitedWriter) -> None:
    assert_law(writer, build_cited_answer())
    testing.check_writer(lambda: writer)


@EVERY
@settings(deadline=None, max_examples=40)
@given(answer=answers())
def test_removing_what_was_inserted_gives_back_any_text(writer: CitedWriter, answer: Answer) -> None:
    rendered = assert_law(writer, answer)
    assert rendered.text.encode("utf-8")
    assert writer.write(answer) == rendered


@EVERY
@settings(deadline=None, max_examples=25)
@given(answer=markdown_answers())
def test_removing_what_was_inserted_gives_back_markdown(writer: CitedWriter, answer: Answer) -> None:
    assert_law(writer, answer)


@pytest.mark.parametrize("style", CITATION_STYLES)
@settings(deadline=None, max_examples=40)
@given(answer=answers())
def test_markers_stand_for_the_references_of_sentences_that_did_not_fail(style: str, answer: Answer) -> None:
    markers = [i for i in CitedWriter(style).write(answer).insertions if i.kind == "marker"]
    assert all({r.label for r in marker.references} == {"supports"} for marker in markers)
    assert len(markers) <= sum(bool(numbers) for numbers in Numbering.of_sources(answer).sentences)


@pytest.mark.parametrize("style", CITATION_STYLES)
@settings(deadline=None, max_examples=100)
@given(answer=markdown_answers())
def test_the_blocks_of_the_reply_stay(style: str, answer: Answer) -> None:
    own = blocks(answer.reply or "")
    assert blocks(CitedWriter(style).write(answer).text)[: len(own)] == own


WORDS = st.lists(
    st.sampled_from(["The", "mill", "in", "1953", "30", "m", "Überall", "水車", "(old)", "“new”", "a"]),
    min_size=1,
    max_size=5,
)


@st.composite
def cited_prose(draw: st.DrawFn) -> Answer:
    """Plain sentences, each with evidence in some of forty documents."""
    reply, chosen = "", []
    for words in draw(st.lists(WORDS, min_size=1, max_size=5)):
        text = " ".join(["Say", *words]) + draw(st.sampled_from([".", "!", "。", ""]))
        start = len(reply)
        reply += f"{text}\n"
        cited = draw(st.lists(st.integers(1, 40), max_size=8))
        references = tuple(Reference(0, 1, 0, 0, 0.5, f"d{n}", n, "supports", "q") for n in cited)
        chosen.append(CitedSentence(text, (), 0.5, start, start + len(text), references))
    return bare_answer(reply, chosen)


@pytest.mark.parametrize("style", ["bracket", "superscript", "footnote"])
@pytest.mark.parametrize("markup", ["md", "plain"])
@given(answer=cited_prose())
def test_our_reader_reads_every_marker_back(style: str, markup: Any, answer: Answer) -> None:
    shown = CitedWriter(style, references=None, markup=markup).write(answer)
    end = next(i.start for i in shown.insertions if i.kind in ("summary", "reference_list"))
    found = parse_markers(shown.text[:end], 40)
    read = [tuple(sorted({*marker.documents})) for marker in found]
    numbers = [tuple(sorted(n)) for n in Numbering.of_sources(answer).sentences if n]
    assert read == ([(n,) for several in numbers for n in several] if style == "footnote" else numbers)
    assert {marker.style for marker in found} <= {style}


@given(
    names=st.lists(
        st.sampled_from(["Kohl", "van der Berg", "Ñandú", "O’Neil", "Żak-Ray"]),
        min_size=2,
        max_size=5,
        unique=True,
    )
)
def test_our_reader_reads_several_authors_and_a_year_back(names: list[str]) -> None:
    answer = build_cited_answer()
    people = [{"family": name, "given": "A."} for name in names]
    documents = [replace(d, metadata={"authors": people, "year": 2019}) for d in answer.documents[:1]]
    one = replace(answer, documents=documents, sentences=answer.sentences[1:2], verification_results=[])
    shown = CitedWriter("author_year", references=None).write(one)
    marker = next(i for i in shown.insertions if i.kind == "marker")
    (found,) = parse_markers(shown.text[: marker.end + 1])
    assert found.style == "author_year"
    assert shown.text[found.start : found.end] == shown.text[marker.start : marker.end].strip()


@pytest.mark.parametrize("style", CITATION_STYLES)
def test_the_text_of_a_reply_stays_text_in_html(style: str) -> None:
    hostile = build_cited_answer()
    text = (
        CitedWriter(style, markup="html")
        .write(replace(hostile, reply="<b onclick=x>" + (hostile.reply or "")))
        .text
    )
    assert "<b onclick" not in text
    assert "<script" not in text
    assert "javascript:" not in text
