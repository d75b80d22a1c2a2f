"""The laws of the reply's own citations, over generated replies with markers of every style."""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest
from hypothesis import given, settings

from ascribe import Answer, check, repair
from ascribe.read.markers import parse_markers, strip_markers
from ascribe.read.sources import load_sources
from ascribe.write.citations import CitedWriter
from ascribe.write.own_markers import remove_own_markers
from tests.citation_repair.replies import SOURCES, replies

LOADED = load_sources(SOURCES)
N = len(SOURCES)


@cache  # the same replies are generated for every style and markup
def judged(reply: str) -> Answer:
    return check(reply, LOADED, tier="rules")


@settings(max_examples=100)
@given(replies())
def test_every_marker_has_a_finding_for_each_document_it_names(reply) -> None:
    answer = judged(reply)
    found = sorted(
        (min(c.spans)[0], max(c.spans)[1], str(c.key))
        for sentence in answer.sentences
        for c in sentence.citations
        if c.spans
    )
    named = [(m.start, m.end, str(key)) for m in parse_markers(reply, N) for key in m.documents]
    assert found == sorted(named if answer.sentences else [])


@settings(max_examples=100)
@given(replies())
def test_right_and_missing_need_a_supported_sentence(reply) -> None:
    for sentence in judged(reply).sentences:
        assert sentence.verdict is not None
        for citation in sentence.citations:
            if citation.finding in ("right", "missing"):
                assert sentence.verdict.status == "supported"
            assert (citation.finding == "missing") == (not citation.spans)
            assert citation.document_position not in citation.supported_by


@settings(max_examples=100)
@given(replies())
def test_citations_change_nothing_else_and_survive_json(reply) -> None:
    answer = judged(reply)
    assert Answer.from_json(answer.to_json()) == answer
    assert repair(reply, LOADED, tier="rules").answer == answer
    if not parse_markers(reply, N):
        assert not any(sentence.citations for sentence in answer.sentences)


@settings(max_examples=60)
@given(replies())
def test_without_its_own_markers_the_reply_is_the_stripped_one(reply) -> None:
    answer = remove_own_markers(judged(reply))
    if not any(s.verdict and s.verdict.reason == "source_list" for s in answer.sentences):
        assert answer.reply == strip_markers(reply, N)
    for sentence in answer.sentences:
        assert (answer.reply or "")[sentence.char_start : sentence.char_end] == sentence.text
        places = chain.from_iterable(sentence.verdict.unsupported if sentence.verdict else ())
        assert all(0 <= place <= len(answer.reply or "") for place in places)


@pytest.mark.parametrize("markup", ["md", "html", "plain"])
@pytest.mark.parametrize("style", ["bracket", "superscript", "footnote", "author_year"])
@settings(max_examples=20)
@given(reply=replies())
def test_removing_what_was_inserted_gives_the_reply_without_its_own_markers(style, markup, reply) -> None:
    answer = judged(reply)
    writer = CitedWriter(style, markup=markup, replace_markers=True)
    left = writer.decode(writer.write(answer).without_insertions())
    assert left == remove_own_markers(answer).reply
