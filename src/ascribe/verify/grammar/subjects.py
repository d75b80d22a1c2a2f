"""Subjects: what a sentence is about, or which word of it stands for what another one is about.

The words come from ``word_groups.json``, by language; in a language that is not listed, nothing is found.
"""

from __future__ import annotations

import re
from itertools import dropwhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.grammar.verb_forms import is_listed_form
from ascribe.verify.grammar.word_groups import can_find_subjects, get_word_group, is_adverb


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
    groups, follower = split_subject_groups(text)
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
    for group in split_subject_groups(text)[0]:
        last = max((place for place, word in enumerate(group) if word.stem in ends), default=-1)
        kept |= {word.stem for word in group[: last + 1]}
    return frozenset(kept)


def _find_heads(group: list[Word], follower: str, language: str | None) -> list[Word]:
    """Return the word before the verb, or before each possible verb; all words if no verb is found."""
    words = [word for word in group if not is_adverb(word.form, language)]
    if len(words) < 2 or follower in get_word_group(language, "helpers"):
        return words[-1:]
    strong = [n for n, w in enumerate(words) if n and is_listed_form(w.form, language)]
    weak = [n for n, w in enumerate(words) if n and w.form.endswith("s")]
    verbs = strong[:1] or weak or _find_plain_verb(words, follower, language)
    ends = words[-1:] if follower == "," else []
    return [*(words[verb - 1] for verb in verbs), *ends] or words


def _find_plain_verb(words: list[Word], follower: str, language: str | None) -> list[int]:
    """Return the place of a verb without an ending: "students get a discount", "children pay 5 euros"."""
    before_object = follower in get_word_group(language, "articles")
    before_figure = not follower and _PLURAL.search(words[-2].form) is not None
    return [len(words) - 1] if before_object or before_figure else []


_PLURAL = re.compile(r"(?:[^s]s|men|children|people|ae)$")


def split_subject_groups(text: Text) -> tuple[list[list[Word]], str]:
    """Return the runs of content words, joined by "and", that begin the sentence, and what ends them.

    That is a word or a comma; empty at a figure and at the end of the text.
    """
    words = _skip_opening(text)
    joining = get_word_group(text.language, "joining")
    groups: list[list[Word]] = [[]]
    for place, word in enumerate(words):
        between = text.text[words[place - 1].end : word.start] if place else ""
        between = _GENITIVE.sub("", between).strip(" \t\n'\"“”‘’-")
        if place and words[place - 1].form in TITLES:
            between = between.removeprefix(".")
        if groups[-1] and (between or word.form[0].isdigit()):
            return groups, "," if between else ""
        if word.form[0].isdigit():
            continue
        if is_content_word(word, text.language):
            groups[-1] += [word] if word.form not in TITLES else []
        elif groups[-1] and word.form in joining:
            groups.append([])
        elif groups[-1]:
            return groups, word.form
    return [group for group in groups if group], ""


def is_in_opening(text: Text, place: int) -> bool:
    """Return True for a place before the subject: "At weekends the pharmacy is closed"."""
    lead = _skip_opening(text)
    return bool(lead) and place < lead[0].start


TITLES = frozenset(("dr", "mr", "mrs", "ms", "prof", "st", "rev", "gen", "col", "capt", "sen", "gov"))
"""Titles before a name, whose full stop ends no sentence."""

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


# --- Words that refer back ---

_WITHIN = re.compile(
    r"\b(?:that|if|whether|because|when|while|as|since|until|before|after|and|but|so|though|although|where)\s+$"
)
_LONGEST_JOINT = 10
"""Characters before a pronoun in which such a word lies."""

_OWNERS = frozenset(("its", "his", "her", "their"))


@find_once
def may_refer_back(text: Text) -> bool:
    """Return True if a sentence begins with a pronoun, has no subject, or a word for what it does not name.

    "The firm denied that it had dumped waste" refers to nothing before, and neither need "his" and "its" in a
    sentence with a subject.
    """
    if find_leading_pronoun(text) is not None or not find_subject_heads(text):
        return True
    if not text.is_english:
        return bool(find_scopes(text, "anaphor"))
    return any(
        text.lowered[cue.start : cue.end] not in _OWNERS
        and not _WITHIN.search(text.lowered, max(0, cue.start - _LONGEST_JOINT), cue.start)
        for cue in find_scopes(text, "anaphor")
    )
