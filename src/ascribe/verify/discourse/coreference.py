"""Coreference: which earlier sentence the leading pronoun of a sentence refers to.

Only the subject of an earlier sentence is taken as an antecedent: it is by far the likeliest, and a claim
that needs another one stays undecided. In a language without a list of pronouns nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ascribe.records.source_sentence import SourceSentence
from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import split_clauses
from ascribe.verify.discourse.bodies import find_object_stems, is_excluded_subject
from ascribe.verify.discourse.genders import tells_which_person
from ascribe.verify.evidence.passages import read_sentence
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_heads, find_subject_stems
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.rules.names import find_names

MAX_LOOKBACK = 3
"""Sentences searched before one with a leading pronoun; those in between begin with a pronoun too."""

LinkKind = Literal["itself", "subject", "other", "unclear"]
"""``itself``: the claim needs nothing from before the passage. ``subject``: it needs the antecedent of the
passage's pronoun. ``other``: it surely needs something else from there. ``unclear``: this cannot be
decided."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a claim takes from before a passage, and the index of the sentence that has it, if any."""

    kind: LinkKind
    antecedent: int | None = None


_PERSON_SUFFIXES = (
    "er",
    "or",
    "ist",
    "ian",
    "man",
    "men",
    "woman",
    "king",
    "queen",
    "architect",
    "ers",
    "ors",
)
"""Endings of nouns that may denote persons, whom "it" cannot refer to."""

ITSELF = Link("itself")


def find_antecedent(
    evidence: Sequence[SourceSentence], member: int, language: str | None = None
) -> int | None:
    """Return the sentence whose subject the leading pronoun of ``member`` refers to.

    None if the sentence has no leading pronoun, or if no earlier sentence within ``MAX_LOOKBACK`` qualifies.
    """
    leading = find_leading_pronoun(read_sentence(evidence, member, language))
    if leading is None:
        return None
    document = evidence[member].document
    for before in range(member - 1, max(-1, member - 1 - MAX_LOOKBACK), -1):
        if evidence[before].document is not document:
            return None
        between = find_leading_pronoun(read_sentence(evidence, before, language))
        if between is None or _has_other_owner(between, leading, language):
            return before
    return None


def _has_other_owner(between: Word, leading: Word, language: str | None) -> bool:
    """Return True for "Its" before "He": "Its first head was Lars. He left" says that Lars left."""
    kinds = get_word_group(language, "kinds")
    same = any({between.form, leading.form} <= set(kind.split()) for kind in kinds)
    return between.form in get_word_group(language, "possessives") and not same


def find_link(claim: Text, evidence: Sequence[SourceSentence], member: int) -> Link:
    """Return what the claim takes from before that sentence."""
    before = find_antecedent(evidence, member, claim.language)
    passage = read_sentence(evidence, member, claim.language)
    if find_leading_pronoun(claim) is not None or (before is None and find_leading_pronoun(passage) is None):
        return ITSELF
    lacking = _find_missing_words(claim, passage)
    if not lacking:
        return ITSELF
    if before is None:
        return Link("unclear")
    return Link(
        _classify_link(claim, lacking, passage, read_sentence(evidence, before, claim.language)), before
    )


