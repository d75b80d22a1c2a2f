"""Tier ``hf``: verdicts by a model from Hugging Face, checked by typed rules.

The model is any cross-encoder, NLI or text-classification model of the hub or of a folder. Its probability is
not calibrated: a level sets how sure the model must be, and promises no error rate. A second model may detect
which sentences are claims.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from ascribe.errors import InputError, check_whole_number
from ascribe.inference.cache import LRUCache, get_or_load, hash_texts
from ascribe.inference.hub import (
    ModelSource,
    compute_folder_digest,
    find_model_folder,
    get_configured_labels,
    get_configured_model,
)
from ascribe.inference.pair_models import PairClassifier
from ascribe.inference.probabilities import compute_sigmoid, compute_softmax
from ascribe.inference.sentence_models import load_sentence_classifier
from ascribe.inference.sequence_classifier import MEANINGS, map_labels
from ascribe.inference.tokens import tokenize
from ascribe.protocols import Claim
from ascribe.records import Strictness, Verdict
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import ClaimFeatures
from ascribe.verify.decision import get_threshold
from ascribe.verify.evidence.sets import ClaimBatch
from ascribe.verify.model_verifier import ModelVerdictBuilder, ModelVerifier
from ascribe.verify.rules_verifier import RulesVerifier
from ascribe.verify.windows.nli_windows import NLIModel, build_shortlists, score_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


DEFAULT_THRESHOLDS: dict[Strictness, float] = {"loose": 0.5, "balanced": 0.7, "strict": 0.9, "paranoid": 0.99}
"""Round numbers, not fitted to anything, from "more likely than not" on. For a model that was measured on
labelled claims, pass better ones."""

PROBABILITY_DECIMALS = 4
"""Decimals of a probability. Later ones vary with the batch that a pair is read in."""

_MAX_PROBABILITY = 1.0 - 10.0**-PROBABILITY_DECIMALS
"""Upper clamp of a probability, so that a threshold of 1 is never met."""


@dataclass(frozen=True, slots=True)
class UncalibratedScore:
    """The probability of the window that the model finds most entailed; the rules do not change it.

    Args:
        thresholds: level → probability from which on a claim is supported.

    Raises:
        InputError: the thresholds do not rise from ``loose`` to ``paranoid``, above 0 and at most 1.
    """

    thresholds: Mapping[Strictness, float]

    def __post_init__(self) -> None:
        thresholds = [self.thresholds.get(level, -1.0) for level in STRICTNESS]
        if thresholds != sorted(thresholds) or not 0.0 < thresholds[0] <= thresholds[-1] <= 1.0:
            levels = ", ".join(STRICTNESS)
            raise InputError(
                f"thresholds: those of {levels} must rise, above 0 and at most 1, got {self.thresholds}."
            )

    def estimate(self, found: ClaimFeatures, objects: bool = False, confirms: bool = False) -> float:  # noqa: ARG002 - the protocol's signature
        """Return the probability, in [0, 1)."""
        return min(found.windows.entailed, _MAX_PROBABILITY)

    def get_threshold(self, level: Strictness, objected: bool = False) -> float:
        """Return the threshold of the level; see ``get_threshold``."""
        return get_threshold(self.thresholds, level, objected)


@dataclass(frozen=True, slots=True)
class HuggingFaceTier:
    """Configuration of tier ``hf``, for ``check(…, tier=HuggingFaceTier("my-model"))``.

    Args:
        model: a name on the hub or a folder; None takes the environment variable ``ASCRIBE_HF_MODEL``.
        labels: label of the model → ``entailment``, ``contradiction`` or ``neutral``, if the names in its
            configuration are not understood; None takes ``ASCRIBE_HF_LABELS``.
        claim_first: whether the model reads the claim first; None means claim first if the model has one
            output, as rerankers read the question first, else evidence first.
        languages: ISO 639-1 codes of the languages that the model reads; replies in others get the verdicts
            of the rules, with a note. None uses the model for every language.
        thresholds: level → probability from which on a claim is supported, rising from ``loose`` to
            ``paranoid``.
        sentences: a model that finds the sentences that state something; None leaves that to the rules.
        revision: revision of the model on the hub.
        token: access token for the hub; None uses the one that the hub's own library finds.
        device: device to run on, such as ``"cuda:0"``; None chooses the best one available.
        max_seq_len: tokens that are read at once. Longer evidence is read in windows; the claim is never
            truncated.
        batch_size: pairs per pass.
        model_kwargs: arguments for the library that loads the model.

    Raises:
        InputError: a value is not valid; or, when a check begins, the model is not available or its labels
            are not understood.

    Example:
        >>> names = {"LABEL_0": "contradiction", "LABEL_1": "entailment"}
        >>> HuggingFaceTier("my-model", labels=names).thresholds["loose"]
        0.5
    """

    tier: ClassVar[str] = "hf"
    model: str | os.PathLike[str] | None = None
    labels: Mapping[str, str] | None = None
    claim_first: bool | None = None
    languages: Sequence[str] | None = None
    thresholds: Mapping[Strictness, float] = field(default_factory=lambda: DEFAULT_THRESHOLDS)
    sentences: ClaimDetector | None = None
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    max_seq_len: int = 512
    batch_size: int = 16
    model_kwargs: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, least in (("max_seq_len", 16), ("batch_size", 1)):
            check_whole_number(name, getattr(self, name), least)
        if self.model is not None and not os.fspath(self.model).strip():
            raise InputError(
                "model: expected a folder or a name on the Hugging Face hub, got an empty string."
            )
        if not all(isinstance(name, str) for pair in (self.labels or {}).items() for name in pair):
            raise InputError(f"labels: expected a string for each label, got {self.labels!r}.")
        UncalibratedScore(self.thresholds)  # raises if the thresholds are not valid

    def __call__(
        self, *, strictness: Strictness = "balanced", language: str | None = None
    ) -> HuggingFaceVerifier:
        """Build a verifier; the model is loaded once per process."""
        return HuggingFaceVerifier(strictness, language, self)

    def reads(self, language: str | None) -> bool:
        """Return True if the model may be used for a reply in that language."""
        if language is None or self.languages is None:
            return True
        return language.split("-")[0].lower() in self.languages

    def load(self) -> HuggingFaceNLIModel:
        """Load the model; what the configuration leaves out comes from the environment."""
        model = get_configured_model() if self.model is None else os.fspath(self.model)
        names = get_configured_labels() if self.labels is None else self.labels
        source = ModelSource(
            "model", model, self.revision, self.token, self.device, self.batch_size, dict(self.model_kwargs)
        )
        read = (source, self.max_seq_len, names, self.claim_first)
        return get_or_load(repr(read), lambda: HuggingFaceNLIModel(*read))  # its repr hides the token


class LoadableModel(NLIModel, Protocol):
    """A model of entailment that says which it is."""

    versions: dict[str, str]


class LoadableTier(Protocol):
    """The configuration of a tier with a model that the user chooses."""

    @property
    def thresholds(self) -> Mapping[Strictness, float]:
        """Level → probability from which on a claim is supported."""
        ...

    @property
    def sentences(self) -> ClaimDetector | None:
        """The model that finds the sentences that state something, if there is one."""
        ...

    def reads(self, language: str | None) -> bool:
        """Return True if the model may be used for a reply in that language."""
        ...

    def load(self) -> LoadableModel:
        """Load the model."""
        ...


class HuggingFaceVerifier(ModelVerifier):
    """Verifier of tier ``hf``: a loaded model and the rules.

    Args:
        strictness: level whose threshold the model's probability must reach.
        language: ISO 639-1 code of the reply; None lets the rules read it as English.
        hf: configuration of the model; None takes it from the environment.

    Raises:
        InputError: no model is named, it is not available, or its labels are not understood.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    tier = "hf"
    unread_notes: ClassVar[Mapping[str, str]] = {
        "too_long": "The sentence is too long for the rules to check, so the model did not read it",
        "too_short": "The sentence alone says too little, so the model did not read it",
    }
    language_note = "The model does not read this language"
    no_evidence_note = "No passage shares any content with this sentence, so the model had nothing to read"

    def __init__(
        self,
        strictness: Strictness = "balanced",
        language: str | None = None,
        hf: LoadableTier | None = None,
    ) -> None:
        hf = hf or HuggingFaceTier()
        self._model = hf.load()
        self._statements = None if hf.sentences is None else hf.sentences.load()
        of_sentences = {} if self._statements is None else {"hf.sentences": self._statements.version}
        self.versions = {**self._model.versions, **of_sentences}
        self.rules = RulesVerifier(strictness, language)
        self.language = language
        self.reads = hf.reads(language)
        self._verdicts = ModelVerdictBuilder(
            self.tier, self.rules, strictness, UncalibratedScore(hf.thresholds), self._model
        )
        self.thresholds = self._verdicts.thresholds

    def _apply_rules(self, batch: ClaimBatch) -> list[Verdict]:
        """Return the verdicts of the rules, ``not_checkable`` for sentences that need no verification.

        A sentence that the rules contradict states something, so the detector does not see it.
        """
        ruled = super()._apply_rules(batch)
        if self._statements is None:
            return ruled
        asked = [i for i, v in enumerate(ruled) if v.status not in ("not_checkable", "contradicted")]
        classes = self._statements.find_other_classes([batch.claims[i] for i in asked])
        others = dict(zip(asked, classes, strict=True))
        return [
            Verdict("not_checkable", "no_statement", self.tier, details={"class": others[i]})
            if others.get(i)
            else verdict
            for i, verdict in enumerate(ruled)
        ]

    def _extract_features(self, batch: ClaimBatch, readable: Sequence[int]) -> dict[int, ClaimFeatures]:
        """Return the scores of the model for each claim that shares content with a sentence."""
        lists = build_shortlists(batch, readable)
        members = {member for one in lists.values() for member in one.sentences}
        lengths = {member: len(tokenize(batch.evidence[member].text)) for member in members}
        sets = {i: one.windows(lengths) for i, one in lists.items()}
        read = score_windows(batch.claims, sets, batch.evidence, self._model)
        return {
            i: ClaimFeatures(one.to_window_scores(read[i]), batch.scores.joint(i, one.best[:1]))
            for i, one in lists.items()
        }


