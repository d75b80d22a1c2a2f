"""Names and identifiers: a word that the claim writes with a capital or a digit must occur in the evidence.

A missing name is never a clash: this rule cannot tell another name in its place from an added detail.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.word_lists import load_common_words
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_scopes
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import get_entries, get_place_names
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures

_NOUN_CAPITAL_LANGUAGES = ("de", "lb")
"""Languages that write every noun with a capital: only identifiers count as names there."""

_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?:--?[A-Za-z][\w-]+|[A-Za-z]\w+(?:[_/]|\.(?=\w{2}))\w+(?:[_./-]\w+)*|[a-zß-öø-ÿ]{4,}\d{1,2})(?![\w/])"
)
"""Options, files, variables, and words that end in digits: "--dry-run", "setup.cfg", "python3"."""

_UNIT_SIGN = re.compile(r"[kMGTmµnd]?[A-Z][a-z]?h?|[kMGT]?Wh?|k[a-z]{1,2}")
"""Units with a capital: "MWh", "kB", "GHz", "mA"."""

_LEAST_LETTERS = 4
"""Letters from which a name may match inside the text without its spaces and hyphens: "inbatch"."""


def compare_names(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each name of the claim that is not part of a date."""
    letters = (_compare_letter(match, evidence) for match in _LETTER.finditer(claim.text))
    written = (_compare_identifier(match, evidence) for match in _find_identifiers(claim))
    names = _find_claim_names(claim)
    if any(_is_opening_adverb(word, claim) for word in names):
        is_dated = bool(find_dates(evidence.text, evidence.language))  # "today" may be another time
        names = tuple(word for word in names if is_dated or not _is_opening_adverb(word, claim))
    compared = (_compare_name(word, claim, evidence) for word in names)
    return [*compared, *written, *letters]


_LETTER = re.compile(r"(?<=[a-z,] )(?!I\b)[A-Z](?=[\s,;:?!]|\.?$)(?!\s[A-Z][a-z])")
"""A letter that names one of several things: "Block C"."""


def _compare_letter(match: re.Match[str], evidence: Text) -> Comparison:
    same = re.search(rf"(?<![\w'’-]){match[0]}(?![\w'’-])", evidence.text)
    return Comparison("names", "agree" if same else "missing", "" if same else "name_not_found", match.span())


@find_once
def _find_identifiers(claim: Text) -> tuple[re.Match[str], ...]:
    return tuple(_IDENTIFIER.finditer(claim.text))


@find_once
def _find_claim_names(claim: Text) -> tuple[Word, ...]:
    """Return the names outside dates and figures, except for common words that begin a sentence."""
    if not find_names(claim):
        return ()
    dates = find_dates(claim.text, claim.language)
    taken = [(one.start, one.end) for one in dates]
    taken += [(one.start, one.end) for one in find_figures(claim) if claim.text[one.start].isalpha()]
    free = (w for w in find_names(claim) if not any(start <= w.start < end for start, end in taken))
    free = (w for w in free if not _is_unit(w, claim))
    return tuple(w for w in free if not (_is_at_start(claim.text, w.start) and _is_common(w, claim)))


def _compare_identifier(match: re.Match[str], evidence: Text) -> Comparison:
    """Compare an identifier, which must occur as written, except for case."""
    same = re.search(rf"(?<![\w-]){re.escape(match[0])}(?![\w-])", evidence.text, re.IGNORECASE)
    if same:
        return Comparison("names", "agree", "", match.span(), same.span())
    return Comparison("names", "missing", "name_not_found", match.span())


@find_once
def find_names(text: Text) -> tuple[Word, ...]:
    """Return the words that are written like names.

    These are content words with a capital or a digit, initials, and the month of May; words that begin a
    sentence are included.
    """
    return tuple(word for word in text.words if _is_name(text, word))


def _is_name(claim: Text, word: Word) -> bool:
    written = claim.text[word.start : word.end]
    if written.islower() and written.isalpha():
        return False
    if not is_content_word(word, claim.language):
        return _is_initial(claim.text, word) or claim.is_month_of_may(word.start, word.end)
    letters = re.sub(r"[\W\d_]+", "", written)
    if not letters:
        return False
    if any(char.isdigit() for char in written) or any(char.isupper() for char in letters[1:]):
        return True
    return letters[0].isupper() and claim.language not in _NOUN_CAPITAL_LANGUAGES


