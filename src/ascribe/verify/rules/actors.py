"""Actors: who does what a verb says, and to whom, also around passives, relative clauses and appositions.

"The bank was fined 3 million euros by the regulator" does not say that the regulator was fined, nor "the
nurse who treated the driver lives in Exeter" that the driver does. For a verb of both texts, whoever acts or
is acted on in the claim must not have the other part in every place of the evidence, nor stand there only in
what describes the subject. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.verb_forms import is_verb_form
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures

_BE = frozenset(("is", "are", "was", "were", "be", "been", "being", "am", "get", "got", "gets"))
_BEFORE_VERB = _BE | frozenset((
    "has", "have", "had", "do", "does", "did", "will", "would", "can", "could", "may", "might", "must",
    "should", "shall", "not", "never", "to",
))  # fmt: skip
_RELATIVES = frozenset(("who", "that", "which", "whose", "whom"))
_SUBJECT_RELATIVES = _RELATIVES - {"whose", "whom"}
_JOINTS = frozenset((
    "and", "but", "or", "while", "whereas", "because", "when", "if", "although", "though", "as", "whether",
    "how", "why", "what", "where", "until", "unless", "since", "than", "after", "before",
))  # fmt: skip

_BOUNDARY = re.compile(r"[.;:!?\n](?=\s|$)")
_NO_AGENT = frozenset((
    "hand", "mail", "post", "train", "bus", "car", "air", "sea", "email", "phone", "mistake", "accident",
    "law", "default", "far", "then", "now", "end", "noon", "midnight", "means", "way", "chance", "force",
))  # fmt: skip
"""What "by" is followed by where it names no actor."""


@dataclass(frozen=True, slots=True)
class _Act:
    """A verb with those that it connects, as stems.

    Args:
        verb: the word.
        actor: who acts; empty if that is not known.
        patient: who is acted on.
        subject: head of the subject.
        described: words that only describe the subject, in a relative clause or an apposition.
        around: words of its sentence.
        is_denied: whether nothing is what it does: "won none".
        is_passive: whether somebody is acted on, known or not: "left and was followed by Ada".
    """

    verb: Word
    actor: frozenset[str]
    patient: frozenset[str]
    subject: frozenset[str]
    described: frozenset[str]
    around: frozenset[str]
    is_denied: bool = False
    is_passive: bool = False


def compare_actors(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for a verb whose actor or subject has another part in the evidence."""
    if not (claim.is_english and evidence.is_english) or "than" in claim.tokens & evidence.tokens:
        return []  # what is compared may be turned round: "lies east of", "is older than"
    there = _index_acts(evidence)
    for key, acts in _index_acts(claim).items():
        for mine in acts:
            said = there.get(key, ())
            alike = [one for one in said if one.is_denied == mine.is_denied]
            has_other_part = bool(alike) and all(_has_other_part(mine, other) for other in alike)
            if has_other_part or _is_denied_otherwise(mine, said):
                place = min(mine.verb.start, *_list_starts(mine, claim)), mine.verb.end
                where = said[0].verb.start, said[0].verb.end
                return [Comparison("actors", "missing", "roles_unclear", place, where)]
    return []


def _is_denied_otherwise(mine: _Act, said: Sequence[_Act]) -> bool:
    """Return True for "won none" of one who wins something in the other text, and wins nothing else there."""
    own = [one for one in said if mine.actor & one.actor]
    return bool(own) and all(one.is_denied != mine.is_denied for one in own)


def _has_other_part(mine: _Act, other: _Act) -> bool:
    """Return True if whoever acts in one text is acted on in the other.

    Both must name one who is acted on, since "the strike ended" is "the union ended the strike".
    """
    if mine.patient and mine.actor & (other.patient - other.actor):
        return True
    if (other.patient or other.is_passive) and mine.patient & (other.actor - other.patient):
        return True
    is_same = bool(mine.patient & other.patient) and bool(other.actor)
    if is_same and mine.actor & other.around and not mine.actor & other.actor:
        return True
    return bool(mine.subject & (other.described - other.subject)) and not mine.subject & other.subject


def _list_starts(act: _Act, claim: Text) -> list[int]:
    return [word.start for word in claim.words if word.stem in act.subject] or [act.verb.start]


_NOTHING = frozenset(("none", "nothing", "nobody", "neither"))

_MOST_WORDS = 300
"""Words of a text beyond which no acts are read, since the way back to a subject may be as long."""


