"""Users' patterns are written for ``re`` and run by ``regex``: both find the same."""

import re

import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # ``re`` on signs that may change

ALPHABET = "ab1[]-,{}e._ \néſKßİıs"
ATOMS = [
    *"ab1-,e_ é{}",
    *(r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\b", r"\B", r"\A", r"\Z", "^", "$", "."),
    *("[ab]", "[^a]", r"[\d,]", r"[^\W\d]", r"[\W_]", r"[^\Sa]", "[a-e]", "[^]]", r"\[", r"\]", r"\n"),
    *("a{,2}", r"\x61", r"\u00e9", r"\.", "ſ", "İ", "ß"),
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
    assert found(regex.compile(pattern, regex.VERSION0), text) == found(theirs, text)
