import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import (
    Answer,
    Chunk,
    CitedSentence,
    FaithfulnessComponents,
    InputError,
    Reference,
    RetrievedChunk,
    Span,
    Verdict,
    VerificationResult,
)
from ascribe.records import Settings, SkippedSource, StreamEvent
from ascribe.records.outcomes import CHECKED, STATUSES

SEED_KEYS = [
    "query", "strictness", "was_refused", "refusal_reason", "verification_ran", "faithfulness_score",
    "faithfulness_components", "n_sentences", "n_supported", "n_unsupported", "n_verified", "min_nli_score",
    "mean_nli_score", "unsupported_claims", "cited_sentence_ids", "n_retrieved_chunks",
]  # fmt: skip


def answer(sentences, results=(), **more) -> Answer:
    return Answer(
        more.pop("query", "q"), sentences, more.pop("faithfulness_score", 1.0),
        FaithfulnessComponents(0.5, 1.0), more.pop("unsupported_claims", []), [], list(results), **more,
    )  # fmt: skip


def cited(text="s", ids=(), verdict=None) -> CitedSentence:
    return CitedSentence(text, ids, 0.5, verdict=verdict)


def result(index, supported, score=0.5, **more) -> VerificationResult:
    return VerificationResult(index, "s", supported, score, **more)


class TestTheModelWithoutVerdicts:
    def test_a_sentence_without_a_result_counts_as_supported(self) -> None:
        a, b, c = cited("a"), cited("b"), cited("c")
        made = answer([a, b, c], [result(1, False, 0.1), result(2, True, 0.9)])
        assert made.supported_sentences == [a, c]
        assert made.unsupported_sentences == [b]
        assert made.nli_scores == [0.1, 0.9]
        assert made.min_nli_score == 0.1
        assert made.verification_for(0) is None
        assert made.verification_for(1) == result(1, False, 0.1)

    def test_defaults(self) -> None:
        made = answer([])
        assert (made.strictness, made.was_refused, made.refusal_reason) == ("balanced", False, None)
        assert made.min_nli_score == 1.0
        assert made.verification_ran is False
        assert made.is_fully_supported

    def test_text_and_cited_ids(self) -> None:
        made = answer([cited("a.", ("d::s1", "d::s0")), cited("b.", ("d::s1",))])
        assert made.text == "a. b."
        assert made.cited_sentence_ids == frozenset({"d::s0", "d::s1"})

    @pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
    def test_scores_outside_the_unit_interval_are_refused(self, score) -> None:
        with pytest.raises(ValueError, match="faithfulness_score"):
            answer([], faithfulness_score=score)
        with pytest.raises(ValueError, match="confidence"):
            CitedSentence("x", (), score)

    def test_a_refusal_needs_a_reason(self) -> None:
        with pytest.raises(ValueError, match="refusal_reason"):
            answer([], was_refused=True)
        refused = answer([], was_refused=True, refusal_reason="no_evidence")
        assert not refused.is_fully_supported

    def test_audit_trail_has_the_sixteen_keys_first(self) -> None:
        made = answer([cited("a", ("d::s0",))], [result(0, True, 0.8)])
        trail = made.audit_trail()
        assert list(trail)[:16] == SEED_KEYS
        assert trail["mean_nli_score"] == 0.8
        assert trail["cited_sentence_ids"] == ["d::s0"]
        assert answer([]).audit_trail()["mean_nli_score"] is None


class TestVerdicts:
    @pytest.mark.parametrize("status", STATUSES)
    def test_partition_by_status(self, status) -> None:
        made = answer([cited(verdict=Verdict(status, "r", "rules", 0.5))])
        assert bool(made.supported_sentences) == (status == "supported")
        assert bool(made.unsupported_sentences) == (status in ("unsupported", "partial", "contradicted"))
        assert made.status_counts() == {status: 1}

    def test_a_sentence_that_was_not_checked_is_not_supported(self) -> None:
        made = answer([cited("a", verdict=Verdict("supported", "r", "rules", 1.0)), cited("b")])
        assert [s.text for s in made.supported_sentences] == ["a"]

    @pytest.mark.parametrize("wrong", [result(0, False), result(3, True), result(-1, True)])
    def test_results_that_disagree_are_refused(self, wrong) -> None:
        good = cited(verdict=Verdict("supported", "r", "rules", 0.5))
        with pytest.raises(ValueError, match="verification result"):
            answer([good], [wrong])

    @pytest.mark.parametrize("status", sorted(set(STATUSES) - set(CHECKED)))
    def test_no_result_for_what_was_not_checked(self, status) -> None:
        with pytest.raises(ValueError, match="not checked"):
            answer([cited(verdict=Verdict(status, "r", "rules"))], [result(0, False)])

    def test_a_result_cannot_contradict_itself(self) -> None:
        with pytest.raises(ValueError, match="disagrees"):
            result(0, True, status="unsupported")

    @pytest.mark.parametrize("score", [-0.01, 1.01, float("inf")])
    def test_verdict_scores_are_probabilities(self, score) -> None:
        with pytest.raises(ValueError, match="score"):
            Verdict("supported", "r", "rules", score)

    def test_an_unknown_status_is_refused(self) -> None:
        with pytest.raises(ValueError, match="status must be one of"):
            Verdict("fine", "r", "rules")  # type: ignore[arg-type]  # what a caller may get wrong

    @given(st.lists(st.tuples(st.sampled_from(CHECKED), st.booleans()), min_size=1, max_size=20))
    def test_dropping_sentences_never_shifts_a_verdict(self, drawn) -> None:
        """Whatever is removed, every look-up by sentence still gives that sentence's own status."""
        sentences = [
            cited(f"{i}", verdict=Verdict(status, "r", "rules", i / 100))
            for i, (status, _) in enumerate(drawn)
        ]
        kept = [s for s, (_, keep) in zip(sentences, drawn, strict=True) if keep]
        results = [
            result(i, s.verdict.status == "supported", s.verdict.score, status=s.verdict.status)
            for i, s in enumerate(kept)
            if s.verdict
        ]
        made = answer(kept, results, removed=[s for s in sentences if s not in kept])
        for i, s in enumerate(made.sentences):
            found = made.verification_for(i)
            assert found is not None
            assert s.verdict is not None
            assert (found.status, found.nli_score) == (s.verdict.status, s.verdict.score)


