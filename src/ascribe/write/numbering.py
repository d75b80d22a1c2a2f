"""The numbering of an answer, shared by markers, cited documents and lists of references.

Numbers follow first use in reading order. They start above the highest number in the reply's own markers and
skip every number that it uses, so that an added marker cannot be confused with one of the reply. Two things
can have numbers:

- in a report, **words** of a source: ``[5]`` leads to the exact words;
- in a reply with citations, whole **sources**: their list is a list of references, as in a paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ascribe.records import Answer, CitedSentence, Document, Reference
from ascribe.records.outcomes import FAILING
from ascribe.text.character_classes import RAISED, RAISED_TO_PLAIN
from ascribe.write.evidence import find_document, find_references, find_status, get_reply, locate_sentences

Key = tuple[int | str, ...]
"""What a number refers to: position and id of the document; for words, also start and end in it."""

_BRACKETED = re.compile(r"[\[【]([^\[\]【】\n]{1,80})[\]】]")
_RAISED = re.compile(
    rf"(?:(?<=[^\W\d_]{{3}})|(?<=[.,;:!?”’»。，！？」⁽]))([{RAISED}]+(?:[,⁻][{RAISED}]+)*)"
    r"|<sup>\s*([\d\s,;–-]+?)\s*</sup>"
)
"""Superscripts where the reader of markers reads them as citations, not as exponents."""

_LARGEST_MARKER = 999
"""A larger number in brackets is a year or an amount; numbering does not start above it."""


@dataclass(frozen=True, slots=True)
class NumberedSource:
    """What one number refers to.

    Args:
        number: from 1.
        document: the source; None if the answer does not contain it.
        references: every distinct passage of it that is cited under this number, by first use.
    """

    number: int
    document: Document | None
    references: tuple[Reference, ...]

    @property
    def document_id(self) -> str:
        """The document id in the references."""
        return self.references[0].document_id


@dataclass(frozen=True, slots=True)
class Numbering:
    """The number of each cited source or passage, and the numbers that each sentence of the answer shows.

    Args:
        sources: by number.
        sentences: for each sentence of the answer its numbers, best evidence first; empty where it is not
            cited.
        numbers: key of a cited source or passage → its number.
        by_words: whether words have numbers, or whole sources.
    """

    sources: tuple[NumberedSource, ...]
    sentences: tuple[tuple[int, ...], ...]
    numbers: Mapping[Key, int]
    by_words: bool = False

    @classmethod
    def of_sources(cls, answer: Answer, known: Sequence[str] = ()) -> Numbering:
        """Assign a number to each source that supports a sentence.

        A sentence that needs review (contradicted, partly supported, not found, not decided) gets no number,
        because a bare marker next to it would mean that the source supports it.

        Args:
            answer: the answer.
            known: ids of documents that already have the numbers from 1 on, such as
                ``ConversationLedger.document_ids``. They keep them; new sources get the numbers after them.
        """
        cited = [
            ()
            if find_status(sentence, index, answer) in FAILING
            else _select_labelled(sentence, answer, ("supports",))
            for index, sentence in enumerate(answer.sentences)
        ]
        return cls._build(answer, cited, by_words=False, known=known)

    @classmethod
    def of_words(cls, answer: Answer) -> Numbering:
        """Assign a number to each passage of a source that supports or contradicts a sentence."""
        cited = [
            _select_labelled(sentence, answer, ("supports", "contradicts")) for sentence in answer.sentences
        ]
        return cls._build(answer, cited, by_words=True)

    @classmethod
    def _build(
        cls,
        answer: Answer,
        cited: Sequence[Sequence[Reference]],
        *,
        by_words: bool,
        known: Sequence[str] = (),
    ) -> Numbering:
        uses: dict[Key, dict[Key, Reference]] = {}
        for index in _sort_by_place(answer):
            for reference in cited[index]:
                uses.setdefault(_build_key(reference, by_words), {}).setdefault(
                    _build_key(reference, True), reference
                )
        fresh = _generate_free_numbers(find_own_numbers(get_reply(answer)), len(known))
        given = {document_id: number for number, document_id in reversed([*enumerate(known, 1)])}
        numbers = {key: given.pop(str(key[1]), 0) or next(fresh) for key in uses}
        sources = (_build_source(number, uses[key].values(), answer) for key, number in numbers.items())
        return cls(
            sources=tuple(sorted(sources, key=lambda source: source.number)),
            sentences=tuple(
                _deduplicate(numbers[_build_key(r, by_words)] for r in references) for references in cited
            ),
            numbers=numbers,
            by_words=by_words,
        )

    @property
    def documents(self) -> list[Document]:
        """The cited documents that the answer contains, by number, each once."""
        found = {s.document.doc_id: s.document for s in self.sources if s.document is not None}
        return list(found.values())

    def number_of(self, reference: Reference) -> int | None:
        """Return the number under which the reference is cited; None if it is not cited."""
        return self.numbers.get(_build_key(reference, self.by_words))


def find_own_numbers(reply: str) -> frozenset[int]:
    """Return the whole numbers in the reply's own markers, ends of ranges included.

    Everything in square brackets counts as a marker, and so do superscripts that are not exponents.
    """
    raised = (digits.translate(RAISED_TO_PLAIN) for pair in _RAISED.findall(reply) for digits in pair)
    inner = " ".join([*_BRACKETED.findall(reply), *raised])
    return frozenset(int(digits) for digits in re.findall(r"[0-9]{1,9}", inner))


def explain_numbers(numbering: Numbering) -> tuple[str, ...]:
    """Return a sentence on why the numbers do not start at 1; none if they do, or nothing is cited."""
    first = numbering.sources[0].number if numbering.sources else 1
    return (
        (f"New numbers start at [{first}], above those that the reply itself has in brackets.",)
        if first > 1
        else ()
    )


def build_words_key(reference: Reference) -> Key:
    """Return the key of the words that the reference points to."""
    return _build_key(reference, True)


def _build_key(reference: Reference, by_words: bool) -> Key:
    source = (reference.document_position, reference.document_id)
    return (*source, reference.document_start_idx, reference.document_end_idx) if by_words else source


def _select_labelled(sentence: CitedSentence, answer: Answer, labels: Sequence[str]) -> tuple[Reference, ...]:
    return tuple(reference for reference in find_references(sentence, answer) if reference.label in labels)


def _sort_by_place(answer: Answer) -> list[int]:
    """Return the sentence indexes by place in the reply; sentences without a place come last."""
    places = locate_sentences(answer)
    return sorted(range(len(places)), key=lambda i: (places[i] is None, places[i] or (0, 0)))


def _generate_free_numbers(taken: frozenset[int], known: int) -> Iterator[int]:
    """Yield the free numbers, in order."""
    number = max([known, *(n for n in taken if n <= _LARGEST_MARKER)])
    while True:
        number += 1
        if number not in taken:
            yield number


def _build_source(number: int, references: Iterable[Reference], answer: Answer) -> NumberedSource:
    cited = tuple(references)
    return NumberedSource(number, find_document(cited[0], answer.documents), cited)


def _deduplicate(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))
