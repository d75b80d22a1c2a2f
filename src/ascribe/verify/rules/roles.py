"""Roles: who does what to whom. Two words must not change sides around a verb.

"Orvane bought Pelling" and "Pelling bought Orvane" have the same words. If the voice is the same in both
texts, words before and after a verb must not be exchanged; if one text is passive, they must be. Only
languages with a group ``agent`` in ``cues.json`` are compared, and only if their word order marks roles.
Words right beside the verb in both texts clash. The others may allow either order, as in "X met Y".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from itertools import combinations

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Finding, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes, may_have_cues, split_clauses
from ascribe.verify.grammar.segments import find_segments
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.rules.placed_words import load_arrangement_words

_LEAST_WORDS = 3
"""Two words that change sides, and the one between them."""

_ARTICLES = frozenset((
    "the", "a", "an", "its", "his", "her", "their", "this", "these", "that", "le", "la", "les", "un",
    "une", "des", "sa", "son", "ses", "leur", "leurs",
))  # fmt: skip
_AUXILIARIES = frozenset((
    "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do", "does", "did",
    "will", "would", "can", "could", "may", "might", "must", "should", "to", "not", "never", "a",
    "ont", "avait", "avaient", "est", "sont", "été", "ne", "pas",
))  # fmt: skip

_VERBS_WITH_HEARER = frozenset(("tell", "warn", "promis"))
"""Stems of verbs of saying whose object is the one who hears it."""

_TURNING = frozenset(("agent", "acting_cause"))
"""Groups of words after which stands who acts."""

_ClauseWords = dict[str, Word]
_ExchangedPair = tuple[Word, Word, Finding]


def compare_roles(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison, for the first words found exchanged; none if there are none."""
    if not has_roles(claim.language) or not has_roles(evidence.language):
        return []
    if len(claim.content) < _LEAST_WORDS or "|" in claim.text:  # the cells of a row have no roles
        return []
    obeyed = _find_obeying_object(claim, evidence)
    if obeyed is not None:
        return [obeyed]
    for asked in _get_clauses(claim):
        for said in _get_clauses(evidence):
            shared = asked.keys() & said.keys()
            if len(shared) >= _LEAST_WORDS and (
                found := _find_exchanged(asked, said, shared, claim, evidence)
            ):
                one, other, finding = found
                reason = "roles_exchanged" if finding == "clash" else "roles_unclear"
                return [Comparison("roles", finding, reason, (one.start, other.end))]
    return _find_exchanged_subjects(claim, evidence)


def _find_obeying_object(claim: Text, evidence: Text) -> Comparison | None:
    """Return a finding if the object of an order does in the claim what is ordered; None if it does not.

    "Notify the customer when a loss is reported" does not say that the customer notifies somebody.
    """
    if not evidence.is_english:
        return None
    for order, ordered in find_orders(evidence):
        for verb in claim.content:
            is_name = claim.text[verb.start].isupper()
            if is_name or get_meaning(verb, claim.language) != get_meaning(order, evidence.language):
                continue
            first, _ = find_clause_at(claim, verb.start)
            subject = claim.within(first, verb.start)
            if subject and subject[-1].stem in ordered and not _is_passive(claim, verb):
                place, there = (subject[-1].start, verb.end), (order.start, order.end)
                return Comparison("roles", "missing", "roles_unclear", place, there)
    return None


