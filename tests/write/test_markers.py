from __future__ import annotations

import pytest

from ascribe.records import Reference
from ascribe.write.markers import number_references, own_numbers, words_of


def reference(start: int, label: str = "supports", position: int = 1) -> Reference:
    return Reference(start, start + 5, 0, 1, 0.5, "doc", position, label, "quote")


def numbers(reply: str, *references: Reference) -> list[int]:
    return list(number_references(reply, references).values())


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("plain", set()),
        ("as in [3] and [1, 12]", {1, 3, 12}),
        ("[2-5] [^7]", {2, 5, 7}),
        ("【4:0†source】", {0, 4}),
        ("in [Source 9]", {9}),
        ("not (6) nor 8", set()),
    ],
)
def test_own_numbers(reply: str, expected: set[int]) -> None:
    assert own_numbers(reply) == expected


def test_numbers_go_by_first_use_and_repeat_for_the_same_words() -> None:
    first, second = reference(10), reference(0)
    assert number_references("", [first, second, first]) == {words_of(first): 1, words_of(second): 2}


def test_the_same_offsets_in_another_document_get_another_number() -> None:
    assert numbers("", reference(0), reference(0, position=2)) == [1, 2]


def test_numbers_start_above_the_replys_own() -> None:
    assert numbers("as [4] says", reference(0), reference(9)) == [5, 6]


def test_a_year_in_brackets_does_not_raise_the_numbers() -> None:
    assert numbers("in [2019]", reference(0)) == [1]


def test_a_number_that_the_reply_uses_is_skipped() -> None:
    assert numbers("[999] [1000]", reference(0)) == [1001]


def test_related_evidence_gets_no_number() -> None:
    assert numbers("", reference(0, "related"), reference(9, "contradicts"), reference(20, "own")) == [1]
