"""Tiers ``builtin`` and ``large``: models of ours decide, and the typed rules object.

Both read the same windows, and each has a combiner of its own; in ``large`` a verifier of twelve layers, from
a package of its own, reads them beside the small one. The models give one probability per claim. A claim at
or above the threshold of the level is ``supported`` unless a rule objects: then the finding of the rule
decides. The models read English; claims in other languages get the verdict of tier ``rules``, with a note.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import get_model_versions, get_weights_folder
from ascribe.inference.nli import load_entailment_model
from ascribe.records import Strictness
from ascribe.text.language_detection import is_mostly_english
from ascribe.verify.combiner import ClaimFeatures, extract_features, load_combiner, load_shipped_combiner
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext
from ascribe.verify.model_verifier import ModelVerdictBuilder, ModelVerifier
from ascribe.verify.rules_verifier import RulesVerifier

MODEL_LANGUAGES = ("en",)
"""Languages that the models read. Their word pieces and nearly all of their training data are English."""

_SHARED_FILES = ("encoder.onnx", "tokenizer.json", "verifier.onnx")
"""Files of the small models that tier ``large`` uses too."""


class BuiltinVerifier(ModelVerifier):
    """Verifier of tier ``builtin``: the shipped models and the rules.

    Args:
        strictness: level whose threshold the probability must reach.
        language: ISO 639-1 code of the reply; None is read as English.
        calibration: a file written by ``ascribe calibrate``; None uses the shipped one.

    Raises:
        InputError: the calibration file is missing or was made for another version or tier.
        ModelFileError: a model file is missing or damaged.
    """

    tier = "builtin"
    unread_notes: ClassVar[Mapping[str, str]] = {
        "too_long": "The sentence is too long for the built-in models",
        "too_short": "The sentence alone says too little for the built-in models",
        "other_language": "The built-in models cannot compare two languages",
    }
    language_note = "The built-in models read English only"
    no_evidence_note = (
        "No passage shares any content with this sentence, so the built-in models had nothing to read"
    )

    def __init__(
        self,
        strictness: Strictness = "balanced",
        language: str | None = None,
        calibration: Path | None = None,
    ) -> None:
        self.rules = RulesVerifier(strictness, language)
        self.language = language
        self.combiner = (
            load_combiner(calibration, self.tier) if calibration else load_shipped_combiner(self.tier)
        )
        self.reads = language is None or language.split("-")[0].lower() in MODEL_LANGUAGES
        self.versions = {
            **self._get_versions(),
            **({calibration.name: _compute_digest(calibration)} if calibration else {}),
        }
        self._model = load_entailment_model(self.tier)
        self._verdicts = ModelVerdictBuilder(self.tier, self.rules, strictness, self.combiner, self._model)
        self.thresholds = self._verdicts.thresholds

    def _get_versions(self) -> dict[str, str]:
        """Return the digests of the files that decide the verdicts."""
        return get_model_versions()

    def _is_read(self, case: ClaimContext) -> bool:
        """Return True unless the language of the claim is not known, and nothing tells that it is English."""
        if case.text.language is not None or is_mostly_english(case.text.text):
            return True
        return any(one.document.language in MODEL_LANGUAGES for one in case.evidence)

    def _extract_features(self, batch: ClaimBatch, readable: Sequence[int]) -> dict[int, ClaimFeatures]:
        return extract_features(batch, readable, Encoder(), self._model)


class LargeVerifier(BuiltinVerifier):
    """Verifier of tier ``large``: the same with a larger model beside the small one.

    Raises:
        MissingExtraError: the package ascribe-large is not installed.
    """

    tier = "large"

    def _get_versions(self) -> dict[str, str]:
        """Return the digests of the shared files and of those of the large package."""
        shared = {name: digest for name, digest in get_model_versions().items() if name in _SHARED_FILES}
        own = get_model_versions(get_weights_folder(self.tier))
        return shared | {f"large/{name}": digest for name, digest in own.items()}


def _compute_digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
