"""Checks of an evidence set: cohesion, coverage of clauses, subject, and unresolved clashes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ascribe.records.source_sentence import SourceSentence
from ascribe.text.words import Word
from ascribe.verify.checkable import is_question
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Span, find_scopes, split_clauses, split_whole_clauses
from ascribe.verify.discourse.clause_homes import joins_homes
from ascribe.verify.discourse.coreference import find_antecedent
from ascribe.verify.discourse.participants import tells_of_another
from ascribe.verify.discourse.subclasses import takes_from_whole_kind
from ascribe.verify.evidence.passages import (
    CONTEXT_SENTENCES,
    list_around,
    read_sentence,
    read_sentences,
    read_text,
    read_with_context,
)
from ascribe.verify.evidence.reconciliation import find_paraphrased_spans
from ascribe.verify.evidence.sets import BINDING_RULES, ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import (
    find_leading_pronoun,
    find_subject_heads,
    may_refer_back,
)
from ascribe.verify.lexicon import get_meaning, get_meanings, is_same_group
from ascribe.verify.rules.binding import compare_bound_values
from ascribe.verify.rules.measured_things import compare_measured_things
from ascribe.verify.rules.names import find_names
from ascribe.verify.rules.roles import has_roles
from ascribe.verify.tables_and_lists.list_items import names_other_number


def is_cohesive(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the sentences of the set belong together.

    A single sentence must have no neighbour with another value. Of several, none may have an unresolved
    clash; and either each clause of the claim is in a single sentence, or a sentence that refers back
    confirms all figures, dates and names. None may be an item with another number than the claim names.
    """
    members = reading.members
    if names_other_number(case.text, [case.evidence[i] for i in members]):
        return False
    if len(members) == 1:
        return not _has_conflicting_neighbour(case, reading)
    alone = {member: case.read((member,)) for member in members}
    linked = [one for member, one in alone.items() if _is_linked(case, member, members)]
    if any(_has_unresolved_clash(case.text, one, linked) for one in alone.values()):
        return False
    if _find_uncovered_clause(case, members) is None or joins_homes(case, members):
        return True
    return any(one.agrees(BINDING_RULES) for one in linked)


