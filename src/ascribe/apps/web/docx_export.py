"""A check as a DOCX file: the reply with the status and markers of each sentence, then the evidence."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from ascribe.records import Answer
from ascribe.write.display_text import escape_controls
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, build_view

_COLOURS = {
    "supported": "14532D",
    "partial": "684600",
    "contradicted": "8A1224",
    "unsupported": "7A2E0B",
    "unknown": "1B3F86",
}
"""Status → colour of its words, which are always written, too."""

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_docx(answer: Answer, title: str, bibliography: str, date: str) -> bytes:
    """Return the DOCX file of an answer.

    Args:
        answer: what to write.
        title: heading of the document.
        bibliography: the list of references, one entry a line; may be empty.
        date: when the answer was checked.
    """
    from docx import Document

    view = build_view(answer)
    file = Document()
    file.core_properties.title = _clean(title)
    file.core_properties.author = "Ascribe"
    file.add_heading(_clean(title), 1)
    how = f"tier {answer.settings.tier}, level {answer.strictness}" if answer.settings.tier else ""
    file.add_paragraph(" · ".join(filter(None, (date, how))))
    file.add_paragraph().add_run(_clean(view.headline)).bold = True
    _add_reply(file, view)
    _add_sentences(file, "Sentence by sentence", view.by_gravity)
    _add_sentences(file, "Removed from the reply", view.removed)
    if bibliography.strip():
        file.add_heading("References", 2)
        for line in filter(str.strip, bibliography.splitlines()):
            file.add_paragraph(_clean(line))
    made = BytesIO()
    file.save(made)
    return made.getvalue()


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
        _color(paragraph.add_run(f" [{sentence.symbol} {sentence.flag}]".replace("[ ", "[")), sentence)


def _add_sentences(file: Any, heading: str, sentences: tuple[SentenceView, ...]) -> None:
    if not sentences:
        return
    file.add_heading(heading, 2)
    for sentence in sentences:
        paragraph = file.add_paragraph()
        run = paragraph.add_run(f"{sentence.symbol} {sentence.words}".strip())
        run.bold = True
        _color(run, sentence)
        paragraph.add_run(f" · {sentence.number}. {_clean(' '.join(sentence.text.split()))}")
        if sentence.message:
            file.add_paragraph(_clean(sentence.message))
        for evidence in sentence.evidence:
            file.add_paragraph(_clean(_describe_evidence(evidence)), style="Quote")


def _describe_evidence(evidence: EvidenceView) -> str:
    number = "" if evidence.number is None else f"[{evidence.number}] "
    return f"{number}{evidence.relation} {evidence.where}: “{evidence.printed}”"


def _color(run: Any, sentence: SentenceView) -> None:
    from docx.shared import RGBColor

    if sentence.status in _COLOURS:
        run.font.color.rgb = RGBColor.from_string(_COLOURS[sentence.status])


def _clean(text: str) -> str:
    """Return the text with every character shown that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", escape_controls(text))
