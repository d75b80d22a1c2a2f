"""The Protocol of each stage and the records that stages exchange: the whole extension surface on one screen.

Every Protocol names its contract. ``ascribe.testing`` checks these contracts for any component, built in or
not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ascribe.records import Chunk, Document, Reference, Sentence, TextLine, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ascribe.records import Answer, Strictness
    from ascribe.records.work import CitedWork, Markup

    Matrix = NDArray[np.float64]

BlockKind = Literal["prose", "heading", "list_item", "table_header", "table_row", "code"]
"""``prose`` and ``list_item`` are split into sentences; every other block is one unit."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text of one kind. ``level`` is 1 to 6 for headings, else 0."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an input may be before it is refused with a clear message.

    Args:
        max_bytes: size of one file.
        max_chars: characters of one source, after extraction.
        max_pages: pages of one PDF.
        max_reply_chars: characters of a reply.
        max_seconds: time to read one PDF, looked at between its pages.
        max_depth: elements within one another on an HTML page.
    """

    max_bytes: int = 100_000_000
    max_chars: int = 10_000_000
    max_pages: int = 5_000
    max_reply_chars: int = 200_000
    max_seconds: float = 600.0
    max_depth: int = 2_000


@dataclass(frozen=True, slots=True)
class Extract:
    """What a reader gets out of a file: one text, its blocks in order, and for PDF its pages and lines."""

    text: str
    blocks: list[Block]
    page_breaks: list[int] = field(default_factory=list)
    lines: list[TextLine] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """One unit of a reply.

    Args:
        text: the slice of the reply, untouched.
        start: its first code point in the reply.
        end: one past its last.
        kind: the block it belongs to.
        content: ``text`` with markers and Markdown signs blanked out, of the same length, so that offsets
            in it are offsets in ``text``.
    """

    text: str
    start: int
    end: int
    kind: BlockKind
    content: str


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One sentence of a source, as a candidate.

    Args:
        document: the source.
        position: place of the source among those offered, from 1.
        sentence: the sentence.
    """

    document: Document
    position: int
    sentence: Sentence

    def reference(self, claim: Claim, score: float, label: str) -> Reference:
        """The reference that ties the claim to this sentence."""
        span = self.sentence.span
        pages: tuple[int, ...] = ()
        if self.document.page_breaks:
            first, last = self.document.pages_for_span(span)
            pages = tuple(range(first, last + 1))
        return Reference(
            document_start_idx=span.char_start,
            document_end_idx=span.char_end,
            answer_start_idx=claim.start,
            answer_end_idx=claim.end,
            score=score,
            document_id=self.document.doc_id,
            document_position=self.position,
            label=label,
            quote=self.sentence.text,
            pages=pages,
            bboxes=span.bboxes,
        )


class Reader(Protocol):
    """Stage 1. Bytes of one format → text.

    Law: every block is a non-empty slice without surrounding white space, in order, not overlapping.
    """

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """The text of the file.

        Raises:
            SourceError: it cannot be read; the message names the file and the way out.
        """
        ...


class Scores(Protocol):
    """What a scorer returns: all claims against all sentences at once."""

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences): how likely the sentence is evidence for the claim, in [0, 1]."""
        ...

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """How much of the claim's content these sentences cover together, in [0, 1]; never less with more."""
        ...


class Scorer(Protocol):
    """Stage 2. Claims × source sentences → numbers.

    Law: one finite number per pair, in the order given; scoring claims in several batches changes nothing;
    no state is kept that changes a later score.
    """

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> Scores:
        """Scores of every claim (its ``content``) against every sentence, both in the order given."""
        ...


class Policy(Protocol):
    """Stage 3. Scores → for each claim the sentences to cite, as indices into the evidence, best first.

    Law: only indices that exist, none twice, ties broken by position, the same in any process.
    """

    thresholds: dict[str, float]

    def cite(
        self, claims: Sequence[Claim], evidence: Sequence[SourceSentence], scores: Scores
    ) -> list[tuple[int, ...]]:
        """One tuple per claim; empty where nothing reaches the floor."""
        ...


class Verifier(Protocol):
    """Stage 4. A claim, the sentences cited for it and the rest of the sources → a verdict.

    Law: one verdict per claim, in order; what it cannot judge is ``unknown`` or ``not_checkable``; other
    claims change nothing, so that a reply can be judged sentence by sentence while it is written.
    """

    tier: str
    thresholds: dict[str, float]

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """The verdicts, with their references, labelled ``supports``, ``contradicts`` or ``related``."""
        ...


