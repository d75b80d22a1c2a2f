"""Statements: who makes them, and which of them the source itself calls untrue.

Attribution: who says something. A fact is not a statement by somebody, nor one by somebody else.

A claim may leave out who says it, unless the word of saying expresses doubt or partiality: "alleges",
"believes". Of 3,000 claims on outside texts, asking for every speaker cost twelve true ones and stopped no
false one.

Speakers are compared only in English; in other languages, a claim must contain a word of saying if its
evidence does, and the other way round.

Statements that the source itself calls untrue.

"A legend claims that ducks' quacks do not echo" says that they do. Only English is covered. The words of the
claim must be in what is called untrue; the rest of the sentence ("they fall by accident") is the source's own
statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, find_scopes, may_have_cues
from ascribe.verify.grammar.relations import Bag, build_bag, compute_coverage, find_stretch_at
from ascribe.verify.rules.cue_groups import CueGroup, compare_claim_cues
from ascribe.verify.rules.qualifiers import find_omitted_cue

_SAID_GROUP = CueGroup("said", also=("found",))
_SPEECH_CUES = frozenset(("said",))

_SPEECH_BREAK = re.compile(r"[,“”\"\n;:]|\b(?:that|but|and|while|although|though)\b")
"""What separates a speaker from the statement."""

_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\s+\w+\s*$")
_AGENT = re.compile(r"\s*by\b")
"""Who is told something does not say it: "was told by the captain"."""

_PARTIAL = re.compile(
    r"\b(?:claim|alleg|argu|assert|believ|accus|suspect|insist|suppos|expect|promis|pledg|vow"
    r"|hop(?:e|ing)|fear|forecast|predict|hint|speculat|wish|doubt|guess|den(?:y|ies|ied)|think|thought|view"
    r"|opinion|legend|rumou?r|myth|suspicion|accusation|critic|oppon|opposition|prosecut|plaintiff|accuser"
    r"|reportedly|purportedly|reputedly|apparently|jok|quip|campaigner|activist|rival)|\bcharged with\b"
    r"|\b(?:some|many|others|people|locals|residents|villagers)\s+(?:\w+\s+)?(?:say|said|think|thought)\b"
    r"|\bit (?:is|was) (?:\w+ )?(?:said|thought|reported)\b"
    r"|\b(?:is|are|was|were) (?:\w+ )?(?:said|thought|reported) to\b"
)
"""Speakers and words of saying whose statement may be their own opinion; "said" alone is none."""

_LEAST_SPEECH_COVERAGE = 0.5
"""Share of the claim's statement that a statement of the evidence must cover to be the same one."""


@dataclass(frozen=True, slots=True)
class _Saying:
    """A speaker and a statement, as bags of meanings, and the span of the word of saying."""

    place: Span
    speaker: Bag
    said: Bag


def compare_speakers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of saying in the claim, and one if it drops a partial one."""
    if not may_have_cues(_SPEECH_CUES, claim, evidence):
        return []
    kept = [
        _accept_document(one, claim, evidence)
        for one in compare_claim_cues(_SAID_GROUP, claim, evidence, "attribution", "attribution_unclear")
    ]
    lost = find_omitted_cue("said", claim, evidence, "attribution", "attribution_dropped")
    others = _find_other_speakers(claim, evidence) if kept and claim.is_english else []
    cue = _find_cue(lost, evidence) if lost else None
    is_lost = lost is not None and _is_partial(lost, evidence) and _is_said(cue, claim, evidence)
    is_lost = is_lost and not _has_same_word(cue, claim, evidence) and not _is_in_topic(cue, evidence)
    return [*others, *kept, *([lost] if lost and is_lost else [])]


_SOURCE_NOUNS = (
    r"(?:document|text|source|passage|page|sheet|report|paper|article|guide|guidance|manual|notice|section|table"
    r"|policy|standard|website|file|letter|memo|summary)"
)
"""Nouns with which a reply names its own source.

``silence`` lists documents of any kind. Those that a source may tell of, such as a study or a book, are not
listed here: what a study says is not said by the source itself.
"""

_DOCUMENT_SAYS = re.compile(rf"\b(?:the|this)\s+(?:\w+\s+)?{_SOURCE_NOUNS}\s+(?:itself\s+|also\s+)*$")
_BY_DOCUMENT = re.compile(rf"(?:the|this)\s+(?:\w+\s+)?{_SOURCE_NOUNS}\b")
_REACH = 40
"""Characters before a word of saying in which "the report itself" begins."""


def _accept_document(found: Comparison, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement if the claim only says that the source says it: "the report states that"."""
    place = _find_document_phrase(found.claim, claim) if found.finding == "missing" else None
    if place is None or find_scopes(evidence, "said"):
        return found
    return Comparison("attribution", "agree", "", place)


