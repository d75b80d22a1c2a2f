"""Negation, and what says the same as a negation or excludes it.

Negation: what one text negates, the other must not assert.

A clash requires that the other text asserts the first word in the scope of a cue and nowhere negates it. A
claim that drops one cue and has another may have moved it. Beside a word such as "only", "except" or
"unlike", or an "until" after the cue, no finding is a clash, since such a word may reverse the meaning.

Complements: what is not open is closed, and "without drivers" is "driverless".

Two opposites are complements if there is nothing between them. One of the two texts must negate its word, and
the other must not.

Contraries: what is shallow is not deep, and what fell did not rise. The reverse does not hold.

Any two opposites exclude one another, so a passage with one of them negates the other. The claim's clause
must not have any other word that the passage lacks.

Duals: "none of them passed" is "all of them failed", and "not all could" is "some could not".

A quantifier and the negations after it are read together, as on the square of opposition: with one more
negation, "all" is "none", "not all" is "some", and "few" is "most". Complements such as "passed" and "failed"
count as negations of one another. All words of the claim's clause must be in the clause of the evidence.
Otherwise, or if neither text negates, this rule returns nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    BIDIRECTIONAL_LANGUAGES,
    Scope,
    Span,
    find_clause_at,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.lexicon import Entry, contains_all, find_entries, get_entries
from ascribe.verify.rules.columns import find_cell_at
from ascribe.verify.rules.opposites import are_converse

_NEGATION_GROUP = "negation"
_NEGATION_CUES = frozenset((_NEGATION_GROUP,))


def compare_negation(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each cue of the claim, and one for each cue that it drops."""
    if not may_have_cues(_NEGATION_CUES, claim, evidence):
        return []
    asked = find_scopes(claim, _NEGATION_GROUP)
    said = tuple(_extend_to_subject(cue, evidence) for cue in find_scopes(evidence, _NEGATION_GROUP))
    turned = bool(any(find_scopes(text, group) for text in (claim, evidence) for group in ("only", "unless")))
    turned = turned or _may_delay(asked, claim) or _may_delay(said, evidence)
    turned = turned or "unlike" in claim.tokens | evidence.tokens
    kept = [_compare_claim_cue(cue, said, claim, evidence) for cue in asked]
    shares = _compute_shares(claim, evidence) if said else {}
    asserted = _find_best_assertions(evidence, said, shares)
    dropped = [
        found
        for cue in said
        if (found := _compare_evidence_cue(cue, asked, shares, asserted, claim, evidence)) is not None
    ]
    further = _find_further_cues(asked, said, claim) if not dropped else []
    return [_soften_clash(turned, comparison) for comparison in (*kept, *dropped, *further)]


_DELAY = re.compile(r"[^.,;:!?()]{0,200}\b(?:until|till)\b")
"""What may follow a negation that only delays something: "was not replaced until 1993"."""


def _may_delay(cues: tuple[Scope, ...], text: Text) -> bool:
    """Return True if "until" follows a negation, which then may deny nothing: it was replaced in 1993.

    It may also deny the thing ("not open until further notice"), so this confirms nothing either.
    """
    if (text.language or "en") != "en" or text.tokens.isdisjoint(("until", "till")):
        return False
    return any(_DELAY.match(text.lowered, cue.end) is not None for cue in cues)


def _find_further_cues(asked: tuple[Scope, ...], said: tuple[Scope, ...], claim: Text) -> list[Comparison]:
    """Return a comparison for a negation of the claim's words beyond those that the claim has.

    A negation that covers its whole clause meets every other one in it: "kein Raum" would answer to "nicht
    offen". So they are counted: each needs its own, beside the word next to it.
    """
    if claim.language not in BIDIRECTIONAL_LANGUAGES or not asked:
        return []
    own = [cue for cue in said if cue.words and cue.words[0].stem in claim.stems]
    if len(own) <= len(asked):
        return []
    paired = {cue.words[0].stem for cue in asked if cue.words}
    return [
        Comparison("negation", "missing", "negation_unclear", (word.start, word.end), cue.place)
        for cue in own
        if cue.words[0].stem not in paired
        for word in claim.content
        if word.stem == cue.words[0].stem
    ][:1]


