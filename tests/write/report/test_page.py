from __future__ import annotations

import html
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe import check
from ascribe.records import (
    Answer,
    Chunk,
    Citation,
    CitedSentence,
    Clause,
    Document,
    FaithfulnessComponents,
    Reference,
    RetrievedChunk,
    Settings,
    SkippedSource,
    Span,
    Verdict,
    VerificationResult,
)
from ascribe.records.outcomes import STATUS_WORDS, STATUSES, Status
from ascribe.write.report.page import HtmlWriter, read_stylesheet
from tests.write.answers import answers
from tests.write.conftest import bare_answer, judged_answer

ATTACK = "<script>alert(1)</script>\"'><img src=http://x.y onerror=a()>&lt;<ascribe-reply/>{{ 7*7 }}"
PNG = "data:image/png;base64,"
_ADDRESSES = ("src", "href", "action", "data", "poster", "background", "formaction", "srcset")


def parsed(page: str) -> LexborHTMLParser:
    return LexborHTMLParser(page)


def first(tree: LexborHTMLParser | LexborNode, selector: str) -> LexborNode:
    node = tree.css_first(selector)
    assert node is not None, selector
    return node


def attributes(tree: LexborHTMLParser) -> list[tuple[str, str, str]]:
    return [
        (node.tag or "", name, value or "")
        for node in tree.css("*")
        for name, value in node.attributes.items()
    ]


def assert_harmless(page: str) -> None:
    """No script, no outside resource, no handler, no inline style, unique ids, and every link leads to one of
    them or to a file or page of a source."""
    tree = parsed(page)
    assert not tree.css("script, link, iframe, object, embed, form, base")
    assert {node.parent.tag for node in tree.css("rect") if node.parent} <= {"svg"}
    assert [node for node in tree.css("img") if not (node.attributes["src"] or "").startswith(PNG)] == []
    assert [name for _, name, _ in attributes(tree) if name == "style"] == []
    ids = [value for _, name, value in attributes(tree) if name == "id"]
    assert len(ids) == len(set(ids))
    targets = [value for tag, name, value in attributes(tree) if name in _ADDRESSES and tag != "img"]
    assert [value for value in targets if value.startswith("#") and value[1:] not in ids] == []
    sources = [urlsplit(value) for value in targets if not value.startswith("#")]
    assert all(source.scheme in ("", "http", "https", "file") and source.path for source in sources)
    assert [name for _, name, _ in attributes(tree) if name.startswith("on")] == []
    assert "@import" not in page
    assert "url(" not in first(tree, "style").text()


def hostile_answer() -> Answer:
    """An attack in every field that holds text."""
    document = Document(
        ATTACK, Path(ATTACK), [], [0], ATTACK, {"title": ATTACK}, ATTACK, ATTACK, 'en" onload="x'
    )
    references = tuple(
        Reference(0, len(ATTACK), 0, 1, 0.5, ATTACK, 1, label, ATTACK, (0,))
        for label in ("supports", "contradicts", "related", ATTACK)
    )
    verdict = Verdict(
        "contradicted", ATTACK, ATTACK, 0.1, 0.5, references, {ATTACK: [ATTACK, {ATTACK: ATTACK}]}
    )
    sentence = CitedSentence(ATTACK, (ATTACK,), 0.1, 0, len(ATTACK), references, verdict)
    chunk = Chunk("c", ATTACK, "other", ("s",), Span("other", 0, 1))
    return Answer(
        query=ATTACK,
        sentences=[sentence],
        faithfulness_score=0.1,
        faithfulness_components=FaithfulnessComponents(0.5, 0.1, -1.0),
        unsupported_claims=[ATTACK],
        retrieved_chunks=[RetrievedChunk(chunk, 0.5, ATTACK)],
        verification_results=[VerificationResult(0, ATTACK, False, 0.1)],
        was_refused=True,
        refusal_reason=ATTACK,
        reply=ATTACK,
        documents=[document],
        removed=[replace(sentence, char_start=None, char_end=None)],
        skipped=[SkippedSource(ATTACK, ATTACK)],
        settings=Settings(ATTACK, "balanced", ATTACK, {ATTACK: ATTACK}, {ATTACK: 0.5}, {ATTACK: ATTACK}),
    )