def full_answer() -> Answer:
    reference = Reference(0, 4, 0, 4, 0.9, "d", 1, "supports", "Oak.", (0,), ())
    verdict = Verdict("supported", "confirmed", "rules", 0.9, 0.7, (reference,), {"compared": [{"a": None}]})
    sentence = CitedSentence("Oak.", ("d::s0",), 0.9, 0, 4, (reference,), verdict)
    chunk = Chunk("d::c0", "Oak.", "d", ("d::s0",), Span("d", 0, 4), {"page": 1})
    return replace(
        answer([sentence], [result(0, True, 0.9, status="supported")]),
        reply="Oak.",
        retrieved_chunks=[RetrievedChunk(chunk, 0.9, "offered")],
        skipped=[SkippedSource("a.pdf", "is encrypted")],
        settings=Settings("rules", thresholds={"covered": 0.7}, versions={"ascribe": "1"}),
    )


def test_json_round_trip_and_audit_trail_are_plain_json() -> None:
    made = full_answer()
    assert Answer.from_json(made.to_json()) == made
    assert Answer.from_json(made.to_json(indent=2).encode()) == made
    trail = made.audit_trail()
    assert json.loads(json.dumps(trail)) == trail
    assert trail["sentences"][0]["references"][0]["quote"] == "Oak."
    assert trail["settings"]["thresholds"] == {"covered": 0.7}
    assert trail["skipped"] == [{"source": "a.pdf", "reason": "is encrypted"}]


def test_json_is_validated_with_the_field_named() -> None:
    data = json.loads(full_answer().to_json())
    data["sentences"][0]["confidence"] = "high"
    with pytest.raises(InputError, match=r"sentences\[0\]\.confidence"):
        Answer.from_json(json.dumps(data))


@pytest.mark.parametrize(
    "wrong",
    [
        {"document_start_idx": 5},
        {"answer_start_idx": -1},
        {"document_position": 0},
        {"score": float("nan")},
    ],
)
def test_bad_references_are_refused(wrong) -> None:
    good: dict[str, Any] = {
        "document_start_idx": 0, "document_end_idx": 4, "answer_start_idx": 0, "answer_end_idx": 4,
        "score": 0.5, "document_id": "d", "document_position": 1, "label": "supports",
    }  # fmt: skip
    assert Reference(**good).quote == ""
    with pytest.raises(ValueError):  # noqa: PT011  # four different messages
        Reference(**{**good, **wrong})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_json_cannot_hold_is_refused_where_it_is_made(value) -> None:
    chunk = Chunk("c", "x", "d", ("d::s0",), Span("d", 0, 1))
    with pytest.raises(ValueError, match="finite"):
        RetrievedChunk(chunk, value, "dense")
    with pytest.raises(ValueError, match="finite"):
        FaithfulnessComponents(0.5, 0.5, value)


def test_a_chunk_needs_sentences_of_its_document() -> None:
    with pytest.raises(ValueError, match="no sentence_ids"):
        Chunk("c", "x", "d", (), Span("d", 0, 1))
    with pytest.raises(ValueError, match="does not match"):
        Chunk("c", "x", "d", ("d::s0",), Span("e", 0, 1))
    assert hash(Chunk("c", "x", "d", ("d::s0",), Span("d", 0, 1), {"a": 1})) == hash(
        Chunk("c", "x", "d", ("d::s0",), Span("d", 0, 1))
    )


def test_sentences_with_verdicts_can_be_put_into_sets() -> None:
    verdict = Verdict("supported", "confirmed", "rules", 0.9, details={"numbers": ["3"]})
    again = Verdict("supported", "confirmed", "rules", 0.9, details={"numbers": ["3"]})
    other = Verdict("supported", "confirmed", "rules", 0.9, details={"numbers": ["4"]})
    assert {cited(verdict=verdict), cited(verdict=again)} == {cited(verdict=verdict)}
    assert len({verdict, other}) == 2


@pytest.mark.parametrize(("start", "end"), [(0, None), (None, 3), (None, -3), (2, 1), (-1, 1)])
def test_offsets_come_in_pairs_that_make_a_range(start, end) -> None:
    with pytest.raises(ValueError, match="bad range"):
        CitedSentence("s", (), 0.5, start, end)


class TestTheJsonOfAnAnswerOfWhichNothingWasChecked:
    def test_it_has_no_score_and_reads_back_equal(self) -> None:
        made = answer([cited()])
        written = json.loads(made.to_json())
        assert written["faithfulness_score"] is None
        assert written["faithfulness_components"]["nli_score"] is None
        assert Answer.from_json(made.to_json()) == made
        assert Answer.from_dict(made.to_dict()) == made

    def test_a_record_that_holds_the_answer_writes_it_in_the_same_way(self) -> None:
        event = StreamEvent("final", "final", answer=answer([cited()]))
        assert json.loads(event.to_json())["answer"]["faithfulness_score"] is None
        assert StreamEvent.from_json(event.to_json()) == event

    def test_a_perfect_score_of_a_check_stays(self) -> None:
        made = answer([cited()], [result(0, True, 1.0)])
        assert json.loads(made.to_json())["faithfulness_score"] == 1.0
