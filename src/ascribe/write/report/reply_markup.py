"""The reply as HTML: its Markdown rendered, every sentence in elements of its own, syntax kept but hidden.

No character of the reply is lost: Markdown syntax is in elements with the attribute ``hidden``. A sentence
that crosses tags, such as a row of a table, has one element for each stretch between them.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ascribe.write.display_text import escape_controls
from ascribe.write.evidence import Place
from ascribe.write.report.markdown_parts import Part, Tag, parse_markdown
from ascribe.write.report.quoted_rows import split_quoted_rows
from ascribe.write.segments import Segment
from ascribe.write.view import AnswerView, SentenceView, split_at_places

_MARK_TAG = '<mark title="without support">'
"""Opening tag of words that no source supports."""

_SEPARATORS = {"<th": " | ", "<td": " | ", "<li": " ", "<p": " ", "<br": " "}

_CELL_ENDS = ("</td>", "</th>")

_BLANKS = frozenset(" \t\r\n")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of the reply that belong to one sentence, or to none. Hidden ones are all syntax.

    ``has_markers`` says that the markers and the flag of the sentence follow.
    """

    start: int
    end: int
    sentence: SentenceView | None
    shown: str = ""
    is_hidden: bool = False
    has_markers: bool = False


class ReplyMarkup:
    """The reply of an answer as segments of HTML, and the words of its sentences without syntax.

    Args:
        view: the answer.
        is_plain: the reply quotes plain text, so that nothing in it is syntax but the rows of its tables.
    """

    def __init__(self, view: AnswerView, *, is_plain: bool = False) -> None:
        self.view = view
        parts = None if is_plain else parse_markdown(view.reply)
        self.is_plain = parts is None
        if is_plain:
            parts = split_quoted_rows(view.reply)
        elif parts is None:
            parts = [Part(0, len(view.reply))] if view.reply else []
        self.items = _place_markers(_add_hidden(_split_at_sentences(parts, view), view))

    def render(self) -> Iterator[Segment]:
        """Yield the whole reply, with the markers of each sentence after its last word or its first cell."""
        return _Renderer(self.view.reply, self.items).render()

    def find_words(self, number: int) -> list[tuple[Place, str, str]]:
        """Return the words of a sentence: place, meaning if it is not what is written, and what is before.

        Between cells that is a bar, between blocks a blank.
        """
        return self._words.get(number, [])

    @cached_property
    def _words(self) -> dict[int, list[tuple[Place, str, str]]]:
        found: dict[int, list[tuple[Place, str, str]]] = {}
        separator = ""
        for item in self.items:
            if isinstance(item, Tag):
                separator = separator or _SEPARATORS.get(item.text.rstrip(">").split(" ")[0], "")
            elif item.sentence is not None and not item.is_hidden:
                rows = found.setdefault(item.sentence.number, [])
                rows.append(((item.start, item.end), item.shown, separator if rows else ""))
                separator = ""
        return found


def _split_at_sentences(parts: Sequence[Tag | Part], view: AnswerView) -> Iterator[Tag | Stretch]:
    """Yield the tags, and the parts cut where a sentence starts or ends."""
    placed = view.placed
    starts = [start for (start, _), _ in placed]
    edges = sorted({edge for place, _ in placed for edge in place})
    for part in parts:
        if isinstance(part, Tag):
            yield part
            continue
        inner = edges[bisect_right(edges, part.start) : bisect_right(edges, part.end - 1)]
        cuts = [part.start, *([] if part.shown else inner), part.end]
        for start, end in pairwise(cuts):
            index = bisect_right(starts, start) - 1
            is_inside = index >= 0 and start < placed[index][0][1]
            yield Stretch(start, end, placed[index][1] if is_inside else None, part.shown)


def _add_hidden(items: Iterator[Tag | Stretch], view: AnswerView) -> Iterator[Tag | Stretch]:
    """Yield the items, and a hidden stretch for every sentence that consists of syntax only."""
    rest = list(items)
    shown = {item.sentence.number for item in rest if isinstance(item, Stretch) and item.sentence}
    hidden = [Stretch(*place, one, is_hidden=True) for place, one in view.placed if one.number not in shown]
    for item in rest:
        while hidden and isinstance(item, Stretch) and hidden[0].end <= item.start:
            yield hidden.pop(0)
        yield item
    yield from hidden


def _place_markers(items: Iterator[Tag | Stretch]) -> list[Tag | Stretch]:
    """Return the items; the last stretch of each sentence has its markers, for a row that of its first cell.

    A wide table scrolls sideways, and on a phone only its first columns are in view.
    """
    rest = list(items)
    last: dict[int, int] = {}
    closed: set[int] = set()
    for index, item in enumerate(rest):
        if isinstance(item, Tag):
            closed.update(last if item.text in _CELL_ENDS else ())
        elif item.sentence is not None and item.sentence.number not in closed:
            last[item.sentence.number] = index
    for index in last.values():
        item = rest[index]
        if isinstance(item, Stretch):
            rest[index] = Stretch(item.start, item.end, item.sentence, item.shown, item.is_hidden, True)
    return rest