def _find_exchanged_subjects(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a finding if two clauses of the claim have the subjects of each other's verbs in the evidence.

    "The agency calls the office when a provider reports a loss" does not say that the provider calls it when
    the agency reports one.
    """
    if not claim.is_english:
        return []
    said = [one for one in find_segments(evidence) if one.subject and one.verb]
    pairs = [(one, two) for one in find_segments(claim) for two in said if one.verb == two.verb]
    for (mine, first), (other, second) in combinations(pairs, 2):
        crossed = mine.subject & second.subject and other.subject & first.subject
        kept = mine.subject & first.subject or other.subject & second.subject
        if mine.verb != other.verb and crossed and not kept:
            place = min(mine.start, other.start), len(claim.text)
            return [Comparison("roles", "missing", "roles_unclear", place)]
    return []


_ORDER_OPENINGS = frozenset(("then", "always", "please", "immediately", "also", "first", "next", "must"))
"""Words that may stand before an order."""


@find_once
def find_orders(text: Text) -> tuple[tuple[Word, frozenset[str]], ...]:
    """Return the verb of each sentence or clause that begins with one, and the stems of its objects."""
    found = []
    for start, end in split_clauses(text):
        words = (word for word in text.words if start <= word.start < end)
        first = next((word for word in words if word.form not in _ORDER_OPENINGS), None)
        if first is None or not is_content_word(first, text.language):
            continue
        behind = text.words_after(first.end, 1)
        if behind and (behind[0].form in _ARTICLES or text.text[behind[0].start].isupper()):
            found.append((first, frozenset(word.stem for word in text.within(first.end, end))))
    return tuple(found)


_REPLACED = (
    re.compile(
        r"\breplac(?:e|es|ed|ing)\b(?P<old>(?:(?!\b(?:with|by)\b)[^.;,])*?)\b(?:with|by)\b(?P<new>[^.;,]*)"
    ),
    re.compile(r"\bsubstitut(?:e|es|ed|ing)\b(?P<new>[^.;,]*?)\bfor\b(?P<old>[^.;,]*)"),
    re.compile(r"\b(?:swap(?:s|ped|ping)?|exchang(?:e|es|ed|ing))\b(?P<old>[^.;,]*?)\bfor\b(?P<new>[^.;,]*)"),
)


def compare_replacements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim replaces the new thing by the old one: "Postgres with Redis"."""
    return [
        Comparison("replacements", "missing", "roles_unclear", asked[0], said[0])
        for asked in _find_replacements(claim)
        for said in _find_replacements(evidence)
        if ((asked[1] - asked[2]) & said[2]) - said[1] and not (asked[1] & said[1]) - said[2]
    ][:1]


@find_once
def _find_replacements(text: Text) -> tuple[tuple[Span, frozenset[str], frozenset[str]], ...]:
    """Return the span, the old and the new thing of each replacement; in a passive, one precedes it."""
    found = []
    for match in (match for pattern in _REPLACED for match in pattern.finditer(text.lowered)):
        old = frozenset(word.stem for word in text.within(*match.span("old")))
        new = frozenset(word.stem for word in text.within(*match.span("new")))
        first = next(start for start, end in split_clauses(text) if start <= match.start() < end)
        before = frozenset(word.stem for word in text.within(first, match.start()))
        found.append((match.span(), old or before, new or before))
    return tuple(found)


def compare_contrasts(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim turns a contrast round: "unlike Leeds, York", "unlike York, Leeds".

    A claim without a contrast turns it round if its subject is the other thing.
    """
    said = find_scopes(evidence, "unlike")
    asked = find_scopes(claim, "unlike") if said else ()
    found = [
        Comparison("contrasts", "missing", "roles_unclear", mine.place, theirs.place)
        for mine in asked
        for theirs in said
        if mine.stems <= evidence.stems and not mine.stems & theirs.stems
    ]
    if said and not asked and claim.content:
        first = claim.content[0]
        place = first.start, first.end
        found = [
            Comparison("contrasts", "missing", "roles_unclear", place, one.place)
            for one in said
            if first.stem in one.stems
        ]
    return found[:1]


def has_roles(language: str | None) -> bool:
    """Return True if word order marks roles in the language and its passive is known."""
    return (language or "en") in ("en", "fr")


def _find_exchanged(
    asked: _ClauseWords, said: _ClauseWords, shared: set[str], claim: Text, evidence: Text
) -> _ExchangedPair | None:
    """Return two words of the claim on the wrong sides of a verb, and the finding; None if there are none."""
    order = sorted(shared, key=lambda key: asked[key].start)
    there = sorted(shared, key=lambda key: said[key].start)
    if order == there and not may_have_cues(_TURNING, claim, evidence):
        return None
    for place, pivot in enumerate(order):
        if not (_is_verb(claim, asked[pivot]) or _is_verb(evidence, said[pivot])):
            continue
        causes = [_find_cause(claim, asked[pivot]), _find_cause(evidence, said[pivot])]
        if (causes[0] is None) != (causes[1] is None):
            told, acting, place_of_cause = (asked, said, causes[0]) if causes[0] else (said, asked, causes[1])
            if _is_cause_exchanged(told, acting, pivot, place_of_cause or 0):
                return asked[order[0]], asked[order[-1]], "missing"
            continue
        sides = _split_around_verb(there, pivot, (claim, asked[pivot]), (evidence, said[pivot]))
        if sides is None:
            continue
        before, after = sides
        early = [key for key in order[:place] if key in after]
        late = [key for key in order[place + 1 :] if key in before]
        if early and late:
            touching = order[place - 1] in early and order[place + 1] in late
            sure = touching and before[-1] in late and after[0] in early and len(asked) - len(shared) <= 1
            sure = (
                sure
                and _is_adjacent(claim, asked, order, pivot)
                and _is_adjacent(evidence, said, there, pivot)
            )
            sure = sure and not _is_reversible(claim, asked[pivot])
            return asked[early[-1]], asked[late[0]], "clash" if sure else "missing"
    return None


def _find_cause(text: Text, pivot: Word) -> int | None:
    """Return where the cause of a verb begins, as in "improved greatly through it"; None if there is none."""
    cues = find_scopes(text, "acting_cause")
    return next((cue.start for cue in cues if cue.start >= pivot.end), None)


def _is_cause_exchanged(told: _ClauseWords, acting: _ClauseWords, pivot: str, cause: int) -> bool:
    """Return True if the subject beside a cause acts in the other text, on that cause.

    "The filter improved thanks to the water" beside "the filter improved the water".
    """
    verb, there = told[pivot].start, acting[pivot].start
    shared = told.keys() & acting.keys()
    subject = max((k for k in shared if told[k].start < verb), key=lambda k: told[k].start, default=None)
    acts = subject is not None and acting[subject].start < there
    return acts and any(told[k].start > cause and acting[k].start > there for k in shared)


def _is_adjacent(text: Text, clause: _ClauseWords, order: list[str], pivot: str) -> bool:
    """Return True if only articles and auxiliaries are between the verb and the words beside it."""
    place = order.index(pivot)
    if not 0 < place < len(order) - 1:
        return False
    first, last = (clause[order[at]] for at in (place - 1, place + 1))
    between = [w.form for w in text.words if first.end <= w.start < last.start and w != clause[pivot]]
    return all(form in _ARTICLES or form in _AUXILIARIES or form in ("by", "par") for form in between)


def _split_around_verb(
    there: list[str], pivot: str, asked: tuple[Text, Word], said: tuple[Text, Word]
) -> tuple[list[str], list[str]] | None:
    """Return the words before and after the verb in the evidence, in the voice of the claim.

    Return None if the voices differ and no agent is named.
    """
    agents = [_has_agent(*asked), _has_agent(*said)]
    passive = [_is_passive(*asked), _is_passive(*said)]
    if not any(agents) and passive[0] != passive[1]:
        return None
    place = there.index(pivot)
    before, after = there[:place], there[place + 1 :]
    if agents[0] != agents[1] and not passive[agents.index(False)]:
        return after[::-1], before[::-1]
    return before, after


def _is_verb(text: Text, word: Word) -> bool:
    """Return True if the word looks like a verb here: "changed", "did … change", "hunt the elk"."""
    is_saying = any(cue.start <= word.start < cue.end for cue in find_scopes(text, "said"))
    if is_saying and word.stem not in _VERBS_WITH_HEARER:
        return False
    if any(one.start <= word.start < one.end for one in find_figures(text)):
        return False
    written = text.text[word.start : word.end]
    if (written[0].isupper() and word.start) or word.form.endswith("ly"):
        return False
    if word.form.endswith("ed") or _has_agent(text, word):
        return True
    place = bisect_left(text.words, word.start, key=lambda other: other.start)
    around = text.words[max(0, place - 1) : place + 2]
    if place and around[0].form in _AUXILIARIES:
        return True
    behind = text.words[place + 1] if place + 1 < len(text.words) else None
    if behind is None or text.text[word.end : behind.start].strip():
        return False
    return behind.form in _ARTICLES or _is_between_content_words(text, word, behind)


def _is_between_content_words(text: Text, word: Word, behind: Word) -> bool:
    """Return True for a word between two content words, as in "wolves hunt elk"."""
    place = bisect_left(text.words, word.start, key=lambda other: other.start)
    before = text.words[place - 1] if place else None
    if before is None or not is_content_word(before, text.language):
        return False
    return is_content_word(behind, text.language) or behind.form in ("on", "upon", "after")


def _is_reversible(text: Text, pivot: Word) -> bool:
    """Return True if the verb means the same both ways, or is negated or compared."""
    return (
        pivot.form in load_arrangement_words()[text.code]["symmetric"]
        or bool(find_scopes(text, "than"))
        or any(cue.start < pivot.start < cue.start + 24 for cue in find_scopes(text, "negation"))
    )


def _has_agent(text: Text, pivot: Word) -> bool:
    """Return True for a passive participle right before its agent.

    "Rose by two metres" has none, nor has the noun of "the way to the island is by taking the ferry".
    """
    cue = next((cue for cue in find_scopes(text, "agent") if cue.start >= pivot.end), None)
    if cue is None or text.within(pivot.end, cue.start):
        return False
    behind = text.words_after(cue.end, 1)
    is_deed = bool(behind) and behind[0].form.endswith("ing")
    if is_deed and any(pivot.end <= one.start < cue.start for one in find_scopes(text, "be")):
        return False
    return not any(cue.end <= figure.start <= cue.end + 1 for figure in find_figures(text))


def _is_passive(text: Text, pivot: Word) -> bool:
    """Return True if a form of "be" is right before the word, or one word before that: "is being sold"."""
    if pivot.form.endswith("ing"):
        return False
    place = bisect_left(text.words, pivot.start, key=lambda word: word.start)
    start = text.words[max(0, place - 2)].start
    return any(start <= cue.start < pivot.start for cue in find_scopes(text, "be"))


@find_once
def _get_clauses(text: Text) -> tuple[_ClauseWords, ...]:
    """Return the words of each clause; "because of the strike" belongs to the clause before it."""
    spans: list[Span] = []
    for span in split_clauses(text):
        is_cause = bool(spans) and text.lowered.startswith("because of ", span[0])
        spans.append((spans.pop()[0] if is_cause else span[0], span[1]))
    return tuple(clause for span in spans if (clause := _index_clause_words(text, span)))


def _index_clause_words(text: Text, span: Span) -> _ClauseWords:
    """Return meaning → word, for the words that occur once in the clause.

    These are content words and single capitals, but no figures.
    """
    first, last = (bisect_left(text.words, at, key=lambda word: word.start) for at in span)
    inside = [word for word in text.words[first:last] if _is_role_word(text, word)]
    keys = [get_meaning(word, text.language) for word in inside]
    clause = dict(zip(keys, inside, strict=True))
    if len(clause) == len(keys):
        return clause
    times = Counter(keys)
    return {key: word for key, word in clause.items() if times[key] == 1}


def _is_role_word(text: Text, word: Word) -> bool:
    written = text.text[word.start : word.end]
    if written[0].isdigit():
        return False
    return is_content_word(word, text.language) or (
        len(written) == 1 and written.isupper() and word.start > 0
    )


ROLES = Rule(
    "roles",
    compare_roles,
    kind="roles",
    vetoes=("roles_unclear",),
    unclear={"roles_exchanged": "roles_unclear"},
)

REPLACEMENTS = Rule("replacements", compare_replacements, kind="roles", exact="roles_unclear", supersedes=())
CONTRASTS = Rule("contrasts", compare_contrasts, kind="roles", exact="roles_unclear", supersedes=())
