"""What users name or hand in as a model → an object that reads pairs, or one that classifies sentences."""

from __future__ import annotations

from typing import Any

from ascribe.errors import InputError
from ascribe.hugging_face.source import ModelSource
from ascribe.stages import PairModel, SentenceClassifier

BUILTIN = "builtin"


def pair_model(source: ModelSource, max_seq_len: int) -> PairModel:
    """The reader of pairs.

    Args:
        source: a name on the hub, a folder, ``builtin`` or None, or an object that is a ``PairModel``.
        max_seq_len: tokens that it may read at once.

    Raises:
        InputError: it cannot be had; the message says how it can.
        MissingExtraError: it needs the extra ``hf``.
    """
    if source.model is None or source.model == BUILTIN:
        from ascribe.neural.verifier_pairs import VerifierPairs

        _check_builtin(source)
        return VerifierPairs(max_seq_len)
    if isinstance(source.model, str):
        from ascribe.hugging_face.pairs import PairClassifier

        return PairClassifier(source, max_seq_len)
    found: PairModel = _with_methods(source, "labels", "logits")
    return found


def sentence_classifier(source: ModelSource, language: str) -> SentenceClassifier:
    """The classifier of sentences, from what ``pair_model`` takes; errors as there."""
    if source.model == BUILTIN:
        from ascribe.verify.verifiability import VerifiabilityRules

        _check_builtin(source)
        return VerifiabilityRules(language)
    if isinstance(source.model, str):
        from ascribe.hugging_face.sentences import load_sentence_classifier

        return load_sentence_classifier(source)
    found: SentenceClassifier = _with_methods(source, "classes", "probabilities")
    return found


def _check_builtin(source: ModelSource) -> None:
    """Refuses what only a loaded model can use."""
    revision = source.parameter.removesuffix("model") + "revision"
    for name, value in ((revision, source.revision), (source.keywords_name, source.keywords)):
        if value:
            raise InputError(f"{name}: the built-in model takes none; leave it out.")


def _with_methods(source: ModelSource, *names: str) -> Any:
    missing = [name for name in names if not hasattr(source.model, name)]
    if missing:
        raise InputError(
            f"{source.parameter}: a {type(source.model).__name__} has no '{missing[0]}'; give a name, a "
            f"folder, 'builtin', or an object with {' and '.join(names)}."
        )
    return source.model
