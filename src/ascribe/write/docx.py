"""The report as a Word file: the reply with the status and markers of each sentence, then the evidence."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.protocols import ReferenceFormat
from ascribe.records import Answer
from ascribe.write.docx_reply import add_reply, clean_text, color_run
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.references.plain import PlainReferences
from ascribe.write.reply_citations import CITATION_SYMBOL
from ascribe.write.report.claims import build_claim
from ascribe.write.report.reply_markup import ReplyMarkup
from ascribe.write.source_list import list_numbered_sources
from ascribe.write.view import EvidenceView, SentenceView
from ascribe.write.view_builder import build_view
from ascribe.write.whole_files import check_not_sources, write_whole_file

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
        file.core_properties.title = clean_text(self.title)
        file.core_properties.author = "Ascribe"
        file.add_heading(clean_text(self.title), 1)
        how = f"tier {answer.settings.tier}, level {answer.strictness}" if answer.settings.tier else ""
        file.add_paragraph(" · ".join(filter(None, (self.date, how))))
        file.add_paragraph().add_run(clean_text(view.headline)).bold = True
        reply = ReplyMarkup(view, is_plain=answer.settings.is_quoted)
        file.add_heading("The reply", 2)
        add_reply(file, reply)
        _add_sentences(file, "Sentence by sentence", view.by_gravity, reply)
        _add_sentences(file, "Removed from the reply", view.removed, reply)
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


def _add_sentences(file: Any, heading: str, sentences: tuple[SentenceView, ...], reply: ReplyMarkup) -> None:
    """Add the sentences with their evidence, without the syntax of Markdown."""
    if not sentences:
        return
    file.add_heading(heading, 2)
    for sentence in sentences:
        paragraph = file.add_paragraph()
        run = paragraph.add_run(f"{sentence.symbol} {sentence.words}".strip())
        run.bold = True
        color_run(run, "unknown" if sentence.is_doubtful else sentence.status)
        if sentence.citation_words:
            paragraph.add_run(" · ")
            run = paragraph.add_run(f"{CITATION_SYMBOL} {sentence.citation_words}")
            run.bold = True
            color_run(run, "partial")
        paragraph.add_run(f" · {sentence.number}. {clean_text(_join_claim(sentence, reply))}")
        if sentence.message:
            file.add_paragraph(clean_text(sentence.message))
        for name, value in sentence.details:
            file.add_paragraph(clean_text(f"{name}: {value}"))
        for evidence in sentence.evidence:
            file.add_paragraph(clean_text(_describe_evidence(evidence)), style="Quote")


def _join_claim(sentence: SentenceView, reply: ReplyMarkup) -> str:
    return " ".join("".join(words for words, _ in build_claim(sentence, reply)).split())


def _add_list(file: Any, heading: str, lines: list[str]) -> None:
    if not lines:
        return
    file.add_heading(heading, 2)
    for line in lines:
        file.add_paragraph(clean_text(line))


def _describe_evidence(evidence: EvidenceView) -> str:
    number = "" if evidence.number is None else f"[{evidence.number}] "
    return f"{number}{evidence.relation} {evidence.place}: “{evidence.printed}”"
