"""A reply with citations in a chosen style and its list of references, ready for publication."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from ascribe.errors import InputError
from ascribe.protocols import ReferenceFormat, Rendered
from ascribe.records import Answer, Reference
from ascribe.records.work import CitedWork, Markup
from ascribe.write.citation_styles import (
    CitationStyle,
    drop_repeated_numbers,
    find_style,
    follows_item_mark,
    guard_exponent,
    is_read_as_exponent,
    move_before_stop,
)
from ascribe.write.contexts import join_path, render_path, render_quote
from ascribe.write.display_text import escape_controls, to_one_line, unescape_controls
from ascribe.write.evidence import (
    Place,
    find_pages,
    find_references,
    find_status,
    get_reply,
    locate_sentences,
)
from ascribe.write.markdown_syntax import (
    EscapedReply,
    InsertionPoint,
    MarkdownZones,
    escape_markdown,
    escape_quotations,
    needs_escaped_brackets,
)
from ascribe.write.numbering import Numbering, explain_numbers
from ascribe.write.own_markers import remove_own_markers
from ascribe.write.references.markup import MARKUPS, clean_text, render_entry
from ascribe.write.references.plain import PlainReferences
from ascribe.write.reply_citations import build_citation_headline, list_citation_problems
from ascribe.write.segments import Segment, assemble_segments, collect_segments, insert_segments
from ascribe.write.wording import build_headline, describe_pages
from ascribe.write.works import build_cited_works

_PLAIN_REFERENCES = PlainReferences()
_MAX_QUOTE = 300


@dataclass(frozen=True, slots=True)
class CitedWriter:
    """Writes the reply with one marker for each supported sentence, a one-line summary, and its references.

    Only references labelled ``supports`` are cited, and only where the sentence did not fail: a marker means
    that the sentence is supported. The reply itself is never changed, except that in Markdown the text of
    quoted sources is escaped; see ``escape_quotations``.

    Args:
        style: ``bracket`` ([1–3]), ``superscript``, ``footnote`` or ``author_year``; works without a known
            author and title have a number in every style.
        references: format of the list; None for no list. Footnotes always have their notes.
        markup: ``md``; ``html``, a fragment whose markers are links with title, page and quote; or ``plain``.
        repeats: False shows the marker of consecutive sentences with the same sources once, after the last.
        known: documents that already have the numbers from 1 on, such as ``ConversationLedger.document_ids``.
        anchor: in HTML, the prefix of the ids of the entries; give each reply on a page its own.
        replace_markers: True takes the reply's own markers out first. Without what is inserted, the text
            then decodes to ``remove_own_markers(answer).reply``.

    Raises:
        InputError: a style or markup that does not exist, or a single string for ``known``.
    """

    style: str = "bracket"
    references: ReferenceFormat | None = _PLAIN_REFERENCES
    markup: Markup = "md"
    repeats: bool = True
    known: Sequence[str] = ()
    anchor: str = "reference-"
    replace_markers: bool = False

    def __post_init__(self) -> None:
        if self.markup not in MARKUPS:
            raise InputError(f"markup must be one of {', '.join(MARKUPS)}, got {self.markup!r}.")
        if isinstance(self.known, str):
            raise InputError("known must be a list of document ids, got a single string.")
        find_style(self.style, self.markup)

    def write(self, answer: Answer) -> Rendered:
        """Render the reply with its markers, a one-line summary of the check, and the list of references."""
        answer = remove_own_markers(answer) if self.replace_markers else answer
        numbering = Numbering.of_sources(answer, self.known)
        works = build_cited_works(numbering.sources)
        written = escape_quotations(answer) if self.markup == "md" else EscapedReply(get_reply(answer))
        reply, style = written.text, find_style(self.style, self.markup)
        zones = MarkdownZones(reply)
        places = [None if place is None else written.place(place) for place in locate_sentences(answer)]
        placed = list(self._build_markers(answer, numbering, works, zones, places))
        closing = zones.closing if self.markup == "md" else ""
        wrapper = '<div class="cited-reply" style="white-space: pre-wrap">' if self.markup == "html" else ""
        layout = ReferenceListLayout(self.markup, style, self.anchor, as_text=zones.has_definitions)
        needed = self.style == "footnote" or (self.markup == "html" and self.references is not None)
        return assemble_segments(
            [
                Segment(wrapper, "style"),
                *collect_segments(insert_segments(reply, placed, partial(self._render_text, reply), closing)),
                Segment("</div>\n" if wrapper else "\n\n", "style"),
                Segment(
                    self._render_summary(answer, () if self.known else explain_numbers(numbering)), "summary"
                ),
                Segment(layout.section(works, self.references, needed=needed), "reference_list"),
            ]
        )

    def bibliography(self, answer: Answer) -> str:
        """Render only the list of references: a line for each, or a data file; "" if none is cited."""
        answer = remove_own_markers(answer) if self.replace_markers else answer
        works, form = (
            build_cited_works(Numbering.of_sources(answer, self.known).sources),
            self.references or _PLAIN_REFERENCES,
        )
        if form.language:
            file = render_reference_file(works, form) if works else ""
            return html.escape(file) if self.markup == "html" else file
        return ReferenceListLayout(self.markup, find_style(self.style, self.markup), self.anchor).entries(
            works, form
        )

    def decode(self, text: str) -> str:
        """Return the text with character references and control characters restored."""
        return unescape_controls(html.unescape(text) if self.markup == "html" else text)

    def _build_markers(
        self,
        answer: Answer,
        numbering: Numbering,
        works: Sequence[CitedWork],
        zones: MarkdownZones,
        places: Sequence[Place | None],
    ) -> Iterator[tuple[InsertionPoint, list[Segment]]]:
        """Yield the marker of every sentence that shows one, with its position, in reading order."""
        style = find_style(self.style, self.markup)
        by_number = {work.number: work for work in works}
        shown: Sequence[tuple[int, ...]] = numbering.sentences
        if not self.repeats:
            shown = drop_repeated_numbers(zones.text, places, shown)
        for place, index in sorted((p, i) for i, p in enumerate(places) if p is not None):
            if not shown[index]:
                continue
            gap = zones.gap(*place)
            gap = move_before_stop(zones.text, place[0], gap) if style.before_stop else gap
            cited = _find_supporting(answer, index)
            chosen = [by_number[number] for number in sorted(shown[index])]
            claim, language = answer.sentences[index].text, answer.settings.language
            titles = {
                w.number: _build_title(w, claim, cited, numbering, language)
                for w in (chosen if self.markup == "html" else ())
            }
            yield gap, [Segment(self._render_marker(zones, gap, style, chosen, titles), "marker", cited)]

    def _render_marker(
        self,
        zones: MarkdownZones,
        gap: InsertionPoint,
        style: CitationStyle,
        works: Sequence[CitedWork],
        titles: Mapping[int, str],
    ) -> str:
        reply = zones.text
        if self.markup == "html":
            return self._render_html_marker(style, works, titles)
        in_list = self.markup == "md" and not style.space and follows_item_mark(reply, gap)
        form = guard_exponent(style) if in_list or is_read_as_exponent(reply, gap) else style
        parts = chain([(" ", None)] if in_list else [], form.parts(works))
        if self.style == "footnote":
            # Spaces prevent the note from being read as part of a link or an image.
            before = " " * (reply[gap.position - 1 : gap.position] in ("!", "]"))
            return before + "".join(t for t, _ in parts) + " " * reply.startswith(("(", "["), gap.position)
        if self.markup == "plain":
            return style.space + "".join(escape_controls(text) for text, _ in parts)
        as_text = needs_escaped_brackets(zones, gap)
        glue = str.maketrans({"[": "\\[", "]": "\\]"} if as_text else {})
        return style.space + "".join(t.translate(glue) if n is None else escape_markdown(t) for t, n in parts)

    def _render_html_marker(
        self, style: CitationStyle, works: Sequence[CitedWork], titles: Mapping[int, str]
    ) -> str:
        shown = "".join(
            html.escape(text)
            if number is None
            else f'<a class="citation" role="doc-biblioref" href="#{html.escape(self.anchor)}{number}" '
            f'title="{html.escape(titles[number])}">{html.escape(escape_controls(text))}</a>'
            for text, number in style.parts(works)
        )
        return style.space + (f"<{style.tag}>{shown}</{style.tag}>" if style.tag else shown)

    def _render_text(self, reply: str, start: int, end: int) -> Iterator[Segment]:
        shown = escape_controls(reply[start:end])
        yield Segment(html.escape(shown) if self.markup == "html" else shown)

    def _render_summary(self, answer: Answer, notes: Sequence[str]) -> str:
        """Render what was checked, with what result, and the notes, on a line of its own.

        The citations of the reply that are to be reviewed follow, a line for each sentence that has some.
        """
        statuses = [find_status(sentence, index, answer) for index, sentence in enumerate(answer.sentences)]
        words = to_one_line(
            " ".join([*build_headline(answer, statuses), *build_citation_headline(answer), *notes])
        )
        lines = list(map(to_one_line, list_citation_problems(answer)))
        if self.markup == "html":
            items = "".join(f"<li>{html.escape(line)}</li>\n" for line in lines)
            review = f'<ul class="citations">\n{items}</ul>\n' if lines else ""
            return f'<p class="summary">{html.escape(words)}</p>\n{review}'
        if self.markup == "md":
            review = "".join(f"- {escape_markdown(line)}\n" for line in lines)
            return f"*{escape_markdown(words)}*\n" + (f"\n{review}" if lines else "")
        return f"{words}\n" + "".join(f"- {line}\n" for line in lines)


def _find_supporting(answer: Answer, index: int) -> tuple[Reference, ...]:
    return tuple(r for r in find_references(answer.sentences[index], answer) if r.label == "supports")


def _build_title(
    work: CitedWork, claim: str, cited: Sequence[Reference], numbering: Numbering, language: str | None
) -> str:
    """Build title, page, path and quote of what the sentence cites from that work."""
    own = [reference for reference in cited if numbering.number_of(reference) == work.number]
    pages = describe_pages([page for reference in own for page in find_pages(reference)])
    first = next((reference for reference in own if reference.quote), None)
    path = to_one_line(render_path(first.context)) if first else ""
    quote = to_one_line(render_quote(first, claim, language)) if first else ""
    short = quote if len(quote) <= _MAX_QUOTE else quote[:_MAX_QUOTE].rpartition(" ")[0] + " …"
    where = ", ".join(part for part in (to_one_line(work.work.title or work.name), pages) if part)
    return f"{join_path(where, path)}: “{short}”" if short else where


@dataclass(frozen=True, slots=True)
class ReferenceListLayout:
    """The layout of a list of references.

    Args:
        markup: markup of the text that contains the list.
        style: style of the markers, whose labels are put before the entries.
        anchor: in HTML, the prefix of the ids of the entries.
        as_text: whether brackets in Markdown must be escaped, so that they are not read as links.
    """

    markup: Markup
    style: CitationStyle
    anchor: str = "reference-"
    as_text: bool = False

    def section(self, works: Sequence[CitedWork], form: ReferenceFormat | None, *, needed: bool) -> str:
        """Render the list with its heading; empty without works.

        Args:
            works: by number.
            form: format of the entries; None for no list.
            needed: True if the markers link to entries. Then a plain list is written even if ``form`` is
                None, and before the block of a data format.
        """
        if not works or (form is None and not needed):
            return ""
        prose = PlainReferences() if form is None or (needed and form.language) else form
        parts = [] if prose.language else [self._add_heading(self.entries(works, prose))]
        parts += [self._render_block(works, form)] if form is not None and form.language else []
        return "".join(f"\n{part}" for part in parts)

    def entries(self, works: Sequence[CitedWork], form: ReferenceFormat) -> str:
        """Render one line for each work: by number, or by name where the style has names."""
        ordered = (
            sorted(works, key=_name_sort_key)
            if self.style.by_name
            else [replace(w, suffix="") for w in works]
        )
        entries = zip(ordered, render_entries(ordered, form, self.markup), strict=True)
        return "".join(self._render_line(work, entry) for work, entry in entries)

    def _render_line(self, work: CitedWork, entry: str) -> str:
        label = self.style.entry_label(work)
        if self.markup == "html":
            shown = f"<{self.style.tag}>{label}</{self.style.tag}>" if self.style.tag else label
            return f'<li id="{html.escape(self.anchor)}{work.number}">{f"{shown} {entry}".strip()}</li>\n'
        if self.markup == "plain":
            return f"{label} {entry}".strip() + "\n"
        if self.style.is_note:
            return f"{label}: {entry}{_NOTHING if _LINK_DESTINATION.fullmatch(entry) else ''}\n\n"
        return f"- {self._escape_label(label)} {entry}\n".replace("-  ", "- ", 1)

    def _escape_label(self, label: str) -> str:
        return escape_markdown(label) if self.as_text else label

    def _add_heading(self, lines: str) -> str:
        if self.markup == "html":
            return f'<section class="references">\n<h2>References</h2>\n<ul>\n{lines}</ul>\n</section>\n'
        if self.markup == "md":
            return lines if self.style.is_note else f"**References**\n\n{lines}"
        return f"References\n\n{lines}"

    def _render_block(self, works: Sequence[CitedWork], form: ReferenceFormat) -> str:
        """Render a data format as a code block with the content of its file."""
        body = render_reference_file(works, form)
        if self.markup == "html":
            return f'<pre class="references">{html.escape(body)}</pre>\n'
        if self.markup == "plain":
            return body
        longest = max((len(run) for run in re.findall("`+", body)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}{form.language}\n{body}{fence}\n"


_LINK_DESTINATION = re.compile(r"""\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*""")
"""An entry that Markdown without footnotes would read as the target of a link, with its title."""

_NOTHING = " &#8203;"
"""Shows nothing; behind it an entry is no target of a link."""


def render_entries(works: Sequence[CitedWork], form: ReferenceFormat, markup: Markup) -> list[str]:
    """Render one line for each work; equal ones, as of chunks of one file, get their ids."""
    entries = form.entries(works, markup)
    times = Counter(entries)
    return [
        f"{entry} {render_entry(f'Source: {clean_text(work.name)}.', markup)}" if times[entry] > 1 else entry
        for work, entry in zip(works, entries, strict=True)
    ]


def render_reference_file(works: Sequence[CitedWork], form: ReferenceFormat) -> str:
    """Render the entries of a data format as one file."""
    opening, between, closing = form.frame
    return opening + between.join(form.entries(works, "plain")) + closing


def _name_sort_key(work: CitedWork) -> tuple[bool, str, int]:
    return not work.label, work.label.strip("“").casefold(), work.number
