"""``check`` from end to end, on real input."""

import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascribe
from ascribe import Answer, InputError, Limits, acheck, batch_results, check, check_many, compat, read_sources
from ascribe.errors import UnknownComponentError
from ascribe.verify.decision import RULE_THRESHOLDS
from tests.verdicts import get_verdict

SOURCE = (
    "The old mill stands on the river Arle. It was built in 1871 by Anna Kohl. "
    "The mill has 12 sails and is 30 m high. It was not damaged in the flood of 1953."
)


def statuses(answer: Answer) -> list[tuple[str, str]]:
    return [(s.verdict.status, s.verdict.reason) for s in answer.sentences if s.verdict]


def test_hello_world() -> None:
    answer = ascribe.check("The mill has 12 sails.", [SOURCE])
    assert statuses(answer) == [("supported", "confirmed")]
    (sentence,) = answer.sentences
    (reference,) = sentence.references
    assert reference.label == "supports"
    assert SOURCE[reference.document_start_idx : reference.document_end_idx] == reference.quote
    assert reference.quote == "The mill has 12 sails and is 30 m high."
    assert sentence.supporting_sentence_ids == ("source-1::s2",)
    assert "supported" in str(answer)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The mill has 12 sails and is 30 m high.", ("supported", "confirmed")),
        ("The mill has twelve sails.", ("supported", "confirmed")),
        ("The mill has 14 sails.", ("contradicted", "number_mismatch")),
        ("It was built in 1872 by Anna Kohl.", ("contradicted", "date_mismatch")),
        ("It was damaged in the flood of 1953.", ("contradicted", "negation_mismatch")),
        ("A railway tunnel crosses the snowy valley.", ("unsupported", "not_found")),
        ("It was built in 1871 by Anna Pell.", ("unknown", "name_not_found")),
        ("I could not find the price in the sources.", ("not_checkable", "refusal")),
        ("How high is the mill?", ("not_checkable", "question")),
    ],
)
def test_each_finding(reply, expected) -> None:
    assert statuses(check(reply, SOURCE, tier="rules")) == [expected]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The mill has 12 sails and is 30 m high.", "supported"),
        ("The mill has twelve sails.", "supported"),
        ("The mill was built in 1871 by Anna Kohl.", "supported"),
        ("The mill has 14 sails.", "contradicted"),
        ("It was built in 1872 by Anna Kohl.", "contradicted"),
        ("It was damaged in the flood of 1953.", "contradicted"),
        ("A railway tunnel crosses the snowy valley.", "unsupported"),
        ("How high is the mill?", "not_checkable"),
    ],
)
def test_each_status_by_the_models(reply, expected) -> None:
    verdict = get_verdict(reply, SOURCE)
    assert (verdict.status, verdict.tier) == (expected, "builtin")


def test_a_name_that_is_not_there_is_never_supported() -> None:
    assert get_verdict("It was built in 1871 by Anna Pell.", SOURCE).status != "supported"


def test_markers_and_markdown_are_never_read_as_content() -> None:
    reply = "## The mill\n\n- The mill has **12 sails** [1].\n- It was built in 1871 [2, 3].\n"
    answer = check(reply, SOURCE)
    assert statuses(answer) == [
        ("not_checkable", "heading"),
        ("supported", "confirmed"),
        ("supported", "confirmed"),
    ]
    assert answer.reply == reply
    for sentence in answer.sentences:
        assert reply[sentence.char_start : sentence.char_end] == sentence.text


def test_faithfulness_counts_checked_sentences_only() -> None:
    answer = check("Hello! The mill has 12 sails. The mill has 14 sails.", SOURCE)
    assert [r.cited_sentence_index for r in answer.verification_results] == [1, 2]
    scores = [s.verdict.score for s in answer.sentences[1:] if s.verdict and s.verdict.score is not None]
    assert answer.faithfulness_score == pytest.approx(sum(scores) / 2)
    assert answer.unsupported_claims == ["The mill has 14 sails."]
    assert answer.verification_results[0].nli_score > answer.verification_results[1].nli_score
    assert 0.0 < answer.faithfulness_components.retrieval_score <= 1.0