@find_once
def _index_acts(text: Text) -> dict[str, tuple[_Act, ...]]:
    """Return the meaning of each word that may be a verb → its acts."""
    found: dict[str, tuple[_Act, ...]] = {}
    if len(text.words) > _MOST_WORDS:
        return found
    for place, word in enumerate(text.words):
        if _may_be_verb(place, text):
            key = get_meaning(word, text.language)
            found[key] = (*found.get(key, ()), _read_act(place, text))
    return found


def _may_be_verb(place: int, text: Text) -> bool:
    """Return True for a content word with no capital and no article before it that has a subject."""
    word = text.words[place]
    if not is_content_word(word, text.language) or not text.text[word.start : word.end].islower():
        return False
    before = text.words[place - 1].form if place else ""
    articles, prepositions = (get_word_group(text.language, name) for name in ("articles", "prepositions"))
    if not place or before in articles | prepositions or is_adverb(word.form, text.language):
        return False
    if before in _BEFORE_VERB or is_verb_form(word.form, text):
        return True
    if _is_value(text.words[place - 1], text):
        return False  # "two tablets a day"
    behind = text.words[place + 1].form if place + 1 < len(text.words) else ""
    return behind in articles or (word.form.endswith("s") and behind in prepositions)


def _read_act(place: int, text: Text) -> _Act:
    word = text.words[place]
    first, is_passive = _find_first_helper(place, text)
    subject, described = _find_subject(first, text)
    objects = _find_objects(place, text)
    around = frozenset(one.stem for one in text.within(*_find_sentence(word.start, text)))
    if is_passive:
        agent = _find_agent(place, text)
        return _Act(word, agent, subject, subject, described, around, is_passive=True)
    is_denied = next((one.form in _NOTHING for one in text.words_after(word.end, 1)), False)
    return _Act(word, subject, objects, subject, described, around, is_denied)


def _find_sentence(position: int, text: Text) -> Span:
    """Return the span of the sentence, or the part before a colon or semicolon, with that character."""
    ends = _list_ends(text)
    place = bisect_right(ends, position)
    return ends[place - 1] if place else 0, ends[place] if place < len(ends) else len(text.text)


@find_once
def _list_ends(text: Text) -> list[int]:
    return [match.end() for match in _BOUNDARY.finditer(text.text)]


_ADVERBIALS = frozenset((("in", "fact"), ("in", "turn"), ("at", "first"), ("at", "last"), ("once", "again")))
"""Adverbs of two words that may stand between "was" and its verb."""


def _find_first_helper(place: int, text: Text) -> tuple[int, bool]:
    """Return the place of the first helping verb before a verb, or its own, and whether it is passive."""
    first, is_passive = place, False
    while first:
        if tuple(word.form for word in text.words[first - 2 : first]) in _ADVERBIALS:
            first -= 2
        elif _may_help(text.words[first - 1]):
            first -= 1
            is_passive = is_passive or text.words[first].form in _BE
        else:
            break
    return first, is_passive and not text.words[place].form.endswith("ing")


def _may_help(word: Word) -> bool:
    return word.form in _BEFORE_VERB or is_adverb(word.form, "en")


def _find_subject(first: int, text: Text) -> tuple[frozenset[str], frozenset[str]]:
    """Return the head of the subject that ends before that place, and the words that only describe it."""
    boundary, _ = _find_sentence(text.words[first].start, text)
    words = [word for word in text.words[:first] if word.start >= boundary]
    if not words:
        return frozenset(), frozenset()
    if words[-1].form in _SUBJECT_RELATIVES:
        return _take_head(words[:-1], text), frozenset()
    gap = text.text[words[-1].end : text.words[first].start].strip()
    if gap in (",", ")", "),"):
        opened = text.text.rfind("(" if ")" in gap else ",", boundary, words[-1].start)
        if opened <= boundary:
            return frozenset(), frozenset()
        told = [word for word in words if word.start > opened]
        named, describing = _split_insertion(told, text)
        return _take_head([word for word in words if word.start < opened], text) | named, describing
    relative = next((at for at in range(len(words) - 1, 0, -1) if words[at].form in _RELATIVES), 0)
    told = words[relative + 1 :]
    has_verb = any(is_verb_form(word.form, text) or word.form in _BE for word in told)
    has_verb = has_verb or any(word.form.endswith("s") for word in told[:1])
    if relative and has_verb and _JOINTS.isdisjoint(word.form for word in told):
        return _take_head(words[:relative], text), _list_stems(told, text)
    return _take_head(words, text), frozenset()


