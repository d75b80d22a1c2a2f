"""Checks of an evidence set: cohesion, coverage of subject and clauses, unresolved clashes, and language.

Sources are in conflict if one passage supports a claim and another passage denies it. A passage denies a
claim if a typed rule finds a clash in it and the rest matches: it names the same things, nothing is missing,
it adds no other time, part or condition, and it says little more. Two facts of the same shape are no
conflict: "the inn has 12 rooms" and "the new inn has 14 rooms" may both be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ascribe.records import Document, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.text.language_detection import SAMPLE_CHARS, confirm_language
from ascribe.text.words import Word, get_stop_word_forms, is_content_word
from ascribe.verify.checkable import is_question
from ascribe.verify.comparison import find_once
from ascribe.verify.coreference import (
    find_antecedent,
    find_leading_pronoun,
    find_subject_heads,
    find_subject_stems,
    is_in_opening,
)
from ascribe.verify.cues import Span, find_clause_at, find_scopes, has_cues, split_clauses
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
from ascribe.verify.lexicon import get_meaning, get_meanings, is_person, is_same_group
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.rules import RULES, Comparison, Text
from ascribe.verify.rules.binding import compare_bound_values
from ascribe.verify.rules.names import find_names
from ascribe.verify.rules.roles import has_roles
from ascribe.verify.word_groups import can_find_subjects, get_word_group

_MAX_OPENING_WORDS = 2
"""A first clause with at most this many content words is not a statement of its own."""


def is_cohesive(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the sentences of the set belong together.

    A single sentence must have no neighbour with another value. Of several, none may have an unresolved
    clash; and either each clause of the claim is in a single sentence, or a sentence that refers back
    confirms all figures, dates and names.
    """
    members = reading.members
    if len(members) == 1:
        return not _has_conflicting_neighbour(case, reading)
    alone = {member: case.read((member,)) for member in members}
    linked = [one for member, one in alone.items() if _is_linked(case, member, members)]
    if any(has_unresolved_clash(case.text, one, linked) for one in alone.values()):
        return False
    return _find_uncovered_clause(case, members) is None or any(one.agrees(BINDING_RULES) for one in linked)


