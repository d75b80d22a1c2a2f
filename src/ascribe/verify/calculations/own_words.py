"""The words of the evidence that belong to one of its figures, by which a claim tells it from another one."""

from __future__ import annotations

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.operations import find_sentence_at, get_meanings_in


@find_once
def get_words_in(text: Text, *spans: Span) -> frozenset[str]:
    """Return the meanings of the content words in these spans, as roots: "certified", "certificate".

    Figures count too: "the CF 50".
    """
    words = (word for span in spans for word in text.within(*span))
    return frozenset(_get_root(get_meaning(word, text.language)) for word in words)


def _get_root(meaning: str) -> str:
    return meaning[:_ROOT_LETTERS] if meaning.isalpha() else meaning


_ROOT_LETTERS = 6
"""Letters that forms of a long word share at their start."""


def get_own_words(one: Measure, two: Measure, evidence: Text) -> tuple[frozenset[str], frozenset[str]]:
    """Return the meanings of the words that belong to each figure: of its sentence, if these differ."""
    first, second = (find_sentence_at(evidence, measure.start) for measure in (one, two))
    if first != second:
        return get_words_in(evidence, first), get_words_in(evidence, second)
    return (
        get_words_in(evidence, *_find_own_spans(one, first, evidence)),
        get_words_in(evidence, *_find_own_spans(two, first, evidence)),
    )


def _find_own_spans(measure: Measure, sentence: Span, evidence: Text) -> list[Span]:
    """Return the spans of the words of a figure: its table cell, or up to the next figure, or from the last.

    They stand before the figures of a sentence that ends with one: "the red pump draws 141 watts and the blue
    pump 336 watts".
    """
    start, end = sentence
    cell = evidence.text.rfind(CELL_SEPARATOR, start, measure.start)
    if cell >= 0:
        return [(start, evidence.text.find(CELL_SEPARATOR, start)), (cell, measure.start)]
    inside = [one for one in find_measures(evidence) if start <= one.start < end]
    if get_meanings_in(evidence, (inside[-1].end, end)):
        return [(measure.end, min([end, *(one.start for one in inside if one.start >= measure.end)]))]
    return [(max([start, *(one.end for one in inside if one.end <= measure.start)]), measure.start)]