_ACCOMPANYING = (("along", "with"), ("together", "with"), ("as", "well", "as"), ("and",), ("or",), ("plus",))
"""What opens an insertion that names further subjects: "Ben, along with his sisters,"."""


def _split_insertion(told: list[Word], text: Text) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of "a rival" and of "the Herald" in "the Gazette, a rival of the Herald,"."""
    opening = tuple(word.form for word in told[:3])
    accompanying = next((one for one in _ACCOMPANYING if opening[: len(one)] == one), ())
    told = told[len(accompanying) :]
    ends = get_word_group(text.language, "prepositions") | _RELATIVES
    behind = next((at for at, word in enumerate(told) if word.form in ends), len(told))
    return _list_stems(told[:behind], text), _list_stems(told[behind:], text)


def _take_head(words: Sequence[Word], text: Text) -> frozenset[str]:
    """Return the stem of the last content word, and those before a preposition: "the deputy of the king"."""
    last = words[-1] if words else None
    if last is None or not is_content_word(last, text.language) or last.form[0].isdigit():
        return frozenset()
    if is_verb_form(last.form, text):
        return frozenset()  # "the treasure lies buried"
    prepositions = get_word_group(text.language, "prepositions")
    found = [last]
    for before, word in pairwise(reversed(words)):
        is_joint = word.form in _JOINTS | _RELATIVES | _BEFORE_VERB or is_verb_form(word.form, text)
        if is_joint or text.text[word.end : before.start].strip(" '’s\"“”"):
            break
        if before.form in prepositions and is_content_word(word, text.language):
            found.append(word)
    return frozenset(word.stem for word in (*found, *_find_gerund(words, text)))


_MOST_OPENING_WORDS = 3
"""Words of a subject up to its gerund: "not always re-using"."""


def _find_gerund(words: Sequence[Word], text: Text) -> list[Word]:
    """Return the gerund that begins the subject, whatever it ends with: "using bags as filters"."""
    first = len(words) - 1
    while (
        first
        and words[first - 1].form not in _JOINTS - {"as", "and", "or"}
        and not text.text[words[first - 1].end : words[first].start].strip(" -'’\"“”")
    ):
        first -= 1
    opening = (word for word in words[first : first + _MOST_OPENING_WORDS] if word.form.endswith("ing"))
    return [word for word in opening if is_content_word(word, text.language)][:1]


def _list_stems(words: list[Word], text: Text) -> frozenset[str]:
    return frozenset(word.stem for word in words if is_content_word(word, text.language))


def _find_objects(place: int, text: Text) -> frozenset[str]:
    """Return the stems of the words right behind a verb: "handed the nurse the chart"."""
    return frozenset(word.stem for word in _iterate_noun(place + 1, text))


def _iterate_noun(start: int, text: Text) -> Iterator[Word]:
    """Yield the content words from there up to a preposition, a joint or a sign."""
    ends = get_word_group(text.language, "prepositions") | _JOINTS | _RELATIVES | _BEFORE_VERB
    for place in range(start, len(text.words)):
        word = text.words[place]
        if word.form in ends or text.text[text.words[place - 1].end : word.start].strip(" '’\"“”"):
            return
        if is_content_word(word, text.language):
            yield word


def _find_agent(place: int, text: Text) -> frozenset[str]:
    """Return the stem of the one who acts, behind the next "by", before which an object may stand."""
    ends = _JOINTS | _RELATIVES
    behind = takewhile(lambda at: text.words[at].form not in ends, range(place + 1, len(text.words)))
    by = next((at for at in behind if text.words[at].form == "by"), None)
    if by is None or _BOUNDARY.search(text.text, text.words[place].end, text.words[by].start):
        return frozenset()
    named = list(_iterate_noun(by + 1, text))
    if not named or named[0].form in _NO_AGENT or _is_value(named[0], text):
        return frozenset()
    return frozenset((named[-1].stem,))


def _is_value(word: Word, text: Text) -> bool:
    return any(start <= word.start < end for start, end in _list_values(text))


@find_once
def _list_values(text: Text) -> list[Span]:
    """Return the spans of figures and dates."""
    figures = [(one.start, one.end) for one in find_figures(text)]
    return [*figures, *((one.start, one.end) for one in find_dates(text.text, text.language))]


ACTORS = Rule("actors", compare_actors, kind="roles", vetoes=("roles_unclear",))
