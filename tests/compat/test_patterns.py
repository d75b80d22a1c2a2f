"""Users' patterns are written for ``re`` and run by ``regex``: both find the same."""

import re

import pytest
import regex

TEXTS = (
    "Mills grind grain [1]. Sails turn [2, 3], and stones [4-6] wear 【7†source】 (Miller, 1902).",
    "See Ref. 12 and ref 3.\n[1] Mill\n[2] Sail\n",
    "Größe und Fläche [10]; été [2]\u00a0[3] ²",
    "[]{}[a] [[1]] \\[2\\] 1,000 [1][2]",
    "",
)

PATTERNS = (
    r"\[(\d+)\]",
    r"\[(?:(\d+)(?:,\s*)?)+\]",
    r"\[(\d+(?:\s*[,-]\s*\d+)*)\]",
    r"【(\d+)†[^】]*】",
    r"\(([A-Z]\w+), \d{4}\)",
    r"(?i)\bref\.?\s*(\d{1,2})",
    r"(?m)^\[(\d+)\]",
    r"(?x) \[ (\d+) \]  # a number",
    r"(?<=\[)\d+(?=\])",
    r"(?s)Mills(.*?)wear",
    r"[^\W\d_]+(?= \[)",
    r"(?P<number>\d)(?!\d)",
    r"\s$|\A\w",
)


def found(compiled, text: str) -> list[tuple[tuple[int, int], ...]]:
    return [tuple(m.span(n) for n in range(compiled.groups + 1)) for m in compiled.finditer(text)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_both_packages_find_the_same(pattern: str) -> None:
    for text in TEXTS:
        assert found(regex.compile(pattern, regex.VERSION0), text) == found(re.compile(pattern), text)