class VerifierFactory(Protocol):
    """How the pipeline makes a verifier of a tier: its class, or a function."""

    def __call__(self, *, strictness: Strictness, language: str | None) -> Verifier:
        """A verifier at that level, for a reply in that language (ISO 639-1; None if it is not known)."""
        ...


@dataclass(frozen=True, slots=True)
class Insertion:
    """Characters ``start`` to ``end`` of a rendered text that are not the reply's own.

    ``kind`` is ``marker`` (``references`` then says where it points), ``label``, ``reference_list``,
    ``summary`` or ``style``.
    """

    start: int
    end: int
    kind: str
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered answer and every stretch of it that the writer added, in order, not overlapping."""

    text: str
    insertions: tuple[Insertion, ...] = ()

    def without_insertions(self) -> str:
        """What is left when all insertions are cut out: the reply, as the writer encodes it."""
        kept, position = [], 0
        for insertion in self.insertions:
            kept.append(self.text[position : insertion.start])
            position = insertion.end
        return "".join([*kept, self.text[position:]])


class Writer(Protocol):
    """Stage 5. Answer → text with the spans of what was added.

    Law: ``decode(write(answer).without_insertions()) == answer.reply``, byte for byte.
    """

    def write(self, answer: Answer) -> Rendered:
        """The rendered answer."""
        ...

    def decode(self, text: str) -> str:
        """Undoes the writer's escaping; plain formats return the text."""
        ...


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage that a search offers to a generator, or several in a row, where more of a section is sent.

    Args:
        chunk: the passage.
        sentences: its sentences, in order.
        score: how well it fits the question, in [0, 1]; of several, that of the best.
        coverage: share of the question's words that it has, in [0, 1].
        shares: the same of each sentence, with half of what the one before it adds, in [0, 1]; 0 for one
            that was not found and is sent along.
        likeness: of each sentence to the question in meaning, in [0, 1]; 0 where that is not known.
    """

    chunk: Chunk
    sentences: tuple[Sentence, ...]
    score: float
    coverage: float
    shares: tuple[float, ...]
    likeness: tuple[float, ...]


DraftOutcome = Literal["answer", "no_evidence", "generator_refused", "generator_error"]


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator made of a question; nothing of it is checked yet.

    Args:
        text: the answer as Markdown, without markers of its own; empty unless ``outcome`` is ``answer``.
        outcome: why there is no answer, if there is none.
        details: of a failure, in one sentence.
        confidence: that the passages answer the question, in [0, 1]; None if the generator does not say.
        logprob: mean log probability of its tokens; None if it does not say.
        quoted: True if the text is put together of sentences of the sources, so that no sign in it is meant
            as markup.
    """

    text: str = ""
    outcome: DraftOutcome = "answer"
    details: str = ""
    confidence: float | None = None
    logprob: float | None = None
    quoted: bool = False


class Generator(Protocol):
    """A question and the passages that a search offers → a draft of an answer.

    Law: says what the passages say, or why it cannot; a failure of its own is an outcome, never an answer;
    the same draft for the same question and passages, as far as it is in its hand.

    It may have ``stream(question, offered, language) -> Iterator[str | Draft]`` as well, which yields the
    text of the draft in pieces while it is being written, then the ``Draft`` of ``generate``. Law: the pieces
    joined are the text of that draft. Where they are not, as those of a draft that breaks off, the draft
    counts, and what was shown of them is taken back. Closing the iterator gives the rest up.
    """

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:
        """The draft. ``language`` is that of the question, ISO 639-1; None if it is not known."""
        ...


class PairModel(Protocol):
    """A reader of pairs: (stretch of an answer, stretch of a document) → one number for each label.

    Law: one finite row per pair, in order; the same for the same pair, whatever else is asked with it.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns; a single one for a model that only says how much."""
        ...

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, labels), before any activation. The first of a pair is never cut."""
        ...


class SentenceClassifier(Protocol):
    """A claim by itself → how likely it is of each class, such as ``needs_verification``.

    Law: one row per claim, in order, that sums to 1; the same for the same claim, whatever else is asked.
    """

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns."""
        ...

    def probabilities(self, claims: Sequence[Claim]) -> Matrix:
        """Shape (claims, classes), each number in [0, 1]."""
        ...


class ReferenceFormat(Protocol):
    """A form of reference, for the lists that stage 5 writes.

    Law: one entry for each work, in order, none empty; nothing of a source is read as markup.
    """

    language: str
    """What the entries are data in, such as ``bibtex``; empty for entries that people read."""

    frame: tuple[str, str, str]
    """What a file of entries begins with, what stands between them, and what it ends with."""

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:
        """One text for each work. Prose is on one line and in that markup; data is as it is in a file."""
        ...