def _compare_claim_cue(cue: Scope, said: tuple[Scope, ...], claim: Text, evidence: Text) -> Comparison:
    """Compare "not X" of the claim: agree if the evidence says it too, clash if it says X, else missing."""
    for other in said:
        if cue.stems & other.stems or (_is_backward(other) and other.stems <= claim.stems):
            return _build_negation_agreement(cue, other, claim, evidence)
    head = cue.words[0].stem if cue.words else None
    for word in evidence.content:
        if word.stem == head:
            there = (word.start, word.end)
            if _is_removed(word, evidence, claim):
                formula = f"{_quote_removal(evidence, there)} = {claim.text[slice(*cue.place)]}"
                return Comparison("negation", "agree", "", cue.place, there, formula)
            return Comparison("negation", "clash", "negation_mismatch", cue.place, (word.start, word.end))
    return Comparison("negation", "missing", "negation_unclear", cue.place)


def _build_negation_agreement(cue: Scope, other: Scope, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of two negations.

    Its formula has both words if they differ, such as "failed to" and "did not".
    """
    mine, theirs = claim.lowered[cue.start : cue.end], evidence.lowered[other.start : other.end]
    formula = "" if mine == theirs else f"{theirs} = {mine}"
    return Comparison("negation", "agree", "", cue.place, other.place, formula)


def _quote_removal(text: Text, place: tuple[int, int]) -> str:
    """Return the words from the verb that ends something up to the thing: "drops support"."""
    cues = [cue for cue in find_scopes(text, "removed") if cue.start < place[1]]
    return text.text[cues[-1].start if cues else place[0] : place[1]]


def _extend_to_subject(cue: Scope, text: Text) -> Scope:
    """Extend a cue at the end of its clause to the subject: "breakfast is included; parking is not"."""
    row = _find_row_words(cue, text)
    if row:
        return replace(cue, words=row)
    first, last = find_clause_at(text, cue.start)
    if cue.words or text.text[cue.end : last].strip(" .!?\"”’'"):
        return cue
    return replace(cue, words=tuple(text.within(first, cue.start)[-1:]))


_CELL_END = re.compile(rf"[^\S\n]*(?:{re.escape(CELL_SEPARATOR)}|\n|\Z)")


def _find_row_words(cue: Scope, text: Text) -> tuple[Word, ...]:
    """Return what a cell that only denies is about: of "Wifi | Basic: no" the row's name and the head."""
    if _CELL_END.match(text.text, cue.end) is None:
        return ()
    start = text.text.rfind("\n", 0, cue.start) + 1
    cell = text.text.rfind(CELL_SEPARATOR, start, cue.start)
    if cell < 0:
        return ()
    name_end = text.text.find(CELL_SEPARATOR, start)
    return (*text.within(start, name_end), *text.within(cell, cue.start))


def _is_removed(word: Word, text: Text, other: Text) -> bool:
    """Return True if the word's clause ends it: what is dropped or abolished no longer exists.

    Two verbs of this kind, one in each text, cancel out: "must be removed" and "must not be removed" are
    opposites, and so are "lost the contract" and "did not lose the contract".
    """
    first, last = find_clause_at(text, word.start)
    ends = any(first <= cue.start < last for cue in find_scopes(text, "removed"))
    return ends and not find_scopes(other, "removing")


def _is_backward(cue: Scope) -> bool:
    return bool(cue.words) and cue.words[0].start < cue.start


_Share = tuple[int, int]
"""How many content words of the claim a clause has from a word on, and in all."""


def _compare_evidence_cue(
    cue: Scope,
    asked: tuple[Scope, ...],
    shares: Mapping[int, _Share],
    asserted: Mapping[str, _Share],
    claim: Text,
    evidence: Text,
) -> Comparison | None:
    """Compare "not X" of the evidence with a claim that asserts X.

    Return None if the evidence asserts X as well, with more of the claim. "It should not be used for another
    door but should be used for guests" does not say that it may be used for another door.
    """
    if any(cue.stems & other.stems or _is_backward(cue) for other in asked):
        return None
    for place, word in enumerate(cue.words):
        shared = next((w for w in claim.content if w.stem == word.stem), None)
        if shared is None:
            continue
        here = (shared.start, shared.end)
        if word.stem in asserted:
            if shares[word.start] < asserted[word.stem]:
                return None
            return Comparison("negation", "missing", "negation_unclear", here, cue.place)
        if _is_removed(shared, claim, evidence):
            return Comparison("negation", "agree", "", here, cue.place)
        if place == 0 and not asked:
            return Comparison("negation", "clash", "negation_mismatch", here, cue.place)
        return Comparison("negation", "missing", "negation_unclear", here, cue.place)
    return None


def _compute_shares(claim: Text, evidence: Text) -> dict[int, _Share]:
    """Return the start of each content word of the evidence that the claim has → its share of the claim.

    What follows a word ends where the same word comes again, so that the time is linear. In a row of a table,
    what a word belongs to is its cell, head and all.
    """
    found: dict[int, _Share] = {}
    clauses: dict[Span, int] = {}
    next_starts: dict[str, int] = {}
    for word in reversed(evidence.content):
        if word.stem not in claim.stems:
            continue
        cell = find_cell_at(evidence, word.start)
        clause = cell or find_clause_at(evidence, word.start)
        if clause not in clauses:
            clauses[clause] = _count_shared(clause, claim, evidence)
        end = min(clause[1], next_starts.get(word.stem, clause[1]))
        behind = clauses[clause] if cell else _count_shared((word.start, end), claim, evidence)
        found[word.start] = (behind, clauses[clause])
        next_starts[word.stem] = word.start
    return found


def _count_shared(span: Span, claim: Text, evidence: Text) -> int:
    """Count the different content words of the claim that a stretch has."""
    return len({word.stem for word in evidence.within(*span)} & claim.stems)


def _find_best_assertions(
    text: Text, scopes: tuple[Scope, ...], shares: Mapping[int, _Share]
) -> dict[str, _Share]:
    """Return the stem of each word with a share that is outside every negation → the greatest share there."""
    covered = {word.start for scope in scopes for word in scope.words}
    found: dict[str, _Share] = {}
    for word in text.content:
        if word.start in shares and word.start not in covered:
            found[word.stem] = max(shares[word.start], found.get(word.stem, (0, 0)))
    return found


def _soften_clash(turned: bool, comparison: Comparison) -> Comparison:
    if not turned or comparison.finding != "clash":
        return comparison
    return Comparison("negation", "missing", "negation_unclear", comparison.claim, comparison.evidence)


NEGATION = Rule(
    "negation",
    compare_negation,
    kind="negation",
    exact="negation_unclear",
    unclear={"negation_mismatch": "negation_unclear"},
    sure=True,
    denies="contrary",
    supersedes=(),
    threshold="negated",
)


_COMPLEMENT_PAIRS = (
    ("open", "closed"), ("include", "exclude"), ("included", "excluded"), ("alive", "dead"),
    ("present", "absent"), ("true", "false"), ("allowed", "forbidden"), ("permitted", "prohibited"),
    ("succeed", "fail"), ("succeeded", "failed"), ("edible", "inedible"), ("legal", "illegal"),
    ("enabled", "disabled"), ("visible", "invisible"), ("guilty", "innocent"), ("stable", "unstable"),
    ("married", "unmarried"), ("optional", "mandatory"), ("full", "empty"), ("passed", "failed"),
)  # fmt: skip

_LIGHT_VERBS = frozenset(
    ("go", "goes", "went", "gone", "become", "becomes", "became", "remain", "remained", "remains", "stay")
)
"""Verbs that pass a negation on to the word after them: "did not go unnoticed"."""

_LESS_SUFFIX = re.compile(r"\b(\w{4,})less\b")


def compare_complements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of one text whose complement the other text negates."""
    if (claim.language or "en") != "en":
        return []
    found = [
        *_compare_less_suffix(claim, evidence, turned=False),
        *_compare_less_suffix(evidence, claim, turned=True),
    ]
    asked, said = find_scopes(claim, "negation"), find_scopes(evidence, "negation")
    if bool(asked) == bool(said):
        return found
    negated, plain, turned = (claim, evidence, False) if asked else (evidence, claim, True)
    for cue in asked or said:
        denied = negated.lowered.startswith(("none", "no "), cue.start)
        passed_on = bool(cue.words) and cue.words[0].form in _LIGHT_VERBS
        for word, other in product(cue.words[: 2 if denied or passed_on else 1], plain.content):
            if _are_complements(word, other):
                places = (
                    ((0, len(negated.text)), (0, len(plain.text)))
                    if denied
                    else ((cue.start, word.end), (other.start, other.end))
                )
                found.append(_build_complement_agreement(*places, negated, plain, turned))
    return found


def _are_complements(one: Word, other: Word) -> bool:
    if one.form in ("un" + other.form, "in" + other.form) or other.form in ("un" + one.form, "in" + one.form):
        return True
    mine, theirs = get_entries(one.form), get_entries(other.form)
    return any(
        {a, b} <= {*mine, *theirs} and (a in mine) != (a in theirs) and (b in mine) != (b in theirs)
        for a, b in _get_complements()
    )


@cache
def _get_complements() -> tuple[tuple[Entry, Entry], ...]:
    return tuple(
        (a, b)
        for one, other in _COMPLEMENT_PAIRS
        for a in get_entries(one)
        for b in get_entries(other)
        if a[0] == b[0] and a != b
    )


def find_complement_side(word: Word) -> Entry | None:
    """Return the group of complements of an English word and its side in it; None if there is none."""
    return next(
        (
            _get_complement_sides()[entry]
            for entry in get_entries(word.form)
            if entry in _get_complement_sides()
        ),
        None,
    )


@cache
def _get_complement_sides() -> dict[Entry, Entry]:
    return {entry: (entry[0], side) for pair in _get_complements() for side, entry in enumerate(pair)}


def _compare_less_suffix(one: Text, other: Text, *, turned: bool) -> list[Comparison]:
    """Return agreements of "driverless" in one text with "without drivers" in the other."""
    if "less" not in one.lowered:
        return []
    return [
        _build_complement_agreement(match.span(), _get_complement_span(cue, 0), one, other, turned)
        for match in _LESS_SUFFIX.finditer(one.lowered)
        for cue in find_scopes(other, "negation")
        if cue.words and cue.words[0].form.rstrip("s") == match[1]
    ]


def _get_complement_span(cue: Scope, word: int) -> tuple[int, int]:
    return cue.start, cue.words[word].end


def _build_complement_agreement(
    mine: tuple[int, int], theirs: tuple[int, int], one: Text, other: Text, turned: bool
) -> Comparison:
    claim, evidence = (theirs, mine) if turned else (mine, theirs)
    texts = (other, one) if turned else (one, other)
    formula = f"{texts[1].text[slice(*evidence)]} = {texts[0].text[slice(*claim)]}"
    return Comparison("complements", "agree", "", claim, evidence, formula)


COMPLEMENTS = Rule(
    "complements",
    compare_complements,
    kind="polarity",
    paraphrases=True,
    supersedes=("opposites", "negation", "quantifiers", "replaced"),
)


_DENIAL_CUES = frozenset(("negation",))

_NO_LONGER = "no longer"
"""A negation that also says something about the time before."""

_MOST_REACHED = 2
"""Words after a negation that may be the one it negates: "did not get any deeper"."""


def compare_contraries(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word that the claim negates and the evidence has an opposite of."""
    if not may_have_cues(_DENIAL_CUES, claim):
        return []
    found = (
        _find_contrary_agreement(cue, word, claim, evidence)
        for cue in find_scopes(claim, "negation")
        if not claim.lowered.startswith(_NO_LONGER, cue.start)
        for word in cue.words[:_MOST_REACHED]
    )
    return [one for one in found if one is not None]


def _find_contrary_agreement(cue: Scope, word: Word, claim: Text, evidence: Text) -> Comparison | None:
    mine = get_entries(word.form, word.stem, claim.language)
    there = find_entries(evidence)
    if not mine or any(entry in there for entry in mine):
        return None
    denied = {w.start for other in find_scopes(evidence, "negation") for w in other.words}
    place = min(cue.start, word.start), max(cue.end, word.end)
    for entry, (other, span) in product(mine, there.items()):
        if not _are_exclusive(entry, other) or span[0] in denied:
            continue
        if are_converse((word.start, word.end), span, claim, evidence):
            continue
        rest = [
            w for w in claim.within(*find_clause_at(claim, cue.start)) if not place[0] <= w.start < place[1]
        ]
        if rest and contains_all(rest, evidence, evidence.within(*find_clause_at(evidence, span[0]))):
            formula = f"{evidence.text[slice(*span)]} → {claim.text[slice(*place)]}"
            return Comparison("contraries", "agree", "", place, span, formula)
    return None


def _are_exclusive(one: Entry, other: Entry) -> bool:
    return one[0] == other[0] and one[1] != other[1]


CONTRARIES = Rule(
    "contraries",
    compare_contraries,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced"),
)


_DUALS = {
    "every": "not_one",
    "not_one": "every",
    "not_every": "some_of",
    "some_of": "not_every",
    "few_of": "most_of",
    "most_of": "few_of",
}
"""Quantifier → the one that says the same about the negated predicate."""

_QUANTIFIERS = frozenset(_DUALS)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A clause with a quantifier.

    Args:
        quantifier: a key of ``_DUALS``, with the negations applied.
        said: the quantifier as written, without them.
        span: the clause.
        thing: the first word after the quantifier.
        words: the content words of the clause without quantifier, negations and complements.
        groups: the groups of complements that it has words of.
    """

    quantifier: str
    said: str
    span: Span
    thing: Word
    words: tuple[Word, ...]
    groups: frozenset[int]


def compare_duals(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each clause of the claim that the evidence states by the dual quantifier."""
    if not may_have_cues(_QUANTIFIERS, claim):
        return []
    asked = _get_statements(claim)
    said = _get_statements(evidence) if asked else ()
    return [found for one in asked if (found := _compare_statement(one, said, claim, evidence)) is not None]


def _compare_statement(
    asked: _Statement, said: tuple[_Statement, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        if asked.quantifier != other.quantifier or asked.said == other.said or asked.groups != other.groups:
            continue
        if contains_all(asked.words, evidence, other.words) and contains_all(
            (other.thing,), claim, asked.words
        ):
            formula = f"{_quote_statement(evidence, other)} = {_quote_statement(claim, asked)}"
            return Comparison("duals", "agree", "", asked.span, other.span, formula)
    return None


def _quote_statement(text: Text, one: _Statement) -> str:
    return text.text[slice(*one.span)].strip(" \n,.;")


@find_once
def _get_statements(text: Text) -> tuple[_Statement, ...]:
    return tuple(_find_statements(text))


def _find_statements(text: Text) -> Iterator[_Statement]:
    """Yield a statement for each clause with exactly one quantifier that a word follows."""
    cues = _find_quantifiers(text)
    is_english = (text.language or "en") == "en"
    for cue in cues:
        first, last = span = find_clause_at(text, cue.start)
        inside = [other for other in cues if first <= other.start < last]
        if len(inside) > 1 or not cue.words:
            continue
        denials = [
            n for n in find_scopes(text, "negation") if first <= n.start < last and not _overlaps(n, cue)
        ]
        content = [
            w for w in text.within(first, last) if not any(_covers_word(d, w) for d in (cue, *denials))
        ]
        sided = {word.start: side for word in content if is_english and (side := find_complement_side(word))}
        denied = len(denials) + sum(side for _, side in sided.values())
        plain = tuple(word for word in content if word.start not in sided)
        if plain:
            quantifier = _DUALS[cue.group] if denied % 2 else cue.group
            groups = frozenset(group for group, _ in sided.values())
            yield _Statement(quantifier, cue.group, span, cue.words[0], plain, groups)


def _find_quantifiers(text: Text) -> list[Scope]:
    """Return the quantifiers in order; of those that overlap only the longest: "not all", but no "all"."""
    found = [cue for group in _DUALS for cue in find_scopes(text, group)]
    kept: list[Scope] = []
    for cue in sorted(found, key=lambda cue: (cue.start - cue.end, cue.start)):
        if not any(_overlaps(cue, other) for other in kept):
            kept.append(cue)
    return sorted(kept, key=lambda cue: cue.start)


def _overlaps(one: Scope, other: Scope) -> bool:
    return one.start < other.end and other.start < one.end


def _covers_word(cue: Scope, word: Word) -> bool:
    return cue.start <= word.start < cue.end


DUALS = Rule(
    "duals",
    compare_duals,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced", "qualifiers"),
)
