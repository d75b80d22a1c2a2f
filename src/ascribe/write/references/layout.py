"""A list of references as a whole: its heading, its labels, and data in a block of their own."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.records.work import CitedWork, Markup
from ascribe.stages import ReferenceFormat
from ascribe.write.citations.styles import Style
from ascribe.write.markdown_text import escaped
from ascribe.write.references.own import OwnReferences


@dataclass(frozen=True, slots=True)
class Layout:
    """How the entries of a list stand below one another.

    Args:
        markup: of the text that holds the list.
        style: of the markers, whose labels stand before the entries.
        anchor: in HTML, what the ids of the entries begin with.
        as_text: whether brackets in Markdown must be escaped, lest they be read as a link.
    """

    markup: Markup
    style: Style
    anchor: str = "reference-"
    as_text: bool = False

    def section(self, works: Sequence[CitedWork], form: ReferenceFormat | None, *, needed: bool) -> str:
        """The list with its heading; empty without works.

        Args:
            works: by number.
            form: how each is written; None for no list.
            needed: True where the markers lead nowhere without entries: data, or no list, then stand
                behind entries of our own form.
        """
        if not works or (form is None and not needed):
            return ""
        prose = OwnReferences() if form is None or (needed and form.language) else form
        parts = [] if prose.language else [self._titled(self.entries(works, prose))]
        parts += [self._block(works, form)] if form is not None and form.language else []
        return "".join(f"\n{part}" for part in parts)

    def entries(self, works: Sequence[CitedWork], form: ReferenceFormat) -> str:
        """One line for each work: by number, or by name where the style has names."""
        ordered = (
            sorted(works, key=_by_name) if self.style.by_name else [replace(w, suffix="") for w in works]
        )
        entries = zip(ordered, form.entries(ordered, self.markup), strict=True)
        return "".join(self._line(work, entry) for work, entry in entries)

    def _line(self, work: CitedWork, entry: str) -> str:
        label = self.style.entry_label(work)
        if self.markup == "html":
            shown = f"<{self.style.tag}>{label}</{self.style.tag}>" if self.style.tag else label
            return f'<li id="{html.escape(self.anchor)}{work.number}">{f"{shown} {entry}".strip()}</li>\n'
        if self.markup == "plain":
            return f"{label} {entry}".strip() + "\n"
        if self.style.is_note:
            return f"{label}: {entry}\n\n"
        return f"- {self._escaped(label)} {entry}\n".replace("-  ", "- ", 1)

    def _escaped(self, label: str) -> str:
        return escaped(label) if self.as_text else label

    def _titled(self, lines: str) -> str:
        if self.markup == "html":
            return f'<section class="references">\n<h2>References</h2>\n<ul>\n{lines}</ul>\n</section>\n'
        if self.markup == "md":
            return lines if self.style.is_note else f"**References**\n\n{lines}"
        return f"References\n\n{lines}"

    def _block(self, works: Sequence[CitedWork], form: ReferenceFormat) -> str:
        """Data as it stands in a file, in a block of code."""
        body = file_of(works, form)
        if self.markup == "html":
            return f'<pre class="references">{html.escape(body)}</pre>\n'
        if self.markup == "plain":
            return body
        longest = max((len(run) for run in re.findall("`+", body)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{form.language}\n{body}{fence}\n"


def file_of(works: Sequence[CitedWork], form: ReferenceFormat) -> str:
    """The entries of data as one file."""
    opening, between, closing = form.frame
    return opening + between.join(form.entries(works, "plain")) + closing


def _by_name(work: CitedWork) -> tuple[bool, str, int]:
    return not work.label, work.label.strip("“").casefold(), work.number
