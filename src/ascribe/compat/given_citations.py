"""``verify_citations``: each sentence judged by the source sentences that its generator cites, no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ascribe.engine import CheckEngine, ClaimResult
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config
from ascribe.protocols import Claim, TierChoice
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, CitedSentence, Document, Strictness


@explain_unknown_options()
def verify_citations(
    sentences: Answer | Iterable[CitedSentence],
    documents: Iterable[Document] = (),
    question: str | None = None,
    *,
    tier: TierChoice | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
) -> Answer:
    """Return an answer in which each sentence is judged only by the sentences whose ids it cites.

    ``check`` searches all sources for support, so a sentence with a wrong citation may be supported there. A
    sentence without citations is not supported here, and neither is one that the cited sentences do not
    support, whatever others say. Sentences that state nothing stay ``not_checkable``.

    Args:
        sentences: sentences with ``supporting_sentence_ids``, or the answer that contains them, such as an
            unverified one of ``ask(…, verify=False)``.
        documents: the documents of the cited sentences; those of the answer are known.
        question: the question that they answer; that of the answer is known.
        tier: as in ``check``.
        strictness: as in ``check``.
        language: as in ``check``.

    Raises:
        InputError: an argument is not of its kind, a sentence is not in the reply of the answer, or a cited
            id is in none of the documents.

    Example:
        >>> from ascribe import CitedSentence, read_sources
        >>> documents = read_sources({"id": "mill", "text": "It is old. The mill has 12 sails."})
        >>> second = documents[0].sentences[1].id
        >>> given = [CitedSentence("The mill has 12 sails.", (second,), 1.0)]
        >>> verify_citations(given, documents, tier="rules").sentences[0].verdict.status
        'supported'
    """
    given, known = _collect(sentences, documents)
    asked = sentences.query if question is None and isinstance(sentences, Answer) else question
    config = build_config(asked, CheckOptions(tier=tier, strictness=strictness, language=language))
    reply = _build_reply(sentences, given, language)
    engine = config.build_engine(reply, SourceSet(known))
    _check_ids(given, known)
    cited = zip(reply.claims, _list_cited(reply, given), strict=True)
    return engine.build_answer([_judge_by_cited(engine, claim, ids) for claim, ids in cited])


def _judge_by_cited(engine: CheckEngine, claim: Claim, ids: Sequence[str]) -> ClaimResult:
    """Judge a claim by these source sentences alone; any other sentence has the score 0."""
    places = [place for place, one in enumerate(engine.evidence) if one.sentence.id in ids]
    cited = [engine.evidence[place] for place in places]
    (result,) = replace(engine, evidence=cited).judge([claim])
    row = np.zeros(len(engine.evidence))
    row[places] = result.row
    return replace(result, row=row)


def _collect(
    sentences: Answer | Iterable[CitedSentence], documents: Iterable[Document]
) -> tuple[list[CitedSentence], list[Document]]:
    given: list[Any] = list(sentences.sentences if isinstance(sentences, Answer) else sentences)
    known: list[Any] = list(documents) or (list(sentences.documents) if isinstance(sentences, Answer) else [])
    for name, kind, values in (("sentences", CitedSentence, given), ("documents", Document, known)):
        for number, value in enumerate(values, 1):
            if not isinstance(value, kind):
                raise InputError(
                    f"{name}: number {number} must be a {kind.__name__}, got {type(value).__name__}."
                )
    return given, known


def _build_reply(
    sentences: Answer | Iterable[CitedSentence], given: Sequence[CitedSentence], language: str | None
) -> Reply:
    """Return the reply of an answer, or the sentences joined by blanks, read like any other reply."""
    if isinstance(sentences, Answer) and sentences.reply:
        return read_reply(sentences.reply, language)
    return read_reply(" ".join(one.text for one in given), language)


def _list_cited(reply: Reply, given: Sequence[CitedSentence]) -> Iterator[tuple[str, ...]]:
    """Yield for each claim of the reply the ids that the given sentences around it cite."""
    spans = list(_locate(reply, given))
    for claim in reply.claims:
        within = (
            one.supporting_sentence_ids
            for one, (start, end) in zip(given, spans, strict=True)
            if start < claim.end and claim.start < end
        )
        yield tuple(dict.fromkeys(name for ids in within for name in ids))


def _locate(reply: Reply, given: Sequence[CitedSentence]) -> Iterator[tuple[int, int]]:
    """Yield start and end of the given sentences in the reply.

    Raises:
        InputError: a sentence is not in it.
    """
    position = 0
    for number, one in enumerate(given, 1):
        own = one.char_start
        is_there = own is not None and reply.text[own : own + len(one.text)] == one.text
        start = own if is_there and own is not None else reply.text.find(one.text, position)
        if start < 0:
            raise InputError(
                f"sentence {number} is not in the reply of the answer after the sentence before it; give the "
                "sentences alone, with documents=answer.documents."
            )
        position = start + len(one.text)
        yield start, position


def _check_ids(given: Sequence[CitedSentence], documents: Sequence[Document]) -> None:
    """Raise for a cited id that is in none of the documents."""
    known = {sentence.id for document in documents for sentence in document.sentences}
    for number, one in enumerate(given, 1):
        for name in one.supporting_sentence_ids:
            if name not in known:
                raise InputError(
                    f"sentence {number} cites {name!r}, which is in none of the {len(documents)} documents; "
                    "give the documents that the generator read."
                )
