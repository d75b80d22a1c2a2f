"""The Protocol of each stage and the records that stages exchange: the whole extension surface.

Every Protocol states its contract. ``ascribe.testing`` checks these contracts for any component, built-in or
third-party. Evidence is given as ``SourceSentence``, a record of ``ascribe.records.source_sentence``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from ascribe.records import Chunk, Reference, Sentence, TextLine, Verdict
from ascribe.records.source_sentence import SourceSentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ascribe.records import Answer, Strictness
    from ascribe.records.work import CitedWork, Markup

    Matrix = NDArray[np.float64]

BlockKind = Literal["prose", "heading", "list_item", "table_header", "table_row", "code", "source_entry"]
"""``prose`` and ``list_item`` blocks are split into sentences; every other block is one unit.

Only a reply has a ``source_entry``, which says which source a number means.
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text of one kind.

    ``level`` is 1 to 6 for headings. For list items it rises with their depth; 0 if that is unknown. The
    first ``number`` characters are the number that a page or Word prints before it; 0 if that is unknown.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """Maximum sizes of inputs; larger inputs are rejected with a clear message.

    Args:
        max_bytes: bytes of one file.
        max_chars: characters of one source, after extraction.
        max_pages: pages of one PDF.
        max_reply_chars: characters of a reply.
        max_seconds: time to read one PDF or Word file.
        max_memory: bytes of memory of the process that parses PDF and Word files, where the system can limit
            them (not on Windows and macOS).
        max_depth: nesting depth of elements in an HTML page.
    """

    max_bytes: int = 100_000_000
    max_chars: int = 10_000_000
    max_pages: int = 5_000
    max_reply_chars: int = 200_000
    max_seconds: float = 600.0
    max_depth: int = 2_000
    max_memory: int = 4_000_000_000


@dataclass(frozen=True, slots=True)
class Extract:
    """What a reader extracts from a file: one text, its blocks in order, and for PDF its pages and lines."""

    text: str
    blocks: list[Block]
    page_breaks: list[int] = field(default_factory=list)
    lines: list[TextLine] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """One unit of a reply.

    Args:
        text: the slice of the reply, unchanged.
        start: index of its first code point in the reply.
        end: index one past its last code point.
        kind: the kind of the block that contains it.
        content: ``text`` with markers and Markdown syntax replaced by spaces; same length, so offsets in it
            are offsets in ``text``.
        in_context: the content with the words of the reply that it needs to mean something: an item after the
            lead of its list, a table row with its column heads. Empty if it needs none.
    """

    text: str
    start: int
    end: int
    kind: BlockKind
    content: str
    in_context: str = ""

    @property
    def reading(self) -> str:
        """Return the claim as scorers and verifiers read it."""
        return self.in_context or self.content


class Reader(Protocol):
    """Stage 1. Bytes of one format → text.

    Contract: every block is a non-empty slice without surrounding white space; blocks are in order and do
    not overlap.
    """

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Extract the text of a file.

        Raises:
            SourceError: the file cannot be read; the message names it and what to do.
        """
        ...


class Scores(Protocol):
    """The result of a scorer, for all claims and all sentences."""

    @property
    def matrix(self) -> Matrix:
        """Shape (claims, sentences): how likely each sentence is evidence for each claim, in [0, 1]."""
        ...

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return the coverage of the claim by these sentences together, in [0, 1]; more never lower it."""
        ...


class Scorer(Protocol):
    """Stage 2. Claims × source sentences → numbers.

    Contract: one finite number per pair, in the order given; the batch size never changes a score; no state
    is kept that changes a later score.
    """

    def score(self, claims: Sequence[str], evidence: Sequence[str]) -> Scores:
        """Score every claim (its ``content``) against every sentence, both in the order given."""
        ...


class Policy(Protocol):
    """Stage 3. Scores → for each claim the sentences to cite, as indices into the evidence, best first.

    Contract: only valid indices, without duplicates; ties are broken by position; the result is the same in
    any process.
    """

    thresholds: dict[str, float]

    def cite(
        self, claims: Sequence[Claim], evidence: Sequence[SourceSentence], scores: Scores
    ) -> list[tuple[int, ...]]:
        """Return one tuple of indices per claim; it is empty if no sentence scores high enough."""
        ...


class Verifier(Protocol):
    """Stage 4. A claim, the sentences cited for it and the rest of the sources → a verdict.

    Contract: one verdict per claim, in order; a claim that cannot be verified is ``unknown`` or
    ``not_checkable``; no claim affects another's verdict, so that a reply can be verified sentence by
    sentence while it is written.
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
        """Return the verdicts; their references are labelled ``supports``, ``contradicts`` or ``related``."""
        ...


class VerdictDraft(Protocol):
    """The first verdicts on some claims, and the statements of theirs that are still to be verified."""

    statements: Sequence[Sequence[Claim]]
    """For each claim the statements to verify on their own; none for most claims."""

    def conclude(self, judged: Sequence[Sequence[Verdict]]) -> list[Verdict]:
        """Return the final verdict on each claim, given the verdicts on its statements, in order."""
        ...


@runtime_checkable
class StatementVerifier(Verifier, Protocol):
    """A verifier that verifies the statements of a sentence one by one, after the whole sentence.

    The built-in verifiers do. A verifier without this method gives its verdicts on whole sentences.
    ``replays`` says whether its verdicts are given again from their references alone, and count only then.
    """

    replays: bool

    def begin(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> VerdictDraft:
        """Verify the whole claims, as ``verify`` does, and return a draft of their verdicts."""
        ...


class VerifierFactory(Protocol):
    """A class or function that creates the verifier of a tier."""

    def __call__(self, *, strictness: Strictness, language: str | None) -> Verifier:
        """Create a verifier for a strictness level and a language (ISO 639-1; None if unknown)."""
        ...


@dataclass(frozen=True, slots=True)
class Insertion:
    """Characters ``start`` to ``end`` of a rendered text that the writer inserted.

    ``kind`` is ``marker`` (``references`` then lists its targets), ``label``, ``reference_list``,
    ``summary`` or ``style``.
    """

    start: int
    end: int
    kind: str
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered answer and every insertion of the writer, in order and without overlaps."""

    text: str
    insertions: tuple[Insertion, ...] = ()

    def without_insertions(self) -> str:
        """Return the text without all insertions: the reply, as the writer encodes it."""
        kept, position = [], 0
        for insertion in self.insertions:
            kept.append(self.text[position : insertion.start])
            position = insertion.end
        return "".join([*kept, self.text[position:]])


