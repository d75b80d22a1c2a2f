"""Patterns written anew for ``regex`` find what ``re`` finds."""

import re
import sys
import unicodedata

import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ascribe.compat.answer_builder.pattern_translation import translate_pattern

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # ``re`` on signs that may change

ALPHABET = "ab1[]-,{}e._ \n\x1cé²٣\u0301ſKßİıs"
ATOMS = [
    *"ab1-,e_ é²{}",
    *(r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\b", r"\B", r"\A", r"\Z", "^", "$", "."),
    *("[ab]", "[^a]", r"[\d,]", r"[^\W\d]", r"[\W_]", r"[^\Sa]", "[a-e]", "[^]]", r"\[", r"\]", r"\n"),
    *("[[:alpha:]]", "[a&&b]", "[a||b]"),
    *("a{e}", "b{s<=1}", "{", "a{,2}", r"\x61", r"\u00e9", r"\.", "ſ", "İ", "ß"),
]  # fmt: skip
REPEATS = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "*+", "?+"]
AROUND = [
    "(?:{})",
    "(?={})",
    "(?!{})",
    "(?>{})",
    "(?i:{})",
    "(?s:{})",
    "(?m:{})",
    "(?a:{})",
    "(?:{}|a)",
    "(?:|{})",
]


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    piece = st.tuples(parts, st.sampled_from(REPEATS)).map("".join)
    sequence = st.lists(piece, min_size=1, max_size=3).map("".join)
    return st.tuples(st.sampled_from(AROUND), sequence).map(lambda pair: pair[0].format(pair[1]))


PARTS = st.recursive(st.sampled_from(ATOMS), joined, max_leaves=5)
PATTERNS = st.builds(
    lambda flags, before, group, after: flags + before + group + after,
    st.sampled_from(["", "", "", "(?i)", "(?s)", "(?m)", "(?a)", "(?x)", "(?im)"]),
    joined(PARTS),
    st.one_of(st.just(""), joined(PARTS).map("({})".format), joined(PARTS).map(r"({})?b\1".format)),
    st.one_of(st.just(""), joined(PARTS)),
)


def found(compiled, text: str) -> list[tuple[tuple[int, int], ...]]:
    return [tuple(m.span(n) for n in range(compiled.groups + 1)) for m in compiled.finditer(text)]


@given(PATTERNS, st.text(ALPHABET, max_size=12))
@settings(max_examples=1500, deadline=None)
def test_both_packages_find_the_same(pattern: str, text: str) -> None:
    try:
        theirs = re.compile(pattern)
    except re.error:
        assume(False)
    assert found(regex.compile(translate_pattern(pattern)), text) == found(theirs, text)


@pytest.mark.parametrize(
    "sign", [r"\w", r"\W", r"\d", r"\D", r"\s", r"\S", r"[^\W\d]", r"(?a:\w)", r"(?a)\s"]
)
def test_every_character_is_of_the_same_kind(sign: str) -> None:
    """But for those that Unicode has given since this Python was made."""
    known = "".join(
        c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(c) not in ("Cn", "Cs")
    )
    assert regex.findall(translate_pattern(sign), known) == re.findall(sign, known)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("a{e}", "a{e} b"),
        ("[[:alpha:]]", "[a:] x"),
        (r"(?x) \[ (\d+) \]  # a number", "[12]"),
        (r"(a)?(?(1)b|c)", "ab c"),
        (r"\B", ""),
        ("$", "a\n"),
        ("(?i)K", "K"),
        (r"(?P<n>\d)(?P=n)1", "331"),
        ("(?!)|a", "a"),
    ],
)
def test_signs_that_the_packages_read_differently(pattern: str, text: str) -> None:
    theirs = re.compile(pattern)
    assert found(regex.compile(translate_pattern(pattern)), text) == found(theirs, text)