def test_a_realistic_page_is_harmless(answer: Answer) -> None:
    assert_harmless(HtmlWriter().write(answer).text)


def test_an_attack_in_any_field_is_shown_as_text() -> None:
    page = HtmlWriter(title=ATTACK).write(hostile_answer()).text
    assert_harmless(page)
    tree = parsed(page)
    for node in tree.css("[hidden]"):
        node.decompose()
    shown = first(tree, "body").text()
    for selector in (
        "title",
        "h1",
        ".question",
        ".headline",
        ".reply",
        ".claim",
        ".reason",
        "mark",
        "#skipped ~ .plain",
    ):
        expected = html.unescape(ATTACK) if selector in (".reply", ".claim") else ATTACK  # Markdown has &lt;
        assert expected in first(tree, selector).text()
    assert "7*7" in shown
    assert "49" not in shown


def test_the_law_holds_under_attack() -> None:
    rendered = HtmlWriter(title=ATTACK).write(hostile_answer())
    assert HtmlWriter().decode(rendered.without_insertions()) == ATTACK


@settings(deadline=None)
@given(answers())
def test_any_page_is_harmless(answer: Answer) -> None:
    assert_harmless(HtmlWriter().write(answer).text)


@settings(deadline=None)
@given(answers())
def test_markers_in_the_page_are_links_to_evidence(answer: Answer) -> None:
    rendered = HtmlWriter().write(answer)
    for insertion in rendered.insertions:
        if insertion.kind == "marker":
            link = first(parsed(rendered.text[insertion.start : insertion.end]), "a.marker")
            evidence = first(parsed(rendered.text), link.attributes["href"] or "")
            assert link.text() in evidence.text()


def test_a_passage_is_shown_with_its_quote_marked(answer: Answer) -> None:
    tree = parsed(HtmlWriter().write(answer).text)
    evidence = first(tree, "#sentence-5-evidence-1")
    assert first(evidence, "mark").text() == "It must not be lubricated."
    assert first(evidence, "blockquote").text() == (
        "The seal must be replaced every 24 months. It must not be lubricated."
    )
    assert "manual.pdf, page 1" in evidence.text()


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_is_said_in_words(status: Status) -> None:
    tree = parsed(HtmlWriter().write(judged_answer("It is so.", status)).text)
    words = STATUS_WORDS[status]
    assert words in first(tree, ".card[data-sentence='1'] .badge").text()
    assert words in (first(tree, ".reply .flag").attributes["title"] or "")


def read_facts(node: LexborNode) -> dict[str, str]:
    return {first(row, "dt").text(): first(row, "dd").text() for row in node.css(".facts div")}


def test_a_card_shows_what_is_wrong_and_figures_only_behind_details(answer: Answer) -> None:
    card = first(parsed(HtmlWriter().write(answer).text), "#sentence-3")
    figures = {
        "Judged by": "rules",
        "Reason": "number_mismatch",
        "Score": "0.04",
        "Threshold": "0.50",
        "Coverage": "0.741",
        "Numbers": "“18” in the reply, “24” in the source: they differ",
        "Agree": "dates “May 2019”",
        "Models alone": "0.314",
    }
    assert first(card, ".reason").text() == "The source says “24 months”, the reply says “18 months”."
    assert read_facts(first(card, "details.figures")) == figures
    assert read_facts(card) == figures
    assert [" ".join(one.text().split()) for one in card.css(".clauses li")] == [
        "✗ contradicted The seal should be replaced every 18 months",
        "✓ supported the pump was installed in May 2019",
    ]


def test_the_label_of_a_flag_begins_with_the_words_that_are_seen(answer: Answer) -> None:
    for flag in parsed(HtmlWriter().write(answer).text).css("a.flag"):
        symbol = first(flag, "span[aria-hidden]").text()
        seen = flag.text().removeprefix(symbol).strip()
        assert (flag.attributes["aria-label"] or "").startswith(seen)