class _Renderer:
    """Writes the items one after another and keeps track of the open element."""

    def __init__(self, reply: str, items: Sequence[Tag | Stretch]) -> None:
        self.reply = reply
        self.items = items
        self.position = 0
        self.open: int | None = None
        self.started: set[int] = set()
        self.is_code = False

    def render(self) -> Iterator[Segment]:
        """Yield all segments."""
        for item in self.items:
            yield from self._write_tag(item) if isinstance(item, Tag) else self._write_stretch(item)
        yield from self._close()
        yield from self._write_syntax(len(self.reply))

    def _write_tag(self, tag: Tag) -> Iterator[Segment]:
        yield from self._close()
        self.is_code = tag.text == "<pre><code>" or (self.is_code and tag.text != "</code></pre>")
        yield Segment(tag.text, "style")

    def _write_stretch(self, item: Stretch) -> Iterator[Segment]:
        sentence = item.sentence
        number = sentence.number if sentence else None
        if number != self.open:
            yield from self._close()
        yield from self._write_syntax(item.start)
        if sentence is not None and self.open is None:
            is_first = sentence.number not in self.started
            self.started.add(sentence.number)
            yield Segment(_render_opening_tag(sentence, is_first=is_first), "style")
            self.open = sentence.number
        yield from self._write_text(item)
        self.position = item.end
        if sentence is not None and item.has_markers:
            yield from self._close()
            is_rule = item.is_hidden and sentence.status == "not_checkable"
            yield from () if is_rule else _render_markers(sentence)

    def _write_text(self, item: Stretch) -> Iterator[Segment]:
        if item.is_hidden:
            yield from self._write_syntax(item.end)
            return
        if item.shown:
            yield Segment(_escape_text(item.shown), "style")
            yield from self._write_syntax(item.end)
            return
        marked = item.sentence.marked if item.sentence else ()
        for first, last, is_marked in split_at_places(
            list(_clip_places(marked, item.start, item.end)), item.start, item.end
        ):
            yield Segment(_MARK_TAG if is_marked else "", "style")
            yield Segment(_escape_text(self.reply[first:last]))
            yield Segment("</mark>" if is_marked else "", "style")

    def _write_syntax(self, end: int) -> Iterator[Segment]:
        """Yield the characters up to there: blanks as they are, syntax in a hidden element."""
        text = self.reply[self.position : end]
        self.position = max(self.position, end)
        is_hidden = bool(text) and (self.is_code or not _BLANKS.issuperset(text) or "\r" in text)
        yield Segment("<span hidden>" if is_hidden else "", "style")
        yield Segment(_escape_text(text))
        yield Segment("</span>" if is_hidden else "", "style")

    def _close(self) -> Iterator[Segment]:
        if self.open is not None:
            yield Segment("</a>", "style")
        self.open = None


def _clip_places(places: Sequence[Place], start: int, end: int) -> Iterator[Place]:
    """Yield what of the places is between start and end."""
    for first, last in places:
        if max(first, start) < min(last, end):
            yield max(first, start), min(last, end)


def _render_opening_tag(sentence: SentenceView, *, is_first: bool) -> str:
    """Render the link from words of the sentence to its card; the keyboard has the one in its flag."""
    own = f' id="reply-{sentence.number}"' if is_first else ""
    return (
        f'<a class="said {name_classes(sentence)}"{own} data-sentence="{sentence.number}"'
        f' href="#sentence-{sentence.number}" tabindex="-1">'
    )


def _render_markers(sentence: SentenceView) -> Iterator[Segment]:
    """Yield a link for each supporting reference, and one with the status."""
    for place, evidence in enumerate(sentence.evidence, 1):
        if evidence.reference.label == "supports":
            link = f'<a class="marker" href="#sentence-{sentence.number}-evidence-{place}"'
            data = f' data-reference="{evidence.number}" title="{_escape_text(evidence.where)}"'
            yield Segment(f"&#8288;{link}{data}>[{evidence.number}]</a>", "marker", (evidence.reference,))
    if sentence.status is not None or sentence.is_flagged:
        against = tuple(evidence.reference for evidence in sentence.contradicting)
        yield Segment(_render_flag(sentence), "label", against)


def _render_flag(sentence: SentenceView) -> str:
    """Render the link to the card; its label has the visible words, then the message."""
    quiet = not sentence.is_flagged
    words = sentence.words if quiet else sentence.flag
    label = _escape_text(f"{words}. {_explain_flag(sentence)}".rstrip(" "))
    start = (
        f'<a class="flag {name_classes(sentence)}" data-sentence="{sentence.number}"'
        f' href="#sentence-{sentence.number}" title="{label}"'
    )
    sign = sentence.flag_symbol
    symbol = f'<span aria-hidden="true">{sign}</span>' if sign else ""
    shown = symbol if quiet else f"{symbol} {_escape_text(words)}".strip()
    if sentence.split and not quiet:  # an element of its own, so that a page can translate it
        shown = shown.replace(f", {sentence.split}", f'<span class="split">, {sentence.split}</span>')
    return f'&nbsp;{start} aria-label="{label}">{shown}</a>'


def _explain_flag(sentence: SentenceView) -> str:
    """Return the message of a sentence; of one that is flagged for its citations, what is wrong with them."""
    return f"{'; '.join(sentence.citation_findings)}." if sentence.is_only_miscited else sentence.message


def name_classes(sentence: SentenceView) -> str:
    """Return the classes of what belongs to a sentence.

    They are its status, whether its confidence is low, and whether only a citation is wrong.
    """
    doubtful = " doubtful" if sentence.is_doubtful else ""
    return f"{sentence.status or 'unchecked'}{doubtful}{' miscited' if sentence.is_only_miscited else ''}"


def _escape_text(text: str) -> str:
    return html.escape(escape_controls(text))
