"""Pronouns: what a source says of "she" is not said of the other person of the sentence.

"Maria Keller and her husband Tom Keller founded it, and she led it" does not say that Tom Keller led it. If
no word tells which of two persons is meant, it may be either. Pronouns that begin a sentence are resolved in
``coreference.py``, too. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.discourse.genders import tells_which_person
from ascribe.verify.grammar.subjects import find_subject_stems
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.rules.restricted_lines import Line, read_same_lines


def compare_pronouns(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if a pronoun of the evidence means, or may mean, another person than the claim."""
    if not (claim.is_english and evidence.is_english):
        return []
    own = find_subject_stems(claim)
    for clause, lines in read_same_lines(claim, evidence, least=0.5):
        found = [_find_other_person(claim, own, line) for line in lines]
        if found and all(found):
            word = next((word for word in clause.words if word.stem in own), clause.words[0])
            return [Comparison("pronouns", "missing", "subject_unclear", (word.start, word.end), found[0])]
    return []


def _find_other_person(claim: Text, own: frozenset[str], line: Line) -> Span | None:
    """Return the span of a pronoun behind which the sentence has what the claim says of somebody else."""
    text = line.text
    start = line.words[0].start
    said = {get_meaning(word, text.language) for word in claim.content if word.stem not in own}
    for pronoun in line.words:
        if pronoun.form not in ("he", "she"):
            continue
        behind = {get_meaning(word, text.language) for word in text.within(pronoun.end, line.words[-1].end)}
        before = {get_meaning(word, text.language) for word in text.within(start, pronoun.start)}
        is_told = said & line.keys <= behind and not said & line.keys <= before
        if is_told and tells_which_person(claim, pronoun, text, (start, pronoun.start)) in (
            "another",
            "unclear",
        ):
            return pronoun.start, pronoun.end
    return None


PRONOUNS = Rule("pronouns", compare_pronouns, kind="subject", vetoes=("subject_unclear",), withholds=True)
