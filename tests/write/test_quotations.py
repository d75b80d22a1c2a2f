"""Sentences of sources in Markdown: what they quote is shown and becomes no markup."""

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ascribe import ask, check
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.records import Answer, Document, Settings
from ascribe.write.citations import CitedWriter
from ascribe.write.markdown import MarkdownWriter
from ascribe.write.markdown_syntax import escape_quotations
from tests.write.test_markdown import answer_of

TAG = "Die Mühle hat <img src=x onerror=alert(1)> und *viele* `Stufen`, Holz & [Stein](x)."
PARSER = MarkdownIt("commonmark")


def quoting(text: str, name: str = "doc") -> Answer:
    """The answer that quotes this sentence out of a source of that name."""
    answer = replace(answer_of(text, text), settings=Settings(components={"draft": "quoted"}))
    return replace(answer, documents=[Document("doc", Path(name), [], full_text=text)])


def shown(markdown: str) -> str:
    """The text of the page that is made of it."""
    return html.unescape(re.sub(r"<[^>]*>", "", PARSER.render(markdown))).strip()


def tags(markdown: str) -> set[str]:
    """The elements of that page."""
    return set(re.findall(r"<([a-z]\w*)", PARSER.render(markdown)))


@given(
    st.text(alphabet="ab *_`[]()<>!/&lt;#=-~$\\:|", min_size=1, max_size=30)
    .map(str.strip)
    .filter(str.isascii)
)
def test_a_sentence_of_plain_text_is_shown_as_it_stands(words) -> None:
    text = f"The mill {words} has sails."
    written = escape_quotations(quoting(text)).text
    assert (shown(written), tags(written)) == (text, {"p"})


@pytest.mark.parametrize("start", ["# ", "> ", "=== ", "<b>", "```\n", "~~~\n", "---\n", "[x]: y "])
def test_no_sign_at_its_start_makes_a_block(start) -> None:
    text = f"Mill.\n{start}The mill has sails."
    assert tags(escape_quotations(quoting(text)).text) == {"p"}


@given(st.text(alphabet="ab <&*lt;\n#", min_size=1, max_size=30))
def test_every_place_moves_with_its_character(text) -> None:
    written = escape_quotations(quoting(text))
    places = [written.place((at, at + 1)) for at in range(len(text))]
    for sign, (start, end) in zip(text, places, strict=True):
        assert written.text[start:end] in (sign, f"\\{sign}", html.escape(sign))
    assert "".join(written.text[start:end] for start, end in places) == written.text


@pytest.mark.parametrize("writer", [MarkdownWriter(), CitedWriter()])
def test_a_source_brings_no_tag_into_either_writer(writer) -> None:
    text = writer.write(quoting(TAG)).text
    assert "&lt;img" in text
    assert "\\*viele\\*" in text
    assert "img" not in tags(text)


def test_markdown_of_a_markdown_file_stays_but_for_its_tags() -> None:
    text = MarkdownWriter().write(quoting(TAG, "mill.md")).text
    assert "und *viele* `Stufen`, Holz & [Stein](x). [1]" in text
    assert "img" not in tags(text)


def test_a_reply_of_anybody_else_stays_as_it_is() -> None:
    assert check(TAG, TAG, tier="rules").to_markdown().startswith(TAG)


def test_an_answer_quotes_the_tag_of_a_file_and_is_still_checked_word_for_word(tmp_path) -> None:
    (tmp_path / "mill.txt").write_text(TAG, encoding="utf-8")
    answer = ask("Was hat die Mühle?", tmp_path, language="de", tier="rules")
    (sentence,) = answer.sentences
    assert sentence.text == TAG == answer.reply
    assert sentence.verdict is not None
    assert sentence.verdict.status == "supported"
    assert "img" not in tags(answer.to_markdown())
    assert shown(answer.to_markdown()).startswith(TAG)


def test_a_generator_of_the_caller_may_quote_too() -> None:
    class Quoting:
        def generate(self, _: str, offered: Sequence[RetrievedPassage], __: str | None) -> Draft:
            return Draft(offered[0].sentences[0].text, quoted=True)

    answer = ask("Was hat die Mühle?", [TAG], tier="rules", generator=Quoting())
    assert answer.sentences
    assert "<img" not in MarkdownWriter().write(answer).text.partition("\n")[0]
