"""A sentence and its opposite are never both supported by the same source; equal sentences are not wrong."""

from __future__ import annotations

from itertools import groupby

import pytest
from tests.laws.oppositions import Pair, list_equivalences, list_oppositions
from tests.verdicts import get_verdict

LOCAL_TIERS = ("rules", "builtin")


def _group_by_kind(pairs: list[Pair]) -> list[tuple[str, str, list[Pair]]]:
    ordered = sorted(pairs, key=lambda one: (one.kind, one.language))
    groups = groupby(ordered, key=lambda one: (one.kind, one.language))
    return [(kind, language, list(members)) for (kind, language), members in groups]


OPPOSED, EQUAL = _group_by_kind(list_oppositions()), _group_by_kind(list_equivalences())
OPPOSED_IDS, EQUAL_IDS = ([f"{kind}-{language}" for kind, language, _ in part] for part in (OPPOSED, EQUAL))


def _find_status(pair: Pair, tier: str) -> str:
    return get_verdict(pair.claim, pair.source, tier=tier, language=pair.language).status


@pytest.mark.parametrize("tier", LOCAL_TIERS)
@pytest.mark.parametrize(("kind", "language", "pairs"), OPPOSED, ids=OPPOSED_IDS)
def test_opposite_is_never_supported(kind: str, language: str, pairs: list[Pair], tier: str) -> None:
    passed = [one for one in pairs if _find_status(one, tier) == "supported"]
    assert passed == [], f"{kind} in {language}"


@pytest.mark.parametrize("tier", LOCAL_TIERS)
@pytest.mark.parametrize(("kind", "language", "pairs"), EQUAL, ids=EQUAL_IDS)
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
