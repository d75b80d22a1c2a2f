"""Checks of an evidence set: language, coverage of subject and clauses, and cohesion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ascribe.records import Document
from ascribe.text.language_detection import SAMPLE_CHARS, confirm_language
from ascribe.text.words import Word, get_stop_word_forms
from ascribe.verify.coreference import find_subject_heads
from ascribe.verify.cues import Span, find_scopes, has_cues, split_clauses
from ascribe.verify.evidence import (
    BINDING_RULES,
    CONTEXT_SENTENCES,
    ClaimContext,
    EvidenceSet,
    find_paraphrased_spans,
    read_sentence,
    read_sentences,
    read_text,
    read_with_context,
)
from ascribe.verify.lexicon import get_meaning, get_meanings
from ascribe.verify.rules import Comparison, Text, binding
from ascribe.verify.rules.names import find_names
from ascribe.verify.rules.roles import has_roles

_MAX_OPENING_WORDS = 2
"""Content words up to which the first clause of a claim is no statement of its own."""


def is_cohesive(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if one sentence confirms all figures, dates and names, and no clause is pieced together."""
    members = reading.members
    if len(members) == 1:
        return not _has_conflicting_neighbour(case, reading)
    alone = {member: case.read((member,)) for member in members}
    linked = [one for member, one in alone.items() if _is_linked(case, member, members)]
    if any(has_unresolved_clash(case.text, one, linked) for one in alone.values()):
        return False
    return _find_uncovered_clause(case, members) is None or any(one.agrees(BINDING_RULES) for one in linked)


