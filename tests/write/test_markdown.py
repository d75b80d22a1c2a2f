from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from ascribe.records import Answer, CitedSentence, Reference, SkippedSource, Verdict
from ascribe.write.markdown import MarkdownWriter
from ascribe.write.markdown_syntax import MarkdownZones
from tests.write.answers import markdown_answers
from tests.write.conftest import bare_answer, judged_answer

PARSER = MarkdownIt("commonmark").enable("table")
WRITER = MarkdownWriter()


def answer_of(reply: str, *claims: str) -> Answer:
    """The reply with one supporting reference for each of the claims."""
    sentences = []
    for n, claim in enumerate(claims):
        start = reply.index(claim)
        place = (start, start + len(claim))
        reference = Reference(n, n + 1, *place, 0.5, "doc", 1, "supports", "q")
        verdict = Verdict("supported", "confirmed", "rules", 0.9)
        sentences.append(CitedSentence(claim, (), 0.5, *place, (reference,), verdict))
    return bare_answer(reply, sentences)


def marked(reply: str, *claims: str) -> str:
    """The reply with its markers, without what stands below the rule."""
    return WRITER.write(answer_of(reply, *claims)).text.partition("\n\n---\n\n**")[0]


@pytest.mark.parametrize(
    ("reply", "claim", "expected"),
    [
        ("One. Two.", "One.", "One. [1] Two."),
        ("One.  \nTwo.", "One.  \n", "One. [1]  \nTwo."),
        ("# Title\nText", "# Title", "# Title [1]\nText"),
        ("## Title ##\nText", "## Title ##", "## Title [1] ##\nText"),
        ("Title\n=====\nText", "Title\n=====", "Title [1]\n=====\nText"),
        ("- item one\n- item", "- item one", "- item one [1]\n- item"),
        ("| a | b |\n|---|---|", "| a | b |", "| a | b [1] |\n|---|---|"),
        ("| a | |", "| a | |", "| a | [1] |"),
        ("a | b\n--|--", "a | b", "a | b [1]\n--|--"),
        ("**Bold words.** More", "**Bold words.", "**Bold words.** [1] More"),
        ("Title\n=====\nText", "=====", "Title [1]\n=====\nText"),
        ("| a | b |\n|---|---|", "|---|---|", "| a | b [1] |\n|---|---|"),
        ("---\nText", "---", "---\n\n[1]\n\nText"),
        ("Run `a. b` now.", "Run `a.", "Run `a. b` [1] now."),
        ("See [one. two](http://x.y) now.", "See [one.", "See [one. two](http://x.y) [1] now."),
        ("At https://a.b/c.d now.", "At https://a.", "At https://a.b/c.d [1] now."),
        ("Done <b>x. y</b>.", "Done <b>x. y</b>.", "Done <b>x. y</b>. [1]"),
        ("$$a. b$$ holds.", "$$a.", "$$a. b$$ [1] holds."),
        ("One\\\nTwo", "One\\", "One [1]\\\nTwo"),
        ("```\na. b\n```\nText", "a.", "```\na. b\n```\n\n[1]\n\nText"),
        ("```\na. b\n```\nText", "```\na. b\n```", "```\na. b\n```\n\n[1]\n\nText"),
        ("[x]: http://a.b\nText", "[x]: http://a.b", "[x]: http://a.b\n\n\\[1\\]\n\nText"),
        ("One.(two)", "One.", "One. \\[1\\](two)"),
        ("One.[two]", "One.", "One. \\[1\\][two]"),
        ("See [4]. Two.", "See [4].", "See [4]. [5] Two."),
        ("Über 文。次", "Über 文。", "Über 文。 [1]次"),
    ],
)
def test_where_a_marker_goes(reply: str, claim: str, expected: str) -> None:
    assert marked(reply, claim) == expected


def test_two_markers_at_one_place_keep_their_order() -> None:
    assert marked("Run `a. b. c` now.", "Run `a.", "b.") == "Run `a. b. c` [1] [2] now."


def blocks(markdown: str) -> list[str]:
    kinds = ("fence", "table_open", "td_open", "heading_open", "list_item_open", "blockquote_open")
    return [token.type for token in PARSER.parse(markdown) if token.type in kinds]


@settings(deadline=None, max_examples=200)
@given(markdown_answers())
def test_the_blocks_of_the_reply_stay(answer: Answer) -> None:
    own = blocks(answer.reply or "")
    assert blocks(WRITER.write(answer).text)[: len(own)] == own


def test_code_does_not_begin_on_the_line_that_closes_a_comment() -> None:
    reply = "<!-- hidden. --> ```python\nprint('a. b')\n``` ```python\nprint('a. b')\n```"
    zones = MarkdownZones(reply)
    assert zones.gap(37, 40).position == 40


@settings(deadline=None, max_examples=200)
@given(markdown_answers())
def test_code_and_addresses_stay(answer: Answer) -> None:
    def literal(text: str) -> list[str]:
        tokens = PARSER.parse(text)
        inline = [child for token in tokens for child in token.children or []]
        code = [t.content.rstrip("\n") for t in [*tokens, *inline] if t.type in ("fence", "code_inline")]
        return code + [str(t.attrs["href"]) for t in inline if t.type == "link_open"]

    assert literal(WRITER.write(answer).text)[: len(literal(answer.reply or ""))] == literal(
        answer.reply or ""
    )


@pytest.mark.parametrize(
    "reply",
    ["```\nopen", "~~~~ x\nopen", "- a\n  ```\n  open", "- ```\n  open", "> ```\n> open", "<!-- open"],
)
def test_findings_are_not_swallowed_by_what_the_reply_leaves_open(reply: str) -> None:
    tokens = PARSER.parse(WRITER.write(bare_answer(reply, [])).text)
    assert [t.content for t in tokens if t.type == "inline"][-1] == "**Nothing was checked.**"


def test_nothing_of_a_source_is_read_as_markdown() -> None:
    hostile = "*b* _i_ `c` [l](http://x) ![i](y) <b> &lt; $m$ ~~s~~ | # \\ http"
    text = WRITER.write(
        judged_answer("One.", "unsupported", hostile, skipped=[SkippedSource(hostile, hostile)])
    ).text
    below = PARSER.parse(text.partition("\n\n---\n\n")[2])
    children = [child for token in below for child in token.children or []]
    assert {c.type for c in children} <= {"text", "strong_open", "strong_close", "softbreak", "text_special"}
    assert hostile in "".join(c.content for c in children)


def test_related_evidence_is_not_cited(answer: Answer) -> None:
    text = WRITER.write(answer).text
    assert "best-selling pump in Norway</mark>. [○ not in the sources] I can" in text
    assert "nearest passage: site notes: “The pump in building C" in text


def test_every_marker_has_its_entry(answer: Answer) -> None:
    reply, _, below = WRITER.write(answer).text.partition("\n\n---\n\n")
    used = set(re.findall(r"\[(\d+)\]", reply)) | set(re.findall(r"see reference (\d+)\]", reply))
    assert used == set(re.findall(r"^- \[(\d+)\]", below, re.MULTILINE))


def test_refused_and_empty_answers() -> None:
    text = WRITER.write(bare_answer(None, [], was_refused=True, refusal_reason="No source fits")).text
    assert text == "**No answer was given: No source fits. Nothing was checked.**\n"


def test_a_fence_wins_over_code_that_seems_to_begin_above_it() -> None:
    reply = "Words. ```python\nprint('a')\n``` | a |\n| x | |"
    assert WRITER.write(answer_of(reply, "| x | |")).text.startswith(reply)
