"""Labelled files: tasks read off the records, bad lines named, samples that are fair."""

import gzip
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.evaluation.datasets import find_files, parse_item, sample_indices, scan_file
from ascribe.evaluation.items import AttributionItem, CitedAnswerItem, VerificationItem
from tests.evaluation.labelled import ATTRIBUTION, CITED_ANSWERS, SPANS, VERIFICATION, write


@pytest.mark.parametrize(
    ("records", "task"),
    [
        (VERIFICATION, "verification"),
        (ATTRIBUTION, "attribution"),
        (CITED_ANSWERS, "cited_answers"),
        (SPANS, "spans"),
    ],
)
def test_the_task_is_read_off_the_records(tmp_path, records, task) -> None:
    found = scan_file(write(tmp_path / "a.jsonl", records))
    assert (found.task, len(found.clusters)) == (task, len(records))
    assert [line for line, _ in found.items()] == list(range(1, len(records) + 1))


def test_gzip_and_byte_order_mark_and_blank_lines(tmp_path) -> None:
    lines = "\ufeff" + "\n\n".join(json.dumps(record) for record in VERIFICATION)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode()))
    found = scan_file(path)
    assert len(found.clusters) == len(VERIFICATION)
    assert [line for line, _ in found.items(frozenset({1}))] == [3]


def test_documents_are_told_by_title_or_text() -> None:
    record = VERIFICATION[0]
    same = [parse_item(VERIFICATION[i], "verification").cluster for i in (0, 1, 5)]
    assert same[0] == same[1] != same[2]
    assert parse_item({**record, "title": "Mills"}, "verification").cluster == "Mills"


def test_references_are_documents_of_their_own() -> None:
    item = parse_item(
        {"claim": "It is so.", "references": ["One.", "Two. Three."], "label": True}, "verification"
    )
    assert isinstance(item, VerificationItem)
    assert item.label is True
    assert len(item.statement.documents) == 2
    assert item.statement.sentences == ["One.", "Two.", "Three."]


def test_gold_may_be_one_set_or_several() -> None:
    items = [parse_item(record, "attribution") for record in ATTRIBUTION]
    assert all(isinstance(item, AttributionItem) for item in items)
    gold = [item.gold for item in items if isinstance(item, AttributionItem)]
    assert gold == [({2},), ({1}, {0, 1}), ({5},), ()]
    asked = parse_item({**ATTRIBUTION[0], "query": "How many?"}, "attribution", with_question=True)
    assert isinstance(asked, AttributionItem)
    assert asked.claim == "How many? The mill has 12 sails."


def test_sentences_without_a_judgement_are_left_out() -> None:
    item = parse_item(CITED_ANSWERS[0], "cited_answers")
    assert isinstance(item, CitedAnswerItem)
    assert [s.complete for s in item.sentences] == [True, True, False, False]
    assert [len(s.statement.texts) for s in item.sentences] == [1, 2, 1, 0]
    assert item.left_out == 1


