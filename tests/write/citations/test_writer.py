"""Where markers go, which sentences show them, and what stands below."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from ascribe import InputError
from ascribe.records import CitedSentence, Reference, Verdict
from ascribe.records.work import CitedWork, Work
from ascribe.write.citations import CitedWriter
from ascribe.write.references.bibtex import BibtexReferences
from ascribe.write.references.plain import PlainReferences
from tests.write.citations.works import build_cited_answer
from tests.write.conftest import bare_answer
from tests.write.test_markdown import answer_of

PARSER = MarkdownIt("commonmark")


def cited(style: str, reply: str, *claims: str, **options: Any) -> str:
    """The reply with its markers, without what stands below it."""
    rendered = CitedWriter(style, None, **options).write(answer_of(reply, *claims))
    return rendered.text[: next(i.start for i in rendered.insertions if i.kind == "summary")].removesuffix(
        "\n\n"
    )


@pytest.mark.parametrize(
    ("reply", "bracket", "superscript", "footnote"),
    [
        ("One word.", "One word [1].", "One word.¹", "One word.[^1]"),
        ("One word!", "One word [1]!", "One word!¹", "One word! [^1]"),
        ("文字。", "文字 [1]。", "文字。¹", "文字。[^1]"),
        ("In 1953.", "In 1953 [1].", "In 1953.¹", "In 1953.[^1]"),
        ("In 1953", "In 1953 [1]", "In 1953⁽¹⁾", "In 1953[^1]"),
        ("It has 9 m", "It has 9 m [1]", "It has 9 m⁽¹⁾", "It has 9 m[^1]"),
        ("By 3.5.", "By 3.5 [1].", "By 3.5.¹", "By 3.5.[^1]"),
        ("In the U.S.", "In the U.S. [1]", "In the U.S.¹", "In the U.S.[^1]"),
        ("And so on...", "And so on... [1]", "And so on...¹", "And so on...[^1]"),
        ("1.", "1. [1]", "1. ⁽¹⁾", "1. [^1]"),
        ("**Bold words.**", "**Bold words.** [1]", "**Bold words.**⁽¹⁾", "**Bold words.**[^1]"),
        ("Run `a. b`.", "Run `a. b`. [1]", "Run `a. b`.¹", "Run `a. b`.[^1]"),
        ("See [it](http://x.y).", "See [it](http://x.y) [1].", "See [it](http://x.y).¹", "See [it](http://x.y).[^1]"),
        ("| a | 1 |", "| a | 1 [1] |", "| a | 1⁽¹⁾ |", "| a | 1[^1] |"),
        ("See [7]", "See [7] [8]", "See [7]⁽⁸⁾", "See [7] [^8]"),
    ],
)  # fmt: skip
def test_where_a_marker_goes(reply: str, bracket: str, superscript: str, footnote: str) -> None:
    assert cited("bracket", reply, reply) == bracket
    assert cited("superscript", reply, reply) == superscript
    assert cited("footnote", reply, reply) == footnote


@pytest.mark.parametrize("reply", ["One.(two)", "One.[two](x)", "[a]: http://x.y\n\nOne."])
def test_a_marker_is_never_a_link(reply: str) -> None:
    text = cited("bracket", reply, "One.")
    links = [t for token in PARSER.parse(text) for t in token.children or [] if t.type == "link_open"]
    assert len(links) == reply.count("](")


def test_a_run_of_sentences_shows_its_marker_once_behind_the_last() -> None:
    reply = "One word. Two words.\nThree words. Four."
    evidence = (Reference(0, 1, 0, 0, 0.5, "doc", 1, "supports", "q"),)
    sentences = []
    for text in ("One word.", "Two words.", "Three words.", "Four."):
        start = reply.index(text)
        sentences.append(
            CitedSentence(text, (), 0.5, start, start + len(text), evidence if text != "Four." else ())
        )
    text = CitedWriter(repeats=False).write(bare_answer(reply, sentences)).text
    assert text.startswith("One word. Two words [1].\nThree words [1]. Four.\n")


@pytest.mark.parametrize("markup", ["md", "html", "plain"])
def test_every_rendering_says_if_nothing_was_checked(markup: Any) -> None:
    assert "Nothing was checked." in CitedWriter(markup=markup).write(bare_answer("One.", [])).text


def test_a_failed_sentence_has_no_marker_but_is_counted() -> None:
    reference = Reference(0, 1, 0, 0, 0.5, "doc", 1, "supports", "q")
    verdict = Verdict("unknown", "sources_disagree", "rules", 0.5, references=(reference,))
    text = CitedWriter().write(bare_answer("One.", [CitedSentence("One.", (), 0.5, 0, 4, (), verdict)])).text
    assert text == "One.\n\n*0 of 1 statement supported; 1 not decided.*\n"


@pytest.mark.parametrize(("style", "markup"), [("footnote", "md"), ("bracket", "html")])
def test_markers_that_lead_to_entries_have_them_beside_data(style: str, markup: Any) -> None:
    text = CitedWriter(style, BibtexReferences(), markup).write(build_cited_answer()).text
    assert ("[^1]: Kohl" in text) if markup == "md" else ('<li id="reference-1">' in text)
    assert "@article{kohl2019sails" in text


def test_a_known_document_keeps_its_number_in_text_and_list() -> None:
    text = CitedWriter(known=("x", "flood.html")).write(build_cited_answer()).text
    assert "2.50 euros [2, 5]!" in text
    assert "\n- [2] River Board of Halden" in text


def test_ids_of_entries_can_differ_between_the_replies_of_a_page() -> None:
    text = CitedWriter(markup="html", anchor="turn2-").write(build_cited_answer()).text
    assert 'href="#turn2-1"' in text
    assert 'id="turn2-1"' in text


def test_a_source_without_any_name_has_an_entry() -> None:
    assert PlainReferences().entries([CitedWork(3, Work("k", title="\ue010"), " ")], "plain") == ["source 3."]


@pytest.mark.parametrize(
    "options", [{"style": "round"}, {"markup": "pdf"}, {"known": "doc"}], ids=["style", "markup", "known"]
)
def test_what_does_not_exist_is_refused(options: Any) -> None:
    with pytest.raises(InputError):
        CitedWriter(**options)
