from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ascribe.write.verdict_rows import build_detail_rows

KEYS = st.sampled_from(["rule", "claim", "finding", "x"])
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner),
    max_leaves=8,
)


def test_details_read_as_words() -> None:
    details = {
        "in_reply": ["3 kg", 4],
        "ratio": 1 / 3,
        "pair": {"a": [1]},
        "formula": "40 → 50",
        "ok": True,
    }
    assert build_detail_rows(details) == [
        ("in reply", "3 kg, 4"),
        ("ratio", "0.333"),
        ("pair", '{"a": [1]}'),
        ("formula", "40 → 50"),
        ("ok", "true"),
    ]


def test_what_is_empty_is_left_out() -> None:
    assert build_detail_rows({"a": [], "b": {}, "c": "", "d": None, "zero": 0}) == [("zero", "0")]


def test_the_comparisons_that_decide_become_rows_named_by_their_rule() -> None:
    compared = [
        {"rule": "numbers", "finding": "clash", "claim": "18", "evidence": "24"},
        {"rule": "full_names", "finding": "missing", "claim": "Ann Lee", "evidence": None},
        {"rule": "units", "finding": "acme_close", "claim": "kg", "evidence": "lb"},
        {"rule": "numbers", "finding": "agree", "claim": "7", "evidence": "seven"},
        {"rule": "full_names", "finding": "agree", "claim": "Ann Lee", "evidence": None},
        {"rule": "full_names", "finding": "agree", "claim": "Bo Lee", "evidence": "Bo Lee"},
    ]
    assert build_detail_rows({"compared": compared}) == [
        ("numbers", "“18” in the reply, “24” in the source: they differ"),
        ("agree", "numbers “7”; full names “Ann Lee”, “Bo Lee”"),
    ]
    assert build_detail_rows({"compared": compared[1:3]}) == [
        ("full names", "“Ann Lee” in the reply, nothing comparable in the source"),
    ]
    assert build_detail_rows({"compared": compared[2:3]}) == [
        ("units", "“kg” in the reply, “lb” in the source: acme_close"),
    ]


@given(st.dictionaries(st.text(max_size=5), JSON_VALUES, max_size=3))
def test_any_json_can_be_shown(details: dict[str, Any]) -> None:
    rows = build_detail_rows(details)
    assert all(isinstance(part, str) for row in rows for part in row)
    assert bool(rows) == any(value not in ([], {}, "", None) for value in details.values())