class Writer(Protocol):
    """Stage 5. Answer → text with the spans of all insertions.

    Contract: ``decode(write(answer).without_insertions()) == answer.reply``, byte for byte.
    """

    def write(self, answer: Answer) -> Rendered:
        """Render the answer."""
        ...

    def decode(self, text: str) -> str:
        """Undo the writer's escaping; plain formats return the text unchanged."""
        ...


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A retrieved passage, or several consecutive ones if more of a section is passed to the generator.

    Args:
        chunk: the passage.
        sentences: its sentences, in order.
        score: relevance to the question, in [0, 1]; for several passages, the highest.
        coverage: share of the question's words that the passage contains, in [0, 1].
        shares: the same for each sentence, plus half of what the sentence before it adds, in [0, 1]; 0 for a
            sentence that was not retrieved and is included as context.
        likeness: semantic similarity of each sentence to the question, in [0, 1]; 0 if unknown.
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
    """A generator's answer to a question, not verified yet.

    Args:
        text: the answer as Markdown, without markers of its own; empty unless ``outcome`` is ``answer``.
        outcome: ``answer``, or why there is no answer.
        details: one sentence about a failure.
        confidence: probability that the passages answer the question, in [0, 1]; None if not reported.
        logprob: mean log probability of its tokens; None if not reported.
        quoted: True if the text consists of sentences of the sources, so that no character in it is meant as
            markup.
        citations: what the generator itself cites: an offset in the text, which is the end of the words that
            it cites for, and the id of a sentence. They are hints; only an unverified answer keeps them.
        unanswered: the parts of the question that the text does not answer.
    """

    text: str = ""
    outcome: DraftOutcome = "answer"
    details: str = ""
    confidence: float | None = None
    logprob: float | None = None
    quoted: bool = False
    citations: tuple[tuple[int, str], ...] = ()
    unanswered: tuple[str, ...] = ()


class Generator(Protocol):
    """A question and the retrieved passages → a draft of an answer.

    Contract: the draft states what the passages state, or the outcome says why there is no answer; a failure
    is an outcome, never an answer; as far as the generator can ensure it, the same question and passages give
    the same draft.

    A generator may also have ``stream(question, offered, language) -> Iterator[str | Draft]``, which yields
    the text of the draft in pieces while it is written, then the ``Draft`` of ``generate``. Contract: the
    joined pieces are the text of that draft. If they are not, as when a draft breaks off, the draft is
    authoritative and sentences already shown are retracted. Closing the iterator cancels the rest.
    """

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:
        """Write the draft. ``language`` is the question's (ISO 639-1), or None if unknown."""
        ...


class PairModel(Protocol):
    """A model for text pairs: (span of an answer, span of a document) → one number for each label.

    Contract: one finite row per pair, in order; the row of a pair does not depend on the other pairs.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns; a single name for a model that gives only a score."""
        ...

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return shape (pairs, labels), before any activation. The first text of a pair is never cut."""
        ...


@runtime_checkable
class PairScorer(Protocol):
    """Scores how far evidence supports a claim.

    Contract: one number in [0, 1] for each pair, in order; a score does not depend on the other pairs.
    """

    def score_pairs(self, pairs: list[tuple[str, str]]) -> Sequence[float]:
        """Return the scores of the pairs (evidence, claim); 1 is fully supported."""
        ...


TierChoice: TypeAlias = str | Verifier | VerifierFactory | PairScorer
"""What ``tier=`` takes: the name of a tier, a verifier, a factory, or an object that scores pairs."""

ScorerChoice: TypeAlias = str | Scorer | Callable[..., Scorer]
"""What ``scorer=`` takes: the name of a scorer, a scorer, or a class or function that takes ``language``."""

PolicyChoice: TypeAlias = str | Policy | Callable[[], Policy]
"""What ``policy=`` takes: the name of a policy, a policy, or a class or function without arguments."""


class SentenceClassifier(Protocol):
    """A claim alone → the probability of each class, such as ``needs_verification``.

    Contract: one row per claim, in order, that sums to 1; a row does not depend on the other claims.
    """

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns."""
        ...

    def probabilities(self, claims: Sequence[Claim]) -> Matrix:
        """Return shape (claims, classes), each number in [0, 1]."""
        ...


class ReferenceFormat(Protocol):
    """A format for the reference lists that stage 5 writes.

    Contract: one non-empty entry for each work, in order; no text of a source is interpreted as markup.
    """

    language: str
    """The data format of the entries, such as ``bibtex``; empty for entries written for people."""

    frame: tuple[str, str, str]
    """The beginning of a file of entries, the separator between entries, and the end."""

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:
        """Return one text for each work: prose on one line in that markup, or data as it is in a file."""
        ...
