"""Token ids and how claim and evidence are put together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.neural.tokens import (
    BETWEEN,
    FIRST,
    LEAST_EVIDENCE,
    LIMIT,
    SIGNS,
    pair_ids,
    pieces,
    text_row,
    token_ids,
)


def test_signs_in_a_text_are_text() -> None:
    ids = token_ids("[SEP] [CLS] [PAD]")
    assert not {FIRST, BETWEEN, 0} & set(ids)


def test_long_texts_are_not_cut_and_short_ones_not_padded() -> None:
    assert token_ids("mill " * 3000) == token_ids("mill") * 3000
    assert token_ids("") == []


@pytest.mark.parametrize("text", ["\ud800mill", "mill\udfff \ud83d\ude00 wheel", "😀 mill"])
def test_lone_surrogates_are_read(text) -> None:
    assert set(token_ids("mill")) <= set(token_ids(text))


def test_a_pair_is_claim_then_evidence_with_types() -> None:
    ids, types = pair_ids([7, 8], [9])
    assert ids == [FIRST, 7, 8, BETWEEN, 9, BETWEEN]
    assert types == [0, 0, 0, 0, 1, 1]
    assert text_row([7]).ids == [FIRST, 7, BETWEEN]


def test_only_the_evidence_is_cut() -> None:
    ids, types = pair_ids(list(range(1000, 1400)), [5] * 900)
    assert len(ids) == len(types) == LIMIT
    assert ids[1:401] == list(range(1000, 1400))
    assert ids.count(5) == LIMIT - SIGNS - 400


def test_a_claim_without_room_for_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves 95 of 512 for the evidence"):
        pair_ids([7] * (LIMIT - SIGNS - LEAST_EVIDENCE + 1), [5] * 200)


@given(st.integers(0, 2000), st.integers(0, 800))
def test_pieces_are_the_whole_claim_and_each_fits(claim, evidence) -> None:
    parts = pieces(list(range(claim)), evidence)
    assert [token for part in parts for token in part] == list(range(claim))
    assert all(len(pair_ids(part, [5] * evidence)[0]) <= LIMIT for part in parts)
    assert len(parts) == 1 or min(map(len, parts)) > LIMIT // 4
