"""What is judged: one labelled record, in the four tasks."""

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
    """A claim to be judged as one, and the sources it is judged by.

    Args:
        claim: one or more sentences.
        texts: the sources, each a document of its own.
        language: ISO 639-1 code as the record has it; None detects it.
    """

    claim: str
    texts: tuple[str, ...]
    language: str | None = None

    @cached_property
    def documents(self) -> list[Document]:
        """The sources, read once for whoever judges."""
        return read_sources(list(self.texts), language=self.language)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of all sources, in order."""
        return [sentence.text for document in self.documents for sentence in document.sentences]

    @property
    def content(self) -> str:
        """The claim without markers and markup."""
        return " ".join(claim.content.strip() for claim in read_reply(self.claim, self.language).claims)


@dataclass(frozen=True)
class VerificationItem:
    """A statement that people labelled.

    Args:
        statement: what is judged.
        label: True if people found it supported.
        cluster: its source document.
    """

    statement: Statement
    label: bool
    cluster: str


@dataclass(frozen=True)
class AttributionItem:
    """A claim, the sentences of its sources, and those that people found to support it.

    Args:
        claim: the claim.
        places: the document of each sentence.
        sentences: their texts, in the same order.
        gold: alternative sets of indices into ``sentences``, each enough by itself; empty if none supports.
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
        """Every sentence of any set."""
        return frozenset().union(*self.gold)

    def recall(self, chosen: Iterable[int]) -> float:
        """The share of a gold set that was chosen, of the set that fits best."""
        found = frozenset(chosen)
        return max(len(found & gold) / len(gold) for gold in self.gold)

    def documents(self) -> list[Document]:
        """The sources, with the sentences as they are given; ids end in ``::s`` and the index."""
        names = {place: f"d{number}" for number, place in enumerate(dict.fromkeys(self.places))}
        made = [self._document(place, name) for place, name in names.items()]
        return [document for document in made if document is not None]

    def _document(self, place: str, name: str) -> Document | None:
        """The sentences of one document, a line each; blank ones cannot be cited. None without any."""
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
    """A sentence of an answer with what it cites, and what people say of it.

    Args:
        statement: the sentence and the passages it cites; no texts if it cites none.
        complete: True if people found it fully supported by what it cites.
    """

    statement: Statement
    complete: bool


@dataclass(frozen=True)
class CitedAnswerItem:
    """An answer, as its sentences that people judged.

    Args:
        sentences: in order.
        left_out: sentences without a judgement.
        cluster: its question, or its passages where there is none.
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
    """A short name for these texts."""
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