def _find_document_phrase(cue: Span, claim: Text) -> Span | None:
    """Return the span of "the report itself says" or "according to the report" around a cue, or None."""
    start, end = cue
    speaker = _DOCUMENT_SAYS.search(claim.lowered, max(0, start - _REACH), start)
    if speaker:
        return speaker.start(), end
    by = claim.lowered.startswith("according to", start) and _BY_DOCUMENT.match(claim.lowered, end + 1)
    return (start, by.end()) if by else None


def _find_cue(lost: Comparison, evidence: Text) -> Scope | None:
    """Return the word of saying that the claim leaves out; None if it is not known."""
    return next((one for one in find_scopes(evidence, "said") if one.place == lost.evidence), None)


def _is_said(cue: Scope | None, claim: Text, evidence: Text) -> bool:
    """Return True if most of the claim is in what follows the word of saying; "according to" may follow it.

    "Ruiz, who proposed the delay, argued that it would cost more" says as a fact that Ruiz proposed it.
    """
    if cue is None or evidence.lowered[cue.start : cue.end].startswith(_AROUND):
        return True
    if any(one.start == cue.start for one in find_scopes(evidence, "source")):
        return True
    first, last = find_stretch_at(evidence, cue.start)
    if evidence.is_english and not evidence.text[first : cue.start].strip() and "that" not in evidence.tokens:
        return False  # nobody says it: "Argued April 23, 2013"
    turn = _TURN.search(evidence.lowered, cue.end, last) if evidence.is_english else None
    behind = build_bag(evidence, (cue.end, turn.start() if turn else last))
    if not behind:
        behind = build_bag(evidence, (first, cue.start))  # "the mill was poisoned, she claimed"
    return 2 * compute_coverage(build_bag(claim, (0, len(claim.text))), behind) >= 1


_TURN = re.compile(r"[;:]|,?\s\b(?:but|however|although|though|whereas|while)\b")
"""Where the source speaks for itself again: "was accused of taking bribes but was acquitted"."""

_AROUND = ("accord", "alleg", "report", "suppos", "purport", "apparent", "in ", "as ")
"""Starts of words of saying that may stand behind, or inside, what is said."""


