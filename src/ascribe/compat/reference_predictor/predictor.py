"""``ReferencePredictor``, its results, and the filter for sentences that need verification."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import Any

from ascribe.compat.reference_predictor import parameters
from ascribe.compat.reference_predictor.models import (
    ACTIVATIONS,
    NOT_GROUNDED,
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
from ascribe.errors import InputError, check_whole_number
from ascribe.inference.hub import ModelSource
from ascribe.protocols import Claim, PairModel, SentenceClassifier
from ascribe.records import Reference

_LOG = logging.getLogger(__name__)

DEFAULT_MODEL = "cross-encoder/ms-marco-MiniLM-L-6-v2"
DEFAULT_VERIFIABILITY_MODEL = "tstadel/answer-classification-setfit-v2-binary"
NEEDS_VERIFICATION = "needs_verification"
TOKEN_VARIABLE = "HF_API_TOKEN"  # noqa: S105 - the name of a variable

MIN_SEQ_LEN = 16
"""Minimum of ``max_seq_len``: room for a few words of both spans."""


@dataclass(frozen=True, eq=False)
class ReferencePredictor:
    """Finds for each sentence of an answer the document span that it is based on.

    The parameters are those of deepset's component of that name; ``docs/reference-predictor.md`` describes
    each of them. The default models are on the hub and need the extra ``hf`` and a download; ``"builtin"``
    for both needs neither.

    Args:
        model: the model that scores pairs of an answer span and a document span: a name on the hub, a folder,
            or a ``PairModel`` object; ``"builtin"`` or None for the built-in models, trained on English.
        revision: revision of the model on the hub.
        max_seq_len: tokens that are read at once. A longer document span is read in windows, and the best one
            counts; the answer span is never cut.
        language: ISO 639-1 code of answers and documents, for sentence splitting; ``de-AT`` means ``de``.
        device: where a loaded model runs, such as ``"cuda:0"``; None selects the best one available.
        batch_size: pairs per forward pass of a loaded model.
        answer_window_size: sentences in one answer span.
        document_window_size: sentences in one document span.
        token: token for the hub; None uses the environment variable ``HF_API_TOKEN``.
        function_to_apply: converts the model's values to scores: ``sigmoid``, ``softmax`` or ``none``.
        min_score_2_label_thresholds: label → minimum score, or minimum score → label.
        label_2_score_map: for a model with several labels: predicted label → score.
        reference_threshold: cite every span whose score reaches it; None cites the best one.
        default_class: the label if no minimum score is reached. If there are no minimum scores, the default
            would be wrong about every reference, so their label is ``unlabelled``.
        verifiability_model: the model that decides which sentences need verification: as ``model``, or a
            ``SentenceClassifier`` object; with None, all sentences need it.
        verifiability_revision: revision of that model.
        verifiability_batch_size: sentences per forward pass of that model.
        needs_verification_classes: the classes of sentences that are included; None means
            ``["needs_verification"]``, an empty list includes no sentence.
        use_split_rules: join sentences of an answer that belong together, such as those of one quotation.
        extend_abbreviations: use more abbreviations for sentence splitting, for English and German.
        answer_stride: sentences from the start of one answer span to the start of the next.
        document_stride: the same for documents.
        model_kwargs: keyword arguments for the library that loads the model.
        verifiability_model_kwargs: the same for the other model; ``allow_pickled_head=True`` allows loading a
            pickled head, which can run code.

    Raises:
        InputError: a value is invalid, values are incompatible, or a model cannot be loaded.
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
    default_class: str = NOT_GROUNDED
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
            check_whole_number(name, getattr(self, name))
        check_whole_number("max_seq_len", self.max_seq_len, MIN_SEQ_LEN)
        if self.reference_threshold is not None:
            parameters.check_number("reference_threshold", self.reference_threshold)
        self._check_windows()
        self._splitter.warn()
        _ = self._labelling, self._verifiability  # reject invalid values now, not at the first answer

    def run(self, answers: Iterable[Any]) -> dict[str, list[Any]]:
        """Return ``{"answers": [...]}``: copies in order, each with a list ``_references`` in its ``meta``.

        Args:
            answers: answers of an ``AnswerBuilder``, ours or Haystack's, or dicts with ``data``,
                ``documents`` and ``meta``.

        Raises:
            InputError: one of them is not an answer; the message says which.
        """
        given = read_answers(answers)
        found = self._predict(given)
        pairs = zip(given, found, strict=True)
        return {"answers": [answer.with_references(one.references) for answer, one in pairs]}

    def predict(self, answers: Iterable[Any]) -> list[PredictedReferences]:
        """Return the sentences and references of each answer as records."""
        return self._predict(read_answers(answers))

    def warm_up(self) -> None:
        """Load the models now instead of at the first answer."""
        self._pair_model.logits([("a", "a")])
        self._verifiability.warm_up()

    def _predict(self, answers: Sequence[GivenAnswer]) -> list[PredictedReferences]:
        sentences = self._verifiability.sentences([self._splitter.claims(a.text) for a in answers])
        texts = dict.fromkeys(document.text for answer in answers for document in answer.documents)
        document_spans = {text: self._document_spans(text) for text in texts}
        pairs_of_answers = [
            list(build_span_pairs(answer, self._answer_spans(own), document_spans))
            for answer, own in zip(answers, sentences, strict=True)
        ]
        scored = self._score(pairs_of_answers)
        return [
            PredictedReferences(tuple(own), tuple(select_references(pairs, scored, self.reference_threshold)))
            for own, pairs in zip(sentences, pairs_of_answers, strict=True)
        ]

    def _answer_spans(self, sentences: Sequence[AnswerSentence]) -> list[tuple[int, int]]:
        """Return the windows that contain a sentence that needs verification."""
        units = [(one.start, one.end) for one in sentences]
        needed = [(one.start, one.end) for one in sentences if one.needs_verification]
        windows = build_window_spans(units, self.answer_window_size, self.answer_stride)
        return [
            (start, end) for start, end in windows if any(start <= one[0] and one[1] <= end for one in needed)
        ]

    def _document_spans(self, text: str) -> list[tuple[int, int]]:
        return build_window_spans(self._splitter.units(text), self.document_window_size, self.document_stride)

    def _score(self, answers: Sequence[Sequence[SpanPair]]) -> PairScores:
        """Score every distinct pair of texts that can become a reference, each once."""
        pairs = list(dict.fromkeys(one.pair for of_answer in answers for one in of_answer))
        model = self._pair_model
        if not isinstance(model, BoundedPairModel) or not pairs:
            return self._score_pairs(pairs)
        highest = self._labelling.convert(model.bounds(pairs))
        bounds = {pair: score for pair, (score, _) in zip(pairs, highest, strict=True)}
        return score_best_first(answers, bounds, self._score_pairs, self.reference_threshold)

    def _score_pairs(self, pairs: Sequence[Pair]) -> PairScores:
        if not pairs:
            return {}
        return dict(zip(pairs, self._labelling.convert(self._pair_model.logits(pairs)), strict=True))

    def _check_windows(self) -> None:
        for side in ("answer", "document"):
            size = check_whole_number(f"{side}_window_size", getattr(self, f"{side}_window_size"))
            stride = check_whole_number(f"{side}_stride", getattr(self, f"{side}_stride"))
            if stride > size:
                _LOG.warning(
                    "%s_stride %d is larger than %s_window_size %d: sentences between windows are not read.",
                    *(side, stride, side, size),
                )

    @cached_property
    def _language(self) -> str:
        return parameters.parse_language("language", self.language)

    @cached_property
    def _splitter(self) -> SentenceSplitter:
        return SentenceSplitter(
            self._language,
            parameters.check_bool("use_split_rules", self.use_split_rules),
            parameters.check_bool("extend_abbreviations", self.extend_abbreviations),
        )

    @cached_property
    def _labelling(self) -> Labelling:
        return Labelling(
            function_to_apply=parameters.check_choice(
                "function_to_apply", self.function_to_apply, tuple(ACTIVATIONS)
            ),
            minimums=parameters.parse_label_minimums(
                "min_score_2_label_thresholds", self.min_score_2_label_thresholds
            ),
            label_2_score_map=parameters.check_label_scores("label_2_score_map", self.label_2_score_map),
            default_class=parameters.check_text("default_class", self.default_class),
            labels=tuple(self._pair_model.labels),
        )

    @cached_property
    def _pair_model(self) -> PairModel:
        return resolve_pair_model(self._source(""), self.max_seq_len)

    @cached_property
    def _verifiability(self) -> VerifiabilityFilter:
        name = "needs_verification_classes"
        wanted = parameters.check_class_names(name, self.needs_verification_classes, (NEEDS_VERIFICATION,))
        if self.verifiability_model is None:
            return VerifiabilityFilter(None, wanted)
        return VerifiabilityFilter(
            resolve_sentence_classifier(self._source("verifiability_"), self._language), wanted
        )

    def _source(self, kind: str) -> ModelSource:
        """Return the source of the pair model (kind ``""``) or the sentence model (``"verifiability_"``)."""
        return ModelSource(
            f"{kind}model",
            getattr(self, f"{kind}model"),
            parameters.check_optional_text(f"{kind}revision", getattr(self, f"{kind}revision")),
            parameters.check_optional_text("token", self.token) or os.environ.get(TOKEN_VARIABLE) or None,
            parameters.check_optional_text("device", self.device),
            getattr(self, f"{kind}batch_size"),
            parameters.check_keywords(f"{kind}model_kwargs", getattr(self, f"{kind}model_kwargs")),
        )


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer.

    Args:
        start: index of its first code point in the answer.
        end: index one past its last code point.
        needs_verification: whether it needs references.
        class_name: the class that the verifiability model predicts; None without such a model.
        probability: the probability of that class.
    """

    start: int
    end: int
    needs_verification: bool = True
    class_name: str | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class PredictedReferences:
    """The sentences of one answer and the references found for them."""

    sentences: tuple[AnswerSentence, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def groundedness(self) -> float | None:
        """The mean, over the sentences that need verification, of the best score of their references.

        A sentence without a reference counts as 0. None if no sentence needs verification.
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
    """Return the mean groundedness of the answers, like deepset's score: in [0, 1] if the scores are.

    An answer in which nothing needs verification is skipped; None if all are skipped.
    """
    scores = [score for one in predictions if (score := one.groundedness) is not None]
    return fmean(scores) if scores else None


@dataclass(frozen=True)
class VerifiabilityFilter:
    """Marks the sentences of the wanted classes; without a classifier, all sentences.

    Raises:
        InputError: the classifier does not have one of the classes.
    """

    classifier: SentenceClassifier | None
    wanted: tuple[str, ...]

    def __post_init__(self) -> None:
        strange = [] if self.classifier is None else [one for one in self.wanted if one not in self._names]
        if strange:
            known = ", ".join(self._names)
            raise InputError(f"needs_verification_classes: the model has {known}, not {', '.join(strange)}.")

    def sentences(self, claims: Sequence[Sequence[Claim]]) -> list[list[AnswerSentence]]:
        """Classify the sentences of all answers in one call; return them grouped by answer."""
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