def _is_initial(text: str, word: Word) -> bool:
    """Return True for a single capital with a full stop before another capital: "J. Osgood"."""
    written = text[word.start : word.end]
    return (
        len(written) == 1
        and re.match(r"[A-ZÀ-Þ]\.\s?[A-ZÀ-Þ]", text[word.start : word.start + 4]) is not None
    )


def _is_unit(word: Word, text: Text) -> bool:
    """Return True for a sign of a unit right after a figure: "1,640 MWh"."""
    return _UNIT_SIGN.fullmatch(text.text[word.start : word.end]) is not None and bool(
        re.search(r"\d\s?$", text.text[: word.start])
    )


def _is_at_start(text: str, start: int) -> bool:
    """Return True at the start of a sentence, quotation or list item, where a capital means nothing.

    The hyphen of "mid-September" begins nothing.
    """
    if re.search(r"\w-$", text[max(0, start - 2) : start]):
        return False
    before = text[:start].rstrip(" \t\n\"'“”‘’«»„([*_")
    return not before or before[-1] in ".!?:;…|-–—"


def _is_common(word: Word, text: Text) -> bool:
    """Return True for a word of the lexicon, or one that begins a word of saying.

    At the start of a sentence such a word is not a name.
    """
    if not text.text[word.start + 1 : word.end].islower():
        return False
    known = get_entries(word.form, word.stem, text.language)
    return bool(known) or any(cue.start == word.start for cue in find_scopes(text, "said"))


def is_common_opening(place: Span, text: Text) -> bool:
    """Return True for a common word that begins a sentence: the evidence may say it in another word.

    One that people are called, too, may be a name before a verb in the past or another name: "Frost won",
    "Hunter Green".
    """
    start, end = place
    if not _is_at_start(text.text, start) or not text.text[start + 1 : end].islower():
        return False
    word = next((word for word in text.words_after(start, 1) if word.end == end), None)
    return word is not None and word.stem in load_common_words(text.code) and not _may_be_surname(word, text)


def _may_be_surname(word: Word, text: Text) -> bool:
    behind = text.words_after(word.end, 1)
    if not behind or text.text[word.end : behind[0].start].strip():
        return True
    return text.text[behind[0].start].isupper() or is_past_form(behind[0].form, text)


_BEHIND_OPENING = re.compile(r",?\s+(?!who\b|whose\b|an?\b|the\b)[a-z\d]")


def _is_opening_adverb(word: Word, text: Text) -> bool:
    """Return True for an adverb that begins a sentence: "Today", "Recently,", but not "Emily, who"."""
    if not _is_at_start(text.text, word.start) or not is_adverb(word.form, text.language):
        return False
    is_listed = word.form in get_word_group(text.language, "adverbs")
    behind = _BEHIND_OPENING.match(text.text, word.end)
    return behind is not None and (is_listed or behind[0].startswith(","))


@find_once
def _join_letters(text: Text) -> str:
    """Return the text in lower case, without its spaces and signs."""
    return re.sub(r"[\W_]+", "", text.text).casefold()


@cache
def _load_territories() -> frozenset[str]:
    """Return the English names of countries and territories that are one word."""
    from babel import Locale

    return frozenset(name for name in Locale("en").territories.values() if name.isalpha())


def _compare_name(word: Word, claim: Text, evidence: Text) -> Comparison:
    place = (word.start, word.end)
    same_place = get_place_names(word.form, claim.language)
    for other in evidence.words:
        if word.stem == other.stem or other.form in same_place:
            return Comparison("names", "agree", "", place, (other.start, other.end))
    form = re.sub(r"[\W_]+", "", word.form)
    if len(form) == 1 and any(name.form.startswith(form) for name in find_names(evidence)):
        return Comparison("names", "agree", "", place)
    if len(form) >= _LEAST_LETTERS and re.search(rf"(?<!\d){re.escape(form)}(?!\d)", _join_letters(evidence)):
        return Comparison("names", "agree", "", place)
    # a capital at the start of a sentence may be that of any word
    plain = _is_at_start(claim.text, word.start) and claim.text[word.start + 1 : word.end].islower()
    plain = plain and claim.text[word.start : word.end] not in _load_territories()
    return Comparison("names", "missing", "content_not_found" if plain else "name_not_found", place)


NAMES = Rule("names", compare_names, kind="name", exact="name_not_found", binds=True, context="name")
