"""Token ids and how claim and evidence are put together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.inference.tokens import (
    CLS_ID,
    MAX_TOKENS,
    MIN_EVIDENCE_TOKENS,
    SEP_ID,
    SPECIAL_TOKENS,
    build_pair_ids,
    build_text_row,
    split_claim,
    tokenize,
)


def test_signs_in_a_text_are_text() -> None:
    ids = tokenize("[SEP] [CLS] [PAD]")
    assert not {CLS_ID, SEP_ID, 0} & set(ids)


def test_long_texts_are_not_cut_and_short_ones_not_padded() -> None:
    assert tokenize("mill " * 3000) == tokenize("mill") * 3000
    assert tokenize("") == []


@pytest.mark.parametrize("text", ["\ud800mill", "mill\udfff \ud83d\ude00 wheel", "😀 mill"])
def test_lone_surrogates_are_read(text) -> None:
    assert set(tokenize("mill")) <= set(tokenize(text))


def test_a_pair_is_claim_then_evidence_with_types() -> None:
    ids, types = build_pair_ids([7, 8], [9])
    assert ids == [CLS_ID, 7, 8, SEP_ID, 9, SEP_ID]
    assert types == [0, 0, 0, 0, 1, 1]
    assert build_text_row([7]).ids == [CLS_ID, 7, SEP_ID]


def test_only_the_evidence_is_cut() -> None:
    ids, types = build_pair_ids(list(range(1000, 1400)), [5] * 900)
    assert len(ids) == len(types) == MAX_TOKENS
    assert ids[1:401] == list(range(1000, 1400))
    assert ids.count(5) == MAX_TOKENS - SPECIAL_TOKENS - 400


def test_a_claim_without_room_for_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves 95 of 512 for the evidence"):
        build_pair_ids([7] * (MAX_TOKENS - SPECIAL_TOKENS - MIN_EVIDENCE_TOKENS + 1), [5] * 200)


@given(st.integers(0, 2000), st.integers(0, 800))
def test_pieces_are_the_whole_claim_and_each_fits(claim, evidence) -> None:
    parts = split_claim(list(range(claim)), evidence)
    assert [token for part in parts for token in part] == list(range(claim))
    assert all(len(build_pair_ids(part, [5] * evidence)[0]) <= MAX_TOKENS for part in parts)
    assert len(parts) == 1 or min(map(len, parts)) > MAX_TOKENS // 4
