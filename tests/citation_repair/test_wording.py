"""Markers rewritten in each style of the grammar, read back by the same grammar."""

from __future__ import annotations

import pytest

from ascribe.citation_repair.marker_forms import _WRITERS, collect_forms
from ascribe.read.markers import parse_markers
from ascribe.read.markers.styles import STYLES

IDS = ("mill", "bridge.txt", "museum of Horn", "kohl2019")


def rewritten(text: str, *names: int | str, at: int = 0) -> str:
    markers = parse_markers(text, len(IDS))
    places = {m: [k if isinstance(k, int) and k <= len(IDS) else None for k in m.documents] for m in markers}
    return collect_forms(text, IDS, places).rewrite(markers[at], names)


def test_every_style_can_be_written() -> None:
    assert set(_WRITERS) == {style.name for style in STYLES}


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("A fact [1].", (3,), "[3]"),
        ("A fact [1].", (2, 3), "[2][3]"),
        ("A fact [1] and one [2, 3].", (2, 3), "[2, 3]"),
        ("A fact [ 1 ].", (3,), "[ 3 ]"),
        ("A fact [1;2].", (1, 3), "[1;3]"),
        ("A fact [1-4].", (1, 3, 4), "[1, 3, 4]"),
        ("A fact [1–4].", (2, 3, 4), "[2–4]"),
        ("A fact [[1]].", (2,), "[[2]]"),
        ("A fact [1, p. 4].", (2,), "[2]"),
        ("事实［1］。", (3,), "［3］"),
        ("事实【1】。", (3,), "【3】"),
        ("حقيقة [١].", (3,), "[٣]"),
        ("A fact.¹", (3,), "³"),
        ("A fact.¹", (1, 3), "¹,³"),
        ("It is 30 m⁽¹⁾.", (2,), "⁽²⁾"),
        ("A fact.[^1]", (3,), "[^3]"),
        ("A fact.[^1]", (1, 3), "[^1][^3]"),
        ("A fact.[^1]\n\n[^1]: A note.", (3,), "[3]"),
        ("A fact [Source 1].", (3,), "[Source 3]"),
        ("A fact (doc 1).", (3,), "(doc 3)"),
        ("A fact [doc1].", (2, 3), "[doc2][doc3]"),
        ("A fact [ID:0].", (3,), "[ID:2]"),
        ("A fact [ID:0, ID:1].", (1, 3), "[ID:0, ID:2]"),
        ("A fact {{source:1}}.", (3,), "{{source:3}}"),
        ("A fact [[1]](http://a.b).", (3,), "[3]"),
        ("A fact [[1]](http://a.b). One [[3]](http://c.d).", (3,), "[[3]](http://c.d)"),
        ("A fact [@mill].", (4,), "[@kohl2019]"),
        ("A fact [@mill, p. 3; @none].", ("mill",), "[@mill, p. 3]"),
        ("A fact [@mill].", (3,), "[3]"),
        ('<cite id="s1">A fact</cite>.', (3,), '<cite id="s3">'),
        ('<cite id="mill">A fact</cite>.', (2,), '<cite id="bridge.txt">'),
        ('<cite id="mill">A fact</cite>.', (3,), '<cite id="3">'),
        ("A fact 【4:0†a.pdf】.", (2,), "[2]"),
        ("A fact (Moss et al., 2019).", (2,), "[2]"),
        ("A fact [1].", (), ""),
    ],
)
def test_rewriting(text, names, expected) -> None:
    assert rewritten(text, *names) == expected


def test_a_number_of_another_base_is_read_back() -> None:
    text = f"A fact {rewritten('A fact [ID:0].', 4)}."
    assert parse_markers(text, 4)[0].documents == (4,)