CACHE_SIZE = 20_000
"""Pairs whose probabilities are cached."""


class HuggingFaceNLIModel:
    """A cross-encoder, NLI or text-classification model that scores how far evidence entails a claim.

    Several outputs become probabilities by softmax; a single output becomes the probability of entailment by
    the sigmoid. The claim is never truncated: see ``PairClassifier``. If the evidence is read in windows, the
    most entailed window counts, for contradiction too. A pair is read once while it is cached; threads take
    turns, because a tokenizer is not thread-safe.

    Args:
        source: the model to load.
        max_seq_len: tokens of the evidence and the claim that are read at once.
        names: label → the name to use for it, if its own is not understood.
        claim_first: whether the model reads the claim first; None means claim first if there is one output,
            as rerankers read the question first, else evidence first.

    Raises:
        InputError: the model is not available, or its labels are not understood.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(
        self, source: ModelSource, max_seq_len: int, names: Mapping[str, str], claim_first: bool | None = None
    ) -> None:
        def find_entailment_label(labels: Sequence[str]) -> str | None:
            said = map_labels(source, labels, names)
            return labels[said.index("entailment")] if len(labels) > 1 else None

        self._source = source
        self._pairs = PairClassifier(source, max_seq_len, find_entailment_label, claim_first)
        self.labels = self._pairs.labels
        self.meanings = map_labels(source, self.labels, names)
        self.versions = {
            "hf.model": str(source.model),
            "hf.files": compute_folder_digest(find_model_folder(source)),
            "hf.labels": ", ".join(
                f"{label}: {said}" for label, said in zip(self.labels, self.meanings, strict=True)
            ),
        }
        self._memory: LRUCache[Matrix] = LRUCache(CACHE_SIZE)
        self._lock = Lock()

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return an array of shape (pairs, 3) for pairs (evidence, claim), rounded to four decimals.

        Raises:
            InputError: the model cannot be loaded, or returns a value that is not a finite number.
        """
        if not pairs:
            return np.empty((0, len(MEANINGS)))
        keys = [hash_texts(evidence, claim) for evidence, claim in pairs]
        return np.stack(self._memory.all(keys, lambda new: self._read([pairs[n] for n in new])))

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[Matrix]:
        with self._lock:
            logits = self._pairs.logits([(claim, evidence) for evidence, claim in pairs])
        if not np.isfinite(logits).all():
            raise InputError(
                f"{self._source.shown} returned a value that is not a finite number; use another model."
            )
        activate = compute_sigmoid if logits.shape[1] == 1 else compute_softmax
        shares = activate(logits).round(PROBABILITY_DECIMALS)
        found = np.zeros((len(pairs), len(MEANINGS)))
        if len(self.meanings) == 1:
            found[:, MEANINGS.index("neutral")] = (1.0 - shares[:, 0]).round(PROBABILITY_DECIMALS)
        for column, meaning in zip(shares.T, self.meanings, strict=True):
            found[:, MEANINGS.index(meaning)] += column
        return [row.copy() for row in found]  # a view would keep the whole array in memory


