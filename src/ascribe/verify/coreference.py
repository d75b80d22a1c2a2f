"""Subjects and pronouns: what a sentence is about, and which earlier sentence a leading pronoun refers to.

Only the subject of an earlier sentence is taken as an antecedent: it is by far the likeliest, and a claim
that needs another one stays undecided. The words come from ``word_groups.json``, by language; in a
language that is not listed, nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import dropwhile, pairwise
from typing import Literal

from ascribe.protocols import SourceSentence
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import split_clauses
from ascribe.verify.evidence import read_sentence
from ascribe.verify.rules.names import find_names
from ascribe.verify.word_groups import can_find_subjects, get_word_group

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


def _classify_link(claim: Text, lacking: list[Word], passage: Text, before: Text) -> LinkKind:
    """Return how the missing words relate to the sentence before the passage."""
    there = [word for word in lacking if word.stem in before.stems]
    if not there:
        return "unclear"
    heading = [word for word in there if word.stem in find_subject_heads(claim)]
    word = heading[0] if heading else _find_run_end(there, claim)
    if word.stem in find_subject_heads(before):
        return "subject"
    leading = find_leading_pronoun(passage)
    if leading is not None and leading.form.startswith("th") and word.stem in find_subject_stems(before):
        return "subject" if leading.form not in ("they", "their") else "unclear"
    if _is_person(passage):
        return "subject" if _is_only_name(word, before) else "unclear"
    return "other" if _is_oblique(word, before) or _is_thing(before) else "unclear"


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


# --- Subjects ---


@find_once
def find_leading_pronoun(text: Text) -> Word | None:
    """Return the pronoun that begins the sentence, or follows an opening such as "In 1999", or None."""
    lead = _skip_opening(text)
    return lead[0] if lead and lead[0].form in get_word_group(text.language, "pronouns") else None


@find_once
def find_subject_heads(text: Text) -> frozenset[str]:
    """Return the stems of possible heads of the subject; mostly one, several if they are ambiguous.

    "The Aldford mill stands by the bridge" → "mill"; two subjects joined by "and" → both heads.
    """
    groups, follower = _split_subject_groups(text)
    found = [_find_heads(group, follower if group is groups[-1] else ",", text.language) for group in groups]
    return frozenset(word.stem for group in found for word in group)


@find_once
def find_verb_after_subject(text: Text) -> Word | None:
    """Return the content word right after the head of the subject; None for "The mill was sold"."""
    ends = find_subject_heads(text)
    head = next((word for word in _skip_opening(text) if word.stem in ends), None)
    behind = next((word for word in text.words if head is not None and word.start >= head.end), None)
    return behind if behind is not None and is_content_word(behind, text.language) else None


def find_subject_stems(text: Text) -> frozenset[str]:
    """Return the stems of all words of the subject.

    "The Aldford mill stands by the bridge" → "aldford", "mill".
    """
    ends = find_subject_heads(text)
    kept: set[str] = set()
    for group in _split_subject_groups(text)[0]:
        last = max((place for place, word in enumerate(group) if word.stem in ends), default=-1)
        kept |= {word.stem for word in group[: last + 1]}
    return frozenset(kept)


def _find_heads(group: list[Word], follower: str, language: str | None) -> list[Word]:
    """Return the word before the verb, or before each possible verb; all words if no verb is found."""
    adverbs = get_word_group(language, "adverbs")
    nouns = get_word_group(language, "nouns in -ly")
    words = [w for w in group if w.form not in adverbs and (not w.form.endswith("ly") or w.form in nouns)]
    if len(words) < 2 or follower in get_word_group(language, "helpers"):
        return words[-1:]
    strong = [n for n, w in enumerate(words) if n and (_is_past_tense(w, language))]
    weak = [n for n, w in enumerate(words) if n and w.form.endswith("s")]
    verbs = strong[:1] or weak
    ends = words[-1:] if follower == "," else []
    return [*(words[verb - 1] for verb in verbs), *ends] or words


def _is_past_tense(word: Word, language: str | None) -> bool:
    return word.form in get_word_group(language, "verbs") or word.form.endswith("ed")


def _split_subject_groups(text: Text) -> tuple[list[list[Word]], str]:
    """Return the runs of content words, joined by "and", that begin the sentence, and what ends them.

    That is a word or a comma; empty at a figure and at the end of the text.
    """
    words = _skip_opening(text)
    joining = get_word_group(text.language, "joining")
    groups: list[list[Word]] = [[]]
    for place, word in enumerate(words):
        between = text.text[words[place - 1].end : word.start] if place else ""
        between = _GENITIVE.sub("", between).strip(" \t\n'\"“”‘’-")
        if groups[-1] and (between or word.form[0].isdigit()):
            return groups, "," if between else ""
        if word.form[0].isdigit():
            continue
        if is_content_word(word, text.language):
            groups[-1].append(word)
        elif groups[-1] and word.form in joining:
            groups.append([])
        elif groups[-1]:
            return groups, word.form
    return [group for group in groups if group], ""


def is_in_opening(text: Text, place: int) -> bool:
    """Return True for a place before the subject: "At weekends the pharmacy is closed"."""
    lead = _skip_opening(text)
    return bool(lead) and place < lead[0].start


_GENITIVE = re.compile(r"^['’]s?(?=\s)")
"""What connects an owner with a subject: "the ship's galley"."""


def _skip_opening(text: Text) -> list[Word]:
    """Return the words from the subject on, without an opening such as "In 1999" or "After rain,"."""
    words = text.words
    if not can_find_subjects(text.language) or not words:
        return []
    if words[0].form not in get_word_group(text.language, "openers"):
        return words
    comma = text.text.find(",")
    if 0 < comma < words[-1].start:
        return [word for word in words if word.start > comma]
    return list(dropwhile(lambda w: w is words[0] or is_content_word(w, text.language), words))