def test_where_nothing_was_checked_every_rendering_says_so() -> None:
    answer = check("Hello!", SOURCE)
    assert answer.faithfulness_score == 1.0
    assert not answer.verification_ran
    for text in (str(answer), answer.to_markdown(), answer.to_html()):
        assert "othing was checked" in text


def test_an_empty_reply_gives_an_answer_without_sentences() -> None:
    for reply in ("", "  \n"):
        answer = check(reply, SOURCE)
        assert answer.sentences == []
        assert answer.reply == reply
        assert not answer.verification_ran
        texts = (str(answer), answer.to_markdown(), answer.to_html(), answer.with_citations("bracket", "own"))
        assert all("othing was checked" in text for text in texts)
        assert json.loads(answer.to_json())["faithfulness_score"] is None


def test_every_passage_is_offered_and_every_source_digested() -> None:
    answer = check(
        "The mill has 12 sails.", [SOURCE, {"id": "b", "text": "Nothing about that."}], tier="rules"
    )
    assert [chunk.chunk.doc_id for chunk in answer.retrieved_chunks] == ["source-1", "b"]
    trail = answer.audit_trail()
    assert [source["document_id"] for source in trail["sources"]] == ["source-1", "b"]
    assert all(source["digest"].startswith("sha256:") for source in trail["sources"])
    assert trail["settings"]["tier"] == "rules"
    assert trail["settings"]["thresholds"]["covered"] == RULE_THRESHOLDS["balanced"].covered
    assert trail["settings"]["versions"]["ascribe"] == ascribe.__version__


def test_strictness_is_monotone() -> None:
    reply = "The high old mill has 12 turning sails."
    supported = [
        len(check(reply, SOURCE, strictness=level).supported_sentences)
        for level in ("loose", "balanced", "strict", "paranoid")
    ]
    assert supported == sorted(supported, reverse=True)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(InputError, match="strictness must be one of loose, balanced, strict, paranoid"):
        check("x", SOURCE, strictness="harsh")  # type: ignore[arg-type]  # what a caller may get wrong
    with pytest.raises(UnknownComponentError, match="known: rules"):
        check("x", SOURCE, tier="magic")
    with pytest.raises(UnknownComponentError, match="known: lexical"):
        check("x", SOURCE, scorer="magic")
    with pytest.raises(InputError, match="there are none"):
        check("x", [])
    with pytest.raises(InputError, match="max_reply_chars"):
        check("x" * 11, SOURCE, limits=Limits(max_reply_chars=10))


def test_a_file_that_fails_raises_and_a_folder_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7 broken")
    answer = check("The mill has 12 sails.", tmp_path)
    assert statuses(answer) == [("supported", "confirmed")]
    assert [Path(s.source).name for s in answer.skipped] == ["b.pdf"]
    with pytest.raises(InputError, match=r"b\.pdf"):
        check("The mill has 12 sails.", tmp_path / "b.pdf")


def test_acheck_gives_the_same() -> None:
    expected = check("The mill has 12 sails.", SOURCE)
    assert asyncio.run(acheck("The mill has 12 sails.", SOURCE)) == expected


def test_check_many_takes_replies_and_their_sources() -> None:
    replies = ["The mill has 12 sails.", ("The mill has 14 sails.", "How many?")]
    answers = list(check_many(replies, SOURCE, tier="rules"))
    assert [statuses(answer)[0][0] for answer in answers] == ["supported", "contradicted"]
    assert answers[1] == check("The mill has 14 sails.", SOURCE, "How many?", tier="rules")


def test_workers_give_the_same_answers_in_order() -> None:
    replies = [f"The mill has {count} sails." for count in (12, 14, 12, 13, 12)]
    alone = list(check_many(replies, [SOURCE], tier="rules"))
    assert list(check_many(replies, [SOURCE], workers=2, tier="rules")) == alone
    with pytest.raises(InputError, match=r"^item 2: The reply is bytes"):
        list(check_many([replies[0], b"The mill"], [SOURCE], workers=2, tier="rules"))