@dataclass(frozen=True, slots=True)
class ClaimDetector:
    """A SetFit model, or any text-classification model, that finds the sentences that need verification.

    Args:
        model: a folder or a name on the hub.
        needs: classes of sentences that are checked; all others are ``not_checkable``.
        revision: revision of the model on the hub.
        token: access token for the hub; None uses the one that the hub's own library finds.
        device: device to run on; None chooses the best one available.
        batch_size: sentences per pass.
        model_kwargs: arguments for the library that loads the model; ``allow_pickled_head=True`` is the
            consent to load the head of a SetFit model, which is a pickle and can run code.

    Raises:
        InputError: when a check begins, if the model is not available or lacks one of these classes.
    """

    model: str | os.PathLike[str]
    needs: Sequence[str] = ("needs_verification",)
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    batch_size: int = 32
    model_kwargs: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> LoadedClaimDetector:
        """Load the model, once per process."""
        source = ModelSource(
            "model",
            os.fspath(self.model),
            self.revision,
            self.token,
            self.device,
            self.batch_size,
            dict(self.model_kwargs),
        )
        return get_or_load(repr((source, tuple(self.needs))), lambda: LoadedClaimDetector(source, self.needs))


class LoadedClaimDetector:
    """Separates claims that need verification from those that do not. Threads take turns."""

    def __init__(self, source: ModelSource, needs: Sequence[str]) -> None:
        self._classifier = load_sentence_classifier(source)
        self._needs, self._lock = tuple(needs), Lock()
        known = self._classifier.classes
        strange = [name for name in self._needs if name not in known]
        if strange or not self._needs:
            wrong = ", ".join(strange) or "none"
            raise InputError(
                f"needs: choose from the classes of {source.shown} ({', '.join(known)}); got {wrong}."
            )
        self.version = f"{source.model} {compute_folder_digest(find_model_folder(source))}"

    def find_other_classes(self, claims: Sequence[Claim]) -> list[str | None]:
        """Return the class of each claim that needs no verification, None for the others."""
        with self._lock:
            rows = self._classifier.probabilities(claims)
        names = [self._classifier.classes[row.argmax()] for row in rows]
        return [None if name in self._needs else name for name in names]
