"""What a sentence that begins with a pronoun speaks of: the subject of the sentence before it.

"The Aldford mill stands by the bridge. It opened in 1999." says that the mill opened, and nothing of the
bridge. Only the subject is taken: of two things that a pronoun may stand for it is the likelier one by far,
and a claim that needs the other one stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ascribe.language.words import Word
from ascribe.stages import Evidence
from ascribe.verify.passages import read_one
from ascribe.verify.rules import Text
from ascribe.verify.rules.names import names
from ascribe.verify.rules.scope import clauses
from ascribe.verify.subjects import heads, listed, pronoun, subject

REACH = 3
"""Sentences that are looked at before a pronoun: those between begin with one too."""

Kind = Literal["itself", "subject", "other", "unclear"]
"""``itself``: the claim takes nothing from before the passage. ``subject``: it takes what the pronoun stands
for. ``other``: it takes something else from there, surely. ``unclear``: what cannot be told."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a claim takes from before a passage, and the sentence it takes it from, if there is one."""

    kind: Kind
    antecedent: int | None = None


_PERSONS = ("er", "or", "ist", "ian", "man", "men", "woman", "king", "queen", "architect", "ers", "ors")
"""Ends of nouns that may be persons, who are no "it"."""

ITSELF = Link("itself")


def antecedent(evidence: Sequence[Evidence], member: int, language: str | None = None) -> int | None:
    """The sentence whose subject the leading pronoun of that one stands for; None without a pronoun."""
    leading = pronoun(read_one(evidence, member, language))
    if leading is None:
        return None
    document = evidence[member].document
    for before in range(member - 1, max(-1, member - 1 - REACH), -1):
        if evidence[before].document is not document:
            return None
        between = pronoun(read_one(evidence, before, language))
        if between is None or _owns_another(between, leading, language):
            return before
    return None


def _owns_another(between: Word, leading: Word, language: str | None) -> bool:
    """True for "Its" before "He": in "Its first head was Lars. He left", it was Lars who left."""
    kinds = listed(language, "kinds")
    same = any({between.form, leading.form} <= set(kind.split()) for kind in kinds)
    return between.form in listed(language, "possessives") and not same


def link(claim: Text, evidence: Sequence[Evidence], member: int) -> Link:
    """What the claim takes from before that sentence."""
    before = antecedent(evidence, member, claim.language)
    passage = read_one(evidence, member, claim.language)
    if pronoun(claim) is not None or (before is None and pronoun(passage) is None):
        return ITSELF
    lacking = _lacking(claim, passage)
    if not lacking:
        return ITSELF
    if before is None:
        return Link("unclear")
    return Link(_kind(claim, lacking, passage, read_one(evidence, before, claim.language)), before)


def resolved(claim: Text, evidence: Sequence[Evidence], members: tuple[int, ...]) -> tuple[int, ...] | None:
    """The members with what their pronouns stand for; None if one stands for something else, or may.

    Whoever reads "It opened in 1999" needs the sentence before it too.
    """
    links = [link(claim, evidence, member) for member in members]
    if any(one.kind in ("other", "unclear") for one in links):
        return None
    before = [one.antecedent for one in links if one.kind == "subject" and one.antecedent is not None]
    return tuple(dict.fromkeys([*members, *before]))


def is_of_another(claim: Text, evidence: Sequence[Evidence], members: Iterable[int]) -> bool:
    """True if a pronoun of the members surely stands for something else than the claim says."""
    return any(link(claim, evidence, member).kind == "other" for member in members)


def _lacking(claim: Text, passage: Text) -> list[Word]:
    """Words of the clause that is most like the passage that it lacks, or the claim's subject; no figures."""
    spans = clauses(claim)
    shared = [sum(word.stem in passage.stems for word in claim.within(*span)) for span in spans]
    closest = claim.within(*spans[shared.index(max(shared))])
    missing = [w for w in closest if w.stem not in passage.stems and not w.form[0].isdigit()]
    if missing:
        return missing
    return [w for w in claim.content if w.stem in subject(claim) and w.stem not in passage.stems]


def _kind(claim: Text, lacking: list[Word], passage: Text, before: Text) -> Kind:
    """Whether what is lacking is the subject of the sentence before."""
    there = [word for word in lacking if word.stem in before.stems]
    if not there:
        return "unclear"
    heading = [word for word in there if word.stem in heads(claim)]
    word = heading[0] if heading else _end_of_run(there, claim)
    if word.stem in heads(before):
        return "subject"
    leading = pronoun(passage)
    if leading is not None and leading.form.startswith("th") and word.stem in subject(before):
        return "subject" if leading.form not in ("they", "their") else "unclear"
    if _is_person(passage):
        return "subject" if _is_only_name(word, before) else "unclear"
    return "other" if _is_oblique(word, before) or _is_thing(before) else "unclear"


def _is_only_name(word: Word, before: Text) -> bool:
    """True for "Pohl" in "The city hired Jana Pohl": nobody else there can be a "she"."""
    named = [one for one in names(before) if one.start and not one.form[0].isdigit()]
    between = (before.text[one.end : two.start].strip() for one, two in pairwise(named))
    return _is_thing(before) and word.stem in {one.stem for one in named} and not any(between)


def _end_of_run(words: list[Word], claim: Text) -> Word:
    """The last of the words that follow the first one without another between: "mill" of "Aldford mill"."""
    last = words[0]
    for word in words[1:]:
        if claim.text[last.end : word.start].strip():
            break
        last = word
    return last


def _is_oblique(word: Word, text: Text) -> bool:
    """True if each place of the word is behind a preposition other than "of"."""
    places = [place for place, other in enumerate(text.words) if other.stem == word.stem]
    return bool(places) and all(_follows_preposition(place, text) for place in places)


def _follows_preposition(place: int, text: Text) -> bool:
    """True if a preposition opens the run of content words and articles up to that word."""
    content = {word.start for word in text.content}
    for word in reversed(text.words[:place]):
        if word.form in listed(text.language, "prepositions"):
            return word.form != "of"
        if word.start not in content and word.form not in listed(text.language, "articles"):
            return False
    return False


def _is_thing(before: Text) -> bool:
    """True if the sentence speaks of a thing by a common noun: then "it" is that, and not its object.

    "The mill replaced the bridge" does, "The owner built the bridge" and "Anna Kohl built it" do not.
    """
    own = [word for word in before.words if word.stem in heads(before)]
    articles = listed(before.language, "articles")
    named = [word for word in before.words if own and word.start < own[0].start and word.form in articles]
    return bool(named) and not any(word.form.endswith(_PERSONS) for word in own)


def _is_person(passage: Text) -> bool:
    word = pronoun(passage)
    return word is not None and word.form in listed(passage.language, "persons")