class Unsendable:
    """A tier that lives in this process alone."""

    tier = "unsendable"
    thresholds: ClassVar[dict[str, float]] = {}

    def verify(self, *_parts):
        raise AssertionError("nothing is checked")

    def __reduce__(self):
        raise TypeError("it holds a connection")


def test_workers_say_what_they_cannot_do() -> None:
    with pytest.raises(InputError, match="tier: a Unsendable cannot be sent to worker processes"):
        list(check_many(["The mill turns."], SOURCE, workers=2, tier=cast(Any, Unsendable())))
    with pytest.raises(InputError, match="workers share the sources"):
        list(check_many([("The mill turns.", SOURCE)], workers=2))
    with pytest.raises(InputError, match=r"check_many\(replies, sources\)"):
        list(check_many(["The mill turns."]))


def untyped(name: str, home: Any = ascribe) -> Any:
    """A public call as it is for somebody without a type checker."""
    return getattr(home, name)


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "a misspelt option of check": (
        lambda: untyped("check")("a", SOURCE, teir="rules"),
        "did you mean 'tier'",
    ),
    "of acheck": (lambda: untyped("acheck")("a", SOURCE, stricktness="strict"), "did you mean 'strictness'"),
    "of check_many": (lambda: untyped("check_many")([("a", SOURCE)], teir="rules"), "did you mean 'tier'"),
    "of ask": (lambda: untyped("ask")("How many?", SOURCE, generater="llm"), "did you mean 'generator'"),
    "of repair": (lambda: untyped("repair")("a", SOURCE, tiers="rules"), "did you mean 'tier'"),
    "of read_sources": (lambda: untyped("read_sources")(SOURCE, lang="en"), "did you mean 'language'"),
    "of split_sentences": (lambda: untyped("split_sentences")("a", lang="en"), "did you mean 'language'"),
    "of Library": (lambda: untyped("Library")(encodr=None), r"Library\(\) .* did you mean 'encode"),
    "of Library.add": (lambda: untyped("Library")().add(SOURCE, lang="en"), "did you mean 'language'"),
    "of Library.search": (lambda: untyped("Library")().search("mill", k=3), "did you mean 'top'"),
    "of Library.retrieve": (lambda: untyped("Library")().retrieve("mill", top_k=3), "did you mean 'top'"),
    "of Library.select": (lambda: untyped("Library")().select(filters={}), "did you mean 'where'"),
    "of verify_citations": (lambda: untyped("verify_citations", compat)([], teir="rules"), "mean 'tier'"),
    "of audit_citations": (
        lambda: untyped("audit_citations", compat)(None, teir="rules"),
        "did you mean 'tier'",
    ),
    "of compare": (lambda: untyped("compare", batch_results)("a", "b", clusters="id"), "mean 'cluster'"),
    "of stream": (lambda: untyped("stream")("a", SOURCE, levl=1), "no option 'levl'; it has chunks"),
    "of a writer": (
        lambda: untyped("check")("a", SOURCE).render("html", titel="Mill"),
        "did you mean 'title'",
    ),
    "limits as a dict": (
        lambda: untyped("check")("a", SOURCE, limits={"max_chars": 9}),
        "must be an ascribe.Limits",
    ),
    "an address": (
        lambda: untyped("check")("a", "https://example.org/mill"),
        "source 1: .* nothing is fetched",
    ),
    "a missing file": (
        lambda: untyped("check")("a", ["b", "papers/mill.pdf"]),
        "source 2: .* name of a file",
    ),
    "an open file": (lambda: untyped("check")("a", io.StringIO("The mill.")), "give the Path of the file"),
    "no text": (lambda: untyped("split_sentences")(3), "text must be a str"),
    "a config that is none": (lambda: untyped("ask")("How many?", SOURCE, config=3), "config must be"),
    "a library that is none": (lambda: untyped("Library")(3), "path must be the file"),
    "a list of ids": (lambda: untyped("Library")().remove(["a"]), r"remove\(\*ids\)"),
    "a table that is none": (lambda: untyped("batch")([], 4), "output must be the path"),
    "labels that are none": (lambda: untyped("evaluate")(3), "paths must be files"),
    "references that are none": (lambda: untyped("check")("a", SOURCE).bibliography(3), "references must be"),
    "a copy that is none": (lambda: untyped("check")("a", SOURCE).to_pdf(3), "path must be a file"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_natural_mistakes_end_in_our_errors(mistake: str) -> None:
    call, message = MISTAKES[mistake]
    with pytest.raises(InputError, match=message):
        call()


def test_progress_counts_the_sentences_and_changes_nothing() -> None:
    reply = " ".join(f"The mill has {count} sails." for count in range(1, 20))
    seen: list[tuple[int, int]] = []
    watched = check(reply, SOURCE, tier="rules", on_judged=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 19), (8, 19), (16, 19), (19, 19)]
    assert watched == check(reply, SOURCE, tier="rules")