def may_be_cohesive(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """True unless it can be told without the rules that these sentences are not bound."""
    return (
        any(_is_linked(case, member, members) for member in members)
        or _find_uncovered_clause(case, members) is None
    )


def _has_conflicting_neighbour(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if a neighbour has what the sentence lacks of the claim, with another value for it."""
    (member,) = reading.members
    found = (
        w
        for w in case.text.content
        if not is_word_covered(case, w, reading) and not reading.is_paraphrased(w)
    )
    lacking = {get_meaning(word, case.text.language) for word in found}
    if not lacking:
        return False
    language = reading.text.language
    for near in _find_neighbours(case, member):
        held = get_meanings(read_text(case.evidence[near].sentence.text, language))
        if not lacking.isdisjoint(held):
            both = read_sentences(case.evidence, sorted((near, member)), language)
            if binding.compare(case.text, both):
                return True
    return False


def _find_neighbours(case: ClaimContext, member: int) -> list[int]:
    """The sentences near that one in its source."""
    near = range(max(0, member - CONTEXT_SENTENCES), min(len(case.evidence), member + CONTEXT_SENTENCES + 1))
    here = case.evidence[member].document
    return [other for other in near if other != member and case.evidence[other].document is here]


def _is_linked(case: ClaimContext, member: int, members: tuple[int, ...]) -> bool:
    """True if it refers to a sentence before it ("it", "there"), or one before ends with a colon."""
    here = case.evidence[member]
    near = (i for i in members if 0 < member - i <= CONTEXT_SENTENCES)
    before = [i for i in near if case.evidence[i].document is here.document]
    if any(case.evidence[i].sentence.text.rstrip().endswith(":") for i in before):
        return True
    if not before or not has_roles(case.text.language):
        return bool(before)
    return bool(find_scopes(read_sentence(case.evidence, member, case.text.language), "anaphor"))


def _find_uncovered_clause(case: ClaimContext, members: tuple[int, ...]) -> Span | None:
    """The first clause of the claim that no single sentence holds, beside what heads its table."""
    language = case.text.language
    texts = {member: read_text(case.evidence[member].sentence.text, language) for member in members}
    headed = frozenset(
        key for member, text in texts.items() if _is_table_header(case, member) for key in get_meanings(text)
    )
    for start, end in _split_whole_clauses(case.text):
        inside = case.text.within(start, end)
        keys = {get_meaning(word, language) for word in inside} - headed
        values = {w.stem for w in inside if w.form[0].isdigit() or w in find_names(case.text)}
        holding = [text for text in texts.values() if values <= text.stems]
        most = max((len(keys & get_meanings(text)) for text in holding), default=0)
        if not holding or (len(keys) > 1 and most < len(keys)):
            return start, end
    return None


def _is_table_header(case: ClaimContext, member: int) -> bool:
    """True for the first row of a table."""
    rows = [case.evidence[i].sentence.text.startswith("|") for i in (max(0, member - 1), member)]
    return rows[1] and (member == 0 or not rows[0])


def _split_whole_clauses(text: Text) -> list[Span]:
    """Clauses, where what opens the sentence with a word or two belongs to the next one: "By default, …"."""
    spans = list(split_clauses(text))
    if len(spans) > 1 and len(text.within(*spans[0])) <= _MAX_OPENING_WORDS:
        spans[:2] = [(spans[0][0], spans[1][1])]
    return spans


_MIN_CLAUSE_SHARE = 0.5
"""Share of each clause that its evidence must have, so that no clause is invented as a whole."""

_ROOT_LETTERS = 4
"""Letters that forms of one word share at their start: "weighs" and "weight"."""


def compute_overlap(case: ClaimContext, reading: EvidenceSet) -> float:
    """Share of the claim's content words, outside what clashes, that the passage holds."""
    clashing = [c.claim for c in reading.comparisons if c.finding == "clash" and c.rule != "negation"]
    others = [w for w in case.text.content if not any(a < w.end and w.start < b for a, b in clashing)]
    found = sum(word.stem in reading.text.stems for word in others)
    return found / len(others) if others else 0.0


def covers_clauses(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if each clause of the claim has at least half of its content in the reading.

    A first clause of one word is exempt: "This applies while", "It follows that".
    """
    said = find_paraphrased_spans(reading.comparisons)
    for start, end in split_clauses(case.text):
        inside = case.text.within(start, end)
        new = [word for word in inside if not is_word_covered(case, word, reading)]
        unsaid = sum(not any(a <= word.start < b for a, b in said) for word in new)
        if unsaid > _MIN_CLAUSE_SHARE * len(inside) and not (start == 0 and unsaid == 1):
            return False
    return True


def covers_subject(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if the claim's first content word, most often its subject, is in the reading or before it.

    "The dose is safe in pregnancy" shares all but that with "Rest is safe in pregnancy".
    """
    said = [c.claim for c in reading.comparisons if c.finding == "agree"]
    first = next(iter(case.text.content), None)
    if first is None or any(a <= first.start < b for a, b in said) or is_word_covered(case, first, reading):
        return True
    if _covers_whole_kind(case, reading):
        return True
    if not find_scopes(reading.text, "anaphor"):
        return False
    return any(first.stem in read_with_context(case.evidence, member).stems for member in reading.members)


def is_word_covered(case: ClaimContext, word: Word, reading: EvidenceSet) -> bool:
    """True if the reading has the claim's word, another form of it, or one of the same meaning."""
    if word.stem in reading.text.stems or get_meaning(word, case.text.language) in get_meanings(reading.text):
        return True
    root = word.stem[:_ROOT_LETTERS]
    return len(root) == _ROOT_LETTERS and any(stem.startswith(root) for stem in reading.text.stems)


def _covers_whole_kind(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if it is said of all of the claim's kind: of "all trials", so of "all field trials"."""
    kinds = (cue.words[0].stem for cue in find_scopes(reading.text, "all") if cue.words)
    return not find_subject_heads(case.text).isdisjoint(kinds)


def has_unresolved_clash(claim: Text, reading: EvidenceSet, later: Sequence[EvidenceSet]) -> bool:
    """True if something in the reading clashes that none of those that refer back to it makes good."""
    found = [one for one in reading.comparisons if one.finding == "clash"]
    return any(not any(resolves_clash(claim, clash, reading, one) for one in later) for clash in found)


def resolves_clash(claim: Text, clash: Comparison, reading: EvidenceSet, other: EvidenceSet) -> bool:
    """True if the other one agrees where this one clashes, and has a word of the claim that it lacks."""
    same = [c for c in other.comparisons if c.rule == clash.rule and c.claim == clash.claim]
    new = other.text.stems - reading.text.stems
    says_more = any(word.stem in new and not word.form[0].isdigit() for word in claim.content)
    return says_more and any(c.finding == "agree" for c in same)


def is_language_mismatch(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if the passage is in another language than the claim, and is no quotation either."""
    if not reading.members or not _are_in_other_language(case, reading.members):
        return False
    return not is_contained_verbatim(case.text, reading.text)


def is_foreign_to_all_sources(case: ClaimContext) -> bool:
    """True if all sources are in another language than the claim."""
    firsts = {id(one.document): place for place, one in reversed(list(enumerate(case.evidence)))}
    return bool(firsts) and all(_are_in_other_language(case, (place,)) for place in firsts.values())


def _are_in_other_language(case: ClaimContext, members: tuple[int, ...]) -> bool:
    language = confirm_language(case.text.text, case.text.language)
    sources = (case.evidence[i] for i in members)
    there = {detect_passage_language(s.document, s.sentence.text, language) for s in sources}
    return all(are_different_languages(language, one) for one in there)


def is_readable(case: ClaimContext, reading: EvidenceSet) -> bool:
    """True if a negation would be seen in that language, or the claim is there word for word."""
    if is_negation_known(case.text, reading.text):
        return True
    sentences = (read_text(case.evidence[i].sentence.text, reading.text.language) for i in reading.members)
    return is_repeated_verbatim(case.text, sentences)


def detect_passage_language(document: Document, passage: str, language: str | None) -> str | None:
    """The language of a passage: what itself clearly tells, else its document, else the one given."""
    whole = confirm_language((document.full_text or "")[:SAMPLE_CHARS], document.language or language)
    return confirm_language(passage, whole)


def are_different_languages(one: str | None, other: str | None) -> bool:
    """True if both are known and not the same."""
    return one is not None and other is not None and one != other


@lru_cache(maxsize=8192)
def is_negation_known(claim: Text, evidence: Text) -> bool:
    """True if the rules know how the language negates; an untold one must show a small word of English."""
    if claim.language is not None:
        return has_cues(claim.language, "negation")
    small = get_stop_word_forms("en")
    return any(word.form in small for text in (claim, evidence) for word in text.words)


def is_repeated_verbatim(claim: Text, sentences: Iterable[Text]) -> bool:
    """True if one of the sentences is the claim, word for word."""
    return any(_list_word_forms(claim) == _list_word_forms(sentence) for sentence in sentences)


def is_contained_verbatim(claim: Text, evidence: Text) -> bool:
    """True if all words of the claim stand in the evidence in a row."""
    mine, theirs = _list_word_forms(claim), _list_word_forms(evidence)
    return any(theirs[place : place + len(mine)] == mine for place in range(len(theirs) - len(mine) + 1))


@lru_cache(maxsize=8192)
def _list_word_forms(text: Text) -> tuple[str, ...]:
    return tuple(word.form for word in text.words)
