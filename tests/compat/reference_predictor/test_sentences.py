import logging

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from ascribe.compat.reference_predictor.sentences import SentenceSplitter
from ascribe.read import split_sentences
from tests.compat.reference_predictor.models import answer, predictor, quotes, references


def split(text: str, language: str = "en", *, joined: bool = False, extended: bool = False) -> list[str]:
    claims = SentenceSplitter(language, joined, extended).claims(text)
    assert [claim.text for claim in claims] == [text[claim.start : claim.end] for claim in claims]
    return [claim.text for claim in claims]


@pytest.mark.parametrize(
    ("text", "plain", "joined"),
    [
        ("One is old. Two is new. Three burnt.", 3, 3),
        ("“It is old. It burnt.” The end came.", 3, 2),
        ('"It is old. It burnt." The end came.', 3, 2),
        ('She asked "Is it old?" Nobody knew.', 2, 1),
        ("It is old. (It burnt in 1902.) It stands.", 3, 2),
        ("Don't stop here. It's fine. We'll see.", 3, 3),
        ("It is old.\n\n(It burnt in 1902.)", 2, 2),
        ("1. One is old.\n2. Two is new.", 2, 2),
    ],
)
def test_split_rules_join_what_belongs_together(text: str, plain: int, joined: int) -> None:
    assert len(split(text)) == plain
    assert len(split(text, joined=True)) == joined


def test_a_quotation_of_any_length_takes_no_long_time() -> None:
    text = '"' + "It is old. " * 20_000
    assert len(split(text, joined=True)) > 10_000


@pytest.mark.parametrize(
    ("language", "text", "plain", "extended"),
    [
        ("en", "The board met the Commr. Harlow of the county. It agreed.", 3, 2),
        ("de", "Der Text ist veröff. Berlin 1990. Er ist lang.", 3, 2),
        ("fr", "Il est vieux. Il est grand.", 2, 2),
    ],
)
def test_curated_abbreviations_end_no_sentence(language: str, text: str, plain: int, extended: int) -> None:
    assert len(split(text, language)) == plain
    assert len(split(text, language, extended=True)) == extended


def test_documents_are_split_with_them_too_and_without_the_rules() -> None:
    text = "The board met the Commr. Harlow of the county. (It agreed.)"
    assert len(SentenceSplitter("en", False, False).units(text)) == 3
    assert len(SentenceSplitter("en", True, True).units(text)) == 2


def test_the_language_chooses_the_rules() -> None:
    text = "Er kam am 3. Mai. Das war gut."
    assert split(text, "de") == ["Er kam am 3. Mai.", "Das war gut."]
    assert split(text, "en") != split(text, "de")


@pytest.mark.parametrize("code", ["de", "de-AT", "DE_at"])
def test_a_code_may_have_a_region(caplog, code: str) -> None:
    made = predictor(language=code, extend_abbreviations=True, verifiability_model="builtin")
    given = answer("Er kam am 3. Mai. Hallo!", "Er kam am 3. Mai. Das war gut.")
    names = [sentence.class_name for sentence in made.predict([given])[0].sentences]
    assert names == ["needs_verification", "greeting"]
    assert caplog.records == []


@pytest.mark.parametrize(
    ("language", "extended", "warning"),
    [
        ("xx", False, "not known"),
        ("fr", True, "no curated abbreviations"),
        ("fi", False, None),
        ("de", True, None),
    ],
)
def test_what_a_language_lacks_is_logged(caplog, language: str, extended: bool, warning: str | None) -> None:
    with caplog.at_level(logging.WARNING, "ascribe"):
        predictor(language=language, extend_abbreviations=extended)
    assert [warning in record.getMessage() for record in caplog.records if warning] == [True] * bool(warning)
    assert len(caplog.records) == bool(warning)
    assert split("One is old. Two is new.", language) == ["One is old.", "Two is new."]


TEXTS = st.text(alphabet="ab é水🚂.!? \n\r\"'()[]1-#|*", max_size=60)


@for_all(TEXTS, st.booleans())
def test_sentences_are_slices_in_order(text: str, joined: bool) -> None:
    claims = SentenceSplitter("en", joined, False).claims(text)
    assert all(claim.text == text[claim.start : claim.end] == claim.text.strip() for claim in claims)
    assert all(claim.text for claim in claims)
    assert [c.start for c in claims] == sorted({c.start for c in claims})
    if not joined:
        assert [(c.start, c.end) for c in claims] == split_sentences(text, "en")


def test_a_span_of_two_sentences_is_the_text_between_their_ends() -> None:
    given = answer("It is old.\r\n It burnt — 🚂 in 1902.", "It is old.  It burnt in 1902. It stands.")
    rows = references(predictor(answer_window_size=2, answer_stride=2, document_window_size=2), given)
    assert quotes(rows, given) == [(given["data"], "It is old.  It burnt in 1902.")]
