"""Words that refer back: whether a sentence may need another one to tell what it is about."""

from __future__ import annotations

import re

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_heads

_WITHIN = re.compile(
    r"\b(?:that|if|whether|because|when|while|as|since|until|before|after|and|but|so|though|although|where)\s+$"
)
_LONGEST_JOINT = 10
"""Characters before a pronoun in which such a word lies."""

_OWNERS = frozenset(("its", "his", "her", "their"))


@find_once
def may_refer_back(text: Text) -> bool:
    """Return True if a sentence begins with a pronoun, has no subject, or a word for what it does not name.

    "The firm denied that it had dumped waste" refers to nothing before, and neither need "his" and "its" in a
    sentence with a subject.
    """
    if find_leading_pronoun(text) is not None or not find_subject_heads(text):
        return True
    if not text.is_english:
        return bool(find_scopes(text, "anaphor"))
    return any(
        text.lowered[cue.start : cue.end] not in _OWNERS
        and not _WITHIN.search(text.lowered, max(0, cue.start - _LONGEST_JOINT), cue.start)
        for cue in find_scopes(text, "anaphor")
    )
