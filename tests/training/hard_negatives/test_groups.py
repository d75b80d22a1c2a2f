"""Groups: one source, truths and lies in equal number, the same for a seed."""

from collections import Counter, defaultdict

from training.hard_negatives import HardPair, build_hard_pairs

PASSAGES = [
    [
        "Anna Bell was born in Leeds on March 24, 1907.",
        "She moved to Rome in 1931.",
        "She painted 40 portraits there.",
    ],
    [
        "The mill was built in 1801 by a local farmer.",
        "The mill burned down in 1850.",
        "It was never rebuilt.",
    ],
    [
        "The tower is taller than the church.",
        "Most of the visitors come in summer.",
        "The tower was closed in 1990.",
    ],
] * 8


def pairs(seed: int) -> list[HardPair]:
    return list(build_hard_pairs(PASSAGES, seed))


def test_the_same_seed_gives_the_same_pairs() -> None:
    assert pairs(3) == pairs(3)
    assert pairs(3) != pairs(4)


def test_each_source_has_as_many_truths_as_lies() -> None:
    counts: defaultdict[tuple[str, tuple[str, ...]], Counter[bool]] = defaultdict(Counter)
    for pair in pairs(3):
        counts[pair.group, pair.source][pair.label == "entailed"] += 1
    assert len(counts) >= 12
    assert all(count[True] == count[False] for count in counts.values())


def test_distractors_keep_the_passage_in_order() -> None:
    for pair in pairs(3):
        assert 1 <= len(pair.source) <= 7
    assert any(len(pair.source) > 3 for pair in pairs(3))


def test_verbatim_claims_stand_in_their_source() -> None:
    for pair in pairs(3):
        if pair.kind == "verbatim":
            assert pair.claim in pair.source
            assert pair.label == "entailed"
        elif pair.label != "entailed":
            assert pair.claim not in pair.source


def test_no_passage_gives_no_pairs() -> None:
    assert list(build_hard_pairs([], 0)) == []
    assert list(build_hard_pairs([[], ["Too short."]], 0)) == []
