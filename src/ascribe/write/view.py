"""An answer as plain records ready for display, shared by every text format; ``view_builder`` makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.records import Reference, SkippedSource
from ascribe.records.outcomes import FAILING, Status
from ascribe.write.contexts import join_path, render_leads, render_readable
from ascribe.write.evidence import Place, QuoteContext, find_pages
from ascribe.write.reply_citations import CITATION_ROW, CITATION_SYMBOL, OPEN_CITATION
from ascribe.write.wording import shorten_text


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A reference ready for display. ``number`` is None where it is not cited; ``pages`` may be empty.

    ``printed`` is the quote after the words that introduce it, or as a row with its column heads; ``path``
    has the headings that it stands below. ``relation`` says what the words are to the sentence. ``differing``
    is the place in the quote of the words that differ from the reply; None where it is not known. ``link``
    opens the source at the quote; empty where the source has no address. What is shown of a Markdown file has
    its words without marks; ``quote`` and ``passage`` have every character.
    """

    reference: Reference
    number: int | None
    document: str
    pages: str
    quote: str
    passage: QuoteContext
    language: str | None
    relation: str
    link: str = ""
    differing: Place | None = None
    printed: str = ""
    path: str = ""
    repeats_path: bool = False
    is_markdown: bool = False

    @property
    def leads(self) -> str:
        """The words that introduce the quote and are not in the passage before it."""
        return render_leads(self.reference.context, self.passage.before)

    @property
    def row(self) -> str:
        """The quote with its column heads, where it is a row of a table; otherwise empty."""
        is_row = any(one.kind in ("columns", "group", "cell") for one in self.reference.context)
        return self.printed if is_row else ""

    @property
    def new_path(self) -> str:
        """The path, unless the quote before it in the sentence has the same one."""
        return "" if self.repeats_path else self.path

    @property
    def place(self) -> str:
        """The document, its pages and the new path."""
        return join_path(self.where, self.new_path)

    @property
    def first_page(self) -> int | None:
        """The first of its pages, from 0; None if it has none."""
        return min(find_pages(self.reference), default=None)

    @property
    def where(self) -> str:
        """The document, and its pages if it has any."""
        return f"{self.document}, {self.pages}" if self.pages else self.document

    @property
    def quote_parts(self) -> tuple[tuple[str, bool], ...]:
        """The quote in parts, each with whether it differs from the reply."""
        places = () if self.differing is None else (self.differing,)
        split = split_at_places(places, 0, len(self.quote))
        return tuple((self._show(self.quote[start:end]), differs) for start, end, differs in split)

    @property
    def shown_before(self) -> str:
        """The text in front of the quote."""
        return self._show(self.passage.before)

    @property
    def shown_after(self) -> str:
        """The text after the quote."""
        return self._show(self.passage.after)

    def _show(self, text: str) -> str:
        return render_readable(text) if self.is_markdown else text