def may_be_cohesive(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return False if these sentences cannot be cohesive; a cheap check without the rules."""
    return (
        any(_is_linked(case, member, members) for member in members)
        or _find_uncovered_clause(case, members) is None
        or joins_homes(case, members)
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
    for near in find_neighbours(case, member):
        held = get_meanings(read_text(case.evidence[near].text, language))
        if not lacking.isdisjoint(held):
            both = read_sentences(case.evidence, sorted((near, member)), language)
            if compare_bound_values(case.text, both) or compare_measured_things(case.text, both):
                return True
    return False


def find_neighbours(case: ClaimContext, member: int) -> list[int]:
    """Return the sentences near that one in its source."""
    around = list_around(case.evidence, member, CONTEXT_SENTENCES, CONTEXT_SENTENCES)
    return [other for other in around if other != member]


_TOPIC_BEFORE, _TOPIC_BEHIND = 4, 2
"""Sentences around a member in which its topic, and that of the claim, are looked for."""


def is_told_of_another(case: ClaimContext, members: Iterable[int]) -> bool:
    """Return True if the claim says of its subject what the members say of another one nearby.

    Or of the whole kind, where a sentence nearby tells of the claim's part of it.
    """
    near = {other for member in members for other in _list_surroundings(case, member)}
    sentences = case.list_sentences(near)
    return tells_of_another(case.text, sentences) or takes_from_whole_kind(case.text, sentences)


def _list_surroundings(case: ClaimContext, member: int) -> list[int]:
    """Return the sentence with those around it, in which its topic and that of the claim are looked for."""
    return list_around(case.evidence, member, _TOPIC_BEFORE, _TOPIC_BEHIND)


def is_told_in_other_source(case: ClaimContext, members: Iterable[int]) -> bool:
    """Return True if a member is about a thing that the claim does not name, and another source is not.

    "The mill has 12 sails. It was built in 1871" supports no claim on the bridge of which another source
    tells. Sentences that name the claim's subject near by may tell of it in other words.
    """
    mine = find_subject_heads(case.text)
    if not mine:
        return False
    others = [member for member in members if _tells_of_unnamed_thing(case, member, mine)]
    return any(
        mine & find_subject_heads(read_sentence(case.evidence, known, case.text.language))
        for member in others
        for known in case.order
        if case.evidence[known].document is not case.evidence[member].document
    )


def _tells_of_unnamed_thing(case: ClaimContext, member: int, mine: frozenset[str]) -> bool:
    """Return True if the claim does not name what that sentence is about, nor the source the claim's subject.

    Only the sentences around count. ``mine`` has the heads of the claim's subject.
    """
    before = find_antecedent(case.evidence, member, case.text.language)
    sentence = read_sentence(case.evidence, member if before is None else before, case.text.language)
    if before is None and find_leading_pronoun(sentence) is not None:
        return False
    heads = find_subject_heads(sentence)
    named = {get_meaning(word, sentence.language) for word in sentence.words if word.stem in heads}
    if not named or not named.isdisjoint(get_meanings(case.text)):
        return False
    around = _list_surroundings(case, member)
    own = {get_meaning(word, case.text.language) for word in case.text.words if word.stem in mine}
    return all(own.isdisjoint(get_meanings(read_with_context(case.evidence, other))) for other in around)


def _is_linked(case: ClaimContext, member: int, members: tuple[int, ...]) -> bool:
    """Return True if the sentence refers back to a member ("it", "there"), or a member is its lead."""
    here = case.evidence[member]
    near = (i for i in members if 0 < member - i <= CONTEXT_SENTENCES)
    before = [i for i in near if case.evidence[i].document is here.document]
    if any(_ends_with_colon(case.evidence[i]) and not _are_of_two_lists(case, (i, member)) for i in before):
        return True
    if not before or not has_roles(case.text.language):
        return bool(before)
    return bool(find_scopes(read_sentence(case.evidence, member, case.text.language), "anaphor"))


def _ends_with_colon(passage: SourceSentence) -> bool:
    return passage.sentence.text.rstrip("*_ \t").endswith(":")


def mixes_lists(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return True if a clause of the claim needs several lists: their leads say different things of items.

    "Drawbacks: a high price" and the lead of another list, "Advantages:", say nothing together.
    """
    return _are_of_two_lists(case, members) and _find_uncovered_clause(case, members) is not None


def _are_of_two_lists(case: ClaimContext, members: Iterable[int]) -> bool:
    """Return True if two of the sentences are items or leads of different lists."""
    lists = {_find_list(case.evidence[member]) for member in members}
    return len(lists - {None}) > 1


def _find_list(passage: SourceSentence) -> tuple[str, int] | None:
    """Return the document of a list and where its lead begins; None for a sentence outside of lists."""
    starts = [one.char_start for one in passage.leads]
    if not starts and not _ends_with_colon(passage):
        return None
    return passage.document.doc_id, min(starts, default=passage.sentence.span.char_start)


def _find_uncovered_clause(case: ClaimContext, members: tuple[int, ...]) -> Span | None:
    """Return the first clause of the claim that no single sentence covers, table headers aside, or None."""
    language = case.text.language
    texts = {member: read_text(case.evidence[member].text, language) for member in members}
    headed = frozenset(
        key for member, text in texts.items() if _is_table_header(case, member) for key in get_meanings(text)
    )
    for start, end in split_whole_clauses(case.text):
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


# --- Coverage ---

_MIN_CLAUSE_SHARE = 0.5
"""Share of each clause that its evidence must contain, so that no clause is invented as a whole."""

_ROOT_LETTERS = 4
"""Letters that forms of one word share at their start: "weighs" and "weight"."""


def compute_overlap(case: ClaimContext, reading: EvidenceSet) -> float:
    """Return the share of the claim's content words, outside of clashes, that the passage has or derives.

    All words count if the clash spans the whole claim: "Pelling bought Orvane" has every word of its reverse.
    """
    clashing = [c.claim for c in reading.comparisons if c.finding == "clash" and c.rule != "negation"]
    outside = [w for w in case.text.content if not any(a < w.end and w.start < b for a, b in clashing)]
    others = outside or case.text.content
    found = sum(word.stem in reading.stems or reading.derives(word) for word in others)
    return found / len(others) if others else 0.0


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
    if covers_whole_kind(case, reading):
        return True
    if not may_refer_back(reading.text):
        return False
    return any(first.stem in read_with_context(case.evidence, member).stems for member in reading.members)


def is_word_covered(case: ClaimContext, word: Word, reading: EvidenceSet) -> bool:
    """Return True if the evidence set, or what it stands below, has the word, a form of it, or a synonym."""
    return word.stem in reading.stems or _is_word_said(case, word, reading)


def _is_word_said(case: ClaimContext, word: Word, reading: EvidenceSet) -> bool:
    """Return True if the sentences of the evidence set have the word, a form of it, or a synonym."""
    if word.stem in reading.text.stems or get_meaning(word, case.text.language) in get_meanings(reading.text):
        return True
    root = word.stem[:_ROOT_LETTERS]
    return len(root) == _ROOT_LETTERS and any(stem.startswith(root) for stem in reading.text.stems)


def covers_whole_kind(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the evidence is about all of the claim's kind: "all trials" covers "field trials"."""
    kinds = (cue.words[0].stem for cue in find_scopes(reading.text, "all") if cue.words)
    return not find_subject_heads(case.text).isdisjoint(kinds)


# --- Subject ---


def has_unrelated_subject(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if claim and passage have different subjects, neither of which the other text names.

    "The clock weighs 600 kg" and "the bell weighs 1.9 tonnes" do not contradict each other. Opposites are no
    different subjects: "the profit was 5 million", "the loss was 5 million".
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


def has_unrelated_subject_or_sibling(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the subjects are unrelated, or the passage has a sibling of any thing of the claim.

    Siblings have one noun and differ in its modifier: "the north tower" and "the south tower".
    """
    return has_unrelated_subject(case, reading) or any(one.rule == "siblings" for one in reading.comparisons)


def may_be_excepted(claim: Text, evidence: Text) -> bool:
    """Return True if the evidence makes an exception, which the claim may be about, and the claim does not.

    "Open daily except Mondays" does not contradict "closed on Mondays".
    """
    return bool(find_scopes(evidence, "except")) and not find_scopes(claim, "except")


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
    return bool(items) and all(has_unrelated_subject(case, case.read((member,))) for member in items)


def _find_head_words(text: Text) -> list[Word]:
    heads = find_subject_heads(text)
    return list({word.stem: word for word in text.words if word.stem in heads}.values())


# --- Clashes ---


def _has_unresolved_clash(claim: Text, reading: EvidenceSet, later: Sequence[EvidenceSet]) -> bool:
    """Return True if the evidence set has a clash that none of the ``later`` sets resolves."""
    found = [one for one in reading.comparisons if one.finding == "clash"]
    return any(not any(resolves_clash(claim, clash, reading, one) for one in later) for clash in found)


def resolves_clash(claim: Text, clash: Comparison, reading: EvidenceSet, other: EvidenceSet) -> bool:
    """Return True if ``other`` agrees at the clash and has a word of the claim that this set lacks."""
    same = [c for c in other.comparisons if c.rule == clash.rule and c.claim == clash.claim]
    new = other.text.stems - reading.text.stems
    says_more = any(word.stem in new and not word.form[0].isdigit() for word in claim.content)
    return says_more and any(c.finding == "agree" for c in same)
