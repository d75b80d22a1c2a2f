"""A reply with citations in a chosen style, and its list of references: what one would publish."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from ascribe.errors import InputError
from ascribe.records import Answer, Reference
from ascribe.records.work import CitedWork, Markup
from ascribe.stages import ReferenceFormat, Rendered
from ascribe.write.citations.places import (
    before_stop,
    follows_item_mark,
    reads_as_exponent,
    without_repeats,
)
from ascribe.write.citations.styles import Style, guarded, style_of
from ascribe.write.evidence import pages_of, references_of, status_of
from ascribe.write.markdown_text import escaped, escapes_needed
from ascribe.write.markdown_zones import Gap, Zones
from ascribe.write.numbering import Numbering
from ascribe.write.pieces import Piece, assemble
from ascribe.write.quotations import WrittenReply, written_reply
from ascribe.write.references.layout import Layout, file_of
from ascribe.write.references.markup import MARKUPS
from ascribe.write.references.own import OwnReferences
from ascribe.write.spans import Place, places_of, reply_of
from ascribe.write.visible import one_line, reveal, visible
from ascribe.write.weaving import weave, woven
from ascribe.write.wording import headline, page_words
from ascribe.write.works.cited import cited_works

_OWN = OwnReferences()
_LONGEST_QUOTE = 300


@dataclass(frozen=True, slots=True)
class CitedWriter:
    """Writes the reply with one marker for each sentence that is supported, its finding, and its references.

    Only references labelled ``supports`` are cited, and only where the sentence did not fail: a marker says
    that the sentence is supported. The reply itself is never altered; only in Markdown the signs of quoted
    sources are escaped, see ``written_reply``.

    Args:
        style: ``bracket`` ([1–3]), ``superscript``, ``footnote`` or ``author_year``; works without a known
            author and title have a number in every style.
        references: how the list is written; None for no list. Footnotes always have their notes.
        markup: ``md``; ``html``, a fragment whose markers are links with title, page and quote; or ``plain``.
        repeats: False shows the marker of consecutive sentences with the same sources once, behind the last.
        known: documents that have the numbers from 1 on already, such as ``ConversationLedger.document_ids``.
        anchor: in HTML, what the ids of the entries begin with; give each reply of a page its own.

    Raises:
        InputError: a style or markup that does not exist, or one string for ``known``.
    """

    style: str = "bracket"
    references: ReferenceFormat | None = _OWN
    markup: Markup = "md"
    repeats: bool = True
    known: Sequence[str] = ()
    anchor: str = "reference-"

    def __post_init__(self) -> None:
        if self.markup not in MARKUPS:
            raise InputError(f"markup must be one of {', '.join(MARKUPS)}, got {self.markup!r}.")
        if isinstance(self.known, str):
            raise InputError("known must be a list of document ids, got one string.")
        style_of(self.style, self.markup)

    def write(self, answer: Answer) -> Rendered:
        """The reply with its markers, what was checked in one line, and the list of references."""
        numbering = Numbering.of_sources(answer, self.known)
        works = cited_works(numbering)
        written = written_reply(answer) if self.markup == "md" else WrittenReply(reply_of(answer))
        reply, style = written.text, style_of(self.style, self.markup)
        zones = Zones(reply)
        places = [None if place is None else written.place(place) for place in places_of(answer)]
        placed = list(self._placed(answer, numbering, works, zones, places))
        closing = zones.closing if self.markup == "md" else ""
        wrapper = '<div class="cited-reply" style="white-space: pre-wrap">' if self.markup == "html" else ""
        layout = Layout(self.markup, style, self.anchor, as_text=zones.has_definitions)
        needed = self.style == "footnote" or (self.markup == "html" and self.references is not None)
        return assemble(
            [
                Piece(wrapper, "style"),
                *woven(weave(reply, placed, partial(self._stretch, reply), closing)),
                Piece("</div>\n" if wrapper else "\n\n", "style"),
                Piece(self._summary(answer), "summary"),
                Piece(layout.section(works, self.references, needed=needed), "reference_list"),
            ]
        )

    def bibliography(self, answer: Answer) -> str:
        """The list of references alone: a line for each, or data as in a file; "" if none is cited."""
        works, form = cited_works(Numbering.of_sources(answer, self.known)), self.references or _OWN
        if form.language:
            return file_of(works, form) if works else ""
        return Layout(self.markup, style_of(self.style, self.markup), self.anchor).entries(works, form)

    def decode(self, text: str) -> str:
        """The text with character references and control characters restored."""
        return reveal(html.unescape(text) if self.markup == "html" else text)

    def _placed(
        self,
        answer: Answer,
        numbering: Numbering,
        works: Sequence[CitedWork],
        zones: Zones,
        places: Sequence[Place | None],
    ) -> Iterator[tuple[Gap, list[Piece]]]:
        """The marker of every sentence that shows one, with its gap, in reading order."""
        style = style_of(self.style, self.markup)
        by_number = {work.number: work for work in works}
        shown: Sequence[tuple[int, ...]] = numbering.sentences
        if not self.repeats:
            shown = without_repeats(zones.text, places, shown)
        for place, index in sorted((p, i) for i, p in enumerate(places) if p is not None):
            if not shown[index]:
                continue
            gap = zones.gap(*place)
            gap = before_stop(zones.text, place[0], gap) if style.before_stop else gap
            cited = _supporting(answer, index)
            chosen = [by_number[number] for number in sorted(shown[index])]
            titles = {w.number: _title(w, cited, numbering) for w in chosen} if self.markup == "html" else {}
            yield gap, [Piece(self._marker(zones, gap, style, chosen, titles), "marker", cited)]

    def _marker(
        self, zones: Zones, gap: Gap, style: Style, works: Sequence[CitedWork], titles: Mapping[int, str]
    ) -> str:
        reply = zones.text
        if self.markup == "html":
            return self._html_marker(style, works, titles)
        in_list = self.markup == "md" and not style.space and follows_item_mark(reply, gap)
        form = guarded(style) if in_list or reads_as_exponent(reply, gap) else style
        parts = chain([(" ", None)] if in_list else [], form.parts(works))
        if self.style == "footnote":
            # Spaces keep a note from being read as part of a link or an image.
            before = " " * (reply[gap.position - 1 : gap.position] in ("!", "]"))
            return before + "".join(t for t, _ in parts) + " " * reply.startswith(("(", "["), gap.position)
        if self.markup == "plain":
            return style.space + "".join(visible(text) for text, _ in parts)
        as_text = escapes_needed(zones, gap)
        glue = str.maketrans({"[": "\\[", "]": "\\]"} if as_text else {})
        return style.space + "".join(t.translate(glue) if n is None else escaped(t) for t, n in parts)

    def _html_marker(self, style: Style, works: Sequence[CitedWork], titles: Mapping[int, str]) -> str:
        shown = "".join(
            html.escape(text)
            if number is None
            else f'<a class="citation" role="doc-biblioref" href="#{html.escape(self.anchor)}{number}" '
            f'title="{html.escape(titles[number])}">{html.escape(visible(text))}</a>'
            for text, number in style.parts(works)
        )
        return style.space + (f"<{style.tag}>{shown}</{style.tag}>" if style.tag else shown)

    def _stretch(self, reply: str, start: int, end: int) -> Iterator[Piece]:
        shown = visible(reply[start:end])
        yield Piece(html.escape(shown) if self.markup == "html" else shown)

    def _summary(self, answer: Answer) -> str:
        """What was checked and what came out, on a line of its own."""
        statuses = [status_of(sentence, index, answer) for index, sentence in enumerate(answer.sentences)]
        words = one_line(" ".join(headline(answer, statuses)))
        if self.markup == "html":
            return f'<p class="summary">{html.escape(words)}</p>\n'
        return f"*{escaped(words)}*\n" if self.markup == "md" else f"{words}\n"


def _supporting(answer: Answer, index: int) -> tuple[Reference, ...]:
    return tuple(r for r in references_of(answer.sentences[index], answer) if r.label == "supports")


def _title(work: CitedWork, cited: Sequence[Reference], numbering: Numbering) -> str:
    """Title, page and quote of what the sentence cites of that work."""
    own = [reference for reference in cited if numbering.number_of(reference) == work.number]
    pages = page_words([page for reference in own for page in pages_of(reference)])
    quote = one_line(next((reference.quote for reference in own if reference.quote), ""))
    short = quote if len(quote) <= _LONGEST_QUOTE else quote[:_LONGEST_QUOTE].rpartition(" ")[0] + " …"
    where = ", ".join(part for part in (one_line(work.work.title or work.name), pages) if part)
    return f"{where}: “{short}”" if short else where
