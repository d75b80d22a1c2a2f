"""A question and what ``ask`` is told → the passages that were found for it, and who drafts and checks."""

from __future__ import annotations

from collections.abc import Callable

from ascribe.language.detect import language_of
from ascribe.library.answer_bar import calibrated_generator
from ascribe.library.answering.asking import Asked, check_verified
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.context import gathered
from ascribe.library.generators import generator_of
from ascribe.library.options import Options, check_asked
from ascribe.library.reranking import reranker_of
from ascribe.library.searching import Search
from ascribe.library.store import Store
from ascribe.neural.encoder import Encoder
from ascribe.pipeline import Choice, choose
from ascribe.read.sources import SourceSet
from ascribe.records import Document
from ascribe.stages import Generator


def asked(question: str, told: Options, store: Store, encoder: Encoder) -> Asked:
    """The question with its passages.

    Raises:
        InputError: one of the options cannot be used; the message names it.
        UnknownComponentError: a generator or tier that is not installed.
        MissingExtraError: it needs an optional package.
    """
    check_asked(question, told.top, told.where, told.context)
    choice = choose(question, tier=told.tier, strictness=told.strictness, language=told.language).once()
    check_verified(choice.strictness, verify=told.verify)
    spoken = language_of(question, told.language)
    drafting = _drafting(told, choice, spoken, encoded=lambda: not store.without_vectors(encoder.digest))
    if told.verify:  # a tier that cannot load says so before anything is spent
        choice.make_verifier(strictness=choice.strictness, language=spoken)
    reranker = reranker_of(told.rerank)
    found = Search(store, encoder).passages(
        question, told.top, where=told.where, language=told.language, reranker=reranker
    )
    # the bars of the extractive generator were fitted on passages
    context = "passage" if isinstance(drafting, ExtractiveGenerator) else told.context
    with store.snapshot():
        material = gathered(store, found, context)
        still_there = _still_there(store, material.documents)
    return Asked(
        question,
        material.offered,
        SourceSet(material.documents),
        drafting,
        choice,
        read=material.read,
        reranker=reranker,
        verify=told.verify,
        language=spoken,
        reply_language=told.language,
        still_there=still_there,
    )


def _drafting(
    told: Options, choice: Choice, language: str | None, *, encoded: Callable[[], bool]
) -> Generator:
    """Who drafts; ``encoded`` says whether every passage has its vectors."""
    if told.calibration is None:
        return generator_of(told.generator, choice.strictness)
    return calibrated_generator(told.calibration, told, choice, encoded=encoded(), language=language)


def _still_there(store: Store, documents: list[Document]) -> Callable[[list[Document]], list[Document]]:
    """What says later which of these documents are still as they are now."""
    now = {document.doc_id: store.documents(doc_id=document.doc_id) for document in documents}
    return lambda asked: [d for d in asked if store.documents(doc_id=d.doc_id) == now[d.doc_id]]
