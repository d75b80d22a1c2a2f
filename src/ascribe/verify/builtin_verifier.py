"""Tiers ``builtin`` and ``large``: models of ours decide, and the typed rules object.

Both read the same windows, and each has a combiner of its own; ``large`` has a verifier of twelve layers, in
a package of its own, in place of the small one. The models give one probability per claim. A claim at or
above the threshold of the level is ``supported`` unless a rule objects: then the finding of the rule
decides. The models read English; claims in other languages get the verdict of tier ``rules``, with a note.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import get_model_versions, get_verifier_path, get_weights_folder
from ascribe.inference.nli import EntailmentModel
from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Strictness, Verdict
from ascribe.verify.combiner import load_combiner, load_shipped_combiner
from ascribe.verify.features import extract_features
from ascribe.verify.model_verifier import ModelVerdictBuilder, fall_back_to_rules
from ascribe.verify.refinement import StatementRefinement
from ascribe.verify.rules_verifier import RulesVerifier

MODEL_LANGUAGES = ("en",)
"""Languages that the models read. Their word pieces and nearly all of their training data are English."""

_UNREAD_NOTES = {
    "too_long": "The sentence is too long for the built-in models",
    "too_short": "The sentence alone says too little for the built-in models",
    "other_language": "The built-in models cannot compare two languages",
}
"""Reason of the rules → note on the verdict. Claims with these reasons are not given to the models."""

_SHARED_FILES = ("encoder.onnx", "tokenizer.json")
"""Files of the small models that tier ``large`` uses too."""

_NOT_ENGLISH = "The built-in models read English only"
_NOTHING_NEAR = "No passage shares any content with this sentence, so the built-in models had nothing to read"


class BuiltinVerifier(StatementRefinement):
    """Verifier of tier ``builtin``: the shipped models and the rules.

    Args:
        strictness: level whose threshold the probability must reach.
        language: ISO 639-1 code of the reply; None is read as English.
        calibration: a file written by ``ascribe calibrate``; None uses the shipped one.

    Raises:
        InputError: the calibration file is missing or was made for another version.
        ModelFileError: a model file is missing or damaged.
    """

    tier = "builtin"

    def __init__(
        self,
        strictness: Strictness = "balanced",
        language: str | None = None,
        calibration: Path | None = None,
    ) -> None:
        folder = get_weights_folder(self.tier)
        self.rules = RulesVerifier(strictness, language)
        self.language = language
        self.combiner = load_combiner(calibration) if calibration else load_shipped_combiner(folder)
        self.reads = language is None or language.split("-")[0].lower() in MODEL_LANGUAGES
        self.versions = {
            **self._get_versions(),
            **({calibration.name: _compute_digest(calibration)} if calibration else {}),
        }
        self._model = EntailmentModel(get_verifier_path(self.tier))
        self._verdicts = ModelVerdictBuilder(self.tier, self.rules, strictness, self.combiner, self._model)
        self.thresholds = self._verdicts.thresholds

    def _get_versions(self) -> dict[str, str]:
        """Return the digests of the files that decide the verdicts."""
        return get_model_versions()

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """Return one verdict per claim, in order."""
        ruled = self.rules.verify(claims, evidence, cited, scores)
        if not self.reads:
            return [fall_back_to_rules(verdict, self.tier, _NOT_ENGLISH) for verdict in ruled]
        asked = [
            i for i, v in enumerate(ruled) if v.status != "not_checkable" and v.reason not in _UNREAD_NOTES
        ]
        found = extract_features(claims, asked, evidence, cited, scores, Encoder(), self._model)
        judged = self._verdicts.judge(found, ruled, claims, evidence, scores)
        return [
            judged[i] if i in judged else self._build_unread_verdict(verdict)
            for i, verdict in enumerate(ruled)
        ]

    def _build_unread_verdict(self, verdict: Verdict) -> Verdict:
        """Return the verdict on a claim that the models did not read.

        A claim that is not checkable keeps its status in this tier; any other claim gets the verdict of the
        rules.
        """
        if verdict.status == "not_checkable":
            return replace(verdict, tier=self.tier)
        return fall_back_to_rules(verdict, self.tier, _UNREAD_NOTES.get(verdict.reason, _NOTHING_NEAR))


class LargeVerifier(BuiltinVerifier):
    """Verifier of tier ``large``: the same with a larger model in a package of its own.

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
