"""``check`` as a component: a verdict for every sentence of an answer."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from haystack import component, default_from_dict, default_to_dict
from haystack.dataclasses import GeneratedAnswer, StreamingChunk
from haystack.utils import deserialize_callable, serialize_callable

from ascribe.adapters.haystack.offered_documents import find_sources, require_answers
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config, check
from ascribe.records import Answer, CitedSentence, Strictness
from ascribe.streaming import stream
from ascribe.verify.hugging_face_verifier import HuggingFaceTier

META_KEY = "_ascribe"

Callback = Callable[[StreamingChunk], None]


@component
class AnswerChecker:
    """Checks answers against their documents.

    Each answer's ``meta`` gets ``_ascribe``: ``tier``, ``faithfulness`` (None if nothing was checked),
    ``checked`` (how many sentences it covers), ``supported_share`` (of all that state something) and
    ``sentences`` with ``start``, ``end``, ``status``, ``reason``, ``score``.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf``, ``llm`` or another registered one, or a
            ``HuggingFaceTier``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
        scorer: name of a registered scorer; None uses the tier's default.
        policy: name of a registered citation policy.
        calibration: a file of ``ascribe calibrate``; None uses the shipped calibration.
        hf: the parameters of ``HuggingFaceTier``, such as ``model``, for the tier ``hf``.
        streaming_callback: called with a chunk for each sentence as soon as it is judged; see ``run``.

    Raises:
        InputError: a value is invalid, or ``hf`` is given with another tier.
    """

    @explain_unknown_options()
    def __init__(
        self,
        tier: str | HuggingFaceTier | None = None,
        strictness: Strictness = "balanced",
        language: str | None = None,
        scorer: str | None = None,
        policy: str = "best_evidence",
        calibration: str | None = None,
        hf: dict[str, Any] | None = None,
        streaming_callback: Callback | None = None,
    ) -> None:
        if isinstance(tier, HuggingFaceTier):
            hf = _list_parameters(tier)
            tier = "hf"
        self.parameters: dict[str, Any] = {k: v for k, v in locals().items() if k != "self"}
        if hf is not None and tier != "hf":
            raise InputError(f"hf: these are parameters of the tier 'hf', not of {tier!r}; set tier to 'hf'.")
        self._options = {k: v for k, v in self.parameters.items() if k not in ("hf", "streaming_callback")}
        if hf is not None:
            self._options["tier"] = HuggingFaceTier(**hf)
        build_config(options=CheckOptions(**self._options))  # reject an invalid value now

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component to plain data."""
        callback = self.parameters["streaming_callback"]
        name = None if callback is None else serialize_callable(callback)
        stored: dict[str, Any] = default_to_dict(self, **{**self.parameters, "streaming_callback": name})
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "AnswerChecker":
        """Create the component from the data of ``to_dict``."""
        parameters = dict(data.get("init_parameters", {}))
        if parameters.get("streaming_callback") is not None:
            parameters["streaming_callback"] = deserialize_callable(parameters["streaming_callback"])
        made: AnswerChecker = default_from_dict(cls, {**data, "init_parameters": parameters})
        return made

    def warm_up(self) -> None:
        """Load the models now instead of at the first answer."""
        check("The mill is old.", "The mill is old.", **self._options)

    @component.output_types(answers=list[GeneratedAnswer], reports=list[Answer])
    def run(
        self,
        answers: list[GeneratedAnswer],
        strictness: Strictness | None = None,
        streaming_callback: Callback | None = None,
    ) -> dict[str, list[Any]]:
        """Check answers; return copies as ``answers``, and the results of ``check`` as ``reports``, in order.

        Args:
            answers: the answers to check; if no document of an answer has text, nothing is supported.
            strictness: overrides that of the constructor.
            streaming_callback: overrides that of the constructor. It is called for each sentence with a chunk
                without content, since the generator has already sent the text, whose ``meta`` has
                ``_ascribe``: an entry of ``sentences``, with ``answer``, the position of the answer from 0.
        """
        require_answers(answers)
        options = {**self._options, **({"strictness": strictness} if strictness else {})}
        callback = streaming_callback or self.parameters["streaming_callback"]
        reports = [
            _check_answer(answer, options, _number_chunks(callback, number))
            for number, answer in enumerate(answers)
        ]
        pairs = zip(answers, reports, strict=True)
        return {
            "answers": [replace(a, meta={**a.meta, META_KEY: _build_summary(report)}) for a, report in pairs],
            "reports": reports,
        }

    @component.output_types(answers=list[GeneratedAnswer], reports=list[Answer])
    async def run_async(
        self,
        answers: list[GeneratedAnswer],
        strictness: Strictness | None = None,
        streaming_callback: Callback | None = None,
    ) -> dict[str, list[Any]]:
        """Run in a thread; the result is that of ``run``. The callback is a plain function, called there."""
        return await asyncio.to_thread(self.run, answers, strictness, streaming_callback)


def _list_parameters(tier: HuggingFaceTier) -> dict[str, Any]:
    """Return the parameters of a tier as plain data; a token must come from the environment instead.

    Raises:
        InputError: the tier has a token or a detector of sentences.
    """
    given = asdict(tier)
    for name in ("token", "sentences"):
        if given.pop(name) is not None:
            raise InputError(f"tier: {name} cannot be stored with a pipeline; leave it out.")
    return {**given, "model": None if tier.model is None else str(tier.model)}


def _number_chunks(callback: Callback | None, number: int) -> Callable[[CitedSentence], None] | None:
    """Return a function that sends the verdict on a sentence of that answer to the callback."""
    if callback is None:
        return None

    def send(sentence: CitedSentence) -> None:
        callback(StreamingChunk("", {META_KEY: {"answer": number, **_describe(sentence)}}))

    return send


def _check_answer(
    answer: GeneratedAnswer, options: dict[str, Any], send: Callable[[CitedSentence], None] | None
) -> Answer:
    if send is None:
        return check(answer.data, find_sources(answer), answer.query, **options)
    for event in stream([answer.data], find_sources(answer), answer.query, **options):
        if event.sentence is not None:
            send(event.sentence)
        if event.answer is not None:
            return event.answer
    raise AssertionError("a stream ends with an answer")


def _build_summary(report: Answer) -> dict[str, Any]:
    return {
        "tier": report.settings.tier if report.settings else None,
        "faithfulness": report.faithfulness_score if report.verification_ran else None,
        "checked": len(report.verification_results),
        "supported_share": report.supported_share,
        "sentences": [_describe(sentence) for sentence in report.sentences if sentence.verdict is not None],
    }


def _describe(sentence: CitedSentence) -> dict[str, Any]:
    verdict = sentence.verdict
    return {
        "start": sentence.char_start,
        "end": sentence.char_end,
        "status": verdict.status if verdict else None,
        "reason": verdict.reason if verdict else None,
        "score": verdict.score if verdict else None,
    }