GOOD = VERIFICATION[0]
CITED = CITED_ANSWERS[1]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("{", "is not JSON"),
        ([1], "must be a JSON object, got list"),
        ({**GOOD, "label": "maybe"}, "label must be supported or unsupported"),
        ({**GOOD, "label": ["supported"]}, "label must be"),
        ({**GOOD, "claim": " "}, "claim must be text that is not blank"),
        ({**GOOD, "source": 3}, "source must be text"),
        ({"claim": "So.", "label": True}, "has no source or references"),
        ({**GOOD, "references": ["One.", ""]}, "references must hold texts"),
        ({**ATTRIBUTION[0], "gold": [[99]]}, "gold must hold lists of indices from 0 to 5"),
        ({**ATTRIBUTION[0], "gold": "2"}, "gold must be a list"),
        ({**ATTRIBUTION[0], "sources": [[0, 1]]}, "sources must hold [document, sentence] pairs"),
        ({**ATTRIBUTION[0], "sources": [[0, " "]]}, "sources has no text"),
        ({**CITED, "sentences": ["So."]}, "sentences must hold objects"),
        (
            {**CITED, "sentences": [{**CITED["sentences"][0], "cites": [7]}]},
            "cites must hold indices of the 1",
        ),
        ({**CITED, "sentences": [{**CITED["sentences"][0], "support": "Maybe"}]}, "support must be Complete"),
        ({**SPANS[0], "unsupported": [[3, 99]]}, "unsupported must hold [start, end] from 0 to 22"),
        ({**SPANS[0], "unsupported": [[5, 3]]}, "unsupported must hold"),
        ({**SPANS[0], "unsupported": ["So"]}, "unsupported must hold"),
        ({**SPANS[0], "answer": ""}, "answer must be text"),
        ({**SPANS[0], "sources": [[0, " "]]}, "sources has no text"),
    ],
)
def test_a_bad_line_is_named(tmp_path, record, message) -> None:
    first = GOOD
    if isinstance(record, dict):
        first = next(r for r in (SPANS[0], ATTRIBUTION[0], CITED, GOOD) if len({*r} & {*record}) > 1)
    bad = record if isinstance(record, str) else json.dumps(record)
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(first)}\n\n{bad}\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        scan_file(path)
    assert str(raised.value).startswith(f"{path}, line 3: ")
    assert message in str(raised.value)


def test_files_that_cannot_be_judged_are_named(tmp_path) -> None:
    cases = {
        "empty.jsonl": (b"\n", "the file has no records"),
        "other.jsonl": (b'{"text": "So."}\n', "line 1: fits no task: verification needs"),
        "parts.jsonl": (json.dumps({**GOOD, "group": "a"}).encode(), "parts of a claim"),
        "cut.jsonl.gz": (gzip.compress(json.dumps(GOOD).encode())[:-9], "cannot be read after line"),
        "plain.jsonl.gz": (json.dumps(GOOD).encode(), "cannot be read after line 0"),
    }
    for name, (data, message) in cases.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match=message) as raised:
            scan_file(tmp_path / name)
        assert name in str(raised.value)


def test_files_are_found_in_folders_and_once(tmp_path) -> None:
    for name in ("b.jsonl", "a.jsonl.gz", "notes.md"):
        (tmp_path / name).touch()
    assert [path.name for path in find_files([tmp_path])] == ["a.jsonl.gz", "b.jsonl"]
    (tmp_path / "empty").mkdir()
    for paths, message in (
        ([tmp_path / "no.jsonl"], "no such file"),
        ([tmp_path / "empty"], "has no file that ends in"),
        ([tmp_path, tmp_path / "b.jsonl"], "is named twice"),
        ([], "name at least one"),
    ):
        with pytest.raises(InputError, match=message):
            find_files(paths)


CLUSTERS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=60)


@given(CLUSTERS, st.integers(1, 70), st.integers(0, 5))
def test_a_sample_keeps_the_share_of_each_document(clusters, limit, seed) -> None:
    chosen = sample_indices(clusters, limit, seed)
    if limit >= len(clusters):
        assert chosen is None
        return
    assert chosen is not None
    assert chosen == sample_indices(clusters, limit, seed)
    assert len(chosen) == limit
    taken, all_of_it = Counter(clusters[index] for index in chosen), Counter(clusters)
    for name, count in all_of_it.items():
        assert abs(taken[name] - count * limit / len(clusters)) < 2


def test_every_item_is_equally_likely() -> None:
    clusters = ["a"] * 7 + ["b"] * 2 + ["c"]
    drawn = np.zeros(10)
    for seed in range(3000):
        drawn[list(sample_indices(clusters, 3, seed) or ())] += 1
    assert np.abs(drawn / 3000 - 0.3).max() < 0.04


def test_no_file_of_the_shared_data_is_refused(shared_data: Path) -> None:
    for path in sorted((shared_data / "dev").glob("fever*.jsonl.gz")):
        assert scan_file(path).task == "verification"
