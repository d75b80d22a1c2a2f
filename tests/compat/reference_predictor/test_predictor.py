import copy
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from ascribe import AnswerBuilder, Document, InputError, read_sources
from ascribe.compat import ReferencePredictor, SourceDocument, groundedness
from tests.compat.reference_predictor.models import (
    Length,
    Overlap,
    answer,
    predictor,
    quotes,
    references,
)

MILL = (
    "The mill stands on the Arle. It was built in 1871. It has 12 sails. A fire came in 1902. The town paid."
)
RIVER = "The Arle is slow. Boats cross it. Nobody swims."
KEYS = [
    "document_start_idx",
    "document_end_idx",
    "answer_start_idx",
    "answer_end_idx",
    "score",
    "document_id",
    "document_position",
    "label",
]


def test_each_sentence_gets_the_best_span_with_exactly_eight_keys() -> None:
    given = answer("It was built in 1871. Boats cross the Arle. Hello!", MILL, {"id": "r", "content": RIVER})
    rows = references(predictor(), given)
    assert [list(row) for row in rows] == [KEYS] * 3
    assert quotes(rows, given) == [
        ("It was built in 1871.", MILL[:67]),
        ("Boats cross the Arle.", RIVER),
        ("Hello!", MILL[:67]),
    ]
    assert [(row["document_id"], row["document_position"]) for row in rows] == [
        ("source-1", 1),
        ("r", 2),
        ("source-1", 1),
    ]
    assert [row["score"] for row in rows] == [0.999, 0.999, 0.001]
    assert {row["label"] for row in rows} == {"unlabelled"}


@dataclass
class Theirs:
    """As Haystack's: a dataclass that can be changed."""

    data: str
    query: str
    documents: list[Any]
    meta: dict[str, Any] = field(default_factory=dict)


def test_answers_come_back_as_copies_of_their_class() -> None:
    built = AnswerBuilder().run("q", ["It was built in 1871."], documents=[MILL], meta=[{"k": [1]}])[
        "answers"
    ]
    theirs = Theirs("Boats cross it.", "q", [SourceDocument("d", RIVER)], {"_references": ["old"], "all": 1})
    row = answer("Nobody swims.", RIVER, _references=["old"])
    plain = SimpleNamespace(data="Nobody swims.", documents=[RIVER], meta=None)
    given = [*built, theirs, row, plain]
    before = copy.deepcopy(given)
    found = predictor().run(given)["answers"]
    assert given == before
    assert [type(one) for one in found] == [type(one) for one in given]
    assert [one["data"] if isinstance(one, dict) else one.data for one in found] == [
        "It was built in 1871.",
        "Boats cross it.",
        "Nobody swims.",
        "Nobody swims.",
    ]
    assert found[0].meta["k"] == [1]
    assert found[0].documents == built[0].documents
    assert found[1].meta["all"] == 1
    assert found[1].meta["_references"][0]["document_id"] == "d"
    assert [len(one.meta["_references"]) for one in (found[0], found[1], found[3])] == [1, 1, 1]
    assert predictor().run([])["answers"] == []


@pytest.mark.parametrize(
    "given",
    [answer("", MILL), answer("It is old."), answer("It is old.", "", {"id": "x"}), answer(" \n", MILL)],
)
def test_without_text_or_documents_there_are_no_references(given: dict[str, Any]) -> None:
    model = Overlap()
    assert references(predictor(model), given) == []
    assert model.asked == []


def test_documents_without_text_count_for_the_position() -> None:
    image = SimpleNamespace(id="i", content=None)
    given = answer("Boats cross it.", image, {"content": ""}, {"id": "r", "content": RIVER})
    (row,) = references(predictor(), given)
    assert (row["document_id"], row["document_position"]) == ("r", 3)


def test_documents_of_any_framework_are_read() -> None:
    own = read_sources([{"id": "own", "text": RIVER}])[0]
    assert isinstance(own, Document)
    page = SimpleNamespace(id="p", page_content=RIVER, metadata={})
    for document, name in [(own, "own"), (page, "p"), (SourceDocument("s", RIVER), "s"), (RIVER, "source-1")]:
        (row,) = references(predictor(), answer("Boats cross it.", document))
        assert (row["document_id"], row["document_start_idx"], row["document_end_idx"]) == (
            name,
            0,
            len(RIVER),
        )


def test_equal_scores_go_to_the_earlier_document_and_span() -> None:
    twice = "It is old. It is old. It is new. It is old."
    given = answer("It is old.", {"id": "same", "content": twice}, {"id": "same", "content": twice})
    (row,) = references(predictor(document_window_size=1, document_stride=1), given)
    assert (row["document_position"], row["document_start_idx"]) == (1, 0)


def test_a_threshold_cites_all_that_reach_it_and_sorts_them() -> None:
    given = answer("It is old. Nobody swims.", "It is new. It is old.", "It is old.", RIVER)
    one = {"document_window_size": 1, "document_stride": 1}
    rows = references(predictor(reference_threshold=0.66, **one), given)
    assert [(r["answer_start_idx"], r["document_position"], r["document_start_idx"]) for r in rows] == [
        *((0, 1, 11), (0, 2, 0), (0, 1, 0)),
        (11, 3, 34),
    ]
    scores = [row["score"] for row in rows]
    assert scores == [0.999, 0.999, pytest.approx(2 / 3, abs=1e-5), 0.999]
    assert len(references(predictor(reference_threshold=scores[2], **one), given)) == 4
    assert len(references(predictor(reference_threshold=0.67, **one), given)) == 3
    assert references(predictor(reference_threshold=1, **one), given) == []
    assert len(references(predictor(reference_threshold=0, **one), given)) == 2 * 6