def test_an_answer_is_its_sentences() -> None:
    answer = check("The mill has 12 sails. It is made of oak.", SOURCE, tier="rules")
    assert list(answer) == answer.sentences
    assert (len(answer), answer[-1]) == (2, answer.sentences[1])
    assert check("", SOURCE, tier="rules")
    assert len(check("", SOURCE, tier="rules")) == 0


def test_a_text_that_names_a_file_can_be_given_as_a_dict() -> None:
    assert read_sources({"text": "mill.pdf"})[0].full_text == "mill.pdf"
    assert read_sources("Version 2.0")[0].full_text == "Version 2.0"


def test_check_many_takes_tuples_and_dicts_and_names_the_bad_one() -> None:
    items = [("The mill has 12 sails.", SOURCE), {"reply": "x", "sources": SOURCE, "question": "q?"}]
    answers = list(check_many(items, strictness="strict"))
    assert [answer.query for answer in answers] == ["", "q?"]
    assert answers[0] == check("The mill has 12 sails.", SOURCE, strictness="strict")
    made = check_many([*items, "oops"])
    next(made)
    next(made)
    with pytest.raises(InputError, match="item 3"):
        next(made)


@pytest.mark.parametrize("items", [None, 5, "text", {"reply": "x"}])
def test_check_many_wants_a_list(items) -> None:
    with pytest.raises(InputError, match="takes a list of items"):
        list(check_many(items))


def test_inputs_are_not_changed() -> None:
    sources = [{"id": "a", "text": SOURCE, "metadata": {"n": [1]}}]
    check("The mill has 12 sails.", sources)
    assert sources == [{"id": "a", "text": SOURCE, "metadata": {"n": [1]}}]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(min_size=1, max_size=120).filter(lambda t: t.strip()))
def test_any_text_keeps_the_laws(reply, source) -> None:
    answer = check(reply, {"id": "d", "text": source})
    assert answer.reply == reply
    for sentence in answer.sentences:
        assert reply[sentence.char_start : sentence.char_end] == sentence.text
        for reference in sentence.references:
            assert source[reference.document_start_idx : reference.document_end_idx] == reference.quote
    assert Answer.from_json(answer.to_json()) == answer


@pytest.mark.parametrize("language", ["english", "e", "en us", 5])
def test_a_language_that_is_no_code_is_refused(language) -> None:
    with pytest.raises(InputError, match="language must be a code"):
        check("The mill has 12 sails.", SOURCE, language=language)


@pytest.mark.parametrize(
    ("language", "way_out"),
    [("xx", "ISO 639-1"), ("xx-AT", "ISO 639-1"), ("eng", "write 'en'"), ("GER", "'de'")],
)
def test_a_code_of_no_language_is_refused(language, way_out) -> None:
    with pytest.raises(InputError, match=f"language '{language}' is no known code; .*{way_out}"):
        check("The mill has 12 sails.", SOURCE, language=language)


@pytest.mark.parametrize("language", ["de", "DE_at", "zh-Hans-CN", "ee", "bh", "yue", "no"])
def test_languages_without_tables_can_be_given(language) -> None:
    assert check("12.", SOURCE, tier="rules", language=language).sentences


def test_a_question_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="question must be text, got list"):
        check("The mill has 12 sails.", SOURCE, ["Why?"])  # type: ignore[arg-type]  # what a caller may get wrong
