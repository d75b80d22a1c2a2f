"""The report as a self-contained HTML page, or as a fragment: no scripts, nothing fetched, all text escaped.

No element has a ``style`` attribute or an event handler, so that the page and the fragment work under a
Content-Security-Policy that allows one style sheet and pictures from ``data:`` addresses.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.protocols import Rendered
from ascribe.records import Answer
from ascribe.write.display_text import unescape_controls
from ascribe.write.html_pages import build_environment, build_policy
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.report.content import Report, build_report
from ascribe.write.segments import Segment, assemble_segments

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_REPLY_PLACEHOLDER = "<ascribe-reply/>"
"""Where the reply goes. No text of an answer can contain it, because every ``<`` is escaped."""

_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")

DEFAULT_TITLE = "Ascribe report"


class HtmlWriter:
    """Writes the report that a reviewer or auditor reads, on screen or on paper.

    The reply is on the left, its Markdown rendered; on the right, problems come first, each with the finding
    in one sentence and its evidence: the passage of the source with the quoted words marked, and a picture of
    the page where the PDF is at hand. What is supported is folded; figures such as the score are behind
    "Details". Control characters are shown as their codes (``⟦U+001B⟧``).

    Args:
        title: heading of the page and its title in the browser, such as the name of the reply.
        folder: where the page will be stored, for relative links to the sources; the working folder if None.
        date: when the reply was checked, as the page shows it; empty leaves it out.
        images: show pictures of the pages of PDF files that are still the ones that were read.
        replace_markers: True takes the reply's own markers out first, with the findings about them; numbers
            then start at 1.
    """

    def __init__(
        self,
        title: str = DEFAULT_TITLE,
        folder: Path | None = None,
        date: str = "",
        *,
        images: bool = True,
        replace_markers: bool = False,
    ) -> None:
        self.replace_markers = replace_markers
        self.title = title
        self.folder = folder
        self.date = date
        self.images = images

    def write(self, answer: Answer) -> Rendered:
        """Render the page."""
        return self._render("page.html.jinja", answer)

    def write_fragment(self, answer: Answer) -> Rendered:
        """Render the body of the report alone, to be put into another page.

        It is one element with the class ``ascribe-report``, in which every rule of ``read_stylesheet()``
        applies and outside of which none does. Sentences have ``data-sentence``, evidence ``data-reference``,
        ``data-document`` and ``data-page`` (from 1).
        """
        return self._render("fragment.html.jinja", answer)

    def _render(self, template: str, answer: Answer) -> Rendered:
        answer = remove_own_markers(answer) if self.replace_markers else answer
        report = build_report(answer, self.folder, images=self.images)
        page = _load_template(template).render(
            title=self.title,
            default_title=DEFAULT_TITLE,
            made=_describe_making(answer, self.date),
            report=report,
            reply=_build_placeholder(),
        )
        return _insert_reply(page, report)

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


def _insert_reply(page: str, report: Report) -> Rendered:
    head, _, tail = page.partition(_REPLY_PLACEHOLDER)
    segments = [Segment(head, "summary"), *report.reply.render(), Segment(tail, "reference_list")]
    return assemble_segments(segments)


def _describe_making(answer: Answer, date: str) -> str:
    """Return when the reply was checked, and how: ``2026-03-01 · tier builtin · level balanced``."""
    tier = answer.settings.tier
    how = (f"tier {tier}", f"level {answer.strictness}") if tier else ()
    return " · ".join(filter(None, (date, *how)))


def _build_placeholder() -> Any:
    from markupsafe import Markup

    return Markup(_REPLY_PLACEHOLDER)  # noqa: S704 - a constant, removed again before the page is returned


# --- Templates and the style sheet ---


@lru_cache(maxsize=1)
def read_stylesheet() -> str:
    """Return the style sheet of the report, as the page contains it."""
    return _read_file("report.css")


def build_content_security_policy() -> str:
    """Return the policy of the page: its own style sheet and pictures within it, nothing else."""
    return build_policy(read_stylesheet())


def _read_file(name: str) -> str:
    return (files("ascribe.write.report") / name).read_text(encoding="utf-8")


@lru_cache(maxsize=4)
def _load_template(name: str) -> Template:
    return _build_environment().get_template(name)


@lru_cache(maxsize=1)
def _build_environment() -> Environment:
    environment = build_environment(_read_file, read_stylesheet())
    environment.tests["language"] = _is_language
    return environment


def _is_language(value: object) -> bool:
    return isinstance(value, str) and _LANGUAGE_TAG.fullmatch(value) is not None
