"""Items under evaluation: one labelled record, in each of the four tasks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Literal

from ascribe.read import read_sources
from ascribe.read.replies import read_reply
from ascribe.records import Document, Paragraph, Section, Sentence, Span

Task = Literal["verification", "attribution", "cited_answers", "spans"]


@dataclass(frozen=True)
class Statement:
    """A claim that gets one verdict, and its sources.

    Args:
        claim: one or more sentences.
        texts: the sources, each a separate document.
        language: ISO 639-1 code as the record has it; None detects it.
    """

    claim: str
    texts: tuple[str, ...]
    language: str | None = None

    @cached_property
    def documents(self) -> list[Document]:
        """Return the sources as documents, read once for all predictors."""
        return read_sources(list(self.texts), language=self.language)

    @cached_property
    def sentences(self) -> list[str]:
        """Return the sentences of all sources, in order."""
        return [sentence.text for document in self.documents for sentence in document.sentences]

    @property
    def content(self) -> str:
        """Return the claim without markers and markup."""
        return " ".join(claim.content.strip() for claim in read_reply(self.claim, self.language).claims)


@dataclass(frozen=True)
class VerificationItem:
    """A statement labelled by people.

    Args:
        statement: the claim and its sources.
        label: True if people found it supported.
        cluster: its source document.
    """

    statement: Statement
    label: bool
    cluster: str


@dataclass(frozen=True)
class AttributionItem:
    """A claim, the sentences of its sources, and the sentences that support it according to people.

    Args:
        claim: the claim.
        places: the document of each sentence.
        sentences: the text of each sentence, in the same order.
        gold: alternative sets of indices into ``sentences``, each sufficient alone; empty without support.
        cluster: its source document.
        language: ISO 639-1 code as the record has it; None detects it.
    """

    claim: str
    places: tuple[str, ...]
    sentences: tuple[str, ...]
    gold: tuple[frozenset[int], ...]
    cluster: str
    language: str | None = None

    @property
    def right(self) -> frozenset[int]:
        """Return the indices of all gold sentences."""
        return frozenset().union(*self.gold)

    def recall(self, chosen: Iterable[int]) -> float:
        """Return the share of a gold set that was chosen, for the set with the highest share."""
        found = frozenset(chosen)
        return max(len(found & gold) / len(gold) for gold in self.gold)

    def documents(self) -> list[Document]:
        """Build the sources with the given sentences; their ids end in ``::s`` and the index."""
        names = {place: f"d{number}" for number, place in enumerate(dict.fromkeys(self.places))}
        made = [self._document(place, name) for place, name in names.items()]
        return [document for document in made if document is not None]

    def _document(self, place: str, name: str) -> Document | None:
        """Build one document with a line per sentence; None without sentences.

        Blank sentences are left out, as they cannot be cited.
        """
        text, sentences = "", []
        for index, sentence in enumerate(self.sentences):
            if self.places[index] != place or not sentence.strip():
                continue
            span = Span(name, len(text), len(text) + len(sentence))
            sentences.append(Sentence(f"{name}::s{index}", sentence, span))
            text += sentence + "\n"
        if not sentences:
            return None
        whole = Span(name, 0, len(text))
        section = Section(f"{name}::sec0", None, [Paragraph(f"{name}::p0", sentences, whole)], whole)
        return Document(name, Path(name), [section], full_text=text, language=self.language)


@dataclass(frozen=True)
class CitedSentenceItem:
    """A sentence of an answer with the passages that it cites, and the label by people.

    Args:
        statement: the sentence and the passages it cites; no texts if it cites none.
        complete: True if the cited passages fully support it according to people.
    """

    statement: Statement
    complete: bool


@dataclass(frozen=True)
class CitedAnswerItem:
    """An answer, as its labelled sentences.

    Args:
        sentences: in order.
        left_out: number of sentences without a label.
        cluster: its question, or a digest of its passages without one.
    """

    sentences: tuple[CitedSentenceItem, ...]
    left_out: int
    cluster: str


@dataclass(frozen=True)
class SpansItem:
    """An answer in which people marked the words that its sources do not support.

    Args:
        statement: the answer and its sources.
        gold: the marked words as (start, end) in the answer; they may overlap.
        cluster: its source document.
    """

    statement: Statement
    gold: tuple[tuple[int, int], ...]
    cluster: str


Item = VerificationItem | AttributionItem | CitedAnswerItem | SpansItem


def compute_digest(texts: Iterable[str]) -> str:
    """Return a short digest of these texts."""
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
