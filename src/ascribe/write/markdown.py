"""The answer as Markdown: the reply with markers, and below a rule the references and the findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from ascribe.records import Answer
from ascribe.stages import Rendered
from ascribe.write.markdown_text import brackets, escaped, escapes_needed
from ascribe.write.markdown_zones import Gap, Zones
from ascribe.write.marked import cut_at
from ascribe.write.pieces import Piece, assemble
from ascribe.write.quotations import written_reply
from ascribe.write.spans import Place
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, view_of
from ascribe.write.visible import reveal, visible
from ascribe.write.weaving import Woven, weave
from ascribe.write.wording import label_words


class MarkdownWriter:
    """Writes ``[n]`` markers and short flags at the ends of sentences; the reply's Markdown stays intact.

    Sentences that the extractive generator quotes stay what they are in their source; see ``written_reply``.

    Words without support stand in ``<mark>`` where the Markdown around them lets tags in.
    Control characters of reply and sources are shown as their codes (``⟦U+001B⟧``).

    Args:
        folder: where the text will stand, so that its links lead to the sources; the working folder if None.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def write(self, answer: Answer) -> Rendered:
        """The marked reply, a one-line summary, the references, sentences to look at, skipped sources."""
        return assemble(piece for part in self._parts(answer) for piece in part)

    def parts(self, answer: Answer) -> Iterator[str]:
        """The rendering cut up: the reply up to and with the marks of each sentence, then all the rest."""
        return (assemble(part).text for part in self._parts(answer))

    def _parts(self, answer: Answer) -> Iterator[list[Piece]]:
        view = _written(view_of(answer, self.folder), answer)
        rest = yield from _reply(view, Zones(view.reply))
        yield [*rest, *_findings(view)]

    def decode(self, text: str) -> str:
        """The text with its control characters restored."""
        return reveal(text)


def _written(view: AnswerView, answer: Answer) -> AnswerView:
    """The view of the reply as Markdown gets it."""
    written = written_reply(answer)
    sentences = (
        replace(
            sentence,
            place=None if sentence.place is None else written.place(sentence.place),
            marked=tuple(map(written.place, sentence.marked)),
        )
        for sentence in view.sentences
    )
    return replace(view, reply=written.text, sentences=tuple(sentences))


def _reply(view: AnswerView, zones: Zones) -> Woven:
    """The reply with its marks, sentence by sentence; returns what is left of it behind the last one."""
    marked = [place for _, s in view.placed for place in s.marked if zones.takes_tags(*place)]
    placed = [_placed(zones, start, end, sentence) for (start, end), sentence in view.placed]
    return weave(view.reply, placed, partial(_text, view.reply, marked), zones.closing)


def _placed(zones: Zones, start: int, end: int, sentence: SentenceView) -> tuple[Gap, list[Piece]]:
    """The marks of a sentence with their gap; without any, a gap that is not behind it."""
    gap = zones.gap(start, end)
    pieces = list(_marks(sentence, brackets(escapes_needed(zones, gap))))
    return (gap if pieces else Gap(min(gap.position, end))), pieces


def _text(reply: str, marked: list[Place], start: int, end: int) -> Iterator[Piece]:
    """That stretch of the reply, with tags around the words without support."""
    for first, last, is_marked in cut_at(marked, start, end):
        yield Piece("<mark>" if is_marked else "", "style")
        yield Piece(visible(reply[first:last]))
        yield Piece("</mark>" if is_marked else "", "style")


def _marks(sentence: SentenceView, form: str) -> Iterator[Piece]:
    """`` [2]`` for each supporting reference, then `` [✗ contradicted: see 4]`` if a reader should look."""
    for evidence in sentence.supporting:
        yield Piece(f" {form.format(evidence.number)}", "marker", (evidence.reference,))
    if sentence.fails:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Piece(f" {form.format(f'{sentence.symbol} {sentence.flag}')}", "label", against)


def _findings(view: AnswerView) -> Iterator[Piece]:
    form = brackets("]:" in view.reply)
    rule = "\n\n---\n\n" if view.reply.strip() else ""
    yield Piece(f"{rule}**{escaped(view.headline)}**\n", "summary")
    references = (_reference(evidence, form) for evidence in view.references)
    yield Piece(_block("References", references), "reference_list")
    failing = (_problem(sentence, form) for sentence in view.failing)
    yield Piece(_block("To look at", failing), "summary")
    removed = (_problem(sentence, form) for sentence in view.removed)
    yield Piece(_block("Taken out of the reply", removed), "summary")
    skipped = (f"- {escaped(source.source)}: {escaped(source.reason)}" for source in view.skipped)
    yield Piece(_block("Could not be read", skipped), "summary")


def _block(title: str, items: Iterable[str]) -> str:
    lines = "\n".join(items)
    return f"\n**{title}**\n\n{lines}\n" if lines else ""


def _reference(evidence: EvidenceView, form: str) -> str:
    against = " (contradicts)" if evidence.reference.label == "contradicts" else ""
    number = form.format(evidence.number)
    return f"- {number} **{_where(evidence)}**{against}: “{escaped(evidence.quote)}”"


def _problem(sentence: SentenceView, form: str) -> str:
    reason = f": {escaped(sentence.reason)}" if sentence.reason else "."
    lines = [f"- {sentence.symbol} **{sentence.words}**{reason}", f"  “{escaped(sentence.text)}”"]
    lines += [f"  - {escaped(name)}: {escaped(value)}" for name, value in sentence.details]
    lines += [f"  - {_relation(evidence, form)}" for evidence in sentence.evidence]
    return "\n".join(lines)


def _relation(evidence: EvidenceView, form: str) -> str:
    words = escaped(label_words(evidence.reference.label))
    number = f" {form.format(evidence.number)}" if evidence.number is not None else ""
    return f"{words}{number} {_where(evidence)}: “{escaped(evidence.quote)}”"


def _where(evidence: EvidenceView) -> str:
    """Document and page, as a link where the source has an address."""
    where = escaped(evidence.where)
    return f"[{where}](<{evidence.link}>)" if evidence.link else where
