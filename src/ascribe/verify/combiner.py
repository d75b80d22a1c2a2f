"""The features of a claim, and the combiner: a logistic model from them to the probability of support.

Entailment is computed for windows: the best single sentences, the cited set, and as many of the best
sentences as fit together. The cosine complements it: a small model misreads long noisy pages.

The combiner reads ``FEATURES`` and has a threshold for each strictness level. Its numbers are fitted on
labelled pairs that no model was trained on (``make calibration``), or on a user's own (``ascribe
calibrate``), and are stored in a JSON file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ascribe.errors import InputError
from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import get_weights_folder, verify_file
from ascribe.inference.tokens import tokenize
from ascribe.records import Strictness
from ascribe.records.source_sentence import SourceSentence
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.decision import get_threshold
from ascribe.verify.evidence.sets import ClaimBatch
from ascribe.verify.windows.nli_windows import (
    NLIModel,
    ScoredWindow,
    Shortlist,
    WindowScores,
    build_shortlists,
    score_windows,
)

FEATURES = ("joint_entailed", "best_entailed", "best_contradicted", "cosine", "length", "sentences")
"""The names, in the order of ``ClaimFeatures.features``. Entailment and contradiction are log odds, clipped
at ±6; lengths are logarithms of the numbers of tokens and of sentences. Left out, because their fitted
weights were zero or they gained nothing on pairs kept aside: contradiction by the joint window, coverage of
the claim's words, and alignment of its tokens."""

FEATURE_SIGNS = (1, 1, -1, 1, 0, 0)
"""Sign of each feature: 1 if it may only raise the probability, -1 if it may only lower it, 0 if either."""

_MAX_LOG_ODDS = 6.0


@dataclass(frozen=True, slots=True)
class ClaimFeatures:
    """The findings of the models for one claim.

    Args:
        windows: entailment scores of the windows.
        covered: weighted share of the claim's words that the best sentence contains.
        features: in the order of ``FEATURES``; empty for a model whose own probability is used.
    """

    windows: WindowScores
    covered: float
    features: tuple[float, ...] = ()


NEAR_COSINE = 0.4
"""Cosine of a sentence and a claim from which on the sentence may be evidence. Of 18 ticks that rested on
sentences below it alone, on written claims and replies for calibration, 3 printed what decides the claim; of
208 others 130 did: the verifier takes such sentences for evidence because the claim sounds likely."""


def extract_features(
    batch: ClaimBatch, indices: Sequence[int], encoder: Encoder, model: NLIModel
) -> dict[int, ClaimFeatures]:
    """Return the features of each claim in ``indices`` that shares content with a sentence."""
    shortlists, evidence = build_shortlists(batch, indices), batch.evidence
    lengths = {s: len(tokenize(evidence[s].text)) for each in shortlists.values() for s in each.sentences}
    windows = score_windows(
        batch.claims, {i: each.windows(lengths) for i, each in shortlists.items()}, evidence, model
    )
    cosines = _compute_cosines(shortlists, evidence, encoder)
    return {
        i: ClaimFeatures(
            each.to_window_scores(
                windows[i], frozenset(s for s, cosine in cosines[i].items() if cosine >= NEAR_COSINE)
            ),
            batch.scores.joint(i, each.best[:1]),
            (
                *_compute_entailment_features(windows[i]),
                max(cosines[i][s] for s in each.best),
                math.log1p(len(tokenize(each.claim))),
                math.log1p(len(evidence)),
            ),
        )
        for i, each in shortlists.items()
    }


def _compute_cosines(
    shortlists: Mapping[int, Shortlist], evidence: Sequence[SourceSentence], encoder: Encoder
) -> dict[int, dict[int, float]]:
    """Return for each claim the cosine of each of its sentences with it."""
    claims = [each.claim for each in shortlists.values()]
    said = [evidence[s].text for each in shortlists.values() for s in each.sentences]
    texts = list(dict.fromkeys([*claims, *said]))
    vectors = dict(zip(texts, encoder.embed(texts), strict=True))
    return {
        i: {s: float(vectors[evidence[s].text] @ vectors[each.claim]) for s in each.sentences}
        for i, each in shortlists.items()
    }


