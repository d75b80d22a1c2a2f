"""The answer as Markdown: the reply with markers, and below a rule the references and findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from ascribe.protocols import Rendered
from ascribe.records import Answer
from ascribe.write.contexts import join_path
from ascribe.write.display_text import escape_controls, unescape_controls
from ascribe.write.evidence import Place
from ascribe.write.markdown_syntax import (
    InsertionPoint,
    MarkdownZones,
    choose_brackets,
    escape_markdown,
    escape_quotations,
    needs_escaped_brackets,
)
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.reply_citations import CITATION_SYMBOL
from ascribe.write.segments import Segment, SegmentGroups, assemble_segments, insert_segments
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, split_at_places
from ascribe.write.view_builder import build_view


class MarkdownWriter:
    """Writes ``[n]`` markers and short flags at the ends of sentences; the reply's Markdown stays intact.

    Text of sources in sentences that the extractive generator quotes is escaped; see ``escape_quotations``.
    Words without support are in ``<mark>`` where the Markdown around them allows tags. Control characters of
    the reply and the sources are shown as their codes (``⟦U+001B⟧``).

    Args:
        folder: where the text will be stored, for relative links to the sources; the working folder if None.
        replace_markers: True takes the reply's own markers out first, with the findings about them; numbers
            start at 1. Without insertions, the text then decodes to ``remove_own_markers(answer).reply``.
    """

    def __init__(self, folder: Path | None = None, *, replace_markers: bool = False) -> None:
        self.folder = folder
        self.replace_markers = replace_markers

    def write(self, answer: Answer) -> Rendered:
        """Render the marked reply, a one-line summary, references, sentences to review, skipped sources."""
        return assemble_segments(piece for part in self._parts(answer) for piece in part)

    def parts(self, answer: Answer) -> Iterator[str]:
        """Yield the rendering in parts: the reply up to the markers of each sentence, then all the rest.

        The part of a sentence that is not in the reply is empty.
        """
        return (assemble_segments(part).text for part in self._parts(answer))

    def _parts(self, answer: Answer) -> Iterator[list[Segment]]:
        answer = remove_own_markers(answer) if self.replace_markers else answer
        view = _escape_quoted_reply(build_view(answer, self.folder), answer)
        rest = yield from _render_reply(view, MarkdownZones(view.reply))
        yield [*rest, *_render_findings(view)]

    def decode(self, text: str) -> str:
        """Return the text with its control characters restored."""
        return unescape_controls(text)


def _escape_quoted_reply(view: AnswerView, answer: Answer) -> AnswerView:
    """Return the view with the reply escaped for Markdown, and its places adjusted."""
    written = escape_quotations(answer)
    sentences = (
        replace(
            sentence,
            place=None if sentence.place is None else written.place(sentence.place),
            marked=tuple(map(written.place, sentence.marked)),
        )
        for sentence in view.sentences
    )
    return replace(view, reply=written.text, sentences=tuple(sentences))


def _render_reply(view: AnswerView, zones: MarkdownZones) -> SegmentGroups:
    """Yield the reply with its markers, sentence by sentence; return the rest after the last one."""
    marked = [place for _, s in view.placed for place in s.marked if zones.allows_tags(*place)]
    placed = [_place_markers(zones, sentence) for sentence in view.by_place]
    return insert_segments(view.reply, placed, partial(_render_text, view.reply, marked), zones.closing)


def _place_markers(
    zones: MarkdownZones, sentence: SentenceView
) -> tuple[InsertionPoint | None, list[Segment]]:
    """Return the markers of a sentence with their position; without any, one not after its end.

    A sentence that is not in the reply has neither.
    """
    if sentence.place is None:
        return None, []
    gap = zones.gap(*sentence.place)
    pieces = list(_render_markers(sentence, choose_brackets(needs_escaped_brackets(zones, gap))))
    return (gap if pieces else InsertionPoint(min(gap.position, sentence.place[1]))), pieces


def _render_text(reply: str, marked: list[Place], start: int, end: int) -> Iterator[Segment]:
    """Yield this part of the reply, with tags around the words without support."""
    for first, last, is_marked in split_at_places(marked, start, end):
        yield Segment("<mark>" if is_marked else "", "style")
        yield Segment(escape_controls(reply[first:last]))
        yield Segment("</mark>" if is_marked else "", "style")


def _render_markers(sentence: SentenceView, form: str) -> Iterator[Segment]:
    """Yield `` [2]`` for each supporting reference, then `` [✗ contradicted: see reference 4]`` if needed."""
    for evidence in sentence.supporting:
        yield Segment(f" {form.format(evidence.number)}", "marker", (evidence.reference,))
    if sentence.is_flagged:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Segment(f" {form.format(f'{sentence.flag_symbol} {sentence.flag}'.strip())}", "label", against)


def _render_findings(view: AnswerView) -> Iterator[Segment]:
    form = choose_brackets("]:" in view.reply)
    rule = "\n\n---\n\n" if view.reply.strip() else ""
    yield Segment(f"{rule}**{escape_markdown(view.headline)}**\n", "summary")
    references = (_render_reference(evidence, form) for evidence in view.references)
    yield Segment(_render_block("References", references), "reference_list")
    failing = (_render_problem(sentence, form) for sentence in view.failing)
    yield Segment(_render_block("To review", failing), "summary")
    right = (_render_citations(sentence) for sentence in view.rightly_cited)
    yield Segment(_render_block("Right citations", right), "summary")
    removed = (_render_problem(sentence, form) for sentence in view.removed)
    yield Segment(_render_block("Removed from the reply", removed), "summary")
    skipped = (
        f"- {escape_markdown(source.source)}: {escape_markdown(source.reason)}" for source in view.skipped
    )
    yield Segment(_render_block("Could not be read", skipped), "summary")


def _render_block(title: str, items: Iterable[str]) -> str:
    lines = "\n".join(items)
    return f"\n**{title}**\n\n{lines}\n" if lines else ""


def _render_reference(evidence: EvidenceView, form: str) -> str:
    against = " (contradicts)" if evidence.reference.label == "contradicts" else ""
    number = form.format(evidence.number)
    path = _render_path(evidence)
    quote = escape_markdown(evidence.printed)
    return f"- {number} **{_render_location(evidence)}**{path}{against}: “{quote}”"


def _render_problem(sentence: SentenceView, form: str) -> str:
    message = f": {escape_markdown(sentence.message)}" if sentence.message else "."
    also = f" {CITATION_SYMBOL} **{sentence.citation_words}**" if sentence.citation_words else ""
    lines = [
        f"- {sentence.symbol} **{sentence.words}**{also}{message}",
        f"  “{escape_markdown(sentence.text)}”",
    ]
    lines += [f"  - {escape_markdown(name)}: {escape_markdown(value)}" for name, value in sentence.details]
    lines += [f"  - {_render_relation(evidence, form)}" for evidence in sentence.evidence]
    return "\n".join(lines)


def _render_citations(sentence: SentenceView) -> str:
    return f"- “{escape_markdown(sentence.start)}”: {escape_markdown('; '.join(sentence.citation_findings))}"


def _render_relation(evidence: EvidenceView, form: str) -> str:
    words = escape_markdown(evidence.relation)
    number = f" {form.format(evidence.number)}" if evidence.number is not None else ""
    path, quote = _render_path(evidence), escape_markdown(evidence.printed)
    return f"{words}{number} {_render_location(evidence)}{path}: “{quote}”"


def _render_path(evidence: EvidenceView) -> str:
    return join_path("", escape_markdown(evidence.new_path))


def _render_location(evidence: EvidenceView) -> str:
    """Return document and page, as a link where the source has an address."""
    where = escape_markdown(evidence.where)
    return f"[{where}](<{evidence.link}>)" if evidence.link else where