@dataclass(frozen=True, slots=True)
class ClauseView:
    """One statement of a sentence that makes several, ready for display."""

    text: str
    status: Status
    words: str
    symbol: str


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence with its verdict in words. ``number`` counts from 1; ``place`` is its place in the reply.

    ``message`` says the finding in one sentence, and ``details`` what else a reader needs. ``figures`` are
    for developers and auditors. ``marked`` has the places of the words without support, ``differing`` that of
    the words that differ from the source; None where it is not known. ``citation_words`` says what is to be
    reviewed about the citations of the reply itself, such as ``wrong citation``; empty if nothing.
    ``is_doubtful``: its source says it, but it may not answer the question. ``clauses`` has its statements if
    it makes several and they were verified one by one.
    """

    number: int
    text: str
    place: Place | None
    status: Status | None
    words: str
    symbol: str
    message: str
    details: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...]
    evidence: tuple[EvidenceView, ...]
    marked: tuple[Place, ...] = ()
    differing: Place | None = None
    citation_words: str = ""
    is_doubtful: bool = False
    clauses: tuple[ClauseView, ...] = ()

    @property
    def citation_findings(self) -> tuple[str, ...]:
        """What was found about the citations of the reply itself, a line for each."""
        return tuple(value for name, value in self.details if name == CITATION_ROW)

    @property
    def is_only_miscited(self) -> bool:
        """Return True if it does not fail, and its citations are to be reviewed."""
        return bool(self.citation_words) and not self.fails

    @property
    def needs_review(self) -> bool:
        """Return True if a reader should look at it: it fails, or its citations are to be reviewed."""
        return self.fails or bool(self.citation_words)

    @property
    def fails(self) -> bool:
        """Return True if the sentence is not supported though it states something."""
        return self.status in FAILING

    @property
    def is_folded(self) -> bool:
        """Return True if a report folds it: it is not decided, or there is nothing to review.

        An undecided sentence with an undecided citation has one question open, not two.
        """
        if self.status == "unknown":
            return self.citation_words in ("", OPEN_CITATION)
        is_quiet = not (self.citation_words or self.is_doubtful)
        return self.status in ("supported", "not_checkable") and is_quiet

    @property
    def split(self) -> str:
        """How many of its statements are supported, if that is some but not all; otherwise empty."""
        supported = sum(clause.status == "supported" for clause in self.clauses)
        if self.status not in ("unknown", "partial") or not supported:
            return ""
        return f"{supported} of {len(self.clauses)} parts supported"

    @property
    def other_details(self) -> tuple[tuple[str, str], ...]:
        """The details without those of its statements."""
        names = {f"statement {number}" for number in range(1, len(self.clauses) + 1)}
        return tuple(row for row in self.details if row[0] not in names)

    @property
    def start(self) -> str:
        """The first words, to recognize it by."""
        return shorten_text(self.text)

    @property
    def supporting(self) -> tuple[EvidenceView, ...]:
        """The evidence that is rendered as citation markers."""
        return tuple(e for e in self.evidence if e.reference.label == "supports")

    @property
    def contradicting(self) -> tuple[EvidenceView, ...]:
        """The evidence that contradicts the sentence."""
        return tuple(e for e in self.evidence if e.reference.label == "contradicts")

    @property
    def is_flagged(self) -> bool:
        """Return True if the sentence needs words beside it: it is to be reviewed, or was not checked."""
        is_unchecked = self.status is None and bool(self.evidence)
        return self.needs_review or self.is_doubtful or is_unchecked

    @property
    def flag_symbol(self) -> str:
        """The sign before the flag."""
        return CITATION_SYMBOL if self.is_only_miscited else self.symbol

    @property
    def flag(self) -> str:
        """The status and the reference to see, as in ``contradicted: see reference 4``.

        A sentence of which one part is supported says so: ``not decided, 1 of 2 parts supported``. One that
        does not fail is flagged for its citations only.
        """
        if self.is_only_miscited:
            return self.citation_words
        if self.status is None:
            return self.words
        words = f"{self.words}, {self.split}" if self.split else self.words
        numbers = [*dict.fromkeys(str(e.number) for e in self.contradicting)]
        noun = "reference" if len(numbers) == 1 else "references"
        return f"{words}: see {noun} {', '.join(numbers)}" if numbers else words


@dataclass(frozen=True, slots=True)
class AnswerView:
    """Everything that a text rendering of an answer shows. ``summary`` includes the ``warnings``."""

    reply: str
    summary: tuple[str, ...]
    sentences: tuple[SentenceView, ...]
    references: tuple[EvidenceView, ...]
    removed: tuple[SentenceView, ...]
    skipped: tuple[SkippedSource, ...]
    warnings: tuple[str, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Return True if it quotes what may not answer the question."""
        return any(sentence.is_doubtful for sentence in self.sentences)

    @property
    def rest(self) -> tuple[str, ...]:
        """The summary without its first sentence and the warnings."""
        return tuple(one for one in self.summary[1:] if one not in self.warnings)

    @property
    def headline(self) -> str:
        """The summary on one line."""
        return " ".join(self.summary)

    @property
    def failing(self) -> tuple[SentenceView, ...]:
        """The sentences that a reader should review, in order."""
        return tuple(sentence for sentence in self.sentences if sentence.needs_review)

    @property
    def rightly_cited(self) -> tuple[SentenceView, ...]:
        """The sentences with citations of the reply of which none is to be reviewed, nor anything else."""
        return tuple(one for one in self.sentences if one.citation_findings and not one.needs_review)

    @property
    def by_gravity(self) -> tuple[SentenceView, ...]:
        """The sentences, problems first: contradicted, not in the sources, partly supported, not decided.

        Those follow of which only the citations are to be reviewed, then those that were not checked.
        """
        return tuple(sorted(self.sentences, key=_compute_gravity))

    @property
    def by_place(self) -> list[SentenceView]:
        """The sentences in the order of the reply; one that is not in it follows the sentence before it."""
        found: list[tuple[Place, SentenceView]] = []
        for one in self.sentences:
            found.append((one.place or (found[-1][0] if found else (0, 0)), one))
        return [sentence for _, sentence in sorted(found, key=lambda pair: pair[0])]

    @property
    def placed(self) -> list[tuple[Place, SentenceView]]:
        """The sentences that are in the reply, with their places, by place."""
        return [(s.place, s) for s in self.by_place if s.place is not None]


def _compute_gravity(sentence: SentenceView) -> tuple[bool, int]:
    return not sentence.needs_review, _GRAVITY.index(sentence.status)


_GRAVITY: tuple[Status | None, ...] = (*FAILING, None, "supported", "not_checkable")


def split_at_places(places: Sequence[Place], start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the ranges from ``start`` to ``end`` in order, each with whether it is one of the places.

    Places that are not within that range are left out.
    """
    position = start
    for first, last in places:
        if position <= first and last <= end:
            if position < first:
                yield position, first, False
            yield first, last, True
            position = last
    if position < end:
        yield position, end, False
