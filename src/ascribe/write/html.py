"""The answer as one self-contained HTML page: no script, no outside resource, everything escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.records import Answer
from ascribe.stages import Rendered
from ascribe.write.marked import cut_at
from ascribe.write.pieces import Piece, assemble
from ascribe.write.report import report_of
from ascribe.write.view import AnswerView, SentenceView
from ascribe.write.visible import reveal, visible

if TYPE_CHECKING:
    from jinja2 import Template

_REPLY = "<ascribe-reply/>"
"""Where the reply goes. No text of an answer can hold it, as every ``<`` of theirs is escaped."""

_MARK = '<mark title="without support">'
"""Opens a stretch of words that no source supports."""

_KINDS = {"fixed": ("|", "```", "~~~"), "heading": ("#",)}
"""Style of a sentence by its first signs: table rows and code keep their columns."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class HtmlWriter:
    """Writes the report that a reviewer or auditor reads, on screen or on paper.

    Every sentence shows its status in words or by a symbol, its score, and what it rests on: the passage of
    the source with the quoted words marked. Control characters are shown as their codes (``⟦U+001B⟧``).

    Args:
        title: heading of the page and its title in the browser.
        folder: where the page will stand, so that its links lead to the sources; the working folder if None.
    """

    def __init__(self, title: str = "Ascribe report", folder: Path | None = None) -> None:
        self.title = title
        self.folder = folder

    def write(self, answer: Answer) -> Rendered:
        """The page."""
        report = report_of(answer, self.folder)
        page = _template().render(title=self.title, report=report, reply=_reply_mark())
        head, _, tail = page.partition(_REPLY)
        return assemble([Piece(head, "summary"), *_reply(report.view), Piece(tail, "reference_list")])

    def decode(self, text: str) -> str:
        """The text with character references and control characters restored."""
        return reveal(html.unescape(text))

    def frame(self, answer: Answer) -> str:
        """The page in a frame of its own, so that neither its style nor its ids touch a notebook around it.

        The frame runs no script. Its base address keeps links within the page inside the frame.
        """
        page = self.write(answer).text.replace("<head>", '<head><base href="about:srcdoc">', 1)
        style = "width: 100%; height: 40rem; border: 1px solid #8886; border-radius: 8px; resize: vertical"
        return (
            f'<iframe sandbox title="Ascribe report" style="{style}" srcdoc="{html.escape(page)}"></iframe>'
        )


def _reply(view: AnswerView) -> Iterator[Piece]:
    position = 0
    for (start, end), sentence in view.placed:
        yield Piece(_text(view.reply[position:start]))
        yield Piece(_opening(sentence), "style")
        for first, last, is_marked in cut_at(sentence.marked, start, end):
            yield Piece(_MARK if is_marked else "", "style")
            yield Piece(_text(view.reply[first:last]))
            yield Piece("</mark>" if is_marked else "", "style")
        yield Piece("</span>", "style")
        yield from _marks(sentence)
        position = end
    yield Piece(_text(view.reply[position:]))


def _opening(sentence: SentenceView) -> str:
    kind = next((kind for kind, signs in _KINDS.items() if sentence.text.startswith(signs)), "")
    classes = " ".join(part for part in ("said", sentence.status or "", kind) if part)
    return f'<span class="{classes}" id="reply-{sentence.number}">'


def _marks(sentence: SentenceView) -> Iterator[Piece]:
    """A link for each supporting reference, and one with the finding."""
    for place, evidence in enumerate(sentence.evidence, 1):
        if evidence.reference.label == "supports":
            link = f'<a class="marker" href="#sentence-{sentence.number}-evidence-{place}"'
            title = f' title="{_text(evidence.where)}">[{evidence.number}]</a>'
            yield Piece(f"&#8288;{link}{title}", "marker", (evidence.reference,))
    if sentence.status is not None:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Piece(_flag(sentence), "label", against)


def _flag(sentence: SentenceView) -> str:
    quiet = sentence.status in ("supported", "not_checkable")
    shown = [sentence.symbol if quiet else f"{sentence.symbol} {sentence.flag}"]
    if sentence.score is not None:
        shown.append(f"{sentence.score:.2f}")
    title = _text(f"{sentence.words}. {sentence.reason}")
    start = f'<a class="flag {sentence.status}" href="#sentence-{sentence.number}" title="{title}"'
    return f' {start} aria-label="{title}">{(" " if quiet else " · ").join(shown)}</a>'


def _text(text: str) -> str:
    return html.escape(visible(text))


def _reply_mark() -> Any:
    from markupsafe import Markup

    return Markup(_REPLY)  # noqa: S704 - a constant, cut out again before the page is handed on


@lru_cache(maxsize=1)
def _template() -> Template:
    from importlib.resources import files

    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    folder = files("ascribe.write")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["language"] = _is_language
    css = (folder / "report.css").read_text(encoding="utf-8")
    environment.globals["css"] = Markup(css)  # noqa: S704 - our own file
    return environment.from_string((folder / "report.html.jinja").read_text(encoding="utf-8"))


def _shown(value: object) -> object:
    """Every text of the template with its control characters visible, before it is escaped."""
    from markupsafe import Markup

    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _is_language(value: object) -> bool:
    return isinstance(value, str) and _LANGUAGE.fullmatch(value) is not None
