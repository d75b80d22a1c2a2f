"""Files of labelled pairs: classes, what is kept aside, and which licences allow what."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from training.pairs import (
    CONTRADICTED,
    DATA_SETS,
    ENTAILED,
    NEITHER,
    NOT_ENTAILED,
    DataSet,
    Pair,
    compute_group,
    is_held_out,
    read,
)

Write = Callable[..., list[Pair]]
SHARE_ALIKE_OR_UNCLEAR = {
    "fever",
    "fever_mixed",
    "long/fever",
    "long/fever_mixed",
    "fool_me_twice",
    "begin",
    "q2_wow",
    "wice",
    "bump",
    "long/bump",
    "mnli_sample",
    "wiki_nli",
    "cad_nli",
    "help_nli",
    "wiki_split",
    "synthetic_fever",
    "synthetic_fm2",
    "synthetic_wikitext",
}


@pytest.fixture
def pairs_of(tmp_path: Path) -> Write:
    """Writes the records as a file of the folder and reads its pairs."""

    def write(*records: dict[str, Any], name: str = "mills") -> list[Pair]:
        path = tmp_path / f"{name}.jsonl.gz"
        path.parent.mkdir(exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(record) + "\n" for record in records)
        return list(read(tmp_path, DataSet(name)))

    return write


def record(label: str, orig_label: str, **more: Any) -> dict[str, Any]:
    return {"claim": "It has sails.", "source": "A mill.", "label": label, "orig_label": orig_label, **more}


@pytest.mark.parametrize(
    ("label", "orig_label", "expected"),
    [
        ("supported", "entailment", ENTAILED),
        ("supported", "SUPPORTS", ENTAILED),
        ("unsupported", "contradiction", CONTRADICTED),
        ("unsupported", "REFUTES", CONTRADICTED),
        ("unsupported", "neutral", NEITHER),
        ("unsupported", "partially_supported", NEITHER),
        ("unsupported", "not_entailment", NOT_ENTAILED),
        ("unsupported", "entity", NOT_ENTAILED),
        ("unsupported", "a label nobody knows", NOT_ENTAILED),
    ],
)
def test_class_follows_from_both_labels(pairs_of: Write, label: str, orig_label: str, expected: int) -> None:
    assert [pair.label for pair in pairs_of(record(label, orig_label))] == [expected]


def test_passages_are_joined_by_line_ends(pairs_of: Write) -> None:
    pairs = pairs_of(
        record("supported", "entailment", references=["A mill.", "Sails."]),
        record("supported", "entailment", references=[]),
    )
    assert [pair.source for pair in pairs] == ["A mill.\nSails.", "A mill."]


def test_pairs_know_their_file(pairs_of: Write) -> None:
    assert [pair.dataset for pair in pairs_of(record("supported", "entailment"), name="long/mills")] == [
        "long/mills"
    ]


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"mills\.jsonl\.gz: no such file; DATA must name"):
        list(read(tmp_path, DataSet("mills")))


def test_all_pairs_of_a_source_are_kept_aside_or_none(pairs_of: Write) -> None:
    sources = [f"Mill {number} stands on the river." for number in range(600)]
    records = [
        record("supported", "entailment", source=source, claim=f"{source} {n}")
        for n in range(2)
        for source in sources
    ]
    aside = [pair for pair in pairs_of(*records) if is_held_out(pair.group)]
    kept = {pair.source for pair in aside}
    assert len(aside) == 2 * len(kept)
    assert 20 < len(kept) < 90, "one in twelve"


def test_spaces_do_not_hide_that_two_sources_are_one() -> None:
    assert compute_group("A mill  stands\nhere.") == compute_group(" A mill stands here. ")
    assert compute_group("A mill stands here.") != compute_group("A mill stood here.")


def test_only_wholly_permissive_data_sets_are_called_so() -> None:
    permissive = {data_set.file for data_set in DATA_SETS if data_set.permissive}
    assert permissive == {"factcheck_gpt", "expertqa", "dnc_factive"}
    assert {data_set.file for data_set in DATA_SETS} == permissive | SHARE_ALIKE_OR_UNCLEAR
