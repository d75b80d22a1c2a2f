"""Unrelated parts: a clause must not take a participant from a sentence about another matter.

A model takes "Faults are reported to the caretaker. Keys are issued by the porter" for "faults are reported
to the porter". The sentence that says most of a clause is its home. A word that the home lacks must not stand
where the home has another thing in its place, if each sentence with that word is about another matter. Only
English is read. The rules need no such test: they confirm a clause by one sentence or a chain of pronouns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes, split_whole_clauses
from ascribe.verify.evidence.passages import read_sentence
from ascribe.verify.evidence.set_checks import find_neighbours, is_word_covered
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.grammar.subjects import find_subject_heads, may_refer_back
from ascribe.verify.grammar.verb_forms import BE, is_past_form, is_verb
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import get_meaning, get_meanings


def takes_unrelated_part(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if a clause of the claim has a thing in the place of another one of its home.

    Every sentence that has this thing is about another matter.
    """
    if not case.text.is_english:
        return False
    around = {other for member in members for other in find_neighbours(case, member)}
    others = dict.fromkeys([*members, *sorted(around)])
    return any(_takes_part(case, span, members, others) for span in split_whole_clauses(case.text))


def _takes_part(
    case: ClaimContext, span: tuple[int, int], members: Sequence[int], others: Iterable[int]
) -> bool:
    words = [word for word in case.text.within(*span) if not word.form[0].isdigit()]
    lacking = {member: _list_lacking_words(case, words, member) for member in members}
    home = min(members, key=lambda member: len(lacking[member]))
    text = read_sentence(case.evidence, home, case.text.language)
    if not lacking[home] or len(lacking[home]) == len(words) or _refers_back(text):
        return False
    spare = [word for word in text.content if _is_spare(word, text, case.text)]
    texts = [read_sentence(case.evidence, other, case.text.language) for other in others if other != home]
    givers = {word: [one for one in texts if word.stem in one.stems] for word in lacking[home]}
    told = [word for word in lacking[home] if givers[word]]
    if not _is_one_phrase(told, case.text) or len(lacking[home]) - len(told) > _MOST_PARAPHRASED:
        return False
    for word in told:
        replaced = {other.stem for other in spare if _is_in_place_of(word, case.text, other, text)}
        if replaced and not any(_are_related(one, text, replaced) for one in givers[word]):
            return True
    return False


def _refers_back(text: Text) -> bool:
    """Return True if a word of the sentence refers to another one: "Strandline pays the rest of that"."""
    return (
        may_refer_back(text) or bool(find_scopes(text, "anaphor")) or not _REFERRING.isdisjoint(text.tokens)
    )


_REFERRING = frozenset(("that", "rest", "remainder"))

_MOST_PARAPHRASED = 1
"""Words of a clause that no sentence has: a clause in other words may sum up several sentences."""


def _is_one_phrase(words: Sequence[Word], claim: Text) -> bool:
    """Return True if nothing is between the words but articles: they name one thing."""
    if not words:
        return False
    articles = get_word_group(claim.language, "articles")
    inside = (word for word in claim.words if words[0].start <= word.start <= words[-1].start)
    return all(word in words or word.form in articles for word in inside)


def _list_lacking_words(case: ClaimContext, words: Sequence[Word], member: int) -> list[Word]:
    reading = case.read((member,))
    return [
        word
        for word in words
        if not is_word_covered(case, word, reading) and not reading.is_paraphrased(word)
    ]


def _is_spare(word: Word, text: Text, claim: Text) -> bool:
    """Return True for a word for a thing that the claim does not name."""
    is_thing = (
        not word.form[0].isdigit() and not is_verb(word, text) and not is_adverb(word.form, text.language)
    )
    return is_thing and get_meaning(word, text.language) not in get_meanings(claim)


_ENDS = (".", "!", "?", '."', ".”", ".)")
"""What a statement ends with; a title has no such end."""


def _are_related(giver: Text, home: Text, replaced: set[str]) -> bool:
    """Return True if the sentences may be about one thing: by a title, a pronoun, or the subject of one.

    Or if the one that gives a thing also has what the home has in its place.
    """
    if (
        not giver.text.rstrip().endswith(_ENDS)
        or may_refer_back(giver)
        or not replaced.isdisjoint(giver.stems)
    ):
        return True
    pairs = ((home, giver), (giver, home))
    return any(not _find_topic(one).isdisjoint(word.stem for word in other.content) for one, other in pairs)


def _find_topic(text: Text) -> frozenset[str]:
    """Return the heads of the subject; none for a gerund, "working from home", which may be an adjective."""
    return frozenset() if text.words[0].form.endswith("ing") else find_subject_heads(text)


# --- Places ---

_ALIKE = (
    {"in", "at", "on", "inside", "near"},
    {"to", "with", "before"},
    {"agent", "of", "from", "to"},
)
"""Places whose things may be told for one another: "the decision of the board", "is decided by the board"."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What a word is in its clause: its preposition, ``agent`` or ``patient``, and if it is the subject."""

    role: str
    is_subject: bool


def _is_in_place_of(word: Word, claim: Text, other: Word, home: Text) -> bool:
    mine, theirs = _find_place(word, claim), _find_place(other, home)
    if mine.role != theirs.role and not any({mine.role, theirs.role} <= group for group in _ALIKE):
        return False
    is_wide = other.form in get_word_group(home.language, "wide nouns")
    may_be_same = is_wide or (mine.is_subject and theirs.is_subject and claim.text[word.start].isupper())
    return not (may_be_same and home.text[other.start].islower())


def _find_place(word: Word, text: Text) -> _Place:
    """Return the place of a word by what stands before its noun phrase."""
    at = text.words.index(word)
    articles, prepositions = (get_word_group(text.language, name) for name in ("articles", "prepositions"))
    for before in reversed(text.words[:at]):
        gap = text.text[before.end : word.start]
        if any(sign in gap for sign in ",;:"):
            break
        if before.form == "by":
            return _Place("agent", is_subject=False)
        if before.form in prepositions or before.form in ("to", "of"):
            return _Place(before.form, is_subject=False)
        if is_verb(before, text):
            return _Place("patient", is_subject=False)
        if before.form not in articles and not is_content_word(before, text.language):
            break
    return _Place("patient" if _is_before_passive(at, text) else "agent", is_subject=True)


def _is_before_passive(at: int, text: Text) -> bool:
    """Return True if the first helping verb behind that place is followed by a participle: "is sorted"."""
    behind = text.words[at + 1 :]
    place = next((n for n, word in enumerate(behind) if word.form in (*BE, "be", "been")), None)
    verbs = [word for word in behind[: place or 0] if is_verb(word, text) and word.form not in BE]
    if place is None or any(is_past_form(word.form, text) for word in verbs):
        return False
    return any(is_past_form(word.form, text) for word in behind[place + 1 : place + 3])
