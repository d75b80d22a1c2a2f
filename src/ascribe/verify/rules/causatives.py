"""Causatives: who has, gets, lets, makes or tells somebody to do something does not do it.

"Kim got her sister to sign" says that the sister signs, and "the king had the bridge rebuilt" that others
rebuild it. Only English is covered. This rule never returns a clash: who has a thing done may have a part in
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.grammar.word_groups import build_alternatives, is_adverb
from ascribe.verify.lexicon import get_meaning

_TO, _BARE = "causing_to", "causing"
_CUES = frozenset((_TO, _BARE))

_ARTICLES = frozenset(build_alternatives("en", "articles").split("|"))


@dataclass(frozen=True, slots=True)
class _Deed:
    """Who causes and who acts, as stems, what is done, and the span from the causing verb to the deed.

    The deed is a meaning. A nurse and a patient may have one meaning and differ.
    """

    causer: frozenset[str]
    agent: frozenset[str]
    verb: str
    place: Span


def compare_causatives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison if the claim says that somebody does what they have another one do."""
    if not (claim.is_english and evidence.is_english) or not may_have_cues(_CUES, evidence):
        return []
    deeds = _get_deeds(evidence)
    return [
        Comparison("causatives", "missing", "roles_unclear", (doer.start, verb.end), deed.place)
        for verb in claim.content
        if not _stands_behind_article(verb, claim)
        for deed in deeds
        if get_meaning(verb, claim.language) == deed.verb
        if (doer := _find_doer(verb, deed, claim)) is not None
    ][:1]


def _stands_behind_article(word: Word, text: Text) -> bool:
    """Return True for a noun: the "library" of "has a library"."""
    before = text.words_before(word.start, 1)
    return bool(before) and before[0].form in _ARTICLES


def _find_doer(verb: Word, deed: _Deed, claim: Text) -> Word | None:
    """Return the causer if it is the subject of that verb of the claim, and who acts is none; else None."""
    before = _list_words_before(verb.start, claim)
    stems = [word.stem for word in before]
    if not before or stems[-1] not in deed.causer or not deed.agent.isdisjoint(stems):
        return None
    return None if _is_acted_upon(verb, claim) else before[-1]


def _list_words_before(position: int, text: Text) -> list[Word]:
    """Return the content words of the clause before a place, without adverbs."""
    first, _ = find_clause_at(text, position)
    return [word for word in text.within(first, position) if not is_adverb(word.form, text.language)]


_LONGEST_GAP = 12
"""Characters between a form of "be" and its participle: "was later ordered"."""


def _is_acted_upon(verb: Word, text: Text) -> bool:
    """Return True for the participle of a passive: "was told", but not "is telling"."""
    if verb.form.endswith("ing"):
        return False
    return any(0 < verb.start - cue.end <= _LONGEST_GAP for cue in find_scopes(text, "be"))


# --- Deeds ---


@find_once
def _get_deeds(text: Text) -> tuple[_Deed, ...]:
    return tuple(
        deed for group in (_TO, _BARE) for cue in find_scopes(text, group) for deed in _read_deeds(cue, text)
    )


def _read_deeds(cue: Scope, text: Text) -> Iterator[_Deed]:
    """Yield what may be the deed: the verb behind "to", or else each verb behind the one who acts."""
    verb = text.words_after(cue.start, 1)[0]
    causers = _list_words_before(cue.start, text)
    if not causers or _is_acted_upon(verb, text):
        return
    last = find_clause_at(text, cue.start)[1]
    words = [word for word in text.words if cue.end <= word.start < last]
    for before, word in pairwise(words):
        is_deed = before.form == "to" if cue.group == _TO else _follows_agent(before, word, text)
        if is_deed and is_content_word(word, text.language):
            causer = frozenset(one.stem for one in causers)
            agent = frozenset(one.stem for one in text.within(cue.end, word.start))
            yield _Deed(causer, agent, get_meaning(word, text.language), (cue.start, word.end))
            if cue.group == _TO:
                return


def _follows_agent(before: Word, word: Word, text: Text) -> bool:
    """Return True for a bare verb or a participle behind a noun or a pronoun: "let him go", "had it cut"."""
    is_noun = is_content_word(before, text.language) and not is_adverb(before.form, text.language)
    is_agent = is_noun or before.form in _AGENTS
    is_joined = not text.text[before.end : word.start].strip()  # "make the classic 'quack' sound"
    return is_agent and is_joined and (is_past_form(word.form, text) or not word.form.endswith(("s", "ing")))


_AGENTS = frozenset(("him", "her", "them", "it", "us", "me", "you"))


CAUSATIVES = Rule("causatives", compare_causatives, kind="roles", opposes="place")