def test_windows_with_a_smaller_stride_overlap() -> None:
    given = answer("It is old. It burnt. It stands.", MILL)
    rows = references(predictor(answer_window_size=2), given)
    assert [quote for quote, _ in quotes(rows, given)] == ["It is old. It burnt.", "It burnt. It stands."]


def test_a_window_is_read_if_one_of_its_sentences_needs_verification() -> None:
    given = answer("Hello there! It was built in 1871. Thanks! Bye now!", MILL)
    assert len(references(predictor(verifiability_model=Length()), given)) == 1
    rows = references(predictor(verifiability_model=Length(), answer_window_size=2), given)
    assert [quote for quote, _ in quotes(rows, given)] == [
        "Hello there! It was built in 1871.",
        "It was built in 1871. Thanks!",
    ]


def test_equal_texts_are_read_once_over_all_answers() -> None:
    model = Overlap()
    given = [answer("It is old. It is old.", MILL, MILL), answer("It is old.", MILL)]
    found = predictor(model).run(given)["answers"]
    assert model.asked == [("It is old.", MILL[:67]), ("It is old.", MILL[68:])]
    assert [len(one["meta"]["_references"]) for one in found] == [2, 1]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ("text", "answers: expected a list of answers, got str"),
        ({"data": "x"}, "answers: expected a list of answers, got dict"),
        (None, "answers: expected a list of answers, got NoneType"),
        ([answer("x"), "text"], "answer 2: a str without text in 'data'"),
        ([{"documents": []}], "answer 1: a dict without text in 'data'"),
        ([{"data": "x", "meta": [1]}], "answer 1: its meta must be a dict, got list"),
        ([answer("x", "y", {"content": b"z"})], "answer 1, document 2: its text must be a string, got bytes"),
    ],
)
def test_what_is_no_answer_is_refused(answers: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        predictor().run(answers)


WORDS = st.lists(
    st.sampled_from(["it", "is", "old.", "New!", "é🚂", "水。", "\n\n", "- a", '"b', '."', "[1]"]),
    max_size=12,
)
SIZES = st.integers(1, 4)


@for_all(
    WORDS.map(" ".join), st.lists(WORDS.map(" ".join), max_size=3), SIZES, SIZES, SIZES, SIZES, st.booleans()
)
def test_references_are_slices_of_what_was_scored(data, documents, a, b, c, d, joined) -> None:
    model = Overlap()
    made = predictor(
        model,
        answer_window_size=a,
        answer_stride=b,
        document_window_size=c,
        document_stride=d,
        use_split_rules=joined,
        reference_threshold=0.0,
    )
    given = answer(data, *documents)
    rows = references(made, given)
    pairs = quotes(rows, given)
    assert set(pairs) == set(model.asked)
    assert all(quote and document for quote, document in pairs)
    order = [
        (r["answer_start_idx"], -r["score"], r["document_position"], r["document_start_idx"]) for r in rows
    ]
    assert order == sorted(order)
    assert all(0.0 <= row["score"] <= 1.0 for row in rows)
    best = references(
        predictor(
            **{
                n: getattr(made, n)
                for n in (
                    "answer_window_size",
                    "answer_stride",
                    "document_window_size",
                    "document_stride",
                    "use_split_rules",
                )
            }
        ),
        given,
    )
    assert best == [
        next(r for r in rows if r["answer_start_idx"] == start)
        for start in sorted({r["answer_start_idx"] for r in rows})
    ]


def test_groundedness_is_the_mean_over_sentences_that_need_verification_then_over_answers() -> None:
    given = [
        answer("Thanks! It was built in 1871. Trains cross the valley daily.", MILL),
        answer("Thanks!", MILL),
        answer("Boats cross it now.", RIVER),
        answer("It is very old."),
    ]
    found = predictor(verifiability_model=Length()).predict(given)
    assert [one.groundedness for one in found] == [
        pytest.approx((0.999 + 0.2) / 2),
        None,
        pytest.approx(0.75),
        0.0,
    ]
    assert groundedness(found) == pytest.approx(((0.999 + 0.2) / 2 + 0.75 + 0.0) / 3)
    assert groundedness([]) is None
    strict = predictor(verifiability_model=Length(), reference_threshold=0.9).predict(given)
    assert [one.groundedness for one in strict] == [pytest.approx(0.999 / 2), None, 0.0, 0.0]


def test_predict_says_what_each_sentence_is() -> None:
    (found,) = predictor(verifiability_model=Length()).predict([answer("Thanks! It is very old.", MILL)])
    shown = [(s.start, s.end, s.needs_verification, s.class_name, s.probability) for s in found.sentences]
    assert shown == [(0, 7, False, "noise", 0.9), (8, 23, True, "needs_verification", 0.8)]
    (reference,) = found.references
    assert reference.quote == MILL[:67]


def test_the_built_in_models_need_nothing_else() -> None:
    made = ReferencePredictor(
        "builtin", verifiability_model="builtin", min_score_2_label_thresholds={"grounded": 0.3}
    )
    given = answer(
        "Hello! The mill has 12 sails. A railway crosses the valley. I hope this helps!", RIVER, MILL
    )
    made.warm_up()
    rows = references(made, given)
    assert [row["label"] for row in rows] == ["grounded", "not_grounded"]
    assert rows[0]["document_position"] == 2
    assert rows == references(
        ReferencePredictor(
            None, verifiability_model="builtin", min_score_2_label_thresholds={0.3: "grounded"}
        ),
        given,
    )


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(predictor(token="secret"))
