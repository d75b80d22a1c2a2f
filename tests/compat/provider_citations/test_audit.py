"""What an audit says of a provider's citations, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import InputError, check
from ascribe.compat import (
    CitationAudit,
    CitedReply,
    NativeCitation,
    SourceLocation,
    audit_citations,
)
from ascribe.compat.provider_citations import CITATION_FINDINGS, CheckedCitation
from ascribe.records.citation import FINDING_OF_REASON
from ascribe.records.repair import REPAIR_REASONS

MILL = "🌷 The mill on the Arle has 12 sails. It is 30 m high. It was sold in 1902."
BRIDGE = "The bridge over the Arle was built in 1871 by Anna Kohl. It has three arches."
SOURCES = [{"id": "mill", "text": MILL}, {"id": "bridge", "text": BRIDGE}]
BUILT = "The bridge over the Arle was built in 1871."
ARCHES = "The bridge has three arches."
KOHL = "The bridge over the Arle was built in 1871 by Anna Kohl."


def cited(text: str, words: str, *keys: int | str, **more: object) -> CitedReply:
    start = text.index(words)
    return CitedReply(text, (NativeCitation(start, start + len(words), keys, **more),))  # type: ignore[arg-type]


def audited(reply: CitedReply, sources: object = None) -> CitationAudit:
    return audit_citations(reply, SOURCES if sources is None else sources, tier="rules")


def one(text: str, words: str, *keys: int | str, **more: object) -> CheckedCitation:
    (checked,) = audited(cited(text, words, *keys, **more)).citations
    return checked


def at(text: str, quote: str) -> SourceLocation:
    start = text.index(quote)
    return SourceLocation("char", start, start + len(quote))


@pytest.mark.parametrize(
    ("words", "key", "quote", "finding", "state"),
    [
        (BUILT, 2, KOHL, "right", "stands"),
        (BUILT, "bridge", "", "right", "unquoted"),
        (ARCHES, 2, "It has three arches.", "right", "stands"),  # the passage needs the sentence before it
        (ARCHES, 2, KOHL, "wrong_place", "stands"),  # says what has the arches, and nothing of them
        (BUILT, 2, "It has three arches.", "wrong_place", "stands"),
        (BUILT, 2, "Anna Kohl built it", "no_such_quote", "absent"),
        (BUILT, 1, "It is 30 m high.", "elsewhere", "stands"),
        ("The bridge over the Arle was built in 1890.", 2, KOHL, "contradicted", "stands"),
        ("A railway crosses the valley to Ghent.", 2, KOHL, "unsupported", "stands"),
        ("The mill on the Arle is a sight for painters.", 1, "It is 30 m high.", "undecided", "stands"),
        ("I hope this helps!", 1, "", "not_checkable", "unquoted"),
        (BUILT, "https://example.org/bridge", "", "not_given", "unquoted"),
        ("A railway crosses the valley to Ghent.", 9, "", "not_given", "unquoted"),
        (BUILT, 9, "", "not_given", "unquoted"),  # a position that no source has
    ],
)
def test_findings(words, key, quote, finding, state) -> None:
    checked = one(f"So: {words}", words, key, quote=quote)
    assert (checked.finding, checked.quote) == (finding, state)
    assert checked.needs_review is CITATION_FINDINGS[finding].needs_review
    assert checked.evidence is None or finding != "not_given"
    if checked.reference is not None:
        assert (checked.reference.label == "supports") is (finding == "right")


def test_the_reference_ties_the_words_to_the_passage_as_it_stands() -> None:
    checked = one(f"Well. {BUILT}", BUILT, 2, quote=KOHL + " ", location=at(BRIDGE, KOHL + " "))
    reference = checked.reference
    assert reference is not None
    assert BRIDGE[reference.document_start_idx : reference.document_end_idx] == reference.quote == KOHL
    assert (reference.answer_start_idx, reference.answer_end_idx) == (6, 6 + len(BUILT))
    assert (reference.document_id, reference.document_position) == ("bridge", 2)
    assert checked.evidence is not None
    assert checked.evidence.quote == KOHL


@pytest.mark.parametrize("codec", ["utf-32-le", "utf-16-le", "utf-8"])
def test_the_quote_tells_which_unit_the_offsets_count_in(codec: str) -> None:
    quote = "It was sold in 1902."
    size = len("a".encode(codec))
    start = len(MILL[: MILL.index(quote)].encode(codec)) // size
    where = SourceLocation("char", start, start + len(quote))
    checked = one("The mill was sold in 1902.", "The mill was sold in 1902.", 1, quote=quote, location=where)
    assert (checked.finding, checked.quote) == ("right", "stands")


@pytest.mark.parametrize("where", [SourceLocation("char", 0, 20), SourceLocation("char", 9000, 9020)])
def test_a_quote_at_another_place_is_not_verified(where: SourceLocation) -> None:
    checked = one(ARCHES, ARCHES, 2, quote="It has three arches.", location=where)
    assert (checked.finding, checked.quote) == ("wrong_place", "moved")
    assert checked.reference is not None
    assert checked.reference.label == "related"
    assert checked.reference.quote == "It has three arches."


def test_a_place_without_a_quote_must_exist() -> None:
    assert one(BUILT, BUILT, 2, location=SourceLocation("char", 0, 20)).finding == "right"
    assert one(BUILT, BUILT, 2, location=SourceLocation("char", 57, 70)).finding == "wrong_place"
    assert one(BUILT, BUILT, 2, location=SourceLocation("char", 900, 920)).finding == "no_such_quote"


@pytest.mark.parametrize("kind", ["page", "block"])
def test_a_place_without_a_quote_in_a_document_that_has_no_such_places_is_undecided(kind) -> None:
    assert one(BUILT, BUILT, 2, location=SourceLocation(kind, 0, 1)).finding == "undecided"
    assert one(BUILT, BUILT, 2, quote=BRIDGE, location=SourceLocation(kind, 0, 1)).finding == "right"


def test_words_of_several_sentences_are_right_only_if_all_are_supported() -> None:
    both = f"{BUILT} {ARCHES}"
    assert one(both, both, 2).finding == "right"
    mixed = f"{BUILT} The mill was sold in 1902."
    assert one(mixed, mixed, 2, quote=KOHL).finding == "partly"


def test_passages_that_support_the_words_only_together() -> None:
    words = "The mill on the Arle has 12 sails and the bridge over the Arle was built in 1871."
    citations = [
        NativeCitation(0, len(words), (1,), quote="The mill on the Arle has 12 sails."),
        NativeCitation(0, len(words), (2,), quote=KOHL),
    ]
    audit = audited(CitedReply(words, tuple(citations)))
    assert [(c.finding, c.reason) for c in audit.citations] == [("right", "supports_jointly")] * 2
    alone = audited(CitedReply(words, tuple(citations[:1])))
    assert alone.citations[0].finding != "right"


TWO = "The mill on the Arle has 12 sails, and the bridge over the Arle was built in 1871."


@pytest.mark.parametrize(
    ("cited_for", "found"),
    [
        ([("12 sails", 1), ("1871", 2)], ["right", "right"]),
        ([("1871", 1)], ["undecided"]),  # the mill holds the sentence with the bridge, and has no 1871
        ([("12 sails", 2)], ["elsewhere"]),
        ([("has 12 sails", 2), ("was built in 1871", 1)], ["elsewhere", "elsewhere"]),
    ],
)
def test_documents_that_hold_a_sentence_together_are_each_right_for_their_part(cited_for, found) -> None:
    citations = []
    for words, key in cited_for:
        start = TWO.index(words)
        citations.append(NativeCitation(start, start + len(words), (key,)))
    audit = audited(CitedReply(TWO, tuple(citations)))
    assert [c.finding for c in audit.citations] == found


def test_two_passages_of_one_document_are_judged_each_by_itself() -> None:
    citations = [NativeCitation(0, len(BUILT), (2,), quote=quote) for quote in (KOHL, "It has three arches.")]
    audit = audited(CitedReply(BUILT, tuple(citations)))
    assert [c.finding for c in audit.citations] == ["right", "wrong_place"]


def test_a_mark_belongs_to_the_words_before_it_and_is_no_word_of_the_reply() -> None:
    link = "([example.org](https://example.org/bridge?utm_source=openai))"
    text = f"{BUILT} {link} A railway crosses the valley to Ghent."
    start = text.index(link)
    mark = NativeCitation(start, start + len(link), ("bridge",), is_mark=True)
    audit = audited(CitedReply(text, (mark,)))
    assert (audit.citations[0].finding, audit.citations[0].sentence) == ("right", 0)
    assert [s.text for s in audit.answer.sentences] == [BUILT, "A railway crosses the valley to Ghent."]
    assert all(text[s.char_start : s.char_end] == s.text for s in audit.answer.sentences)


@pytest.mark.parametrize(
    ("last", "finding"),
    [
        ("It has three arches.", "right"),
        ("The bridge over the Arle was built in 1890.", "contradicted"),
        ("A railway crosses the valley to Ghent.", "partly"),
        ("The mill on the Arle is a sight for painters.", "undecided"),
        ("I hope this helps!", "right"),
    ],
)
def test_an_empty_mark_that_closes_a_paragraph_is_not_right_if_its_own_sentence_fails(last, finding) -> None:
    text = f"{BUILT} {last}"
    audit = audited(CitedReply(text, (NativeCitation(len(text), len(text), ("bridge",), is_mark=True),)))
    assert audit.citations[0].finding == finding


def test_a_mark_between_sentences_without_a_space() -> None:
    text = "桥建于1871年。磨坊有12个帆。"
    sources = ["桥建于1871年。", "磨坊有12个帆。"]
    place = text.index("磨")
    reply = CitedReply(text, (NativeCitation(place, place, (1,), is_mark=True),))
    assert audited(reply, sources).citations[0].sentence == 0


def test_marks_inside_a_sentence_stand_at_the_words_before_them() -> None:
    text = "The bridge over the Arle was built in 1871, and the mill on the Arle has 12 sails."
    comma, stop = text.index(","), text.rindex(".")
    marks = [NativeCitation(at, at, (key,), is_mark=True) for at, key in ((comma, 2), (stop, 1))]
    assert [c.finding for c in audited(CitedReply(text, tuple(marks))).citations] == ["right", "right"]
    wrong = [NativeCitation(at, at, (key,), is_mark=True) for at, key in ((comma, 1), (stop, 2))]
    assert [c.finding for c in audited(CitedReply(text, tuple(wrong))).citations] == ["elsewhere"] * 2


def test_citations_at_no_words_and_of_no_name() -> None:
    reply = CitedReply(f"{BUILT}\n\n---\n", (NativeCitation(45, 49, (2,)), NativeCitation(0, 43, ())))
    audit = audited(reply)
    assert [c.finding for c in audit.citations] == ["not_checkable", "not_given"]
    assert audited(CitedReply("", (NativeCitation(0, 0, (2,), is_mark=True),))).citations[0].finding == (
        "not_checkable"
    )


def test_the_answer_is_that_of_check_and_the_audit_survives_json() -> None:
    reply = cited(f"{BUILT} {ARCHES}", ARCHES, 2, quote="It has three arches.")
    audit = audited(reply)
    assert audit.answer == check(reply.text, SOURCES, tier="rules")
    assert CitationAudit.from_json(audit.to_json()) == audit
    assert repr(audit) == "CitationAudit(right=1)"
    assert audit.counts() == {"right": 1}
    assert audit.needs_review == ()


def test_what_people_read() -> None:
    audit = audited(cited(BUILT, BUILT, "bridge", quote="Anna Kohl built it"))
    assert str(audit).splitlines() == [
        f"no_such_quote: “{BUILT}” cites bridge.",
        "    The document supports the words but does not contain the quote.",
        "    the quote is absent: “Anna Kohl built it”",
        f"    bridge: “{KOHL}”",
    ]
    assert str(audited(CitedReply(BUILT))) == "The reply has no citations."


def test_without_any_source_the_way_out_is_said() -> None:
    with pytest.raises(InputError, match="sources: there are none"):
        audit_citations(cited(BUILT, BUILT, 1))


def test_every_reason_of_a_pointer_has_a_finding() -> None:
    reasons = {row.reason for row in REPAIR_REASONS.values() if row.kind != "add"} - {"repeated"}
    assert set(FINDING_OF_REASON) == reasons
    assert set(FINDING_OF_REASON.values()) <= set(CITATION_FINDINGS)


@pytest.mark.parametrize(
    "made",
    [
        lambda: SourceLocation("char", 3, 2),
        lambda: NativeCitation(3, 2, ()),
        lambda: NativeCitation(-1, 2, ()),
    ],
)
def test_reversed_ranges_are_refused(made) -> None:
    with pytest.raises(ValueError, match="bad range"):
        made()


REPLIES = [
    f"So: {BUILT} {ARCHES}\r\n\r\n- The mill on the Arle has **12 sails**.\n- 🌷 e\u0301",
    f"# The bridge\n\n{TWO} See [1].\n\n```\ncode\n```\n",
    "",
]
PLACES = st.tuples(st.integers(0, 140), st.integers(0, 30))
LOCATIONS = st.builds(
    lambda kind, place: SourceLocation(kind, place[0], sum(place)),
    st.sampled_from(["char", "page", "block"]),
    PLACES,
)
QUOTES = st.sampled_from(["", KOHL, "It has three arches.", "12 sails. It is 30", "🌷", " \n"])
KEYS = st.lists(st.sampled_from([1, 2, 9, "mill", "bridge", "none", ""]), max_size=2)


@settings(max_examples=60)
@given(
    st.sampled_from(REPLIES), st.lists(st.tuples(PLACES, KEYS, st.booleans(), QUOTES, LOCATIONS | st.none()))
)
def test_no_citation_breaks_the_audit_and_no_reference_lies(text, drawn) -> None:
    citations = []
    for (place, length), keys, is_mark, quote, location in drawn:
        start, end = min(place, len(text)), min(place + length, len(text))
        citations.append(NativeCitation(start, end, tuple(keys), is_mark, quote, location))
    audit = audited(CitedReply(text, tuple(citations)))
    assert [checked.citation for checked in audit.citations] == citations
    for checked in audit.citations:
        reference = checked.reference
        if reference is not None:
            source = SOURCES[reference.document_position - 1]["text"]
            assert source[reference.document_start_idx : reference.document_end_idx] == reference.quote
        assert (checked.finding in ("right", "partly")) <= (checked.quote in ("stands", "unquoted"))
        assert (checked.quote == "absent") <= (reference is None)
    assert all(text[s.char_start : s.char_end] == s.text for s in audit.answer.sentences)
    assert CitationAudit.from_json(audit.to_json()) == audit


@pytest.mark.parametrize(("key", "finding"), [(1, "right"), (2, "elsewhere"), ("gone.txt", "not_given")])
@pytest.mark.parametrize("is_mark", [True, False])
@pytest.mark.parametrize("width", [0, 1])
def test_a_place_without_words_cites_for_the_sentence_before_it(width, is_mark, key, finding) -> None:
    first, second = "The mill has 12 sails.", "The bridge was built in 1871."
    place = NativeCitation(len(first), len(first) + width, (key,), is_mark)
    audit = audit_citations(CitedReply(f"{first} {second}", (place,)), [first, second], tier="rules")
    assert [(one.finding, one.sentence) for one in audit.citations] == [(finding, 0)]


@pytest.mark.parametrize(("start", "end"), [(0, 0), (500, 520)])
def test_a_citation_of_no_sentence_is_to_be_reviewed(start, end) -> None:
    words = "The mill has 12 sails."
    audit = audit_citations(CitedReply(words, (NativeCitation(start, end, (1,)),)), [words], tier="rules")
    assert [one.finding for one in audit.needs_review] == ["undecided"]
