"""Statements for calibration: as many of each kind, and sources that stay whole."""

import json

from training.pairs import CONTRADICTED, ENTAILED, Pair

from training import held_out

POOL = [f"Sentence {number} is about something else." for number in range(120)]


def pair(number: int, label: int = ENTAILED) -> Pair:
    source = f"Mill {number} stands on the river.\nIt has {number} sails."
    return Pair(f"Mill {number} has {number} sails.", source, label, "mills", str(number))


def test_no_more_of_one_kind_than_half_of_the_most() -> None:
    most = held_out.MOST // 2
    found = held_out._balance_labels(
        [pair(n, ENTAILED) for n in range(600)] + [pair(n, -1) for n in range(7)]
    )
    assert [p.label for p in found] == [ENTAILED] * most + [-1] * 7


def test_source_stays_whole_among_others() -> None:
    pairs = [pair(n, ENTAILED if n % 2 else CONTRADICTED) for n in range(40)]
    records = list(held_out.mix_with_others(pairs, POOL, seed=3))
    for of, record in zip(pairs, records, strict=True):
        passages = str(record["source"]).split("\n\n")
        assert passages.count(of.source) == 1
        assert {text for text in passages if text != of.source} <= set(POOL)
        assert len(passages) - 1 in held_out.OTHERS
        assert record["label"] == ("supported" if of.label == ENTAILED else "unsupported")
    assert {len(str(r["source"]).split("\n\n")) - 1 for r in records} == set(held_out.OTHERS)


def test_same_seed_gives_the_same_records_and_every_id_once() -> None:
    pairs = [pair(n) for n in range(20)]
    first, again, other = (list(held_out.mix_with_others(pairs, POOL, seed)) for seed in (3, 3, 4))
    assert json.dumps(first) == json.dumps(again) != json.dumps(other)
    assert len({record["id"] for record in first}) == 20
