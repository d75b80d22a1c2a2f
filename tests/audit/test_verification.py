"""Whatever happens to the lines of a log is found, and named with the line where it happened."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.audit import verify_log
from ascribe.audit.lines import build_line
from ascribe.errors import AuditLogError
from tests.audit.logs import REPLIES, write_log


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    return path, write_log(path), path.read_bytes()


@pytest.fixture
def damage(tmp_path):
    """A function that writes other bytes as a log and gives what verification says."""
    path = tmp_path / "damaged.jsonl"

    def verify(data: bytes, head: str | None = None):
        path.write_bytes(data)
        return verify_log(path, head)

    return verify


def test_a_whole_log_has_the_last_hash_as_its_head(log) -> None:
    path, hashes, _ = log
    state = verify_log(path)
    assert (state.lines, state.head, state.broken) == (len(REPLIES), hashes[-1], None)


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_any_change_of_one_byte_is_found_at_its_line(log, tmp_path_factory, data) -> None:
    _, _, whole = log
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != whole[at]))
    path = tmp_path_factory.getbasetemp() / "changed.jsonl"
    path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    broken = verify_log(path).broken
    assert broken is not None
    assert broken.line == whole[:at].count(b"\n") + 1


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_byte_removed_or_added_is_found(log, tmp_path_factory, data) -> None:
    _, _, whole = log
    at = data.draw(st.integers(0, len(whole) - 1))
    added = data.draw(st.binary(max_size=1))
    path = tmp_path_factory.getbasetemp() / "longer.jsonl"
    path.write_bytes(whole[:at] + added + whole[at + (not added) :])
    assert verify_log(path).broken is not None


def test_a_removed_line_is_found(log, damage) -> None:
    lines = log[2].splitlines(keepends=True)
    for gone in range(len(lines) - 1):
        broken = damage(b"".join(lines[:gone] + lines[gone + 1 :])).broken
        assert (broken.line, broken.kind) == (gone + 1, "removed")


def test_lines_in_another_order_are_found(log, damage) -> None:
    one, two, three, four = log[2].splitlines(keepends=True)
    assert damage(one + three + two + four).broken.kind == "reordered"
    assert damage(one + two + two + three).broken.kind == "reordered"
    assert damage(one + three + two + four).broken.line == 2


def test_a_line_that_is_changed_and_hashed_anew_does_not_fit_the_next(log, damage) -> None:
    one, two, three, four = log[2].splitlines(keepends=True)
    entry = json.loads(two)
    entry["sentences"][0]["status"] = "supported"
    content = {key: value for key, value in entry.items() if key not in ("hash", "number", "previous")}
    forged, _ = build_line(content, 2, json.loads(one)["hash"])
    broken = damage(one + forged + three + four).broken
    assert (broken.line, broken.kind) == (3, "changed")


def test_a_torn_line_is_named(log, damage) -> None:
    broken = damage(log[2][:-10]).broken
    assert (broken.line, broken.kind) == (len(REPLIES), "torn")


def test_lines_cut_off_at_the_end_need_the_head_to_be_found(log, damage) -> None:
    _, hashes, whole = log
    shorter = b"".join(whole.splitlines(keepends=True)[:-1])
    assert damage(shorter).broken is None
    broken = damage(shorter, hashes[-1]).broken
    assert (broken.line, broken.kind) == (len(REPLIES) - 1, "cut_off")
    assert damage(b"", hashes[-1]).broken.kind == "cut_off"
    assert damage(whole, hashes[1]).after_head == len(REPLIES) - 2
    assert damage(whole, hashes[1]).broken is None


def test_a_file_that_is_missing_is_an_error(tmp_path) -> None:
    with pytest.raises(AuditLogError, match="cannot be read"):
        verify_log(tmp_path / "none.jsonl")
