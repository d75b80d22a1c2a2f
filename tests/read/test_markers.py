import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.read.blocks import split_blocks
from ascribe.read.markers import mask_markers, parse_markers, strip_markers


def _found(text: str, n_documents: int | None = 5) -> list[tuple[str, tuple[int | str, ...]]]:
    return [(text[m.start : m.end], m.documents) for m in parse_markers(text, n_documents)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fact [1].", [("[1]", (1,))]),
        ("The ratio [1] = 5.", [("[1]", (1,))]),
        ("`a` is code.\n\n```\nx `b` y [2]\n```\n\nA fact [1].", [("[1]", (1,))]),
        ("A fact [ 1 , 2 ].", [("[ 1 , 2 ]", (1, 2))]),
        ("A fact[1-3].", [("[1-3]", (1, 2, 3))]),
        ("A fact [1–3; 5].", [("[1–3; 5]", (1, 2, 3, 5))]),
        ("A fact [1][2] [3].", [("[1]", (1,)), ("[2]", (2,)), ("[3]", (3,))]),
        ("A fact [9].", [("[9]", (9,))]),
        ("A fact [3-1].", [("[3-1]", (3, 1))]),
        ("**A fact**[2]", [("[2]", (2,))]),
        ("In 2019[2] it rose.", [("[2]", (2,))]),
        ("According to [1]: it rose.", [("[1]", (1,))]),
        ("A fact.[^1] Another.[^note]", [("[^1]", (1,)), ("[^note]", ("note",))]),
        ("A fact.¹ Another²,³ one.", [("¹", (1,)), ("²,³", (2, 3))]),
        ("事实［1］。", [("［1］", (1,))]),
        ("A fact 【4:0†a.pdf】.", [("【4:0†a.pdf】", ("4:0",))]),
        ("A fact [[2]](http://a.b/c).", [("[[2]](http://a.b/c)", (2,))]),
        ("A fact (Moss et al., 2019).", [("(Moss et al., 2019)", ("Moss et al., 2019",))]),
        ("A fact [doc1][doc2].", [("[doc1]", (1,)), ("[doc2]", (2,))]),
    ],
)
def test_markers(text: str, expected: list[tuple[str, tuple[int | str, ...]]]) -> None:
    assert _found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Read `a [1]` twice.",
        "```\nx [1]\n```",
        "~~~\nx [1]",
        "See [1](http://a.b).",
        "See ![1](a.png) and [a [1] b](c.d).",
        "[^1]: A note.\n[2]: http://a.b",
        "- [x] done\n- [ ] open",
        "Take a[0] and x[1] and my_list[2] and sys.argv[1].",
        "We have $x \\in [0, 1]$ and \\(a_{[1]}\\) and $$b [2]$$.",
        "Between the interval [1, 5] and the range [0, 1].",
        "The law [2019] was new.",
        "Match [0-9]+ or ^[1-9] in it.",
        "It has 18 m² and 10³ and (x+1)².",
        "He was in (London, 2012) and in (May 2019).",
        '{"pages": [1, 2]}',
        "Swap arr[1] = arr[2].",
        "word []",
    ],
)
def test_no_markers(text: str) -> None:
    assert _found(text) == []


def test_a_year_is_a_position_if_that_many_documents_were_offered() -> None:
    assert _found("A fact [2019].", None) == _found("A fact [2019].", 100) == []
    assert _found("A fact [2019].", 3000) == [("[2019]", (2019,))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fact [1] . Next [2]", "A fact. Next"),
        ("A [1] b", "A b"),
        ("Ab[1] c [2] [3] d", "Ab c d"),
        ("[1] A\n  [2] B  \n", "A\n  B  \n"),
        ('<cite id="a">A b.</cite> C', "A b. C"),
        ("| a [1] |", "| a |"),
        ("A  b , c", "A  b , c"),
    ],
)
def test_strip(text: str, expected: str) -> None:
    assert strip_markers(text) == expected


def test_mask_keeps_the_words_in_a_tag() -> None:
    text = '<cite id="a">A b.</cite> C [1].'
    masked = mask_markers(text, split_blocks(text))
    assert len(masked) == len(text)
    assert masked.split() == ["A", "b.", "C", "."]


@given(st.text(st.sampled_from('[]()^1234,-–; .ab\n`$\\{}【】†¹²<cite>/"_=!'), max_size=80))
@settings(max_examples=600, deadline=None)
def test_markers_are_ordered_and_masking_changes_nothing_else(text: str) -> None:
    last = 0
    for marker in parse_markers(text):
        assert last <= marker.start < marker.end <= len(text)
        assert marker.documents
        last = marker.end
    masked = mask_markers(text, split_blocks(text))
    assert len(masked) == len(text)
    assert all(after in (before, " ") for before, after in zip(text, masked, strict=True))


@pytest.mark.parametrize(
    "piece", ["[1] ", "[", "[[", "[a](", "<cite>", "\\(", "$a", '{"', "[1][", "``a ", "a¹", "【", "(A & "]
)
def test_time_is_linear(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    started = time.process_time()
    strip_markers(text)
    assert time.process_time() - started < 3


def test_share_of_the_grammar(shared_data: Path) -> None:
    lines = (shared_data / "dev" / "marker_grammar.jsonl").read_text("utf-8").splitlines()
    right = []
    for case in map(json.loads, lines):
        got = [(m.start, m.end, list(m.documents)) for m in parse_markers(case["text"], case["n_documents"])]
        want = [(e["start"], e["end"], e["documents"]) for e in case["expected"]]
        right.append(got == want and strip_markers(case["text"], case["n_documents"]) == case["clean_text"])
    assert sum(right) >= 0.97 * len(right)
