"""What a text may match is told by its words: no pattern that matches is left out."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes, get_cues
from ascribe.verify.lexicon import Prefilter, find_needs

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
