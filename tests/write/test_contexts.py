"""Every output prints what a quote was read with: headings, leads, column heads; the replay law needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

import ascribe
from ascribe.protocols import Writer
from ascribe.records import Answer, Context, Reference
from ascribe.write.annotations import read_annotations
from ascribe.write.contexts import (
    render_leads,
    render_path,
    render_quote,
    render_readable,
    render_reference,
    strip_marks,
)
from ascribe.write.highlights import build_highlights
from ascribe.write.markdown import MarkdownWriter
from ascribe.write.repair_report import render_repair_report
from ascribe.write.report.page import HtmlWriter
from ascribe.write.terminal import TerminalWriter

SOURCE = """\
# Ward *manual*

## Care & <b>hygiene</b>

The ward must:

- clean every **bed** daily
- inspect the store:
  - weigh the drugs twice a week

Clean every window once a month. The ward has 12 beds.

## Checks

Table 2: Background checks by state

| State | **Permit** | Handgun |
|---|---|---|
| South | | |
| Kentucky | 264,140 | 12,155 |
| Texas | 31,000 | 44,120 |
"""

REPLY = (
    "The ward must clean every bed daily. The ward must weigh the drugs twice a week. The ward has 14 beds. "
    "Kentucky had 264,140 permit checks. Texas had 44,120 handgun checks. Texas had 31,000 permit checks."
)


@pytest.fixture(scope="module")
def checked() -> Answer:
    return ascribe.check(REPLY, {"id": "ward.md", "text": SOURCE}, tier="rules")


FILES: dict[str, Writer] = {"context.txt": TerminalWriter(color=False), "context.md": MarkdownWriter()}


@pytest.mark.parametrize(("name", "writer"), FILES.items(), ids=FILES)
def test_rendering(name: str, writer: Writer, checked: Answer, golden: Callable[[str, str], None]) -> None:
    golden(name, writer.write(checked).text)


def test_html_has_the_path_the_lead_and_the_row(checked: Answer) -> None:
    tree = LexborHTMLParser(HtmlWriter().write(checked).text)
    cards = tree.css(".card .evidence")
    paths = {path.text() for path in tree.css(".evidence .path")}
    assert paths == {
        "Ward manual › Care & hygiene",
        "Ward manual › Checks › Table 2: Background checks by state",
    }
    rows = [row.text() for card in cards for row in card.css(".row")]
    assert sorted(rows) == [
        "South | Kentucky | Permit: 264,140 | …",
        "South | Texas | Permit: 31,000 | …",
        "South | Texas | … | Handgun: 44,120",
    ]
    printed = [quote.text().strip() for quote in tree.css(".references blockquote")]
    assert "“The ward must: … inspect the store: … weigh the drugs twice a week”" in printed
    assert "“South | Texas | Permit: 31,000 | Handgun: 44,120”" in printed  # two sentences, two cells
    leads = [lead.text() for lead in tree.css(".evidence .lead")]
    assert "The ward must: …" in leads
    assert tree.css_first(".evidence b") is None


def test_removed_sentences_have_it_too(checked: Answer) -> None:
    first, *others = checked.sentences
    assert first.verdict is not None
    removed = replace(
        first, char_start=None, char_end=None, verdict=replace(first.verdict, status="unsupported")
    )
    results = [
        replace(r, cited_sentence_index=r.cited_sentence_index - 1) for r in checked.verification_results[1:]
    ]
    answer = replace(checked, sentences=others, removed=[removed], verification_results=results)
    for writer in (TerminalWriter(color=False, width=200), MarkdownWriter()):
        end = (
            writer.write(answer)
            .text.partition("Removed from the reply")[2]
            .replace("\\", "")
            .replace("*", "")
        )
        assert "ward.md · Ward manual › Care & hygiene: “The ward must: … clean every bed daily”" in end
    card = LexborHTMLParser(HtmlWriter().write(answer).text).css("section[aria-labelledby=removed] .path")
    assert [path.text() for path in card] == ["Ward manual › Care & hygiene"]


def test_annotations_give_it_back(checked: Answer) -> None:
    references = [reference for sentence in checked.sentences for reference in sentence.references]
    assert any(reference.context for reference in references)
    assert read_annotations(checked.to_annotations()) == references
    assert Answer.from_json(checked.to_json()) == checked


def test_notes_on_highlights_and_titles_of_markers_have_it(checked: Answer) -> None:
    notes = "\n".join(mark.note for mark in build_highlights(checked)["ward.md"])
    assert "\nRead as: Ward manual › Care & hygiene: “The ward must: … clean every" in notes
    assert "Checks › Table 2: Background checks by state: “South | Texas | Permit: 31,000 | …”" in notes
    html = checked.with_citations("bracket", markup="html")
    assert "ward.md · Ward manual › Care &amp; hygiene: “The ward must: … clean every **bed** daily”" in html


def build_reference(quote: str, *context: tuple[str, str]) -> Reference:
    parts = tuple(Context(kind, text, 0, len(text)) for kind, text in context)  # type: ignore[arg-type]
    return Reference(0, len(quote), 0, 1, 0.5, "a.pdf", 1, "supports", quote, (2,), (), parts)


def test_the_same_path_is_printed_once_for_quotes_of_one_sentence(checked: Answer) -> None:
    first = checked.sentences[0]
    assert first.verdict is not None
    care, checks = ("heading", "Care"), ("heading", "Checks")
    given_ones = [
        replace(build_reference(f"{n}.", one), document_start_idx=n, document_end_idx=n + 2, label="related")
        for n, one in enumerate((care, care, checks, care))
    ]
    sentence = replace(
        first,
        references=tuple(given_ones),
        verdict=replace(first.verdict, status="unknown", reason="not_found", references=tuple(given_ones)),
    )
    results = [r for r in checked.verification_results if r.cited_sentence_index]
    answer = replace(checked, sentences=[sentence, *checked.sentences[1:]], verification_results=results)
    text = TerminalWriter(color=False, width=200).write(answer).text
    nearest = [
        line.partition("nearest passage: ")[2] for line in text.splitlines() if "nearest passage" in line
    ]
    assert nearest[:4] == [
        "a.pdf, page 3 · Care: “0.”",
        "a.pdf, page 3: “1.”",
        "a.pdf, page 3 · Checks: “2.”",
        "a.pdf, page 3 · Care: “3.”",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The *big* **one**", "The big one"),
        ("**_both_**", "both"),
        ("[faults](http://x.y/a_b) and ![pic](e.f)", "faults and pic"),
        ("<b>hy</b>giene <!-- x -->", "hy giene"),
        ("## Closed ##", "Closed"),
        ("> ## Quoted", "Quoted"),
        ("snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"),
        (r"5\_000 `code`", "5_000 code"),
        ("5 < 6 > 4", "5 < 6 > 4"),
        ("two\nlines", "two lines"),
    ],
)
def test_marks_are_stripped(text: str, words: str) -> None:
    assert strip_marks(text) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the biometric &mdash; a factor", "the biometric — a factor"),
        ("Devices:<br />&nbsp;&bull;&nbsp;one<br>two", "Devices: • one two"),
        ("see [FIPS 140](#FIPS140-2) now", "see FIPS 140 now"),
        (" **one**\ntwo ", " one\ntwo "),
        ("&lt;b&gt; is a tag", "<b> is a tag"),
    ],
)
def test_markdown_is_shown_as_a_reader_sees_it(text: str, shown: str) -> None:
    assert render_readable(text) == shown


def test_a_report_shows_words_and_the_record_has_every_character(tmp_path: Path) -> None:
    path = tmp_path / "mill.md"
    path.write_text("The [old mill](#mill) has 12 sails &mdash; all new.\n", encoding="utf-8")
    answer = ascribe.check("The old mill has 12 sails.", [path], tier="rules")
    (reference,) = answer.sentences[0].references
    assert reference.quote == "The [old mill](#mill) has 12 sails &mdash; all new."
    for text in (str(answer), answer.to_html(), answer.to_markdown()):
        assert "The old mill has 12 sails — all new." in text
        assert "](#mill)" not in text


def test_parts_of_a_quote() -> None:
    item = build_reference(
        "- wash hands", ("heading", "# Care"), ("lead", "Staff must:"), ("lead", "- before work:")
    )
    assert render_path(item.context) == "Care"
    assert render_leads(item.context) == "Staff must: … before work:"
    assert render_leads(item.context, "Staff must:\n- ") == "before work:"
    assert render_quote(item) == "Staff must: … before work: … wash hands"
    assert render_reference(item) == "a.pdf, page 3 · Care: “Staff must: … before work: … wash hands”"
    assert render_quote(build_reference("- wash hands", ("heading", "# Care"))) == "- wash hands"
    row = build_reference("Kent\t5\t6", ("lead", "The counts are:"), ("columns", "State\tCats\tDogs"))
    assert render_quote(row, "Kent had 5 cats.", "en") == "The counts are: … Kent | Cats: 5 | …"
    assert render_quote(row, "| Kent | 5 |", "en") == "The counts are: … Kent | Cats: 5 | Dogs: 6"
    assert render_quote(row, "Kent had two dogs [5].", "en") == "The counts are: … Kent | … | Dogs: 6"
    assert render_quote(build_reference("Kent\t5", ("group", "South"))) == "South | Kent | 5"


WORDS = st.text("ab*_`<>[]()|\\#\x1b\u202e⟦-1. \n\t", max_size=15)
KINDS = st.sampled_from(["heading", "caption", "lead", "columns", "group"])


@given(WORDS, st.lists(st.tuples(KINDS, WORDS), max_size=4))
def test_hostile_context_breaks_no_writer(quote: str, context: list[tuple[str, str]]) -> None:
    (sentence,) = ascribe.check("It has 12 sails.", "It has 12 sails.", tier="rules").sentences
    assert sentence.verdict is not None
    reference = build_reference(quote, *context)
    verdict = replace(sentence.verdict, references=(reference,))
    answer = ascribe.check("It has 12 sails.", "It has 12 sails.", tier="rules")
    answer = replace(answer, sentences=[replace(sentence, references=(reference,), verdict=verdict)])
    for writer in (TerminalWriter(color=False), MarkdownWriter(), HtmlWriter()):
        written = writer.write(answer)
        assert writer.decode(written.without_insertions()) == answer.reply
        assert "\x1b" not in written.text
        assert "\u202e" not in written.text
    tree = LexborHTMLParser(HtmlWriter().write(answer).text)
    assert len(tree.css(".evidence")) == 1
    assert tree.css_first(".evidence a[href]") is None or tree.css_first(".evidence script") is None


def test_a_report_of_a_repair_prints_it() -> None:
    source = {"id": "ward.md", "text": SOURCE}
    other = "Nothing here is about wards."
    repair = ascribe.repair("The ward must clean every bed daily [2].", [source, other], tier="rules")
    text = render_repair_report(repair, width=200)
    assert "ward.md · Ward manual › Care & hygiene: “The ward must: … clean every bed daily”" in text.replace(
        "**", ""
    )


def test_a_path_has_no_colon_at_its_end_and_no_heading_without_words() -> None:
    headings = [Context("heading", text, 0, len(text)) for text in ("## Rules:", "* * *", "SUMMARY:", "___")]
    assert render_path(headings) == "Rules › SUMMARY"