def _compute_entailment_features(windows: Sequence[ScoredWindow]) -> tuple[float, float, float]:
    """Return the first three of ``FEATURES``; the joint window comes first, the best sentence second."""
    return (
        _compute_log_odds(windows[0].entailed),
        _compute_log_odds(max(window.entailed for window in windows)),
        _compute_log_odds(max(window.contradicted for window in windows[:2])),
    )


def _compute_log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return min(max(math.log(clipped / (1 - clipped)), -_MAX_LOG_ODDS), _MAX_LOG_ODDS)


FILE_NAME = "combiner.json"

_REMEDY = "make one with ascribe calibrate"


@dataclass(frozen=True, slots=True)
class Combiner:
    """A fitted logistic model.

    Args:
        tier: the tier whose models give the features.
        features: names, in the order of ``means``, ``scales`` and ``weights``.
        means: subtracted from the features.
        scales: divisors of the features.
        weights: weights of the standardised features.
        bias: log odds at the means.
        supported: level → probability from which on a claim is supported; never falls from ``loose`` to
            ``paranoid``.
        confirmation: added to the log odds if the rules confirm the claim; not below 0.
        objection: added to the log odds if a rule objects; not above 0.
        fitted_on: file → number of its statements that the combiner was fitted on.
    """

    tier: str
    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float
    supported: dict[Strictness, float]
    confirmation: float
    objection: float
    fitted_on: dict[str, int]

    def get_threshold(self, level: Strictness, objected: bool = False) -> float:
        """Return the probability that a claim needs; see ``get_threshold``."""
        return get_threshold(self.supported, level, objected)

    def estimate(self, found: ClaimFeatures, objects: bool = False, confirms: bool = False) -> float:
        """Return the probability that the claim with these features is supported."""
        return self.probability(found.features, objects, confirms)

    def probability(self, features: Sequence[float], objects: bool = False, confirms: bool = False) -> float:
        """Return the probability, in [0, 1], for features in the order of ``features``.

        Args:
            features: the features of the claim.
            objects: whether a rule objects to the claim.
            confirms: whether the rules confirm all of the claim.
        """
        parts = zip(features, self.means, self.scales, self.weights, strict=True)
        odds = self.bias + sum(weight * (value - mean) / scale for value, mean, scale, weight in parts)
        odds += (self.objection if objects else 0.0) + (self.confirmation if confirms else 0.0)
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, odds))))


def load_shipped_combiner(tier: str = "builtin") -> Combiner:
    """Load the combiner that comes with the models of a tier."""
    return load_combiner(verify_file(get_weights_folder(tier) / FILE_NAME), tier)


def load_combiner(path: Path, tier: str = "builtin") -> Combiner:
    """Load the combiner of a tier from a JSON file.

    Raises:
        InputError: the file is missing, is not a combiner of this version, or is for another tier, whose
            models give other numbers; the message names the file.
    """
    import msgspec

    try:
        combiner = msgspec.json.decode(path.read_bytes(), type=Combiner)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {_REMEDY}.") from error
    except msgspec.DecodeError as error:
        raise InputError(f"{path}: not a calibration file ({error}); {_REMEDY}.") from error
    fault = _find_fault(combiner)
    if fault:
        raise InputError(f"{path}: {fault}; {_REMEDY}.")
    if combiner.tier != tier:
        raise InputError(
            f"{path}: it was made for tier '{combiner.tier}', not for '{tier}'; {_REMEDY} --tier {tier}."
        )
    return combiner


def _find_fault(combiner: Combiner) -> str:
    """Return what is wrong with the combiner; empty if nothing is."""
    thresholds = [combiner.supported.get(level, -1.0) for level in STRICTNESS]
    if combiner.features != FEATURES:
        return "it was made for other features"
    if any(len(part) != len(FEATURES) for part in (combiner.means, combiner.scales, combiner.weights)):
        return "it needs one mean, scale and weight for each feature"
    if min(combiner.scales) <= 0.0:
        return "a scale is not above 0"
    if combiner.confirmation < 0.0 or combiner.objection > 0.0:
        return "confirmation must not be below 0, nor objection above 0"
    if thresholds != sorted(thresholds) or not 0.0 <= thresholds[0] <= thresholds[-1] <= 1.0:
        return f"the thresholds of {', '.join(STRICTNESS)} must rise, from 0 to 1"
    return ""
