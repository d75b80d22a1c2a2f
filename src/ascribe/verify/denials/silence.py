"""Claims that a document leaves something out: "The report does not mention costs".

Sources that have nothing of it do not speak against such a claim, so it is never ``unsupported``; a source
that has it may contradict the claim. English only.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.comparison import Text

_DOCUMENTS = (
    "report|article|paper|study|survey|review|page|chapter|section|book|letter|memo|contract|policy|manual|guide"
    "|leaflet|brochure|statement|document|text"
)
"""Documents of any kind, also those that a source only tells of, such as a study.

``rules.statements`` lists the nouns with which a reply names its own source. Of these, "source" is not listed
here: "the sources do not mention costs" is a refusal.
"""

_VERBS = (
    "mention|say|state|specify|contain|include|give|provide|answer|cover|address|discuss|indicate|explain|reveal"
    "|tell|describe|name|list|identify|refer|disclose|quantify"
)
_SILENT = re.compile(
    rf"\A\W*(?:\w+ ){{1,4}}?(?:{_DOCUMENTS})s? (?:"
    rf"(?:(?:do|does|did)(?: not|n['’]t)|never) (?:\w+ ){{0,2}}?(?:{_VERBS})s?\b"
    r"|(?:says?|said) nothing\b|(?:is|are|was|were) silent\b"
    r"|(?:has|have|had|contains?|contained|gives?|gave|provides?|provided|includes?|included) no\b)",
    re.IGNORECASE,
)
_REASON = "negation_unclear"


def states_silence(claim: Text) -> bool:
    """Return True if the claim says that a document does not have something."""
    return claim.code == "en" and _SILENT.match(claim.text) is not None


def leave_silence_open(verdict: Verdict, claim: Text) -> Verdict:
    """Return ``unknown`` where a claim of this kind was found nowhere, else the verdict."""
    if verdict.status != "unsupported" or not states_silence(claim):
        return verdict
    return replace(verdict, status=OUTCOMES[_REASON].status, reason=_REASON, score=None, unsupported=())
