"""The findings about the reply's own citations in every format, and citations that replace them."""

from __future__ import annotations

import html
from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from ascribe import Answer, check
from ascribe.protocols import Writer
from ascribe.records import CitedSentence
from ascribe.write.markdown import MarkdownWriter
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.reply_citations import count_wrong_citations
from ascribe.write.report.page import HtmlWriter
from ascribe.write.terminal import TerminalWriter
from ascribe.write.view_builder import build_view, find_statuses
from ascribe.write.wording import describe_result
from tests.write.conftest import bare_answer
from tests.write.report.test_page import first

SOURCES = [
    {"id": "mill.txt", "text": "The mill on the Arle has 12 sails and is 30 m high."},
    {"id": "bridge.txt", "text": "The bridge over the Arle was built in 1871 by Anna Kohl."},
    {"id": "museum.txt", "text": "The museum of Horn opens at nine."},
]
REPLY = (
    "The mill has 12 sails [1]. The bridge over the Arle was built in 1871 [1, 2]. It was built by Anna Kohl "
    "[1]. The mill has 14 sails [1]. A railway crosses the valley to Ghent [9]. The museum of Horn opens at "
    "nine.\n\nSources:\n\n[1] mill.txt\n[2] bridge.txt\n"
)
ROWS = [
    ["[1] (mill.txt) supports this"],
    [
        "[1] (mill.txt) was not found to support this; the support is in bridge.txt (source 2)",
        "[2] (bridge.txt) supports this",
    ],
    ["[1] (mill.txt) does not say this; the support is in bridge.txt (source 2)"],
    ["[1] (mill.txt) says something else"],
    ["[9] does not exist among the sources"],
    ["none; the support is in museum.txt (source 3)"],
    [],
    [],
]
HEADLINE = "Citations of the reply: 2 of 6 right, 3 wrong, 1 not confirmed, 1 missing."
FILES = {"miscited.txt": TerminalWriter(color=False), "miscited.md": MarkdownWriter()}


@pytest.fixture(scope="module")
def miscited() -> Answer:
    return check(REPLY, SOURCES, tier="rules")


def rows(answer: Answer) -> list[list[str]]:
    return [[value for name, value in s.details if name == "citation"] for s in build_view(answer).sentences]


@pytest.mark.parametrize(("name", "writer"), FILES.items(), ids=FILES)
def test_rendering(name: str, writer: Writer, miscited: Answer, golden: Callable[[str, str], None]) -> None:
    golden(name, writer.write(miscited).text)


def test_every_citation_has_a_row_and_the_summary_counts_them(miscited) -> None:
    assert rows(miscited) == ROWS
    view = build_view(miscited)
    assert view.summary[-2:] == (
        HEADLINE,
        "New numbers start at [10], above those that the reply itself has in brackets.",
    )
    assert [s.number for s in view.failing] == [2, 3, 4, 5, 6]
    page = html.unescape(HtmlWriter().write(miscited).text)
    right, *others = (row for of_one in ROWS for row in of_one)
    assert f'<dt>Citation</dt><dd dir="auto">{right}</dd>' in page
    assert all(f">Citation: {row}.<" in page for row in others)
    assert HEADLINE in page


def test_a_wrong_citation_of_a_true_sentence_is_shown_as_a_problem() -> None:
    answer = check("The mill has 12 sails [2]. The museum of Horn opens at nine [3].", SOURCES, tier="rules")
    one, two = build_view(answer).sentences
    assert (one.status, one.citation_words, one.is_folded) == ("supported", "wrong citation", False)
    assert (two.citation_words, two.flag, two.is_folded) == ("", "supported", True)
    tree = LexborHTMLParser(HtmlWriter().write(answer).text)
    card = first(tree, "#sentence-1")
    assert card.tag == "article"
    assert "wrong-citation" in (card.attributes["class"] or "").split()
    assert "[2] (bridge.txt) does not say this; the support is in mill.txt (source 1)" in card.text()
    assert first(tree, ".filters .miscited .count").text() == "1"
    assert "wrong citation" in first(tree, ".reply .flag").text()
    assert "[⚠ wrong citation]" in answer.to_markdown().partition("---")[0]
    assert describe_result(find_statuses(answer), count_wrong_citations(answer)) == (
        "2 of 2 supported, 1 wrong citation"
    )


