"""``ReferencePredictor``, its results, and the filter for sentences that need verification."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import Any

from ascribe.compat.reference_predictor import parameters as read
from ascribe.compat.reference_predictor.models import (
    ACTIVATIONS,
    Labelling,
    resolve_pair_model,
    resolve_sentence_classifier,
)
from ascribe.compat.reference_predictor.pairs import (
    BoundedPairModel,
    GivenAnswer,
    Pair,
    PairScores,
    SpanPair,
    build_span_pairs,
    read_answers,
    score_best_first,
    select_references,
)
from ascribe.compat.reference_predictor.sentences import SentenceSplitter, build_window_spans
from ascribe.errors import InputError
from ascribe.inference.hub import ModelSource
from ascribe.protocols import Claim, PairModel, SentenceClassifier
from ascribe.records import Reference

_LOG = logging.getLogger(__name__)

DEFAULT_MODEL = "cross-encoder/ms-marco-MiniLM-L-6-v2"
DEFAULT_VERIFIABILITY_MODEL = "tstadel/answer-classification-setfit-v2-binary"
NEEDS_VERIFICATION = "needs_verification"
TOKEN_VARIABLE = "HF_API_TOKEN"  # noqa: S105 - the name of a variable

LEAST_SEQ_LEN = 16
"""Tokens that leave room for a few words of both spans."""


@dataclass(frozen=True, eq=False)
class ReferencePredictor:
    """Finds for each sentence of an answer the span of a document that it was made from.

    The parameters are those of deepset's component of that name; ``docs/reference-predictor.md`` says of each
    what it does. The defaults name models on the hub, which need the extra ``hf`` and a download;
    ``"builtin"`` for both needs neither.

    Args:
        model: what scores a span of the answer with one of a document: a name on the hub, a folder, an object
            that is a ``PairModel``; ``"builtin"`` or None for the built-in models, which have learnt English.
        revision: of the model on the hub.
        max_seq_len: tokens that are read at once. A longer span of a document is read in windows, of which
            the best one counts; the span of the answer is never cut.
        language: ISO 639-1 code of answers and documents, for their sentences; ``de-AT`` is read as ``de``.
        device: where a loaded model runs, such as ``"cuda:0"``; None takes the best one there is.
        batch_size: pairs for one pass of a loaded model.
        answer_window_size: sentences of an answer in one span.
        document_window_size: sentences of a document in one span.
        token: for the hub; None takes that of the environment variable ``HF_API_TOKEN``.
        function_to_apply: what makes scores of the model's values: ``sigmoid``, ``softmax`` or ``none``.
        min_score_2_label_thresholds: label → least score, or least score → label.
        label_2_score_map: for a model with several labels: predicted label → score.
        reference_threshold: cite every span whose score reaches it; None cites the best one.
        default_class: the label where no least score is reached.
        verifiability_model: what tells which sentences need verification: as ``model``, or an object that is
            a ``SentenceClassifier``; None has all of them verified.
        verifiability_revision: of that model.
        verifiability_batch_size: sentences for one pass of it.
        needs_verification_classes: the classes of sentences that take part; None means
            ``["needs_verification"]``, an empty list means that none does.
        use_split_rules: join sentences of an answer that belong together, such as those of one quotation.
        extend_abbreviations: with more abbreviations, for English and German.
        answer_stride: sentences from the start of one span of an answer to the start of the next.
        document_stride: the same for documents.
        model_kwargs: for the library that loads the model.
        verifiability_model_kwargs: the same for the other one; ``allow_pickled_head=True`` is the consent to
            load a head that is a pickle, which can run code.

    Raises:
        InputError: a value that cannot be used, values that do not go together, a model that cannot be had.
        MissingExtraError: the model needs the extra ``hf``.

    Example:
        >>> predictor = ReferencePredictor("builtin", verifiability_model="builtin")
        >>> answer = {"data": "The mill has 12 sails.", "documents": ["It is old. The mill has 12 sails."]}
        >>> (reference,) = predictor.run([answer])["answers"][0]["meta"]["_references"]
        >>> reference["document_start_idx"], reference["document_end_idx"], reference["document_position"]
        (0, 33, 1)
    """

    model: str | PairModel | None = DEFAULT_MODEL
    revision: str | None = None
    max_seq_len: int = 512
    language: str = "en"
    device: str | None = None
    batch_size: int = 16
    answer_window_size: int = 1
    document_window_size: int = 3
    token: str | None = field(default=None, repr=False)
    function_to_apply: str = "sigmoid"
    min_score_2_label_thresholds: Mapping[Any, Any] | None = None
    label_2_score_map: Mapping[str, float] | None = None
    reference_threshold: float | None = None
    default_class: str = "not_grounded"
    verifiability_model: str | SentenceClassifier | None = DEFAULT_VERIFIABILITY_MODEL
    verifiability_revision: str | None = None
    verifiability_batch_size: int = 32
    needs_verification_classes: Sequence[str] | None = None
    use_split_rules: bool = False
    extend_abbreviations: bool = False
    answer_stride: int = 1
    document_stride: int = 3
    model_kwargs: Mapping[str, Any] | None = None
    verifiability_model_kwargs: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name in ("batch_size", "verifiability_batch_size"):
            read.whole_number(name, getattr(self, name))
        read.whole_number("max_seq_len", self.max_seq_len, LEAST_SEQ_LEN)
        if self.reference_threshold is not None:
            read.number("reference_threshold", self.reference_threshold)
        self._check_windows()
        self._splitting.warn()
        _ = self._labelling, self._verifiability  # refused now, not at the first answer

    def run(self, answers: Iterable[Any]) -> dict[str, list[Any]]:
        """``{"answers": [...]}``: a copy of each, in order, with a list ``_references`` in its ``meta``.

        Args:
            answers: of an ``AnswerBuilder``, ours or Haystack's; or dicts with ``data``, ``documents``,
                ``meta``.

        Raises:
            InputError: one of them is no answer; the message says which.
        """
        given = read_answers(answers)
        found = self._predict(given)
        pairs = zip(given, found, strict=True)
        return {"answers": [answer.with_references(one.references) for answer, one in pairs]}

    def predict(self, answers: Iterable[Any]) -> list[PredictedReferences]:
        """For each answer its sentences, which of them need verification, and the references as records."""
        return self._predict(read_answers(answers))

    def warm_up(self) -> None:
        """Load the models now, not at the first answer."""
        self._pair_model.logits([("a", "a")])
        self._verifiability.warm_up()

    def _predict(self, answers: Sequence[GivenAnswer]) -> list[PredictedReferences]:
        sentences = self._verifiability.sentences([self._splitting.claims(a.text) for a in answers])
        texts = dict.fromkeys(document.text for answer in answers for document in answer.documents)
        document_spans = {text: self._document_spans(text) for text in texts}
        asked = [
            list(build_span_pairs(answer, self._answer_spans(own), document_spans))
            for answer, own in zip(answers, sentences, strict=True)
        ]
        judged = self._judge(asked)
        return [
            PredictedReferences(tuple(own), tuple(select_references(pairs, judged, self.reference_threshold)))
            for own, pairs in zip(sentences, asked, strict=True)
        ]

    def _answer_spans(self, sentences: Sequence[AnswerSentence]) -> list[tuple[int, int]]:
        """The windows with a sentence that needs verification."""
        units = [(one.start, one.end) for one in sentences]
        needed = [(one.start, one.end) for one in sentences if one.needs_verification]
        windows = build_window_spans(units, self.answer_window_size, self.answer_stride)
        return [
            (start, end) for start, end in windows if any(start <= one[0] and one[1] <= end for one in needed)
        ]

    def _document_spans(self, text: str) -> list[tuple[int, int]]:
        return build_window_spans(
            self._splitting.units(text), self.document_window_size, self.document_stride
        )

    def _judge(self, asked: Sequence[Sequence[SpanPair]]) -> PairScores:
        """Score and label of every distinct pair of texts that can become a reference, each read once."""
        pairs = list(dict.fromkeys(one.pair for of_answer in asked for one in of_answer))
        model = self._pair_model
        if not isinstance(model, BoundedPairModel) or not pairs:
            return self._read(pairs)
        highest = self._labelling.judge(model.bounds(pairs))
        bounds = {pair: score for pair, (score, _) in zip(pairs, highest, strict=True)}
        return score_best_first(asked, bounds, self._read, self.reference_threshold)

    def _read(self, pairs: Sequence[Pair]) -> PairScores:
        if not pairs:
            return {}
        return dict(zip(pairs, self._labelling.judge(self._pair_model.logits(pairs)), strict=True))

    def _check_windows(self) -> None:
        for side in ("answer", "document"):
            size = read.whole_number(f"{side}_window_size", getattr(self, f"{side}_window_size"))
            stride = read.whole_number(f"{side}_stride", getattr(self, f"{side}_stride"))
            if stride > size:
                _LOG.warning(
                    "%s_stride %d is larger than %s_window_size %d: what lies between is not read.",
                    *(side, stride, side, size),
                )

    @cached_property
    def _language(self) -> str:
        return read.language("language", self.language)

    @cached_property
    def _splitting(self) -> SentenceSplitter:
        return SentenceSplitter(
            self._language,
            read.switch("use_split_rules", self.use_split_rules),
            read.switch("extend_abbreviations", self.extend_abbreviations),
        )

    @cached_property
    def _labelling(self) -> Labelling:
        return Labelling(
            function_to_apply=read.one_of("function_to_apply", self.function_to_apply, tuple(ACTIVATIONS)),
            minimums=read.label_minimums("min_score_2_label_thresholds", self.min_score_2_label_thresholds),
            label_2_score_map=read.label_scores("label_2_score_map", self.label_2_score_map),
            default_class=read.words("default_class", self.default_class),
            labels=tuple(self._pair_model.labels),
        )

    @cached_property
    def _pair_model(self) -> PairModel:
        return resolve_pair_model(self._source(""), self.max_seq_len)

    @cached_property
    def _verifiability(self) -> VerifiabilityFilter:
        name = "needs_verification_classes"
        wanted = read.class_names(name, self.needs_verification_classes, (NEEDS_VERIFICATION,))
        if self.verifiability_model is None:
            return VerifiabilityFilter(None, wanted)
        return VerifiabilityFilter(
            resolve_sentence_classifier(self._source("verifiability_"), self._language), wanted
        )

    def _source(self, kind: str) -> ModelSource:
        """The model for pairs (kind ``""``) or that for sentences (``"verifiability_"``)."""
        return ModelSource(
            f"{kind}model",
            getattr(self, f"{kind}model"),
            read.optional_words(f"{kind}revision", getattr(self, f"{kind}revision")),
            read.optional_words("token", self.token) or os.environ.get(TOKEN_VARIABLE) or None,
            read.optional_words("device", self.device),
            getattr(self, f"{kind}batch_size"),
            read.keywords(f"{kind}model_kwargs", getattr(self, f"{kind}model_kwargs")),
        )


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer.

    Args:
        start: its first code point in the answer.
        end: one past its last.
        needs_verification: whether it takes part.
        class_name: what the verifiability model calls it; None where no such model was asked.
        probability: how sure the model is of that.
    """

    start: int
    end: int
    needs_verification: bool = True
    class_name: str | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class PredictedReferences:
    """The sentences of one answer and the references that were found for them."""

    sentences: tuple[AnswerSentence, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def groundedness(self) -> float | None:
        """The mean over the sentences that need verification of the best score of their references.

        A sentence without a reference counts 0. None where no sentence needs verification.
        """
        best = [self._best(sentence) for sentence in self.sentences if sentence.needs_verification]
        return fmean(best) if best else None

    def _best(self, sentence: AnswerSentence) -> float:
        scores = (
            reference.score
            for reference in self.references
            if reference.answer_start_idx <= sentence.start and sentence.end <= reference.answer_end_idx
        )
        return max(scores, default=0.0)


def groundedness(predictions: Iterable[PredictedReferences]) -> float | None:
    """The mean over answers, as deepset's groundedness score: from 0 to 1 where the scores are.

    An answer in which nothing needs verification does not count; None where no answer counts.
    """
    scores = [score for one in predictions if (score := one.groundedness) is not None]
    return fmean(scores) if scores else None


@dataclass(frozen=True)
class VerifiabilityFilter:
    """Those of the wanted classes, or all of them without a classifier.

    Raises:
        InputError: the classifier does not know one of the classes.
    """

    classifier: SentenceClassifier | None
    wanted: tuple[str, ...]

    def __post_init__(self) -> None:
        strange = [] if self.classifier is None else [one for one in self.wanted if one not in self._names]
        if strange:
            known = ", ".join(self._names)
            raise InputError(
                f"needs_verification_classes: the model knows {known}, not {', '.join(strange)}."
            )

    def sentences(self, claims: Sequence[Sequence[Claim]]) -> list[list[AnswerSentence]]:
        """The sentences of each answer; those of all answers are classified together."""
        if self.classifier is None:
            return [[AnswerSentence(one.start, one.end) for one in of_answer] for of_answer in claims]
        every = [one for of_answer in claims for one in of_answer]
        rows = iter(self.classifier.probabilities(every))
        return [[self._sentence(one, next(rows)) for one in of_answer] for of_answer in claims]

    def warm_up(self) -> None:
        """Load the classifier, if there is one."""
        self.sentences([[Claim("a", 0, 1, "prose", "a")]])

    def _sentence(self, claim: Claim, row: Any) -> AnswerSentence:
        best = int(row.argmax())
        name = self._names[best]
        return AnswerSentence(claim.start, claim.end, name in self.wanted, name, float(row[best]))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return () if self.classifier is None else tuple(self.classifier.classes)
