"""Half a marker at the end of a stream is held back."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ascribe.read.markers import parse_markers, safe_end
from ascribe.read.markers.parser import MAX_HELD_BACK

FORMS = [
    "[1]", "[ 1 , 2 ]", "[1–3]", "[1, p. 3]", "[^1]", "[^note]", "[^1^]", "[ID:3]", "[ID:0, ID:2]",
    "(ID:3)", "[Source 1]",
    "(Source 2)", "[doc1, doc2]", "【4:0†source】", "[4:0†source]", "【2】", "［１］",
    "\ue200cite\ue202turn0search1\ue201",
    '<cite id="s1">a fact.</cite>', '<cite id="s1"/>', "<co: 0,2>a fact</co: 0,2>",
    "[[1]](http://a.b/c)", "[1](id=3)",
    "(pqac-ab12cd34)", "(Moss et al., 2019)", "(Moss, 2019a)", "[@moss, p. 3]", "[see @moss; @lee]",
    "{{source:2}}",
    "fact.¹²", "<sup>2</sup>", "<sup>[1, 2]</sup>",
]  # fmt: skip
PROSE = [
    "A fact",
    " ",
    ".",
    " (in part)",
    "[a](b.c)",
    "`x[1]`",
    "a < b",
    "{x}",
    "\n",
    "[x]",
    "10²",
    "[",
    "(",
    "<b>",
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_held_back_whole_at_every_cut(form: str) -> None:
    text = f"A fact {form}" if not form.startswith("fact") else f"A {form}"
    (marker,) = parse_markers(f"{text} so.", 5)
    for cut in range(marker.start + 1, marker.end + 1):
        assert safe_end(text[:cut]) <= marker.start, text[:cut]
    assert safe_end(f"{text} so.") == len(text) + 4


@given(st.lists(st.sampled_from(PROSE + FORMS), max_size=8).map("".join), st.data())
@settings(max_examples=600, deadline=None)
def test_no_marker_is_cut(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    end = safe_end(text[:cut])
    assert 0 <= end <= cut
    assert not [m for m in parse_markers(text) if m.start < end < m.end]


@given(st.lists(st.sampled_from(PROSE + FORMS), max_size=8).map("".join), st.integers(1, 7))
@settings(max_examples=300, deadline=None)
def test_what_is_shown_adds_up_to_the_text(text: str, step: int) -> None:
    shown, so_far = "", ""
    for position in range(0, len(text), step):
        so_far += text[position : position + step]
        end = max(len(shown), safe_end(so_far))
        shown += so_far[len(shown) : end]
        assert text.startswith(shown)
    assert shown + so_far[len(shown) :] == text


@example("A fact, told plainly (in 1999), with a < b and {x}.")
@given(st.text("abc ,.;:\n", max_size=60))
def test_prose_is_not_held_back(text: str) -> None:
    assert safe_end(text) == len(text)


def test_what_never_ends_is_let_go() -> None:
    assert safe_end("<cite id='a'>" + "word " * MAX_HELD_BACK) == 13 + 5 * MAX_HELD_BACK
