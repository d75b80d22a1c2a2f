"""Words that a claim has and its evidence lacks: a tick by words alone needs each of them.

A claim may share nearly all words with a passage that says something else: "the bridge was washed away" tells
nothing of its being rebuilt. ``light_words.json`` lists, by language, words that say little: verbs
such as "contain" and "amount", and nouns such as "number".
"""

from __future__ import annotations

from functools import cache

from ascribe.records.source_sentence import SourceSentence
from ascribe.text.package_data import load_package_json
from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import is_unspaced
from ascribe.verify.evidence.passages import read_text, read_with_context
from ascribe.verify.evidence.set_checks import covers_whole_kind, is_word_covered
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import find_subject_heads, may_refer_back
from ascribe.verify.rules.placed_words import find_covered_words


def says_each_word(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if the evidence set has each content word of the claim, but for light ones.

    The leads of its list belong to a passage, and a sentence that refers back may have the word in what
    precedes it. What the figures of a table are of, such as "fares", is often told before it only. Figures
    and their units are for the rules, and pairs of characters of scripts without spaces are no words.
    """
    if reading.is_verbatim or CELL_SEPARATOR in reading.text.text:
        return True
    light = _load_light_words(case.text.code)
    forms = {word.form for word in reading.text.words}
    units = find_covered_words(case.text)
    agreed = [c.claim for c in reading.comparisons if c.finding == "agree"]
    lacking = [
        word
        for word in case.text.content
        if word.form not in forms
        and not is_word_covered(case, word, reading)
        and not word.form[0].isdigit()
        and not is_unspaced(word.form)
        and word.form not in light
        and word.start not in units
        and not case.text.text[max(0, word.start - 1) : word.start].isdigit()  # the unit of "3.6km"
        and not any(start <= word.start < end for start, end in agreed)
    ]
    if lacking:
        around = frozenset[str]().union(*(_list_context_stems(case.evidence[i]) for i in reading.members))
        lacking = [word for word in lacking if word.stem not in around]
    if lacking and covers_whole_kind(case, reading):
        heads = find_subject_heads(case.text)
        head = next((word.start for word in case.text.content if word.stem in heads), 0)
        lacking = [word for word in lacking if word.start > head]  # what holds of all holds of each kind
    if not lacking:
        return True
    if not may_refer_back(reading.text):
        return False
    before = frozenset[str]().union(*(read_with_context(case.evidence, i).stems for i in reading.members))
    return all(word.stem in before for word in lacking)


def _list_context_stems(passage: SourceSentence) -> frozenset[str]:
    """Return the stems of the leads and captions that a passage is read with."""
    texts = (one.text for one in passage.sentence.context)
    return frozenset().union(*(read_text(text, passage.document.language).stems for text in texts))


@cache
def _load_light_words(language: str) -> frozenset[str]:
    """Return the light words of a language; none for a language without an entry."""
    return frozenset(
        load_package_json("verify/evidence/light_words.json", dict[str, str]).get(language, "").split()
    )