def resolve_pronouns(
    claim: Text, evidence: Sequence[SourceSentence], members: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return the members with the antecedents of their pronouns; None if one does or may refer elsewhere.

    A reader of "It opened in 1999" needs the sentence before it too.
    """
    links = [find_link(claim, evidence, member) for member in members]
    if any(one.kind in ("other", "unclear") for one in links):
        return None
    before = [one.antecedent for one in links if one.kind == "subject" and one.antecedent is not None]
    return tuple(dict.fromkeys([*members, *before]))


def refers_to_other_subject(claim: Text, evidence: Sequence[SourceSentence], members: Iterable[int]) -> bool:
    """Return True if a pronoun of the members surely refers to something other than the claim does."""
    return any(find_link(claim, evidence, member).kind == "other" for member in members)


def _find_missing_words(claim: Text, passage: Text) -> list[Word]:
    """Return the words, without figures, that the passage lacks from the claim's most similar clause.

    If it lacks none of them, the words of the claim's subject that it lacks.
    """
    spans = split_clauses(claim)
    shared = [sum(word.stem in passage.stems for word in claim.within(*span)) for span in spans]
    closest = claim.within(*spans[shared.index(max(shared))])
    missing = [w for w in closest if w.stem not in passage.stems and not w.form[0].isdigit()]
    if missing:
        return missing
    return [w for w in claim.content if w.stem in find_subject_stems(claim) and w.stem not in passage.stems]


_LINK_OF_PERSON: dict[str, LinkKind] = {"same": "subject", "another": "other", "unclear": "unclear"}


def _classify_link(claim: Text, lacking: list[Word], passage: Text, before: Text) -> LinkKind:
    """Return how the missing words relate to the sentence before the passage."""
    there = [word for word in lacking if word.stem in before.stems]
    if not there:
        return "unclear"
    leading = find_leading_pronoun(passage)
    whole = 0, len(before.text)
    person = tells_which_person(claim, leading, before, whole) if leading is not None else ""
    if person:
        return _LINK_OF_PERSON[person]
    heading = [word for word in there if word.stem in find_subject_heads(claim)]
    word = heading[0] if heading else _find_run_end(there, claim)
    if is_excluded_subject(passage, before):
        return _classify_link_to_object(word, before)
    if word.stem in find_subject_heads(before):
        return "subject"
    if leading is not None and leading.form.startswith("th") and word.stem in find_subject_stems(before):
        return "subject" if leading.form not in ("they", "their") else "unclear"
    if _is_person(passage):
        return "subject" if _is_only_name(word, before) else "unclear"
    return "other" if _is_oblique(word, before) or _is_thing(before) else "unclear"


def _classify_link_to_object(word: Word, before: Text) -> LinkKind:
    """Return how a word relates to a sentence whose subject the pronoun cannot mean."""
    if word.stem in find_subject_heads(before):
        return "other"
    return "subject" if word.stem in find_object_stems(before) else "unclear"


def _is_only_name(word: Word, before: Text) -> bool:
    """Return True for "Pohl" in "The city hired Jana Pohl": "she" can refer to nobody else there."""
    named = [one for one in find_names(before) if one.start and not one.form[0].isdigit()]
    between = (before.text[one.end : two.start].strip() for one, two in pairwise(named))
    return _is_thing(before) and word.stem in {one.stem for one in named} and not any(between)


def _find_run_end(words: list[Word], claim: Text) -> Word:
    """Return the last of the words that directly follow the first one: "mill" of "Aldford mill"."""
    last = words[0]
    for word in words[1:]:
        if claim.text[last.end : word.start].strip():
            break
        last = word
    return last


def _is_oblique(word: Word, text: Text) -> bool:
    """Return True if every occurrence of the word follows a preposition other than "of"."""
    places = [place for place, other in enumerate(text.words) if other.stem == word.stem]
    return bool(places) and all(_follows_preposition(place, text) for place in places)


def _follows_preposition(place: int, text: Text) -> bool:
    """Return True if a preposition opens the run of content words and articles up to that word."""
    content = {word.start for word in text.content}
    for word in reversed(text.words[:place]):
        if word.form in get_word_group(text.language, "prepositions"):
            return word.form != "of"
        if word.start not in content and word.form not in get_word_group(text.language, "articles"):
            return False
    return False


def _is_thing(before: Text) -> bool:
    """Return True if the subject is a common noun for a thing; then "it" means the subject, not the object.

    True for "The mill replaced the bridge", False for "The owner built the bridge" and "Anna Kohl built it".
    """
    own = [word for word in before.words if word.stem in find_subject_heads(before)]
    articles = get_word_group(before.language, "articles")
    named = [word for word in before.words if own and word.start < own[0].start and word.form in articles]
    return bool(named) and not any(word.form.endswith(_PERSON_SUFFIXES) for word in own)


def _is_person(passage: Text) -> bool:
    word = find_leading_pronoun(passage)
    return word is not None and word.form in get_word_group(passage.language, "persons")
