"""The answer as text for a terminal: the untouched reply, with the verdict on every sentence."""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.protocols import Rendered
from ascribe.records import Answer
from ascribe.records.outcomes import Status
from ascribe.write.display_text import escape_controls, to_one_line, unescape_controls, wrap_text
from ascribe.write.reply_citations import CITATION_SYMBOL
from ascribe.write.segments import Segment, assemble_segments
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, split_at_places
from ascribe.write.view_builder import build_view

_RESET, _BOLD, _DIM, _UNDERLINED = "\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[4m"
_COLORS: dict[Status, str] = {
    "supported": "\x1b[32m",
    "partial": "\x1b[33m",
    "contradicted": "\x1b[31m",
    "unsupported": "\x1b[31m",
    "not_checkable": _DIM,
    "unknown": "\x1b[36m",
}
_WIDTH = 88


class TerminalWriter:
    """Writes the untouched reply with a label after each sentence, and the findings below it.

    ``[✓ 2]`` means "supported by reference 2", ``[–]`` a sentence with nothing to check; every other label
    has words, such as ``[2] [? low confidence]`` for a quote that may not answer the question, also where
    citations were not checked. With colour, words without support are underlined; the findings list them.
    Control characters of the reply and the sources are shown as their codes (``⟦U+001B⟧``).

    Args:
        color: whether to write ANSI colours; nothing is shown by colour alone.
        width: columns at which the findings wrap, 88 if None. The reply itself is never wrapped.
    """

    def __init__(self, color: bool = True, width: int | None = None) -> None:
        self.color = color
        self.width = max(20, width or _WIDTH)

    def write(self, answer: Answer) -> Rendered:
        """Render the labelled reply, a one-line summary, references, sentences to review, skipped sources."""
        return assemble_segments(piece for part in self._parts(answer) for piece in part)

    def parts(self, answer: Answer) -> Iterator[str]:
        """Yield the rendering in parts: the reply up to the label of each sentence, then all the rest.

        The part of a sentence that is not in the reply is empty.
        """
        return (assemble_segments(part).text for part in self._parts(answer))

    def decode(self, text: str) -> str:
        """Return the text with its control characters restored."""
        return unescape_controls(text)

    def _parts(self, answer: Answer) -> Iterator[list[Segment]]:
        view = build_view(answer)
        position = 0
        for sentence in view.by_place:
            if sentence.place is None:
                yield []
                continue
            start, end = sentence.place
            cut = end - len(_find_closing_pipe(view.reply[start:end]))
            pieces = [Segment(escape_controls(view.reply[position:start]))]
            for first, last, is_marked in split_at_places(sentence.marked, start, cut):
                pieces += self._colored_lines(view.reply[first:last], sentence.status, is_marked)
            yield [*pieces, *self._label(sentence)]
            position = cut
        yield [Segment(escape_controls(view.reply[position:])), *self._findings(view)]

    def _colored_lines(self, text: str, status: Status | None, is_marked: bool) -> Iterator[Segment]:
        """Yield the text, coloured line by line, because pagers reset the colour at the end of a line."""
        if not self.color or status in (None, "supported"):
            yield Segment(escape_controls(text))
            return
        for line in escape_controls(text).splitlines(keepends=True):
            yield Segment(_COLORS[status] + (_UNDERLINED if is_marked else ""), "style")
            yield Segment(line.rstrip("\r\n"))
            yield Segment(_RESET, "style")
            yield Segment(line[len(line.rstrip("\r\n")) :])

    def _label(self, sentence: SentenceView) -> Iterator[Segment]:
        """Yield `` [✓ 2, 3]`` for a supported sentence; for another `` [2] [≈ partly supported]``."""
        color = _choose_color(sentence)
        if sentence.status == "supported" and not sentence.is_doubtful:
            yield Segment(f" {self._open(color)}[{sentence.symbol}", "label")
            yield from _render_numbers(sentence, " ", ", ", "")
            yield Segment("]" + self._close(color), "label")
            if sentence.citation_words:
                words = f"[{sentence.flag_symbol} {sentence.flag}]"
                yield Segment(f" {self._style(words, _COLORS['partial'])}", "label")
            return
        yield from _render_numbers(sentence, " [", " [", "]")
        if sentence.status == "not_checkable" or sentence.is_flagged:
            words = "" if not sentence.is_flagged else f" {sentence.flag}"
            against = tuple(evidence.reference for evidence in sentence.contradicting)
            label = f"[{f'{sentence.flag_symbol}{words}'.strip()}]"
            yield Segment(f" {self._style(label, color)}", "label", against)

    def _findings(self, view: AnswerView) -> Iterator[Segment]:
        lines = [self._style(line, _BOLD) for line in wrap_text(to_one_line(view.headline), self.width)]
        gap = "\n\n" if view.reply.strip() else ""
        yield Segment(gap + "\n".join(lines) + "\n", "summary")
        references = [line for evidence in view.references for line in self._reference(evidence)]
        yield Segment(self._block("References", references), "reference_list")
        problems = [line for sentence in view.failing for line in self._problem(sentence)]
        yield Segment(self._block("To review", problems), "summary")
        right = [line for sentence in view.rightly_cited for line in self._citations(sentence)]
        yield Segment(self._block("Right citations", right), "summary")
        removed = [line for sentence in view.removed for line in self._problem(sentence)]
        yield Segment(self._block("Removed from the reply", removed), "summary")
        skipped = [line for s in view.skipped for line in self._lines(f"{s.source}: {s.reason}", 2)]
        yield Segment(self._block("Could not be read", skipped), "summary")

    def _block(self, title: str, lines: list[str]) -> str:
        return "\n".join(["", self._style(title, _BOLD), *lines, ""]) if lines else ""

    def _reference(self, evidence: EvidenceView) -> list[str]:
        against = " (contradicts)" if evidence.reference.label == "contradicts" else ""
        head = f"[{evidence.number}] {evidence.place}{against}"
        return [*self._lines(head, 2), *self._lines(f"“{evidence.printed}”", 6, _DIM)]

    def _problem(self, sentence: SentenceView) -> list[str]:
        color = _choose_color(sentence)
        message = f": {sentence.message}" if sentence.message else ""
        also = f", {CITATION_SYMBOL} {sentence.citation_words}" if sentence.citation_words else ""
        lines = self._lines(f"{sentence.symbol} {sentence.words}{also}{message}".lstrip(), 2, color)
        lines += self._lines(f"“{sentence.text}”", 6)
        for name, value in sentence.details:
            lines += self._lines(f"{name}: {value}", 6)
        for evidence in sentence.evidence:
            lines += self._lines(_render_relation(evidence), 6, _DIM)
        return lines

    def _citations(self, sentence: SentenceView) -> list[str]:
        return self._lines(f"“{sentence.start}”: {'; '.join(sentence.citation_findings)}", 2)

    def _lines(self, text: str, indent: int, style: str = "") -> list[str]:
        wrapped = wrap_text(to_one_line(text), self.width - indent)
        return [" " * indent + self._style(line, style) for line in wrapped]

    def _style(self, text: str, style: str) -> str:
        return self._open(style) + text + self._close(style)

    def _open(self, style: str) -> str:
        return style if self.color else ""

    def _close(self, style: str) -> str:
        return _RESET if self.color and style else ""


def _choose_color(sentence: SentenceView) -> str:
    """Return the colour of the label; a supported quote that may not answer has that of open sentences."""
    if sentence.is_doubtful:
        return _COLORS["unknown"]
    return _COLORS[sentence.status] if sentence.status else ""


def _find_closing_pipe(text: str) -> str:
    """Return the end of a table row, from the white space before its closing pipe; otherwise ""."""
    if not (text.startswith("|") and text.endswith("|") and len(text) > 1):
        return ""
    return text[len(text[:-1].rstrip()) :]


def _render_numbers(sentence: SentenceView, first: str, later: str, after: str) -> Iterator[Segment]:
    opening = first
    for evidence in sentence.supporting:
        yield Segment(f"{opening}{evidence.number}{after}", "marker", (evidence.reference,))
        opening = later


def _render_relation(evidence: EvidenceView) -> str:
    words = evidence.relation
    number = f" [{evidence.number}]" if evidence.number is not None else ""
    return f"{words}{number} {evidence.place}: “{evidence.printed}”"
