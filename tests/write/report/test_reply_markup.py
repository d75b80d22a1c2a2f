"""The reply on the page: its Markdown rendered, with the words of each sentence in elements of its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import blank_markup
from ascribe.read.replies import read_reply
from ascribe.records import Answer, CitedSentence, Settings, Verdict
from ascribe.write.display_text import escape_controls
from ascribe.write.report.claims import build_claim
from ascribe.write.report.markdown_parts import Part, Tag, parse_markdown
from ascribe.write.report.reply_markup import ReplyMarkup
from ascribe.write.segments import assemble_segments
from ascribe.write.view_builder import build_view
from tests.write.answers import markdown_answers
from tests.write.conftest import bare_answer

ORACLE = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
ORACLE.disable(["code", "reference"])

PIECES = (
    "A plain sentence. And a second one.",
    "Three words, with **bold ones. And** more.",
    "It has *twelve sails*. It ~~was~~ is __very__ old.",
    "It says `code here` and ``x ` y``.",
    "See [the report. It is long.](https://example.org/a_(b)) now.",
    "A formula $$x_1 + y_1$$ too, and $a_1$ and $b_1$.",
    "Escaped \\*stars\\* and 2 * 3 * 4.",
    "snake_case_words and ***both***.",
    "# Heading",
    "## Closed *heading* ##",
    "Underlined title\n==========",
    "- item one. Its second sentence.",
    "- outer\n  - inner **one**\n  - inner two",
    "* star\n* list",
    "1. first\n2. second. More.",
    "> quoted. Twice.\n> And *again*.",
    "| a | b |\n|---|:-:|\n| 1 | **2** |\n| x | y z |",
    "```python\nprint('a')\n\nmore()\n```",
    "~~~\nplain code\n~~~",
    "line one  \nline two\\\nline three.",
    "wrapped line one\nand line two.",
    "---",
)
"""Markdown that the reader of replies and markdown-it understand in the same way."""

REPLIES = st.builds(
    lambda joint, pieces: joint.join(pieces),
    st.sampled_from(["\n\n", "\n\n\n", "\r\n\r\n"]),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6),
)


def split(reply: str) -> Answer:
    """The sentences of the reply as they are read, all found to be supported."""
    verdict = Verdict("supported", "confirmed", "rules", 0.9)
    rows = read_reply(reply).claims
    cited = [CitedSentence(one.text, (), 0.9, one.start, one.end, (), verdict) for one in rows]
    return bare_answer(reply, cited)


def render(answer: Answer, without: str = "[hidden], .flag, .marker") -> LexborHTMLParser:
    """The reply on the page, without what a reader does not take for a part of it."""
    markup = ReplyMarkup(build_view(answer), is_plain=answer.settings.is_quoted)
    text = re.sub(
        "(?=<t[dh])|(?<=</table>)", " ", assemble_segments(markup.render()).text
    )  # cells are words apart
    tree = LexborHTMLParser(f"<div id=whole>{text}</div><hr id=after>")
    for node in tree.css(without):
        node.decompose()
    return tree


def first(tree: LexborHTMLParser, selector: str) -> LexborNode:
    node = tree.css_first(selector)
    assert node is not None, selector
    return node


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def words_of_sentence(tree: LexborHTMLParser, number: int) -> list[str]:
    return words(" ".join(node.text() for node in tree.css(f"[data-sentence='{number}']")))


@settings(deadline=None)
@given(REPLIES)
def test_all_words_are_shown_in_order(reply: str) -> None:
    tree = render(split(reply))
    expected = LexborHTMLParser(f"<div id=whole>{ORACLE.render(reply)}</div>")
    assert words(first(tree, "#whole").text()) == words(first(expected, "#whole").text())
    assert first(tree, "#after").parent == tree.body


def test_a_row_has_its_flag_in_its_first_cell() -> None:
    tree = render(split("| a | b |\n|---|---|\n| one | two |"), without="[hidden]")
    row = first(tree, "tbody tr")
    assert [len(cell.css(".flag")) for cell in row.css("td")] == [1, 0]


@settings(deadline=None)
@given(REPLIES)
def test_the_elements_of_a_sentence_have_its_words_without_syntax(reply: str) -> None:
    answer = split(reply)
    tree = render(answer)
    bare = blank_markup(reply, split_blocks(reply))
    for number, sentence in enumerate(answer.sentences, 1):
        start, end = sentence.char_start or 0, sentence.char_end or 0
        assert words_of_sentence(tree, number) == words(bare[start:end]), sentence.text


@settings(deadline=None)
@given(markdown_answers())
def test_every_sentence_has_an_element_and_no_element_is_left_open(answer: Answer) -> None:
    view = build_view(answer)
    text = assemble_segments(ReplyMarkup(view).render()).text
    tree = LexborHTMLParser(f"<div>{text}</div><hr id=after>")
    numbers = {node.attributes["data-sentence"] for node in tree.css(".said")}
    assert numbers == {str(sentence.number) for _, sentence in view.placed}
    assert len(tree.css(".said[id]")) == len(numbers)
    assert first(tree, "#after").parent == tree.body


@settings(deadline=None)
@given(st.text(st.sampled_from("ab1. *_`[]()<>&#\\\n\r\t\f\u2028|-:~!$>+文\x00"), max_size=80))
def test_parts_are_in_order_and_nothing_but_syntax_is_left_out(text: str) -> None:
    parts = parse_markdown(text)
    shown = [part for part in parts or [] if isinstance(part, Part)]
    position = 0
    for part in shown:
        assert position <= part.start < part.end <= len(text)
        position = part.end
    if parts is not None:
        tags = "".join(part.text for part in parts if isinstance(part, Tag))
        assert len(re.findall(r"<(?!/|br|hr)", tags)) == tags.count("</")


def shape(reply: str) -> str:
    """The tags and the words between them."""
    parts = parse_markdown(reply) or []
    return "".join(
        one.text if isinstance(one, Tag) else one.shown or reply[one.start : one.end] for one in parts
    )


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("*a* &deg;C \\# <b>x</b>", "<p><em>a</em> °C # <b>x</b></p>"),
        ("### a\n# b\n### c", "<h3>a</h3><h3>b</h3><h4>c</h4>"),
        ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("3) a\n4) b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("> a\n> **b**", "<blockquote><p>a<br>\n<strong>b</strong></p></blockquote>"),
        ("```x\n  a\n\nb\n```", "<pre><code>  a\n\nb\n</code></pre>"),
        ("> ```\n> a\n> ```", "<blockquote><pre><code>a\n</code></pre></blockquote>"),
        ("It[1](http://a.b) *is*", '<p>It<span class="link" title="http://a.b">[1]</span> <em>is</em></p>'),
        ('[a](http://x.y/"z")', '<p><span class="link" title="http://x.y/%22z%22">a</span></p>'),
        ("[a](javascript:x()) *b*", "<p>[a](javascript:x()) <em>b</em></p>"),
        ("![alt](http://a.b/c.png)", "<p>alt</p>"),
        ("<https://a.b/c_d_e> *x*", "<p>https://a.b/c_d_e <em>x</em></p>"),
        ("\\(a_1\\) and \\[b *c* d\\] *x*", "<p>\\(a_1\\) and \\[b *c* d\\] <em>x</em></p>"),
        ("    *indented* is no code", "<p><em>indented</em> is no code</p>"),
        ("[1]: http://a.b *x*", "<p>[1]: http://a.b <em>x</em></p>"),
        ("***a**", "<p>*<strong>a</strong></p>"),
    ],
)  # fmt: skip
def test_markdown_becomes_elements(reply: str, expected: str) -> None:
    assert shape(reply) == expected


@pytest.mark.parametrize(
    "reply", ["\f\nThe *mill*.", "a\n\n\u2028\r\nThe *mill*.", "\f | a | b |\n|---|---|\n| c | d |"]
)
def test_a_reply_whose_words_cannot_be_placed_is_shown_as_it_is(reply: str) -> None:
    assert parse_markdown(reply) is None
    assert first(render(bare_answer(reply, [])), "#whole").text().split() == escape_controls(reply).split()


def test_rows_keep_cells_with_bars_and_those_without_a_head() -> None:
    reply = "|a|b|\n|-|-:|\n| 1 \\| 2 | x | more |\n| 3 |"
    assert shape(reply) == (
        '<div class="wide"><table><thead><tr><th scope="col">a</th><th scope="col" class="right">b</th></tr>'
        '</thead><tbody><tr><td>1 | 2</td><td class="right">x| more</td></tr><tr><td>3</td>'
        '<td class="right"></td></tr></tbody></table></div>'
    )


@pytest.mark.parametrize("reply", ["", "Plain.", "Two lines\nof text.\n\n• one\n• two", "2 * 3 < 4 & 5_6"])
def test_plain_text_stays_as_it_is(reply: str) -> None:
    markup = ReplyMarkup(build_view(split(reply) if reply else bare_answer(reply, [])))
    assert markup.is_plain
    assert first(render(bare_answer(reply, [])), "#whole").text() == reply


def test_a_reply_of_quotations_is_no_markdown() -> None:
    answer = bare_answer("It has *12* sails.", [], settings=Settings(components={"draft": "quoted"}))
    assert first(render(answer), "#whole").text() == "It has *12* sails."


def test_rows_of_a_quotation_are_a_table_of_plain_text() -> None:
    reply = "It says:\n\n| mill | *sails* |\n|---|---|\n| Arle | 12 |\n"
    tree = render(replace(split(reply), settings=Settings(components={"draft": "quoted"})))
    assert [node.text().strip() for node in tree.css("th")] == ["mill", "*sails*"]
    assert [node.text().strip() for node in tree.css("td")] == ["Arle", "12"]
    assert "|" not in first(tree, "#whole").text()


def test_a_row_is_one_sentence_in_several_cells_and_one_line_on_its_card() -> None:
    answer = split("| mill | sails |\n|---|---|\n| **Arle** | 12 |")
    tree = render(answer)
    cells = [node.text() for node in tree.css("td [data-sentence='2']")]
    assert cells == ["Arle", "12"]
    view = build_view(answer)
    claim = build_claim(view.sentences[1], ReplyMarkup(view))
    assert "".join(text for text, _ in claim) == "Arle | 12"


def test_every_sentence_of_an_item_and_across_bold_words_is_separate() -> None:
    tree = render(split("- It is **old. It** is red. It has 12 sails."))
    said = [(node.attributes["data-sentence"], node.text()) for node in tree.css("li .said")]
    assert said == [("1", "It is "), ("1", "old."), ("2", "It"), ("2", " is red."), ("3", "It has 12 sails.")]


def test_no_markup_of_the_reply_gets_through() -> None:
    reply = (
        '<script>x</script> *a* <img src=x onerror="y"> [t](http://a.b/"onclick="z) ![i](data:text/html,x)'
    )
    tree = render(bare_answer(reply, []))
    assert {node.tag for node in tree.css("#whole *")} <= {"p", "em", "span"}
    assert {name for node in tree.css("#whole *") for name in node.attributes} <= {"class", "title"}
    assert "<script>x</script>" in first(tree, "#whole").text()