def may_be_cohesive(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return False if these sentences cannot be cohesive; a cheap check without the rules."""
    return (
        any(_is_linked(case, member, members) for member in members)
        or _find_uncovered_clause(case, members) is None
    )


def _has_conflicting_neighbour(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if a neighbouring sentence has the missing words of the claim with another value."""
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
        held = get_meanings(read_text(case.evidence[near].text, language))
        if not lacking.isdisjoint(held):
            both = read_sentences(case.evidence, sorted((near, member)), language)
            if compare_bound_values(case.text, both):
                return True
    return False


def _find_neighbours(case: ClaimContext, member: int) -> list[int]:
    """Return the sentences near that one in its source."""
    near = range(max(0, member - CONTEXT_SENTENCES), min(len(case.evidence), member + CONTEXT_SENTENCES + 1))
    here = case.evidence[member].document
    return [other for other in near if other != member and case.evidence[other].document is here]


def _is_linked(case: ClaimContext, member: int, members: tuple[int, ...]) -> bool:
    """Return True if the sentence refers back to a member ("it", "there"), or a member ends with a colon."""
    here = case.evidence[member]
    near = (i for i in members if 0 < member - i <= CONTEXT_SENTENCES)
    before = [i for i in near if case.evidence[i].document is here.document]
    if any(case.evidence[i].sentence.text.rstrip().endswith(":") for i in before):
        return True
    if not before or not has_roles(case.text.language):
        return bool(before)
    return bool(find_scopes(read_sentence(case.evidence, member, case.text.language), "anaphor"))


def _find_uncovered_clause(case: ClaimContext, members: tuple[int, ...]) -> Span | None:
    """Return the first clause of the claim that no single sentence covers, table headers aside, or None."""
    language = case.text.language
    texts = {member: read_text(case.evidence[member].text, language) for member in members}
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
    """Return True for the first row of a table."""
    rows = [case.evidence[i].sentence.text.startswith("|") for i in (max(0, member - 1), member)]
    return rows[1] and (member == 0 or not rows[0])


def _split_whole_clauses(text: Text) -> list[Span]:
    """Split into clauses; an opening of a word or two joins the next clause: "By default, …"."""
    spans = list(split_clauses(text))
    if len(spans) > 1 and len(text.within(*spans[0])) <= _MAX_OPENING_WORDS:
        spans[:2] = [(spans[0][0], spans[1][1])]
    return spans


# --- Coverage ---

_MIN_CLAUSE_SHARE = 0.5
"""Share of each clause that its evidence must contain, so that no clause is invented as a whole."""

_ROOT_LETTERS = 4
"""Letters that forms of one word share at their start: "weighs" and "weight"."""


def compute_overlap(case: ClaimContext, reading: EvidenceSet) -> float:
    """Return the share of the claim's content words, outside of clashes, that the passage contains.

    All words count if the clash spans the whole claim: "Pelling bought Orvane" has every word of its reverse.
    """
    clashing = [c.claim for c in reading.comparisons if c.finding == "clash" and c.rule != "negation"]
    outside = [w for w in case.text.content if not any(a < w.end and w.start < b for a, b in clashing)]
    others = outside or case.text.content
    found = sum(word.stem in reading.stems for word in others)
    return found / len(others) if others else 0.0


def compute_clause_overlap(case: ClaimContext, reading: EvidenceSet, clash: Comparison) -> float:
    """Return the share of the other content words of the clash's clause that the passage contains.

    1 if the clause has no other content word.
    """
    inside = case.text.within(*find_clause_at(case.text, clash.claim[0]))
    others = [w for w in inside if not clash.claim[0] <= w.start < clash.claim[1]]
    found = sum(word.stem in reading.stems for word in others)
    return found / len(others) if others else 1.0


def covers_clauses(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if each clause of the claim has at least half of its content in the evidence set.

    A first clause with one missing word is exempt: "This applies while", "It follows that".
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
    """Return True if the claim's first content word, mostly its subject, is in the set or its context.

    "The dose is safe in pregnancy" shares all but that word with "Rest is safe in pregnancy".
    """
    said = [c.claim for c in reading.comparisons if c.finding == "agree"]
    first = next(iter(case.text.content), None)
    if first is None or any(a <= first.start < b for a, b in said) or _is_word_said(case, first, reading):
        return True
    if _covers_whole_kind(case, reading):
        return True
    if not (find_scopes(reading.text, "anaphor") or not find_subject_heads(reading.text)):
        return False
    return any(first.stem in read_with_context(case.evidence, member).stems for member in reading.members)


def has_other_subject(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if claim and passage begin with different things, neither of which the other text names.

    "The clock weighs 600 kg" and "the bell weighs 1.9 tonnes" do not contradict each other. Opposites are no
    different things: "the profit was 5 million", "the loss was 5 million".
    """
    claim, passage = case.text, reading.text
    if find_leading_pronoun(claim) is not None or find_leading_pronoun(passage) is not None:
        return False
    mine, theirs = _find_head_words(claim), _find_head_words(passage)
    if not mine or not theirs or any(is_same_group(a, b, claim.language) for a in mine for b in theirs):
        return False
    return _are_foreign(mine, passage) and _are_foreign(theirs, claim)


def _are_foreign(words: Iterable[Word], text: Text) -> bool:
    return get_meanings(text).isdisjoint(get_meaning(word, text.language) for word in words)


def is_about_other_thing(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the passage has another subject, or a sibling of a thing of the claim in its place."""
    return has_other_subject(case, reading) or any(one.rule == "siblings" for one in reading.comparisons)


def only_asks(case: ClaimContext, members: Iterable[int]) -> bool:
    """Return True if these sentences are all questions: together with no answer they state nothing."""
    return all(is_question(case.evidence[member].text) for member in members)


def is_in_other_list(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if claim and passage are items of lists whose leads are about different things.

    "The nurse must: enter all cases" does not support "The ward is responsible for: entering all cases".
    """
    if case.claim.kind != "list_item" or not case.claim.in_context:
        return False
    items = [m for m in members if any(one.kind == "lead" for one in case.evidence[m].sentence.context)]
    return bool(items) and all(has_other_subject(case, case.read((member,))) for member in items)


def _find_head_words(text: Text) -> list[Word]:
    heads = find_subject_heads(text)
    return list({word.stem: word for word in text.words if word.stem in heads}.values())


def tells_things_apart(found: Comparison, case: ClaimContext) -> bool:
    """Return True if a word with an opposite says which thing the claim is about, not what it is like.

    It modifies the subject or stands before it: "the western runway" is not "the eastern runway". But "the
    minority of them" contradicts "the majority of them", and "a high risk" contradicts "a low risk".
    """
    claim = case.text
    words = [word for word in claim.words if found.claim[0] <= word.start < found.claim[1]]
    if not words:
        return False
    behind = next(iter(claim.words_after(found.claim[1], 1)), None)
    modifies = behind is not None and is_content_word(behind, claim.language)
    if not modifies and not is_person(words[-1].stem, claim.language):
        return is_in_opening(claim, found.claim[0])
    is_subject = bool({word.stem for word in words} & find_subject_stems(claim))
    return is_subject or is_in_opening(claim, found.claim[0])


def is_circumstance(found: Comparison, case: ClaimContext) -> bool:
    """Return True if the claim has the compared word right after a preposition: "at weekends"."""
    before = next((word.form for word in reversed(case.text.words) if word.end <= found.claim[0]), "")
    return before in get_word_group(case.text.language, "prepositions")


def is_word_covered(case: ClaimContext, word: Word, reading: EvidenceSet) -> bool:
    """Return True if the evidence set, or what it stands below, has the word, a form of it, or a synonym."""
    return word.stem in reading.stems or _is_word_said(case, word, reading)


def _is_word_said(case: ClaimContext, word: Word, reading: EvidenceSet) -> bool:
    """Return True if the sentences of the evidence set have the word, a form of it, or a synonym."""
    if word.stem in reading.text.stems or get_meaning(word, case.text.language) in get_meanings(reading.text):
        return True
    root = word.stem[:_ROOT_LETTERS]
    return len(root) == _ROOT_LETTERS and any(stem.startswith(root) for stem in reading.text.stems)


def _covers_whole_kind(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the evidence is about all of the claim's kind: "all trials" covers "field trials"."""
    kinds = (cue.words[0].stem for cue in find_scopes(reading.text, "all") if cue.words)
    return not find_subject_heads(case.text).isdisjoint(kinds)


# --- Clashes ---


def has_unresolved_clash(claim: Text, reading: EvidenceSet, later: Sequence[EvidenceSet]) -> bool:
    """Return True if the evidence set has a clash that none of the ``later`` sets resolves."""
    found = [one for one in reading.comparisons if one.finding == "clash"]
    return any(not any(resolves_clash(claim, clash, reading, one) for one in later) for clash in found)


def resolves_clash(claim: Text, clash: Comparison, reading: EvidenceSet, other: EvidenceSet) -> bool:
    """Return True if ``other`` agrees at the clash and has a word of the claim that this set lacks."""
    same = [c for c in other.comparisons if c.rule == clash.rule and c.claim == clash.claim]
    new = other.text.stems - reading.text.stems
    says_more = any(word.stem in new and not word.form[0].isdigit() for word in claim.content)
    return says_more and any(c.finding == "agree" for c in same)


# --- Languages ---


def is_language_mismatch(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the passage is in another language than the claim and does not quote it."""
    if not reading.members or not _are_in_other_language(case, reading.members):
        return False
    return not is_contained_verbatim(case.text, reading.text)


def is_foreign_to_all_sources(case: ClaimContext) -> bool:
    """Return True if all sources are in another language than the claim."""
    firsts = {id(one.document): place for place, one in reversed(list(enumerate(case.evidence)))}
    return bool(firsts) and all(_are_in_other_language(case, (place,)) for place in firsts.values())


def _are_in_other_language(case: ClaimContext, members: tuple[int, ...]) -> bool:
    language = confirm_language(case.text.text, case.text.language)
    sources = (case.evidence[i] for i in members)
    there = {detect_passage_language(s.document, s.sentence.text, language) for s in sources}
    return all(are_different_languages(language, one) for one in there)


def is_readable(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the rules recognise negation in that language, or the claim is there word for word."""
    if is_negation_known(case.text, reading.text):
        return True
    sentences = (read_text(case.evidence[i].sentence.text, reading.text.language) for i in reading.members)
    return is_repeated_verbatim(case.text, sentences)


def detect_passage_language(document: Document, passage: str, language: str | None) -> str | None:
    """Return the language of a passage: of its own text if clear, else of its document, else ``language``."""
    whole = confirm_language((document.full_text or "")[:SAMPLE_CHARS], document.language or language)
    return confirm_language(passage, whole)


def are_different_languages(one: str | None, other: str | None) -> bool:
    """Return True if both are known and not the same."""
    return one is not None and other is not None and one != other


def is_negation_known(claim: Text, evidence: Text) -> bool:
    """Return True if the rules recognise negation in the language of the claim.

    If the language is unknown, one of the texts must contain an English stop word.
    """
    if claim.language is not None:
        return has_cues(claim.language, "negation")
    small = get_stop_word_forms("en")
    return any(word.form in small for text in (claim, evidence) for word in text.words)


def is_repeated_verbatim(claim: Text, sentences: Iterable[Text]) -> bool:
    """Return True if one of the sentences is the claim, word for word."""
    return any(_list_word_forms(claim) == _list_word_forms(sentence) for sentence in sentences)


def is_contained_verbatim(claim: Text, evidence: Text) -> bool:
    """Return True if the evidence contains the words of the claim in an unbroken sequence."""
    mine, theirs = _list_word_forms(claim), _list_word_forms(evidence)
    return any(theirs[place : place + len(mine)] == mine for place in range(len(theirs) - len(mine) + 1))


@find_once
def _list_word_forms(text: Text) -> tuple[str, ...]:
    return tuple(word.form for word in text.words)


_DENYING_RULES = {rule.name: rule.denies for rule in RULES if rule.denies}
"""Rules that find another value in the place of the claim's, or the contrary."""

MIN_SHARED_CONTENT = 0.75
"""Share of the claim's content outside the clash that a denying passage must contain."""

_MAX_CLASHING_WORDS = 2
"""Words besides figures that may be part of the clash: a month, a word and its opposite."""

MAX_NEW_WORDS = 0.34
"""Largest share of the content words of a clause with another value that are new to both the claim and its
support. A clause that says the contrary may have no new word: "not open in winter" does not deny "open"."""

_SCOPE_CUES = ("if", "only", "before", "after", "said", "may", "least", "most_at", "about", "some", "most")
"""Cues that change what the same words state; either both passages have them, or neither."""


def find_contradiction(case: ClaimContext, order: Sequence[int]) -> EvidenceSet | None:
    """Return the first sentence in ``order`` that denies the claim although another one supports it, or None.

    The result is the same at every level of strictness, so that a stricter level never supports more.
    """
    if not can_find_subjects(case.text.language):
        return None
    said = frozenset(word.stem for word in case.text.content if not word.form[0].isdigit())
    named = frozenset(name.stem for name in find_names(case.text) if not name.form[0].isdigit())
    stated = (member for member in order if not is_question(case.evidence[member].text))
    likely = (case.read((member,)) for member in stated if _may_deny(case, member, said, named))
    return next((reading for reading in likely if _is_denial(case, reading, order)), None)


def _may_deny(case: ClaimContext, member: int, said: frozenset[str], named: frozenset[str]) -> bool:
    """Return True if the sentence has the claim's names and enough of its words to be compared."""
    text = read_sentence(case.evidence, member, case.text.language)
    if not named <= text.stems or len(said & text.stems) < MIN_SHARED_CONTENT * (
        len(said) - _MAX_CLASHING_WORDS
    ):
        return False
    return find_leading_pronoun(case.text) is not None or bool(find_subject_heads(text) & case.text.stems)


def mark_conflict(verdict: Verdict, case: ClaimContext, against: EvidenceSet) -> Verdict:
    """Return the verdict on a claim that one passage supports and another denies: ``unknown``, citing both.

    | a passage says it | a passage denies it | status |
    |---|---|---|
    | yes | no | ``supported`` |
    | yes | yes | ``unknown``, ``sources_disagree`` |
    | no | yes | ``contradicted`` |
    | no | no | ``unsupported`` or ``unknown`` |
    """
    clashes = [c for c in against.comparisons if c.finding == "clash"]
    compared = [c.describe(case.text, against.text) for c in clashes]
    return replace(
        verdict,
        status=OUTCOMES["sources_disagree"].status,
        reason="sources_disagree",
        references=(*verdict.references, *case.references(against, "contradicts")),
        details={**verdict.details, "against": compared},
    )


def _is_denial(case: ClaimContext, reading: EvidenceSet, order: Sequence[int]) -> bool:
    clash = reading.first("clash")
    if clash is None or clash.rule not in _DENYING_RULES:
        return False
    if any(c.finding != "agree" and not do_overlap(c.claim, clash.claim) for c in reading.comparisons):
        return False
    if compute_overlap(case, reading) < MIN_SHARED_CONTENT or not covers_subject(case, reading):
        return False
    others = (case.read((member,)) for member in order)
    saying = [other.text for other in others if _is_supporting(other, clash)] or [case.text]
    return any(
        _is_about_same(case, reading, held) and _adds_nothing(case, reading, clash, held) for held in saying
    )


def _is_supporting(reading: EvidenceSet, clash: Comparison) -> bool:
    """Return True if the passage supports the part of the claim that clashes elsewhere.

    A value must agree; if words clash elsewhere, nothing in this passage may clash.
    """
    if _DENYING_RULES[clash.rule] == "contrary":
        return reading.first("clash") is None
    return any(c.finding == "agree" and c.claim == clash.claim for c in reading.comparisons)


def _is_about_same(case: ClaimContext, reading: EvidenceSet, held: Text) -> bool:
    """Return True if the passage is about the same things, at the same time and under the same conditions."""
    text = reading.text
    if find_antecedent(case.evidence, reading.members[0], text.language) is not None:
        return False
    known = case.text.stems | held.stems
    named = {name.stem for name in find_names(text) if not name.form[0].isdigit()}
    if not find_subject_stems(text) | named <= known:
        return False
    marks = get_word_group(text.language, "others")
    if {w.form for w in text.words} & marks != {w.form for w in held.words} & marks:
        return False
    return all(bool(find_scopes(text, cue)) == bool(find_scopes(held, cue)) for cue in _SCOPE_CUES)


def _adds_nothing(case: ClaimContext, reading: EvidenceSet, clash: Comparison, held: Text) -> bool:
    """Return True if the clause with the clash has hardly a new word and no other new value."""
    text = reading.text
    place = clash.evidence or (0, len(text.text))
    inside = text.within(*find_clause_at(text, place[0]))
    others = [w for w in inside if not (place[0] <= w.start < place[1])]
    new = [w for w in others if w.stem not in held.stems and w.stem not in case.text.stems]
    if _DENYING_RULES[clash.rule] == "contrary":
        return not new
    if _find_values(text, place) - _find_values(held) - _find_values(case.text):
        return False
    return len(new) <= MAX_NEW_WORDS * len(others)


def _find_values(text: Text, outside: Span = (0, 0)) -> set[str]:
    """Return the figures and dates of the text outside that span, as written."""
    spans = [(date.start, date.end) for date in find_dates(text.text, text.language)]
    spans += [(number.start, number.end) for number in find_figures(text)]
    return {text.text[slice(*span)].casefold() for span in spans if not do_overlap(span, outside)}


def do_overlap(one: Span, other: Span) -> bool:
    """Return True if two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]
