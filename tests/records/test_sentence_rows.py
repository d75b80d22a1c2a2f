"""The row of a sentence in a table, and text that a spreadsheet would run."""

import pytest

from ascribe import check
from ascribe.records.sentence_rows import build_rows, escape_formula, restore_formula


def test_a_row_has_the_words_and_the_label_of_the_first_reference() -> None:
    answer = check("The mill has 12 sails. Thanks!", ["The mill has 12 sails."], tier="rules")
    first, second = build_rows(answer)
    assert (first["quote"], first["label"]) == (
        "The mill has 12 sails.",
        answer.sentences[0].references[0].label,
    )
    assert first["label"] is not None
    assert (second["quote"], second["label"], second["document"]) == (None, None, None)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_only_text_that_begins_like_a_formula_gets_an_apostrophe(sign: str) -> None:
    assert escape_formula(f"{sign}1+1") == f"'{sign}1+1"
    assert restore_formula(f"'{sign}1+1") == f"{sign}1+1"
    assert escape_formula(f"a{sign}1") == f"a{sign}1"
    assert restore_formula("'tis the mill") == "'tis the mill"
