"""Claims about whole pages: as many truths as lies, and what was taken out is not there."""

import gzip
import json
from pathlib import Path

from training.pages import FILES, build_page_pairs, pages
from training.pairs import ENTAILED, NEITHER

PAGE = (
    "The Harlow mill was built in 1871 by a family of bakers from Dunmore.",
    "It has four sails and stands on the east bank of the river.",
    "In 1923 a fire destroyed the upper floors and killed two horses.",
    "The town council bought the ruin for 900 pounds in the following spring.",
    "Volunteers from the local school rebuilt the roof between 1951 and 1954.",
    "Today the ground floor holds a small museum of farming tools.",
    "About 12,000 people visit the museum in an ordinary year.",
)


def test_as_many_truths_as_lies_and_every_claim_has_its_page() -> None:
    for seed in range(30):
        made = list(build_page_pairs(PAGE, seed))
        assert made
        assert 2 * sum(pair.label == ENTAILED for pair in made) == len(made)
        assert len({pair.group for pair in made}) == 1
        for pair in made:
            assert set(pair.source.split("\n")) <= set(PAGE)


def test_a_truth_has_the_whole_page_and_a_half_lacks_one_sentence() -> None:
    made = [pair for seed in range(30) for pair in build_page_pairs(PAGE, seed)]
    kinds = {pair.dataset for pair in made}
    assert {"page/joined", "page/there", "page/joined half", "page/taken out"} <= kinds
    for pair in made:
        lacking = len(PAGE) - len(pair.source.split("\n"))
        assert lacking == (1 if pair.dataset in ("page/joined half", "page/taken out") else 0)
        if lacking:
            assert pair.label == NEITHER


def test_the_same_seed_gives_the_same_pairs() -> None:
    assert list(build_page_pairs(PAGE, 3)) == list(build_page_pairs(PAGE, 3))


def test_pages_are_read_once_and_short_ones_left_out(tmp_path: Path) -> None:
    records: dict[str, list[dict[str, object]]] = {
        FILES[0]: [{"sources": [[0, text] for text in PAGE]}] * 2,
        FILES[1]: [{"sources": [[0, text] for text in PAGE[:3]]}],
        FILES[2]: [{"source": " ".join(PAGE[::-1])}],
    }
    for name, rows in records.items():
        path = tmp_path / f"{name}.jsonl.gz"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress("\n".join(json.dumps(row) for row in rows).encode()))
    assert pages(tmp_path) == [PAGE, PAGE[::-1]]