def test_a_filter_for_every_status_that_occurs_counts_its_sentences(answer: Answer) -> None:
    labels = parsed(HtmlWriter().write(answer).text).css(".filters label")
    shown = [(first(one, "input").attributes["value"], first(one, ".count").text()) for one in labels]
    assert shown == [
        ("all", "9"),
        ("contradicted", "2"),
        ("unsupported", "1"),
        ("partial", "1"),
        ("unknown", "1"),
        ("supported", "2"),
        ("not_checkable", "2"),
    ]
    css = read_stylesheet()
    assert all(f'[value="{code}"]:checked' in css for code in (*STATUSES, "unchecked"))


def test_cards_come_problems_first_and_the_others_are_folded(answer: Answer) -> None:
    cards = parsed(HtmlWriter().write(answer).text).css(".panes .card")
    order = [(card.attributes["data-sentence"], card.tag) for card in cards]
    problems = [(number, "article") for number in "3587"]
    assert order == [*problems, *((number, "details") for number in "92416")]
    undecided = answer.sentences[8].verdict
    assert first(cards[4], "summary .finding").text() == str(undecided)
    assert first(cards[5], "summary .start").text() == "The Halden 3 delivers 4.2 m³ per hour."
    assert first(cards[5], "summary .found").text() == "manual.pdf, page 1"


def test_the_differing_words_are_marked_on_both_sides(answer: Answer) -> None:
    tree = parsed(HtmlWriter().write(answer).text)
    evidence = first(tree, "#sentence-3-evidence-1")
    assert first(evidence, "mark").text() == "The seal must be replaced every 24 months."
    assert [node.text() for node in tree.css("blockquote .differs")] == ["24"]
    assert first(evidence, "mark .differs").text() == "24"
    assert [node.text() for node in tree.css(".claim .differs")] == ["18"]


def test_title_date_and_tier_are_at_the_top(answer: Answer) -> None:
    tree = parsed(HtmlWriter(title="reply.md", date="2026-03-01").write(answer).text)
    assert first(tree, "title").text() == first(tree, "h1").text() == "reply.md"
    assert first(tree, ".made").text() == "2026-03-01 · tier rules · level balanced"
    assert "1 May" in first(parsed(answer.to_html(date="1 May")), ".made").text()