def _has_same_word(cue: Scope | None, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has the word of saying in another construction: "promised her a rise"."""
    return cue is not None and any(word.stem in claim.stems for word in evidence.within(cue.start, cue.end))


_TOPIC = re.compile(r"\w+ing\b[^.:;\n]{0,60}:")


def _is_in_topic(cue: Scope | None, evidence: Text) -> bool:
    """Return True if the word of saying opens a heading before an item: "Claiming expenses: …"."""
    if cue is None or not evidence.is_english or evidence.text[: cue.start].rpartition("\n")[2].strip():
        return False
    return _TOPIC.match(evidence.lowered, cue.start) is not None


def _is_partial(lost: Comparison, evidence: Text) -> bool:
    """Return True if the omitted speaker may be partial; outside English every speaker counts."""
    if not evidence.is_english or lost.evidence is None:
        return True
    first, last = find_stretch_at(evidence, lost.evidence[0])
    comma = evidence.text.find(",", lost.evidence[1], last)
    is_opening = evidence.lowered.startswith("accord", lost.evidence[0])
    end = max(comma, lost.evidence[1]) if is_opening else lost.evidence[1]
    return _PARTIAL.search(evidence.lowered, first, end) is not None


def _find_other_speakers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes where the evidence attributes the same statement to other speakers only."""
    found = []
    for asked in _get_sayings(claim):
        same = [
            one
            for one in _get_sayings(evidence)
            if compute_coverage(asked.said - one.speaker, one.said) >= _LEAST_SPEECH_COVERAGE
        ]
        if not same or any(compute_coverage(asked.speaker, one.speaker) or not one.speaker for one in same):
            continue
        found.append(Comparison("attribution", "clash", "attribution_mismatch", asked.place, same[0].place))
    return found


@find_once
def _get_sayings(text: Text) -> tuple[_Saying, ...]:
    return tuple(_find_sayings(text))


def _find_sayings(text: Text) -> Iterator[_Saying]:
    for cue in find_scopes(text, "said"):
        first, last = find_stretch_at(text, cue.start)
        before = [m.end() for m in _SPEECH_BREAK.finditer(text.text, first, cue.start)]
        behind = next((m.start() for m in _SPEECH_BREAK.finditer(text.text, cue.end, last)), last)
        left, right = (before[-1] if before else first, cue.start), (cue.end, behind)
        is_left = not text.lowered.startswith("accord", cue.start) and bool(text.text[slice(*left)].strip())
        if _PASSIVE.search(text.lowered, left[0], cue.end):
            agent = _AGENT.match(text.lowered, cue.end)
            if agent is None:
                continue
            is_left, right = False, (agent.end(), behind)
        speaker = build_bag(text, left if is_left else right)
        if speaker:
            yield _Saying((cue.start, cue.end), speaker, build_bag(text, (first, last)) - speaker)


ATTRIBUTION = Rule(
    "attribution",
    compare_speakers,
    kind="attribution",
    vetoes=("attribution_dropped",),
    objections=("attribution_unclear",),
    unclear={"attribution_mismatch": "attribution_unclear", "attribution_dropped": "attribution_unclear"},
    sure=True,
    paraphrases=True,
)


_DENIAL_CUES = frozenset(("untrue", "doubtful"))

_STATEMENT_END = re.compile(r"[;:.!?\n](?=\s|\Z)|,\s|\b(?:but|although|though|whereas|while|when in fact)\b")
"""What ends a statement that is called untrue."""

_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|\n")

_LONGEST_DENIAL_GAP = 10
"""Most characters between a "not" and the cue that it negates: "not merely a myth"."""

_LEAST_DENIED_COVERAGE = 0.75
"""Share of the claim's content that must be called untrue."""


def compare_untrue_statements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a clash with what the evidence calls untrue, unless the claim calls it untrue too."""
    if not claim.is_english or not may_have_cues(_DENIAL_CUES, claim, evidence):
        return []
    whole = 0, len(claim.text)
    if any(find_scopes(claim, group) for group in _DENIAL_CUES):
        return _find_same_denial(claim, whole, evidence)
    asked = _leave_out_source(build_bag(claim, whole), claim)
    for place, denied in _find_denied(evidence):
        if compute_coverage(asked, denied) >= _LEAST_DENIED_COVERAGE:
            return [_compare_denied(claim, whole, evidence, place)]
    return []


def _find_same_denial(claim: Text, whole: Span, evidence: Text) -> list[Comparison]:
    """Return an agreement if both call the same statement untrue: "it is false that quacks do not echo"."""
    for mine, asked in _find_denied(claim):
        for place, denied in _find_denied(evidence):
            is_same = compute_coverage(asked, denied) == 1
            is_same = is_same and compute_coverage(denied, asked) >= _LEAST_DENIED_COVERAGE
            if asked and is_same and _count_negations(claim, mine) == _count_negations(evidence, place):
                return [Comparison("untrue", "agree", "", whole, place, "untrue that A = A is untrue")]
    return []


_BY_SOURCE = re.compile(r"\baccording\s+to\b[^,;.]*")


def _leave_out_source(asked: Bag, claim: Text) -> Bag:
    """Return the bag without "according to scientists": what it names makes nothing true."""
    found = _BY_SOURCE.search(claim.lowered)
    return asked - build_bag(claim, found.span()) if found else asked


def _compare_denied(claim: Text, whole: Span, evidence: Text, place: Span) -> Comparison:
    """Return a clash, or an agreement if only one of the two texts contains a "not".

    If only one of them is negated, the claim is what the evidence means.
    """
    if {_count_negations(claim, whole), _count_negations(evidence, place)} == {0, 1}:
        return Comparison("untrue", "agree", "", whole, place, "untrue that not A = A")
    first = claim.content[0]  # what differs is the cue; the rest of the claim must match
    return Comparison("untrue", "clash", "called_untrue", (first.start, first.end), place)


def _count_negations(text: Text, span: Span) -> int:
    return sum(span[0] <= cue.start < span[1] for cue in find_scopes(text, "negation"))


@find_once
def _find_denied(text: Text) -> tuple[tuple[Span, Bag], ...]:
    """Return the span and the meanings of each statement that is called untrue, after its cue."""
    found = []
    for cue in _find_denial_cues(text):
        end = _STATEMENT_END.search(text.text, cue.end)
        place = cue.end, end.start() if end else len(text.text)
        found.append((place, build_bag(text, place)))
    return tuple(found)


def _find_denial_cues(text: Text) -> list[Scope]:
    """Return the cues for untrue statements.

    A cue of doubt is one only if the same sentence says that the statement was disproved.
    """
    disproved = [cue.start for cue in _find_undenied(text, "disproved")]
    doubted = [
        cue
        for cue in find_scopes(text, "doubtful")
        if any(cue.end <= place < _find_sentence_end(text, cue.end) for place in disproved)
    ]
    return [*_find_undenied(text, "untrue"), *doubted]


def _find_undenied(text: Text, group: str) -> list[Scope]:
    """Return the cues of a group that are not negated themselves, as in "it is not a myth"."""
    ends = [cue.end for cue in find_scopes(text, "negation")]
    return [
        cue
        for cue in find_scopes(text, group)
        if not any(0 <= cue.start - end <= _LONGEST_DENIAL_GAP for end in ends)
    ]


def _find_sentence_end(text: Text, start: int) -> int:
    end = _SENTENCE_END.search(text.text, start)
    return end.end() if end else len(text.text)


UNTRUE = Rule(
    "untrue",
    compare_untrue_statements,
    kind="attribution",
    unclear={"called_untrue": "attribution_unclear"},
    opposes="clash",
    supersedes=("negation", "attribution"),
)
