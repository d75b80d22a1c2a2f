"""The report as a Word file: the reply with the status and markers of each sentence, then the evidence."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.protocols import ReferenceFormat
from ascribe.records import Answer
from ascribe.records.outcomes import Status
from ascribe.write.display_text import escape_controls
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.references.plain import PlainReferences
from ascribe.write.reply_citations import CITATION_SYMBOL
from ascribe.write.source_list import list_numbered_sources
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, build_view
from ascribe.write.whole_files import check_not_sources, write_whole_file

_COLORS: dict[Status, str] = {
    "supported": "14532D",
    "partial": "684600",
    "contradicted": "8A1224",
    "unsupported": "7A2E0B",
    "unknown": "1B3F86",
}
"""Status → colour of its words, which are always written, too."""

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


DEFAULT_TITLE = "Ascribe report"

_PLAIN_REFERENCES = PlainReferences()


class DocxWriter:
    """Writes the report as a Word file: the marked reply, each sentence with its evidence, and the sources.

    One number means one passage in the whole file; the list of references gives each source with the numbers
    of its passages. Control characters are shown as their codes (``⟦U+001B⟧``).

    Args:
        title: heading and title of the file.
        date: when the reply was checked, as the file shows it; empty leaves it out.
        references: format of the list of references; None for no list.
        replace_markers: True takes the reply's own markers out first.
    """

    def __init__(
        self,
        title: str = DEFAULT_TITLE,
        date: str = "",
        references: ReferenceFormat | None = _PLAIN_REFERENCES,
        *,
        replace_markers: bool = False,
    ) -> None:
        self.title = title
        self.date = date
        self.references = references
        self.replace_markers = replace_markers

    def write(self, answer: Answer) -> bytes:
        """Return the content of the file."""
        from docx import Document

        answer = remove_own_markers(answer) if self.replace_markers else answer
        view = build_view(answer)
        file = Document()
        file.core_properties.title = _clean(self.title)
        file.core_properties.author = "Ascribe"
        file.add_heading(_clean(self.title), 1)
        how = f"tier {answer.settings.tier}, level {answer.strictness}" if answer.settings.tier else ""
        file.add_paragraph(" · ".join(filter(None, (self.date, how))))
        file.add_paragraph().add_run(_clean(view.headline)).bold = True
        _add_reply(file, view)
        _add_sentences(file, "Sentence by sentence", view.by_gravity)
        _add_sentences(file, "Removed from the reply", view.removed)
        if self.references is not None:
            _add_list(file, "References", list_numbered_sources(answer, self.references))
        _add_list(file, "Could not be read", [f"{one.source}: {one.reason}" for one in view.skipped])
        made = BytesIO()
        file.save(made)
        return made.getvalue()

    def write_file(self, answer: Answer, path: Path) -> Path:
        """Write the file and return its path; missing folders are created.

        Raises:
            InputError: the path cannot be written, or is a source.
        """
        check_not_sources([path], answer.documents)
        content = self.write(answer)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole_file(path, content)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror}); choose another path.") from None
        return path


def _add_reply(file: Any, view: AnswerView) -> None:
    """Add the reply as it is, with the markers and the status after each sentence."""
    file.add_heading("The reply", 2)
    paragraph, position = file.add_paragraph(), 0
    for (start, end), sentence in view.placed:
        if start > position:
            _add_text(paragraph, view.reply[position:start])
        _add_text(paragraph, view.reply[start:end])
        _add_marks(paragraph, sentence)
        position = max(position, end)
    _add_text(paragraph, view.reply[position:])


def _add_text(paragraph: Any, text: str) -> None:
    paragraph.add_run(_clean(text))


def _add_marks(paragraph: Any, sentence: SentenceView) -> None:
    markers = "".join(f"[{one.number}]" for one in sentence.supporting)
    if markers:
        paragraph.add_run(f" {markers}")
    if sentence.is_flagged:
        _color(
            paragraph.add_run(f" [{sentence.flag_symbol} {sentence.flag}]".replace("[ ", "[")),
            "partial" if sentence.is_only_miscited else sentence.status,
        )


def _add_sentences(file: Any, heading: str, sentences: tuple[SentenceView, ...]) -> None:
    if not sentences:
        return
    file.add_heading(heading, 2)
    for sentence in sentences:
        paragraph = file.add_paragraph()
        run = paragraph.add_run(f"{sentence.symbol} {sentence.words}".strip())
        run.bold = True
        _color(run, sentence.status)
        if sentence.citation_words:
            paragraph.add_run(" · ")
            run = paragraph.add_run(f"{CITATION_SYMBOL} {sentence.citation_words}")
            run.bold = True
            _color(run, "partial")
        paragraph.add_run(f" · {sentence.number}. {_clean(' '.join(sentence.text.split()))}")
        if sentence.message:
            file.add_paragraph(_clean(sentence.message))
        for name, value in sentence.details:
            file.add_paragraph(_clean(f"{name}: {value}"))
        for evidence in sentence.evidence:
            file.add_paragraph(_clean(_describe_evidence(evidence)), style="Quote")


def _add_list(file: Any, heading: str, lines: list[str]) -> None:
    if not lines:
        return
    file.add_heading(heading, 2)
    for line in lines:
        file.add_paragraph(_clean(line))


def _describe_evidence(evidence: EvidenceView) -> str:
    number = "" if evidence.number is None else f"[{evidence.number}] "
    return f"{number}{evidence.relation} {evidence.where}: “{evidence.printed}”"


def _color(run: Any, status: Status | None) -> None:
    from docx.shared import RGBColor

    if status in _COLORS:
        run.font.color.rgb = RGBColor.from_string(_COLORS[status])


def _clean(text: str) -> str:
    """Return the text with every character shown that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", escape_controls(text))
