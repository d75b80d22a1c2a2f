"""The answer as Markdown: the reply with markers, and below a rule the references and the findings."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator

from ascribe.records import Answer
from ascribe.stages import Rendered
from ascribe.write.markdown_zones import Gap, Zones
from ascribe.write.marked import cut_at
from ascribe.write.pieces import Piece, assemble
from ascribe.write.spans import Place
from ascribe.write.view import AnswerView, EvidenceView, SentenceView, view_of
from ascribe.write.visible import one_line, reveal, visible
from ascribe.write.wording import label_words

_SPECIAL = re.compile(r"([\\`*_\[\]<~$]|&(?=[#\w]{1,40};))")
_LINKING = ("(", "[", ":", "{")
"""What makes a link or an attribute list of brackets that stand before it."""


class MarkdownWriter:
    """Writes ``[n]`` markers and short flags at the ends of sentences; the reply's Markdown stays intact.

    Words without support stand in ``<mark>`` where the Markdown around them lets tags in.
    Control characters of reply and sources are shown as their codes (``⟦U+001B⟧``).
    """

    def write(self, answer: Answer) -> Rendered:
        """The marked reply, a one-line summary, the references, sentences to look at, skipped sources."""
        return assemble(piece for part in self._parts(answer) for piece in part)

    def parts(self, answer: Answer) -> Iterator[str]:
        """The rendering cut up: the reply up to and with the marks of each sentence, then all the rest."""
        return (assemble(part).text for part in self._parts(answer))

    def _parts(self, answer: Answer) -> Iterator[list[Piece]]:
        view = view_of(answer)
        rest = yield from _reply(view, Zones(view.reply))
        yield [*rest, *_findings(view)]

    def decode(self, text: str) -> str:
        """The text with its control characters restored."""
        return reveal(text)


def _reply(view: AnswerView, zones: Zones) -> Generator[list[Piece], None, list[Piece]]:
    """The reply with its marks, sentence by sentence; returns what is left of it behind the last one.

    Marks that belong after code which never ends come after it all.
    """
    reply, position = view.reply, 0
    marked = [place for _, s in view.placed for place in s.marked if zones.takes_tags(*place)]
    late: list[Piece] = []
    for (start, end), sentence in view.placed:
        gap = zones.gap(start, end)
        pieces = list(_marks(sentence, _brackets(_escapes_needed(reply, gap))))
        if gap.own_paragraph and gap.position == len(reply):
            late += pieces
            yield []
            continue
        cut = max(position, gap.position if pieces else end)
        placed = _in_own_paragraph(pieces) if gap.own_paragraph and pieces else pieces
        yield [*_text(reply, position, cut, marked), *placed]
        position = cut
    rest = [*_text(reply, position, len(reply), marked), Piece(zones.closing, "style")]
    return [*rest, *_in_own_paragraph(late)] if late else rest


def _text(reply: str, start: int, end: int, marked: list[Place]) -> Iterator[Piece]:
    """That stretch of the reply, with tags around the words without support."""
    for first, last, is_marked in cut_at(marked, start, end):
        yield Piece("<mark>" if is_marked else "", "style")
        yield Piece(visible(reply[first:last]))
        yield Piece("</mark>" if is_marked else "", "style")


def _marks(sentence: SentenceView, brackets: str) -> Iterator[Piece]:
    """`` [2]`` for each supporting reference, then `` [✗ contradicted: see 4]`` if a reader should look."""
    for evidence in sentence.supporting:
        yield Piece(f" {brackets.format(evidence.number)}", "marker", (evidence.reference,))
    if sentence.fails:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Piece(f" {brackets.format(f'{sentence.symbol} {sentence.flag}')}", "label", against)


def _brackets(escaped: bool) -> str:
    return "\\[{}\\]" if escaped else "[{}]"


def _escapes_needed(reply: str, gap: Gap) -> bool:
    """True where brackets could be read as a link: by what follows, or by a definition in the reply."""
    return reply.startswith(_LINKING, gap.position) or "]:" in reply


def _in_own_paragraph(pieces: list[Piece]) -> Iterator[Piece]:
    yield Piece("\n\n", "style")
    yield Piece(pieces[0].text.lstrip(), pieces[0].kind, pieces[0].references)
    yield from pieces[1:]
    yield Piece("\n", "style")


def _findings(view: AnswerView) -> Iterator[Piece]:
    brackets = _brackets("]:" in view.reply)
    yield Piece(f"\n\n---\n\n**{_safe(view.headline)}**\n", "summary")
    references = (_reference(evidence, brackets) for evidence in view.references)
    yield Piece(_block("References", references), "reference_list")
    failing = (_problem(sentence, brackets) for sentence in view.failing)
    yield Piece(_block("To look at", failing), "summary")
    removed = (_problem(sentence, brackets) for sentence in view.removed)
    yield Piece(_block("Taken out of the reply", removed), "summary")
    skipped = (f"- {_safe(source.source)}: {_safe(source.reason)}" for source in view.skipped)
    yield Piece(_block("Could not be read", skipped), "summary")


def _block(title: str, items: Iterable[str]) -> str:
    lines = "\n".join(items)
    return f"\n**{title}**\n\n{lines}\n" if lines else ""


def _reference(evidence: EvidenceView, brackets: str) -> str:
    against = " (contradicts)" if evidence.reference.label == "contradicts" else ""
    number = brackets.format(evidence.number)
    return f"- {number} **{_safe(evidence.where)}**{against}: “{_safe(evidence.quote)}”"


def _problem(sentence: SentenceView, brackets: str) -> str:
    reason = f": {_safe(sentence.reason)}" if sentence.reason else "."
    lines = [f"- {sentence.symbol} **{sentence.words}**{reason}", f"  “{_safe(sentence.text)}”"]
    lines += [f"  - {_safe(name)}: {_safe(value)}" for name, value in sentence.details]
    lines += [f"  - {_relation(evidence, brackets)}" for evidence in sentence.evidence]
    return "\n".join(lines)


def _relation(evidence: EvidenceView, brackets: str) -> str:
    words = _safe(label_words(evidence.reference.label))
    number = f" {brackets.format(evidence.number)}" if evidence.number is not None else ""
    return f"{words}{number} {_safe(evidence.where)}: “{_safe(evidence.quote)}”"


def _safe(text: str) -> str:
    """The text on one line with every sign escaped that Markdown could read within a line."""
    return _SPECIAL.sub(r"\\\1", one_line(text))
