"""Tier ``pairs``: an object with ``score_pairs``, and what it may not do."""

from typing import Any

import pytest

from ascribe import InputError, check, testing
from ascribe.protocols import PairScorer
from ascribe.records import Strictness
from ascribe.verify.pair_score_verifier import PairScoreTier

SOURCE = "The old mill on the Arle turns in every wind. The river is slow."
CLAIM = "The old mill on the Arle turns whatever the weather does."


class Scoring:
    """Gives every pair the same score, and remembers the pairs."""

    def __init__(self, given: Any) -> None:
        self.given = given
        self.pairs: list[tuple[str, str]] = []

    def score_pairs(self, pairs: list[tuple[str, str]]) -> Any:
        self.pairs += pairs
        return self.given if isinstance(self.given, list) else [self.given] * len(pairs)


def judge(scorer: Any, reply: str = CLAIM, **options: Any) -> Any:
    (sentence,) = check(reply, SOURCE, tier=scorer, **options).sentences
    return sentence.verdict


def test_its_score_decides_by_the_level() -> None:
    scorer = Scoring(0.8)
    verdict = judge(scorer)
    assert (verdict.status, verdict.tier, verdict.score) == ("supported", "pairs", 0.8)
    assert {claim for _, claim in scorer.pairs} == {CLAIM}
    assert any("every wind" in evidence for evidence, _ in scorer.pairs)
    assert judge(Scoring(0.8), strictness="strict").status != "supported"
    assert judge(Scoring(0.1)).status != "supported"
    levels: dict[Strictness, float] = {"loose": 0.2, "balanced": 0.9, "strict": 0.95, "paranoid": 1.0}
    assert judge(PairScoreTier(scorer, levels)).status != "supported"


def test_the_rules_still_object() -> None:
    assert judge(Scoring(1.0), "The old mill on the Arle has 14 sails.").status != "supported"


def test_the_scorer_is_named_in_the_settings() -> None:
    answer = check(CLAIM, SOURCE, tier=Scoring(0.8))
    assert answer.settings.versions["pairs.scorer"].endswith("Scoring")


@pytest.mark.parametrize("given", [[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [], ["a"], None])
def test_scores_that_are_not_one_for_each_pair_are_refused(given: Any) -> None:
    with pytest.raises(InputError, match=r"Scoring\.score_pairs must return one number for each"):
        judge(Scoring([given] if given is None else given))


@pytest.mark.parametrize("given", [1.2, -0.1, float("nan")])
def test_scores_out_of_range_are_refused(given: float) -> None:
    with pytest.raises(InputError, match="returned a score outside"):
        judge(Scoring(given))


def test_what_cannot_score_pairs_is_refused() -> None:
    wrong: Any = Scoring
    with pytest.raises(InputError, match="scorer: expected an object with score_pairs"):
        PairScoreTier(wrong)
    assert isinstance(Scoring(1.0), PairScorer)


def test_it_keeps_the_contract_of_verifiers() -> None:
    scores = testing.scores()
    cited = [(0,)] * len(scores.matrix)
    testing.check_verifier(PairScoreTier(Scoring(0.8))(), cited, scores)