def test_headings_are_in_order(answer: Answer) -> None:
    levels = [
        int((node.tag or "h0")[1]) for node in parsed(HtmlWriter().write(answer).text).css("h1, h2, h3")
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_nothing_checked_is_said_first() -> None:
    tree = parsed(HtmlWriter().write(bare_answer("Hello.", [])).text)
    assert first(tree, ".headline.warning").text() == "Nothing was checked."
    assert "not known" in first(tree, "#made ~ .tables").text()


def test_a_refusal_shows_its_reason() -> None:
    answer = bare_answer(None, [], was_refused=True, refusal_reason="No source fits.")
    tree = parsed(HtmlWriter().write(answer).text)
    assert first(tree, ".headline.warning").text() == "No answer was given: No source fits."
    assert not tree.css("#reply")


def test_offered_passages_are_cut_at_fifty_best_first() -> None:
    chunks = [
        RetrievedChunk(Chunk(f"c{n}", f"Text {n}.", "d", (f"s{n}",), Span("d", n, n + 1)), n / 100, "bm25")
        for n in range(60)
    ]
    tree = parsed(HtmlWriter().write(bare_answer("x", [], retrieved_chunks=chunks)).text)
    shown = tree.css(".offered blockquote")
    assert len(shown) == 50
    assert shown[0].text() == "Text 59."
    assert "60 passages" in first(tree, "summary").text()
    assert first(tree, "details .note").text() == "10 more are not shown."


def test_cited_passages_are_not_listed_again(answer: Answer) -> None:
    tree = parsed(HtmlWriter().write(answer).text)
    assert [node.text() for node in tree.css(".offered blockquote")] == [
        "In normal operation it runs at 40 °C.",
        "Service",
    ]


def test_languages_are_those_of_the_texts(answer: Answer) -> None:
    german = replace(answer, settings=Settings(language="de"))
    tree = parsed(HtmlWriter().write(german).text)
    assert first(tree, "html").attributes["lang"] == "en"
    assert first(tree, ".reply").attributes["lang"] == "de"
    assert first(tree, ".evidence blockquote").attributes["lang"] == "en"


def test_control_characters_are_shown_as_codes() -> None:
    page = HtmlWriter(title="a\x00").write(judged_answer("x\u202ey\x1b", "unsupported")).text
    assert not {"\x00", "\u202e", "\x1b"} & set(page)
    assert "x⟦U+202E⟧y⟦U+001B⟧" in page


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(answer: Answer) -> None:
    shown = answer._repr_html_()
    frames = parsed(shown).css("iframe")
    assert len(frames) == 1
    inner = frames[0].attributes["srcdoc"] or ""
    assert "sandbox" in frames[0].attributes
    assert '<base href="about:srcdoc">' in inner
    assert inner.replace('<base href="about:srcdoc">', "") == answer.to_html()
    assert html.unescape(html.escape(inner)) == inner
    hostile = judged_answer('"></iframe><script>alert(1)</script>', "unsupported")
    assert parsed(hostile._repr_html_()).css("script") == []


def test_the_fragment_is_the_body_of_the_page(answer: Answer) -> None:
    writer = HtmlWriter(title="reply.md", date="2026-03-01")
    page, fragment = writer.write(answer).text, writer.write_fragment(answer)
    assert fragment.text.strip() in page
    assert writer.decode(fragment.without_insertions()) == answer.reply
    (root,) = parsed(f"<body>{fragment.text}").css("body > *")
    assert root.attributes["class"] == "ascribe-report"
    evidence = first(root, "#sentence-3-evidence-1").attributes
    assert (evidence["data-document"], evidence["data-page"]) == ("manual.pdf", "1")
    assert first(root, f"#reference-{evidence['data-reference']}").attributes["data-document"] == "manual.pdf"


def test_the_policy_allows_the_style_sheet_of_the_page_and_nothing_else(answer: Answer) -> None:
    tree = parsed(answer.to_html())
    css = first(tree, "style").text()
    digest = b64encode(sha256(css.encode()).digest()).decode()
    policy = first(tree, "meta[http-equiv]").attributes["content"]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:"


def test_every_rule_of_the_style_sheet_is_within_the_report_or_the_page() -> None:
    """So that it changes nothing of a page around a fragment. Nested rules are indented."""
    rules = [line for line in read_stylesheet().splitlines() if re.match(r"\S.*\{", line)]
    assert [
        rule for rule in rules if not re.match(r"@media|\.ascribe-|html:has\(> \.ascribe-page\)", rule)
    ] == []


def test_the_legend_has_the_signs_of_the_page(answer: Answer) -> None:
    tree = parsed(HtmlWriter().write(answer).text)
    names = [one.attributes["data-legend"] for one in tree.css(".legend [data-legend]")]
    assert names == ["unsaid", "differing", "quoted", "numbered"]
    marked = replace(answer.sentences[0], citations=(Citation("right", 1, 1, ((0, 1),)),))
    own = replace(answer, sentences=[marked, *answer.sentences[1:]])
    last = parsed(HtmlWriter().write(own).text).css(".legend [data-legend]")[-1]
    assert last.text() == "without a frame: citation of the reply itself"
    bare = parsed(HtmlWriter().write(bare_answer("Hello.", [])).text)
    assert not bare.css(".legend")


def test_an_undecided_sentence_says_that_a_part_of_it_is_supported() -> None:
    reply = "The mill has 12 sails, and the ferry was blessed by a bishop."
    answer = check(reply, "The mill has 12 sails. The ferry is red.", tier="rules")
    verdict = answer[0].verdict
    assert verdict is not None
    clauses = (Clause(0, 21, "supported", "confirmed"), Clause(27, 60, "unknown", "content_not_found"))
    split = replace(verdict, status="unknown", reason="content_not_found", clauses=clauses, score=None)
    answer = replace(
        answer, sentences=[replace(answer[0], verdict=split)], verification_results=[], unsupported_claims=[]
    )
    words = "not decided, 1 of 2 parts supported"
    assert f"[? {words}]" in str(answer.render("terminal", color=False).text)
    assert f"[? {words}]" in answer.to_markdown()
    tree = parsed(HtmlWriter().write(answer).text)
    assert first(tree, "a.flag").text().endswith(words)
    assert first(tree, "a.flag .split").text() == ", 1 of 2 parts supported"
    assert first(tree, "summary .finding").text().startswith("1 of 2 parts supported. ")
