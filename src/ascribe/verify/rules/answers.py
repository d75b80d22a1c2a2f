"""Answers: "In stock: no" says "is not in stock", and "✅ Towels" does not say "Not included: towels".

A label with an answer is compared with the same label in the other text, and with a clause that has all of
its words. A clause denies the label if it has a negation or a word such as "forbidden".
"""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.verify.comparison import Comparison, Finding, Rule, Text
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes
from ascribe.verify.denials.reach import find_denials
from ascribe.verify.lexicon import get_meaning, get_meanings
from ascribe.verify.tables_and_lists.answers import Answer, find_answers

_REASONS = {"agree": "", "clash": "negation_mismatch", "missing": "negation_unclear"}
_OPEN = ("if", "unless", "when", "whether")
"""Groups of words that leave open whether something is so."""


def compare_answers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each label with an answer that the other text has too."""
    asked, said = find_answers(claim), find_answers(evidence)
    found = [_compare_claim_answer(one, said, claim, evidence) for one in asked]
    if not asked:
        found += [_compare_clause(one, said, claim, evidence) for one in said]
    return [one for one in found if one is not None]


def _build(finding: Finding, place: Span, there: Span, claim: Text, evidence: Text) -> Comparison:
    formula = f"{evidence.text[slice(*there)]} = {claim.text[slice(*place)]}" if finding == "agree" else ""
    return Comparison("answers", finding, _REASONS[finding], place, there, formula)


def _compare_claim_answer(
    asked: Answer, said: Sequence[Answer], claim: Text, evidence: Text
) -> Comparison | None:
    same = [one for one in said if one.stems <= asked.stems or asked.stems <= one.stems]
    if same:
        signs = {one.denies for one in same}
        agrees = signs == {asked.denies} and any(asked.stems <= one.stems for one in same)
        finding: Finding = "agree" if agrees else "clash" if asked.denies not in signs else "missing"
        return _build(finding, asked.place, same[0].place, claim, evidence)
    if not _has_all(asked, evidence):
        return None
    place = next(((w.start, w.end) for w in evidence.words if w.stem in asked.stems), (0, len(evidence.text)))
    denied = _find_denial(asked, place[0], evidence) is not None
    if denied == asked.denies:
        return _build("agree", asked.place, place, claim, evidence) if denied else None
    return _build("missing" if asked.is_sign else "clash", asked.place, place, claim, evidence)


def _compare_clause(said: Answer, others: Sequence[Answer], claim: Text, evidence: Text) -> Comparison | None:
    """Compare a label of the evidence with the clause of the claim that has its words."""
    if not _has_all(said, claim):
        return None
    word = next((w for w in claim.words if w.stem in said.stems), None)
    if word is None:
        return None
    denial = _find_denial(said, word.start, claim)
    is_mixed = any(one.denies != said.denies and one.stems == said.stems for one in others)
    if is_mixed or any(find_scopes(claim, group) for group in _OPEN):
        return _build("missing", (word.start, word.end), said.place, claim, evidence)
    if denial is not None and denial.group == "negation" and not said.denies:
        return None  # the rule of negations finds it
    if (denial is not None) != said.denies:
        return _build("clash", (word.start, word.end), said.place, claim, evidence)
    if denial is None:
        return None
    place = min(denial.start, word.start), max(denial.end, word.end)
    inside = {w.stem for w in claim.within(*place) if not denial.start <= w.start < denial.end}
    return _build("agree" if inside <= said.stems else "missing", place, said.place, claim, evidence)


def _has_all(answer: Answer, text: Text) -> bool:
    """Return True if the text has every word of the label, or one of the same meaning."""
    held = get_meanings(text)
    return all(w.stem in text.stems or get_meaning(w, text.language) in held for w in answer.words)


def _find_denial(answer: Answer, position: int, text: Text) -> Scope | None:
    """Return what denies the label in a clause of the text; None if nothing does."""
    first, last = find_clause_at(text, position)
    cues = (*find_scopes(text, "ban"), *find_scopes(text, "denied"))
    inside = (one for one in (*cues, *find_denials(text)) if first <= one.start < last)
    reaching = (one for one in find_denials(text) if one.stems & answer.stems)
    return next(inside, None) or next(reaching, None)


ANSWERS = Rule(
    "answers",
    compare_answers,
    kind="negation",
    exact="negation_unclear",
    unclear={"negation_mismatch": "negation_unclear"},
    sure=True,
    denies="contrary",
    paraphrases=True,
    supersedes=("negation", "complements", "opposites", "contraries", "permissions", "modality", "replaced"),
    threshold="negated",
)
