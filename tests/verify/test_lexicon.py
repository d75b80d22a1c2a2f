"""What a text may match is told by its words: no pattern that matches is left out.

No cue is listed twice in a group, nor in two groups that say different things.
"""

import re
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.text.package_data import load_package_json
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes, get_cues
from ascribe.verify.lexicon import Prefilter, find_needs
from ascribe.verify.rules.quantifiers import LADDER

CUES = [
    (group, cue)
    for language in ("ar", "de", "en", "es", "fr", "hi", "it", "ja", "nl", "pt", "ru", "zh")
    for group, cues in get_cues(language).items()
    for cue in cues
]


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_whatever_a_cue_matches_calls_its_group(data) -> None:
    group, cue = data.draw(st.sampled_from(CUES))
    # what stands around a match matters too: "(?=\\s+\\w)"
    text = data.draw(st.from_regex(cue)).lower()
    if re.search(cue, text):
        assert group in Prefilter({group: [cue]}).groups(Text(text).tokens)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bnot\b(?!\s+only\b)", ["not."]),
        (r"\bfail(?:s|ed)?\b", ["fail"]),
        (r"\bin\s+total\b", ["total."]),
        (r"\b(?:the|a)\s+(?:sum|total)\s+of\b", ["sum.", "total."]),
        (r"\ban?\b", ["a"]),
        (r"\bcannot|can't\b", ["cannot", ""]),
        (r"\b\w+n['’]t\b", ["'.", "’."]),
        (r"(?<!\w)x", [""]),
        (r"\b(?:un|in)?able\b", [""]),
        (r"\b(?:very\s+)?rare\b", ["rare."]),
    ],
)
def test_a_pattern_needs_its_longest_word(pattern, words) -> None:
    assert [need.letters + "." * need.is_whole for need in find_needs(pattern)] == words


def test_a_text_has_cues_of_called_groups_only() -> None:
    text = Text("The total was not known.", "en")
    called = Prefilter(get_cues("en")).groups(text.tokens)
    assert {"negation", "total", "be"} <= called
    assert not called & {"said", "only", "all"}
    assert [cue.start for cue in find_scopes(text, "negation")] == [14]


LANGUAGES = sorted(load_package_json("verify/rules/cues.json", dict[str, Any]).keys() - {"*"})

SHARES = (*LADDER, "none", "nearly_all")
"""Groups of which each says of how many things something holds, so that no cue is in two of them."""

OPTIONAL_LETTER = re.compile(r"(?<!\\)(\w)\?")
LETTERS = re.compile(r"\[(\w+)\]")
GROUP = re.compile(r"\((?P<kind>\?<?[:=!])(?P<inside>[^()]*)\)(?P<is_optional>\??)")
FIRST_PRIVATE_SIGN = 0xE000


def write_out(pattern: str) -> list[str]:
    """List the alternatives of a pattern without options: "all|jede[rs]?" → "all", "jeder", "jedes", "jede".

    Each group, from the innermost on, is replaced by a sign that stands for its alternatives. Assertions are
    part of their alternative.
    """
    groups: dict[str, list[str]] = {}

    def write_options(text: str) -> list[str]:
        return [
            "".join(signs)
            for option in text.split("|")
            for signs in product(*(groups.get(sign, [sign]) for sign in option))
        ]

    pattern = LETTERS.sub(lambda found: f"(?:{'|'.join(found[1])})", pattern.replace(r"\b", ""))
    pattern = OPTIONAL_LETTER.sub(r"(?:\1|)", pattern)
    while found := GROUP.search(pattern):
        options = write_options(found["inside"])
        sign = chr(FIRST_PRIVATE_SIGN + len(groups))
        is_assertion = found["kind"] != "?:"
        optional = [""] if found["is_optional"] else []
        groups[sign] = [f"({found['kind']}{'|'.join(options)})"] if is_assertion else [*options, *optional]
        pattern = pattern[: found.start()] + sign + pattern[found.end() :]
    return write_options(pattern)


@pytest.mark.parametrize(
    ("pattern", "alternatives"),
    [
        (r"all|\bjede[rs]?\b", ["all", "jeder", "jedes", "jede"]),
        (r"\b(?:k(?:ann|önnen)|wohl)\b", ["kann", "können", "wohl"]),
        (r"\bforbids?\b", ["forbids", "forbid"]),
        (r"会(?!议|员)", ["会(?!议|员)"]),
        (r"(?:forse|forse)", ["forse", "forse"]),
    ],
)
def test_alternatives_are_written_out(pattern, alternatives) -> None:
    assert write_out(pattern) == alternatives


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_alternative_stands_twice_in_a_group(language) -> None:
    for group, cues in get_cues(language).items():
        times = Counter(one for cue in cues for one in write_out(cue))
        assert [one for one, number in times.items() if number > 1] == [], group


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cue_stands_for_two_shares(language) -> None:
    listed = {
        name: {one for cue in get_cues(language).get(name, ()) for one in write_out(cue)} for name in SHARES
    }
    for one, other in combinations(SHARES, 2):
        assert listed[one] & listed[other] == set(), f"{one} and {other}"
