"""``replay_sentence``: the verdict on a sentence of an answer from nothing but its references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config
from ascribe.protocols import Claim, Limits, TierChoice
from ascribe.read.printed import build_printed_documents
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, CitedSentence, Reference, Settings, Verdict
from ascribe.replay import LABEL_OF_STATUS
from ascribe.reply_citations.document_keys import list_known_sources


@explain_unknown_options()
def replay_sentence(answer: Answer, sentence: CitedSentence, *, tier: TierChoice | None = None) -> Verdict:
    r"""Return the verdict on a sentence of an answer again, checked against its references alone.

    The sentence is read as it was in its reply: an item after the lead of its list, a row of a table with the
    heads of its columns. ``check(sentence.text, sentence.references)`` reads it without these words.

    Args:
        answer: an answer of ``check``.
        sentence: one of its sentences, with a verdict.
        tier: as for ``check``; None takes the tier of the answer, which must be a registered one.

    Raises:
        InputError: the sentence is not in the reply of the answer, or was not checked.
        UnknownComponentError: a component of the answer is not registered.

    Example:
        >>> from ascribe import check
        >>> answer = check("The mill has:\n\n- 12 sails", "The mill has 12 sails.", tier="rules")
        >>> item = answer.sentences[1]
        >>> item.verdict.status, replay_sentence(answer, item).status
        ('supported', 'supported')
    """
    settings = answer.settings
    if settings is None or answer.reply is None or sentence.verdict is None:
        raise InputError("sentence: it was not checked, so there is no verdict to replay.")
    limits = Limits(max_reply_chars=len(answer.reply) + 1)
    read = read_reply(answer.reply, settings.language, limits, list_known_sources(answer.documents))
    claim = _find_claim(read, sentence, settings)
    languages = {document.doc_id: document.language for document in answer.documents}
    documents = build_printed_documents(_list_printed(sentence, sentence.verdict), languages)
    options = CheckOptions(
        tier=tier or settings.tier,
        strictness=settings.strictness,
        language=settings.language,
        scorer=settings.components.get("score"),
        policy=settings.components.get("cite", "best_evidence"),
    )
    engine = build_config(answer.query, options).build_engine(read, SourceSet(documents))
    (result,) = engine.judge([claim])
    return result.verdict


def _find_claim(read: Reply, sentence: CitedSentence, settings: Settings) -> Claim:
    """Return the sentence as it was read; a quoted row is read without heads, as ``ask`` reads it."""
    place = sentence.char_start, sentence.char_end
    claim = next((one for one in read.claims if (one.start, one.end) == place), None)
    if claim is None or claim.text != sentence.text:
        raise InputError(
            f"sentence: {sentence.text[:60]!r} is not in the reply of the answer; "
            "give one of answer.sentences."
        )
    return replace(claim, in_context="") if settings.is_quoted and claim.kind == "table_row" else claim


def _list_printed(sentence: CitedSentence, verdict: Verdict) -> Sequence[Reference]:
    """Return the references that the verdict rests on."""
    label = LABEL_OF_STATUS.get(verdict.status)
    return [one for one in sentence.references if label is None or one.label == label]
