"""A sentence and its opposite are never both supported by the same source; equal sentences are not wrong."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from tests.laws.oppositions import Pair, list_equivalences, list_oppositions
from tests.verdicts import get_verdict

from ascribe.text.package_data import load_package_json
from ascribe.verify.cues import has_cues

LOCAL_TIERS = {"rules": None, "builtin": ("en", "de", "zh")}
"""Tier → the languages tested; in all but English the rules decide in tier ``builtin``, too."""

KINDS = (
    "modality", "plan", "cause", "order", "time", "quantifier", "comparison", "opposites", "date", "unit",
    "roles", "negation",
)  # fmt: skip

LEAST_SUPPORTED = 0.25
"""Share of the equal pairs of a language that are supported; between a third and three quarters are."""


def _group_by_kind(pairs: list[Pair]) -> list[tuple[str, str, list[Pair]]]:
    ordered = sorted(pairs, key=lambda one: (one.kind, one.language))
    groups = groupby(ordered, key=lambda one: (one.kind, one.language))
    return [(kind, language, list(members)) for (kind, language), members in groups]


def _build_cases(pairs: list[Pair]) -> list[Any]:
    """Return a case for each tier, kind and language."""
    return [
        pytest.param(kind, language, members, tier, id=f"{kind}-{language}-{tier}")
        for tier, languages in LOCAL_TIERS.items()
        for kind, language, members in _group_by_kind(pairs)
        if languages is None or language in languages
    ]


OPPOSED, EQUAL = _build_cases(list_oppositions()), _build_cases(list_equivalences())


def _find_status(pair: Pair, tier: str) -> str:
    return get_verdict(pair.claim, pair.source, tier=tier, language=pair.language).status


@pytest.mark.parametrize(("kind", "language", "pairs", "tier"), OPPOSED)
def test_opposite_is_never_supported(kind: str, language: str, pairs: list[Pair], tier: str) -> None:
    passed = [one for one in pairs if _find_status(one, tier) == "supported"]
    assert passed == [], f"{kind} in {language}"


@pytest.mark.parametrize(("kind", "language", "pairs", "tier"), EQUAL)
def test_equal_sentence_is_never_called_false(kind: str, language: str, pairs: list[Pair], tier: str) -> None:
    wrong = [one for one in pairs if _find_status(one, tier) in ("contradicted", "unsupported")]
    assert wrong == [], f"{kind} in {language}"


@pytest.mark.parametrize("tier", LOCAL_TIERS)
def test_sentence_supports_itself(tier: str) -> None:
    """The laws above say something: nearly all of these sentences are supported by themselves."""
    claims = sorted({one.claim for one in list_oppositions() if one.language == "en"})
    pairs = [Pair("same", "en", claim, claim) for claim in claims]
    supported = [one for one in pairs if _find_status(one, tier) == "supported"]
    assert len(supported) >= 0.95 * len(pairs)


def test_every_language_with_cues_has_pairs_of_each_kind() -> None:
    listed = {(one.language, one.kind) for one in list_oppositions()}
    languages = set(load_package_json("verify/rules/cues.json", dict[str, Any])) - {"*", "en"}
    assert {(language, kind) for language in languages for kind in KINDS} <= listed


READ = {one.language for one in list_equivalences() if has_cues(one.language, "negation")} - {"en"}


@pytest.mark.parametrize("language", sorted(READ))
def test_equal_sentences_of_other_languages_are_often_supported(language: str) -> None:
    """The law on opposites says something: it is not kept by supporting nothing."""
    pairs = [one for one in list_equivalences() if one.language == language]
    supported = [one for one in pairs if _find_status(one, "rules") == "supported"]
    assert len(supported) >= LEAST_SUPPORTED * len(pairs)
