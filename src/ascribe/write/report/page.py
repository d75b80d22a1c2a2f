"""The answer as one self-contained HTML report: no scripts, no external resources, all text escaped."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.protocols import Rendered
from ascribe.records import Answer, Document, Reference, RetrievedChunk, Span
from ascribe.records.outcomes import STATUSES, Status
from ascribe.write.display_text import escape_controls, unescape_controls
from ascribe.write.segments import Segment, assemble_segments
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, build_view, split_at_places
from ascribe.write.wording import SYMBOLS, describe_pages, describe_status

if TYPE_CHECKING:
    from jinja2 import Template


_REPLY_PLACEHOLDER = "<ascribe-reply/>"
"""Where the reply goes. No text of an answer can contain it, because every ``<`` is escaped."""

_MARK_TAG = '<mark title="without support">'
"""Opening tag of words that no source supports."""

_STYLE_CLASSES = {"fixed": ("|", "```", "~~~"), "heading": ("#",)}
"""CSS class → first characters of a sentence; table rows and code keep their columns."""

_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


DEFAULT_TITLE = "Ascribe report"


class HtmlWriter:
    """Writes the report that a reviewer or auditor reads, on screen or on paper.

    Every sentence shows its status in words or by a symbol, the finding in one sentence, and its evidence:
    the passage of the source with the quoted words marked. Figures such as the score are behind "Details".
    Control characters are shown as their codes (``⟦U+001B⟧``).

    Args:
        title: heading of the page and its title in the browser.
        date: when the reply was checked, as the page shows it; empty leaves it out.
        folder: where the page will be stored, for relative links to the sources; the working folder if None.
    """

    def __init__(self, title: str = DEFAULT_TITLE, folder: Path | None = None, date: str = "") -> None:
        self.title = title
        self.folder = folder
        self.date = date

    def write(self, answer: Answer) -> Rendered:
        """Render the page."""
        report = build_report(answer, self.folder)
        page = _load_template().render(
            title=self.title,
            made=_describe_making(answer, self.date),
            report=report,
            reply=_build_placeholder(),
        )
        head, _, tail = page.partition(_REPLY_PLACEHOLDER)
        return assemble_segments(
            [Segment(head, "summary"), *_render_reply(report.view), Segment(tail, "reference_list")]
        )

    def decode(self, text: str) -> str:
        """Return the text with character references and control characters restored."""
        return unescape_controls(html.unescape(text))

    def frame(self, answer: Answer) -> str:
        """Render the page in a frame, so that its styles and ids do not affect a notebook around it.

        The frame runs no script. Its base address keeps links within the page inside the frame.
        """
        page = self.write(answer).text.replace("<head>", '<head><base href="about:srcdoc">', 1)
        style = "width: 100%; height: 40rem; border: 1px solid #8886; border-radius: 8px; resize: vertical"
        return (
            f'<iframe sandbox title="Ascribe report" style="{style}" srcdoc="{html.escape(page)}"></iframe>'
        )


def _describe_making(answer: Answer, date: str) -> str:
    """Return when the reply was checked, and how: ``2026-03-01 · tier builtin · balanced``."""
    tier = answer.settings.tier
    return " · ".join(filter(None, (date, *((f"tier {tier}", answer.strictness) if tier else ()))))


def _render_reply(view: AnswerView) -> Iterator[Segment]:
    position = 0
    for (start, end), sentence in view.placed:
        yield Segment(_escape_text(view.reply[position:start]))
        yield Segment(_render_opening_tag(sentence), "style")
        for first, last, is_marked in split_at_places(sentence.marked, start, end):
            yield Segment(_MARK_TAG if is_marked else "", "style")
            yield Segment(_escape_text(view.reply[first:last]))
            yield Segment("</mark>" if is_marked else "", "style")
        yield Segment("</span>", "style")
        yield from _render_markers(sentence)
        position = end
    yield Segment(_escape_text(view.reply[position:]))


def _render_opening_tag(sentence: SentenceView) -> str:
    kind = next((kind for kind, signs in _STYLE_CLASSES.items() if sentence.text.startswith(signs)), "")
    classes = " ".join(part for part in ("said", sentence.status or "", kind) if part)
    return f'<span class="{classes}" id="reply-{sentence.number}">'


def _render_markers(sentence: SentenceView) -> Iterator[Segment]:
    """Yield a link for each supporting reference, and one with the status."""
    for place, evidence in enumerate(sentence.evidence, 1):
        if evidence.reference.label == "supports":
            link = f'<a class="marker" href="#sentence-{sentence.number}-evidence-{place}"'
            title = f' title="{_escape_text(evidence.where)}">[{evidence.number}]</a>'
            yield Segment(f"&#8288;{link}{title}", "marker", (evidence.reference,))
    if sentence.status is not None or sentence.is_flagged:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Segment(_render_flag(sentence), "label", against)


def _render_flag(sentence: SentenceView) -> str:
    """Render the link to the card; its label has the visible words, then the message."""
    quiet = sentence.status in ("supported", "not_checkable")
    words = sentence.words if quiet else sentence.flag
    label = _escape_text(f"{words}. {sentence.message}".rstrip(" "))
    start = (
        f'<a class="flag {sentence.status or "unchecked"}" href="#sentence-{sentence.number}" title="{label}"'
    )
    symbol = f'<span aria-hidden="true">{sentence.symbol}</span>' if sentence.symbol else ""
    shown = symbol if quiet else f"{symbol} {_escape_text(words)}".strip()
    return f' {start} aria-label="{label}">{shown}</a>'


def _escape_text(text: str) -> str:
    return html.escape(escape_controls(text))


def _build_placeholder() -> Any:
    from markupsafe import Markup

    return Markup(_REPLY_PLACEHOLDER)  # noqa: S704 - a constant, removed again before the page is returned


@lru_cache(maxsize=1)
def _load_template() -> Template:
    from importlib.resources import files

    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    folder = files("ascribe.write")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape_value,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["language"] = _is_language
    css = (folder / "report.css").read_text(encoding="utf-8")
    environment.globals["css"] = Markup(css)  # noqa: S704 - our own file
    return environment.from_string((folder / "report.html.jinja").read_text(encoding="utf-8"))


def _escape_value(value: object) -> object:
    """Make the control characters of template values visible, before the values are escaped."""
    from markupsafe import Markup

    return escape_controls(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _is_language(value: object) -> bool:
    return isinstance(value, str) and _LANGUAGE_TAG.fullmatch(value) is not None


# --- The content of the report ---

_MAX_PASSAGES = 50
"""Passages that are listed in full; the others are only counted."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A name, its value, and a remark that may be empty."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatusShare:
    """The number of sentences with a status, its code, words and symbol, and the first such sentence."""

    code: str
    words: str
    symbol: str
    count: int
    first: int


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A numbered reference and the numbers of the sentences that use it."""

    evidence: EvidenceView
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UncitedPassage:
    """A passage that no sentence cites."""

    document: str
    pages: str
    text: str
    score: float
    method: str


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A source, with what an auditor needs to identify it."""

    name: str
    path: str
    digest: str
    reader: str
    pages: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the report shows. ``more_offered`` counts the passages beyond those in ``offered``."""

    query: str
    checked: bool
    refused: bool
    view: AnswerView
    shares: tuple[StatusShare, ...]
    references: tuple[ReferenceEntry, ...]
    offered: tuple[UncitedPassage, ...]
    more_offered: int
    figures: tuple[ReportRow, ...]
    settings: tuple[ReportRow, ...]
    sources: tuple[ReportSource, ...]
    language: str | None


def build_report(answer: Answer, folder: Path | None = None) -> Report:
    """Build the content of a report that will be stored in ``folder``."""
    view = build_view(answer, folder)
    offered = _find_uncited(answer, view)
    return Report(
        query=answer.query,
        checked=answer.verification_ran,
        refused=answer.was_refused,
        view=view,
        shares=_build_shares(view),
        references=tuple(_build_entries(view)),
        offered=tuple(_build_uncited_passage(chunk) for chunk in offered[:_MAX_PASSAGES]),
        more_offered=max(0, len(offered) - _MAX_PASSAGES),
        figures=tuple(_build_figures(answer)),
        settings=tuple(_build_settings(answer)),
        sources=tuple(_build_source(document) for document in answer.documents),
        language=answer.settings.language,
    )


def _build_shares(view: AnswerView) -> tuple[StatusShare, ...]:
    numbers: dict[Status, list[int]] = {}
    for sentence in view.sentences:
        if sentence.status is not None:
            numbers.setdefault(sentence.status, []).append(sentence.number)
    return tuple(
        StatusShare(status, describe_status(status), SYMBOLS[status], len(found), found[0])
        for status in STATUSES
        if (found := numbers.get(status))
    )


def _build_entries(view: AnswerView) -> Iterator[ReferenceEntry]:
    users: dict[int | None, list[int]] = {}
    for sentence in view.sentences:
        for number in dict.fromkeys(evidence.number for evidence in sentence.evidence):
            users.setdefault(number, []).append(sentence.number)
    for evidence in view.references:
        yield ReferenceEntry(evidence, tuple(users[evidence.number]))


def _find_uncited(answer: Answer, view: AnswerView) -> list[RetrievedChunk]:
    """Return the passages that share no character with a cited reference, best score first."""
    cited: dict[str, list[Reference]] = {}
    for evidence in view.references:
        cited.setdefault(evidence.reference.document_id, []).append(evidence.reference)
    ids = answer.cited_sentence_ids
    ranges = {name: _CitedRanges(references) for name, references in cited.items()}
    nothing = _CitedRanges(())
    rest = [
        retrieved
        for retrieved in answer.retrieved_chunks
        if ids.isdisjoint(retrieved.chunk.sentence_ids)
        and not ranges.get(retrieved.chunk.doc_id, nothing).overlaps(retrieved.chunk.span)
    ]
    return sorted(rest, key=lambda retrieved: -retrieved.score)


class _CitedRanges:
    """Cited ranges of one document, with a fast test whether a span shares a character with any."""

    def __init__(self, references: Iterable[Reference]) -> None:
        ordered = sorted((r.document_start_idx, r.document_end_idx) for r in references)
        self.starts = [start for start, _ in ordered]
        self.furthest = list(accumulate((end for _, end in ordered), max))

    def overlaps(self, span: Span) -> bool:
        before = bisect_left(self.starts, span.char_end)
        return before > 0 and self.furthest[before - 1] > span.char_start


def _build_uncited_passage(retrieved: RetrievedChunk) -> UncitedPassage:
    chunk = retrieved.chunk
    pages = describe_pages(chunk.span.pages)
    return UncitedPassage(chunk.doc_id, pages, chunk.text, retrieved.score, retrieved.retrieval_method)


def _build_figures(answer: Answer) -> Iterable[ReportRow]:
    parts = answer.faithfulness_components
    if answer.verification_ran:
        meaning = "mean probability that a checked sentence is supported"
        yield ReportRow("Faithfulness", f"{answer.faithfulness_score:.2f}", meaning)
        yield ReportRow("Worst sentence", f"{answer.min_nli_score:.2f}", "the lowest of these probabilities")
        yield ReportRow("Evidence score", f"{parts.retrieval_score:.2f}", "mean score of the best evidence")
    else:
        yield ReportRow("Faithfulness", "not known", "nothing was checked")
    if parts.generation_logprob is not None:
        yield ReportRow(
            "Generation log probability", f"{parts.generation_logprob:.3f}", "as reported by the generator"
        )


def _build_settings(answer: Answer) -> Iterable[ReportRow]:
    settings = answer.settings
    yield ReportRow("Tier", settings.tier or "none")
    yield ReportRow("Strictness", answer.strictness)
    yield ReportRow("Language", settings.language or "detected for each text")
    for stage, component in settings.components.items():
        yield ReportRow(f"Component: {stage}", component)
    for name, value in settings.thresholds.items():
        yield ReportRow(f"Threshold: {name}", f"{value:g}")
    for name, version in settings.versions.items():
        yield ReportRow(f"Version: {name}", version)


def _build_source(document: Document) -> ReportSource:
    path = document.source_path.as_posix()
    return ReportSource(
        name=document.doc_id,
        path="" if path == document.doc_id else path,
        digest=document.digest or "",
        reader=document.parser_name or "",
        pages=document.num_pages,
    )
