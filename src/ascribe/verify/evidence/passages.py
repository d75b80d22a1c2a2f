"""Passages of the sources as texts: single sentences, several together, and rows of tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ascribe.inline_markup import blank_inline_markup
from ascribe.records import Document
from ascribe.records.source_sentence import SourceSentence, read_words
from ascribe.text.table_cells import ClaimWords, render_row
from ascribe.text.text_cache import cache_by_text
from ascribe.verify.comparison import Text

read_text = cache_by_text(8192)(Text.read)

CONTEXT_SENTENCES = 2
"""Sentences before a passage that may have the names it relies on ("It opened in 1999")."""

SENTENCE_SEPARATOR = "\n\n"
"""Text between sentences that are read together; a single line break occurs inside sentences."""


def read_sentence(evidence: Sequence[SourceSentence], member: int, language: str | None) -> Text:
    """Return one sentence as a text, in the language of its source or else in the given one."""
    here = evidence[member]
    return read_text(here.text, here.document.language or language)


def read_sentences(evidence: Sequence[SourceSentence], members: Iterable[int], language: str | None) -> Text:
    """Return the sentences, in that order, as one text in that language."""
    return read_text(SENTENCE_SEPARATOR.join(evidence[i].text for i in members), language)


def render_passage(claim: Text, passage: SourceSentence) -> str:
    """Return the passage as a claim is compared with it: of a table row, only the cells that it is about.

    The first cell names the row. Of the others, those count whose column head the claim names, and beside
    them those whose value it has; if it names no column, all of them do. Each stands behind its column head.
    """
    content = frozenset(word.stem for word in claim.content)
    words = ClaimWords(claim.stems, content, claim.language)
    row = render_row(passage.sentence.text, passage.sentence.context, words)
    return _strip_markup(row) if row else passage.text


def render_whole_rows(passage: SourceSentence) -> list[str]:
    """Return a table row with all of its cells behind their column heads, with and without its group.

    No text for a passage that is no row or has no heads.
    """
    context = passage.sentence.context
    ungrouped = [one for one in context if one.kind != "group"]
    rows = (render_row(passage.sentence.text, each) for each in (context, ungrouped))
    return [_strip_markup(row) for row in rows if row]


def _strip_markup(row: str) -> str:
    return " ".join(blank_inline_markup(row).split())


def read_with_context(evidence: Sequence[SourceSentence], member: int) -> Text:
    """Return the passage with its headings, the sentences before it, and the source's first sentence."""
    here = evidence[member]
    near = evidence[max(0, member - CONTEXT_SENTENCES) : member + 1]
    texts = [e.text for e in near if e.document is here.document]
    before = [*_find_opening(here.document), here.setting]
    return read_text(SENTENCE_SEPARATOR.join([*before, *texts]), here.document.language)


def _find_opening(document: Document) -> list[str]:
    """Return the first sentence of a source: its title, or a sentence that names its topic."""
    paragraphs = document.sections[0].paragraphs if document.sections else []
    return [read_words(sentence) for paragraph in paragraphs[:1] for sentence in paragraph.sentences[:1]]


def list_around(evidence: Sequence[SourceSentence], member: int, before: int, behind: int) -> list[int]:
    """Return the sentence with so many before it and behind it in its source."""
    near = range(max(0, member - before), min(len(evidence), member + behind + 1))
    return [other for other in near if evidence[other].document is evidence[member].document]


def sort_in_reading_order(members: Sequence[int], evidence: Sequence[SourceSentence]) -> tuple[int, ...]:
    """Sort the sentences: documents in the order of their first member, each in its own order.

    If the best member comes first, the order in which the documents were given makes no difference.
    """
    rank: dict[int, int] = {}
    for member in members:
        rank.setdefault(evidence[member].position, len(rank))
    return tuple(sorted(members, key=lambda member: (rank[evidence[member].position], member)))


def select_joint_window(
    ranked: Sequence[int], lengths: Sequence[int] | Mapping[int, int], budget: int, most: int
) -> tuple[int, ...]:
    """Return the indices of the best sentences that fit together, in the order of the source.

    Args:
        ranked: indices of sentences, best first.
        lengths: tokens of each sentence, by its index.
        budget: most tokens of the window. The best sentence is taken even if it is longer.
        most: most sentences of the window.
    """
    chosen: list[int] = []
    for index in ranked:
        if len(chosen) == most:
            break
        if chosen and lengths[index] > budget:
            continue
        chosen.append(index)
        budget -= lengths[index]
    return tuple(sorted(chosen))