def test_reports_can_take_the_own_markers_out(miscited) -> None:
    text = miscited.to_markdown(replace_markers=True)
    assert text.startswith(
        "The mill has 12 sails. [1] The bridge over the Arle was built in 1871. [2] It was"
    )
    assert "- [1] **mill.txt** (contradicts): “The mill on the Arle has 12 sails" in text
    assert "Citations of the reply" not in text
    made = MarkdownWriter(replace_markers=True).write(miscited)
    assert made.without_insertions() == remove_own_markers(miscited).reply
    page = LexborHTMLParser(miscited.to_html(replace_markers=True))
    assert first(page, ".reply .marker").text() == "[1]"
    assert "[9]" not in first(page, ".reply").text()


def test_entries_of_chunks_of_one_file_are_told_apart() -> None:
    chunks = [
        {"id": f"nist-{n}", "text": one["text"], "metadata": {"title": "NIST SP 800"}}
        for n, one in enumerate(SOURCES)
    ]
    answer = check("The mill has 12 sails. The museum of Horn opens at nine.", chunks, tier="rules")
    for markup in ("plain", "md", "html"):
        listed = answer.bibliography(markup=markup)
        assert "NIST SP 800. Source: nist-0." in listed.replace("<i>", "").replace("</i>", "").replace(
            "*", ""
        )
        assert "Source: nist-2." in listed
    alone = check("The mill has 12 sails.", chunks, tier="rules").bibliography()
    assert "Source:" not in alone


def test_a_source_that_is_needed_too_is_named() -> None:
    answer = check("The mill has 12 sails, and the museum of Horn opens at nine [1].", SOURCES, tier="rules")
    assert rows(answer) == [
        ["[1] (mill.txt) supports this", "the rest of the support is in museum.txt (source 3)"],
    ]


def test_nothing_is_said_of_a_reply_without_markers() -> None:
    answer = check("The mill has 12 sails. The museum of Horn opens at nine.", SOURCES, tier="rules")
    assert rows(answer) == [[], []]
    assert "itation" not in str(answer)


@pytest.mark.parametrize("write", [str, Answer.to_markdown, Answer.to_html])
def test_the_number_of_a_source_cannot_be_taken_for_that_of_a_quote(write) -> None:
    cats, dogs, mill = "Cats sleep a lot.", "Dogs bark.", "The mill has 12 sails. A fire came in 1902."
    sources = [{"id": f"z{n}.txt", "text": text} for n, text in enumerate((cats, dogs, mill), 1)]
    answer = check("The mill has 12 sails [1]. A fire came in 1902 [1].", sources, tier="rules")
    written = " ".join(write(answer).replace("\\", "").split())
    assert "the support is in z3.txt (source 3)" in written
    assert "[3] (z3.txt)" not in written
    assert "[2]" in written  # the quote of z3.txt, which source 2 is not


def test_a_report_without_the_documents_names_the_positions() -> None:
    answer = check("The mill has 12 sails [2]. It is 30 m high [@mill.txt].", SOURCES, tier="rules")
    bare = bare_answer(answer.reply, answer.sentences)
    assert rows(bare) == [
        ["[2] does not say this; the support is in source 1"],
        ["“mill.txt” supports this"],
    ]


def test_an_id_that_no_passage_has_is_shown() -> None:
    """The published data model cites source sentences by id, without references."""
    answer = bare_answer("It is old.", [CitedSentence("It is old.", ("gone::s3",), 0.9)])
    shown = "citation: “gone::s3” does not exist among the sources"
    for text in (str(answer), answer.to_markdown()):
        assert shown in text
    assert "“gone::s3” does not exist among the sources" in html.unescape(answer.to_html())


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("bracket", "The mill has 12 sails [1]. The bridge over the Arle was built in 1871 [2]. "),
        ("footnote", "The mill has 12 sails.[^1] The bridge over the Arle was built in 1871.[^2] "),
    ],
)
def test_citations_that_replace_the_own_markers(miscited, style, shown) -> None:
    text = miscited.with_citations(style, replace_markers=True)
    assert text.startswith(shown)
    assert "[9]" not in text
    assert "Sources:" not in text  # the numbers of its list would name something else
    assert "[1]" in miscited.with_citations(style)


def test_without_citations_of_its_own_an_answer_stays_as_it_is() -> None:
    answer = check("The mill has 12 sails.", SOURCES, tier="rules")
    assert remove_own_markers(answer) is answer
    assert answer.with_citations(replace_markers=True) == answer.with_citations()


@pytest.mark.parametrize("name", ["mill", "mill (1871)", 'mill "the mill"', "mill and tower"])
def test_a_note_is_no_target_of_a_link_where_markdown_has_no_footnotes(name) -> None:
    answer = check("The mill has 12 sails.", [{"id": name, "text": "The mill has 12 sails."}], tier="rules")
    shown = MarkdownIt().render(answer.with_citations("footnote"))
    assert "[^1]" in shown
    assert "<a" not in shown
