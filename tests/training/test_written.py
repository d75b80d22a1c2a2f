"""Examples drawn from written claims: what decides is there, or is not, as the label says."""

import random
from dataclasses import replace

import pytest
from training.claims import SourceSet, read_sets
from training.pairs import CONTRADICTED, ENTAILED, NEITHER, NOT_ENTAILED, Pair
from training.written import BUDGETS, Windows, build_written_pairs, get_class

from training import held_out

SETS = [source for source in read_sets() if source.lang == "en"][::40]
BY_ID = {source.id: source for source in SETS}
PAIRS = list(build_written_pairs(SETS, seed=5))


def windows(source: SourceSet) -> Windows:
    return Windows(source, random.Random(1))


def of_way(way: str) -> list[Pair]:
    found = [pair for pair in PAIRS if pair.dataset == f"written/{way}"]
    assert found
    return found


def lines(pair: Pair) -> set[str]:
    return set(pair.source.split("\n"))


def deciding(pair: Pair) -> set[str]:
    made = windows(BY_ID[pair.group])
    numbers = [n for n, claim in enumerate(made.source.claims) if claim.text == pair.claim]
    return {made.passages[i].text for n in numbers for i in made.deciding(made.source.claims[n])}


@pytest.mark.parametrize("way", ["alone", "among near", "among any"])
def test_what_decides_stands_in_the_window(way: str) -> None:
    for pair in of_way(way):
        assert all(part in lines(pair) for text in deciding(pair) for part in text.split("\n"))


@pytest.mark.parametrize("way", ["best wrong", "one wrong"])
def test_what_decides_does_not_stand_in_a_wrong_window(way: str) -> None:
    for pair in of_way(way):
        assert pair.label == NEITHER
        assert not deciding(pair) & lines(pair)


def test_a_part_of_the_evidence_does_not_entail() -> None:
    for pair in of_way("half"):
        assert pair.label == NOT_ENTAILED
        assert not all(text in pair.source for text in deciding(pair))


def test_a_foreign_window_has_another_sets_sentences() -> None:
    for pair in of_way("foreign"):
        own = {passage.text for passage in windows(BY_ID[pair.group]).passages}
        assert pair.label == NEITHER
        assert not {line for line in lines(pair) if len(line) > 40} & own


def test_a_foreign_claim_is_of_another_set() -> None:
    for pair in of_way("foreign claim"):
        assert pair.label == NEITHER
        assert pair.claim not in {claim.text for claim in BY_ID[pair.group].claims}


def test_the_class_follows_label_and_second_reading() -> None:
    claim = next(claim for claim in SETS[0].claims if claim.label == "contradicted")
    assert get_class(claim) == CONTRADICTED
    assert get_class(replace(claim, second="unsupported")) == NOT_ENTAILED
    assert get_class(replace(claim, label="partial", second="partial")) == NEITHER
    assert get_class(replace(claim, label="supported", second="supported")) == ENTAILED


def test_a_disputed_claim_has_no_example() -> None:
    other = {"supported": "disputable"}
    disputed = tuple(replace(c, second=other.get(c.label, "supported")) for c in SETS[0].claims)
    found = list(build_written_pairs([replace(SETS[0], claims=disputed), SETS[1]], 1))
    assert {pair.group for pair in found} == {SETS[1].id}


def test_windows_are_of_many_sizes_and_none_much_longer_than_the_longest() -> None:
    sizes = [len(pair.source.split()) for pair in of_way("best wrong")]
    assert max(sizes) <= 1.5 * max(BUDGETS)
    assert len(set(sizes)) > 10


def test_the_same_seed_gives_the_same_examples() -> None:
    assert (
        list(build_written_pairs(SETS[:4], 5))
        == list(build_written_pairs(SETS[:4], 5))
        != list(build_written_pairs(SETS[:4], 6))
    )


def test_calibration_puts_claims_beside_foreign_documents() -> None:
    found = held_out.build_foreign(SETS, random.Random(2))
    owners = {claim.text: source.id for source in SETS for claim in source.claims}
    assert found
    assert all(pair.label == NEITHER and owners[pair.claim] != pair.group for pair in found)
