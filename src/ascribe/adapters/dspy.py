"""``dspy.Citations`` read and written, and a metric for DSPy: ``pip install ".[dspy]"``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ascribe.adapters.anthropic import get_title
from ascribe.adapters.faithfulness import Faithfulness
from ascribe.adapters.fields import MessageField
from ascribe.adapters.supported_text import find_supporting
from ascribe.compat.provider_citations import CitedReply, NativeCitation, SourceLocation
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.protocols import TierChoice
from ascribe.records import Answer, Strictness


def read_prediction(reply: str, citations: Any, documents: Iterable[Any]) -> CitedReply:
    """Return a reply with the citations that DSPy gives beside it, for ``audit_citations``.

    A citation is for its ``supported_text``, and for the whole reply if that is missing or is not in it.

    Args:
        reply: the text of the answer.
        citations: a ``dspy.Citations``, or a list of citations or of their dicts.
        documents: the ``dspy.Document`` objects, or texts, in the order in which the model got them.

    Raises:
        InputError: a field is missing or has the wrong type; the message gives its path.

    Example:
        >>> cited = {"document_index": 0, "cited_text": "Grass is green.", "supported_text": "It is green."}
        >>> where = {"start_char_index": 0, "end_char_index": 15}
        >>> found = read_prediction("Yes. It is green.", [{**cited, **where}], ["Grass is green."])
        >>> found.citations[0].start, found.citations[0].quote
        (5, 'Grass is green.')
    """
    if not isinstance(reply, str):
        raise InputError(f"reply must be text, got {type(reply).__name__}; give prediction.answer.")
    given = getattr(citations, "citations", citations)
    root = MessageField({"citations": given}, "prediction")
    sources = tuple(_read_document(one, number) for number, one in enumerate(documents, 1))
    return CitedReply(reply, tuple(_read_citation(one, reply) for one in root.items("citations")), sources)


def _read_citation(field: MessageField, reply: str) -> NativeCitation:
    words = field.optional_text("supported_text").strip()
    start = reply.find(words) if words else -1
    titles = (title,) if (title := field.optional_text("document_title")) else ()
    return NativeCitation(
        start=max(start, 0),
        end=start + len(words) if start >= 0 else len(reply),
        keys=(field.number("document_index") + 1, *titles),
        quote=field.optional_text("cited_text"),
        location=SourceLocation("char", *field.range("start_char_index", "end_char_index")),
        field=field.path,
    )


def _read_document(document: Any, number: int) -> dict[str, Any]:
    if isinstance(document, str):
        return {"text": document}
    field = MessageField(document, f"documents[{number - 1}]")
    if field.optional_text("media_type") not in ("", "text/plain"):
        raise InputError(f"{field.path} is no text; give the text of its pages.")
    title = field.optional_text("title")
    return {"text": field.text("data"), "metadata": {"title": title} if title else {}}


def write_citations(answer: Answer) -> Any:
    """Return the references of the supported sentences as ``dspy.Citations``; other sentences have none.

    ``document_index`` counts the sources from 0, and ``supported_text`` is the sentence.

    Raises:
        MissingExtraError: DSPy is not installed.
    """
    try:
        from dspy.experimental import Citations
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"dspy.Citations need DSPy; run: {build_install_command('dspy')}.") from error
    return Citations.from_dict_list(
        [
            {
                "cited_text": reference.quote,
                "document_index": reference.document_position - 1,
                "document_title": get_title(answer.documents[reference.document_position - 1]),
                "start_char_index": reference.document_start_idx,
                "end_char_index": reference.document_end_idx,
                "supported_text": sentence.text,
            }
            for index, sentence in enumerate(answer.sentences)
            for reference in find_supporting(answer, index)
        ]
    )


class AscribeFaithfulness:
    """A metric for ``dspy.Evaluate`` and the optimizers, and a reward for ``dspy.Refine``.

    It returns the share of the checkable sentences that are supported; 0.0 if no sentence got a decision.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
        reply: the field of the prediction with the reply.
        contexts: the field of the prediction, or else of the example, with the texts or documents.
        question: the field of the example with the question.
    """

    def __init__(
        self,
        tier: TierChoice | None = None,
        strictness: Strictness = "balanced",
        language: str | None = None,
        *,
        reply: str = "answer",
        contexts: str = "context",
        question: str = "question",
    ) -> None:
        self._faithfulness = Faithfulness(tier=tier, strictness=strictness, language=language)
        self._reply, self._contexts, self._question = reply, contexts, question

    def __call__(self, example: Any, prediction: Any, *_: Any) -> float:
        """Return the score of a prediction, in [0, 1].

        Args:
            example: the example, or the dict of inputs that ``dspy.Refine`` gives.
            prediction: the prediction.

        Raises:
            InputError: a field is missing or is no text.
        """
        inputs, outputs = MessageField(example, "example"), MessageField(prediction, "prediction")
        contexts = outputs.get(self._contexts).value or inputs.get(self._contexts).value
        if contexts is None:
            raise InputError(
                f"neither prediction nor example has {self._contexts!r}; "
                "AscribeFaithfulness(contexts=…) names the field with the texts."
            )
        listed = [contexts] if isinstance(contexts, str) else list(contexts)
        texts = [getattr(one, "data", one) for one in listed]
        question = inputs.optional_text(self._question)
        return self._faithfulness.measure(outputs.text(self._reply), texts, question).score or 0.0
