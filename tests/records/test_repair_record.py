"""The record of a repair."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pytest

from ascribe import Repair, repair
from ascribe.records.repair import ACTION_KINDS, REPAIR_REASONS, Edit, MarkerAction, apply_edits, inverse

SOURCES = ["The mill has 12 sails.", "The bridge was built in 1871."]
REPLY = "The bridge was built in 1871 [1].\n\nThe mill has 12 sails [1]."


@pytest.fixture(scope="module")
def done() -> Repair:
    return repair(REPLY, SOURCES, tier="rules")


def test_json_round_trip(done) -> None:
    assert Repair.from_json(done.to_json(indent=2)) == done


def test_counts_and_exit_code(done) -> None:
    assert repr(done) == "Repair(re-point=1, keep=1)"
    assert (done.changed, done.needs_review, done.exit_code) == (True, (), 1)
    assert done.sentence_of(done.actions[1]) == "The mill has 12 sails [1]."


def test_an_unchanged_reply_may_want_a_look() -> None:
    wrong = repair("The mill has 14 sails [1].", SOURCES, tier="rules")
    assert (wrong.changed, len(wrong.needs_review), wrong.exit_code) == (False, 1, 1)
    right = repair("The mill has 12 sails [1].", SOURCES, tier="rules")
    assert (right.diff(), right.exit_code) == ("", 0)


def test_patch_applies_the_diff(done, tmp_path) -> None:
    (tmp_path / "reply.md").write_text(REPLY, encoding="utf-8")
    applied = subprocess.run(
        ["git", "apply", "-p1"], cwd=tmp_path, input=done.diff().encode(), capture_output=True, check=False
    )
    assert applied.returncode == 0, applied.stderr
    assert (tmp_path / "reply.md").read_text(encoding="utf-8") == done.repaired


def test_edits_lead_back(done) -> None:
    assert apply_edits(done.repaired, inverse(done.edits)) == REPLY


def test_a_repair_whose_edits_do_not_fit_is_refused(done) -> None:
    with pytest.raises(ValueError, match="do not lead"):
        replace(done, repaired=REPLY)
    with pytest.raises(ValueError, match="does not fit"):
        apply_edits("abc", [Edit(0, 1, "b", "c")])
    with pytest.raises(ValueError, match="bad range"):
        Edit(0, 2, "b", "c")


def test_an_action_needs_a_reason_of_its_own(done) -> None:
    with pytest.raises(ValueError, match="not a reason to drop"):
        replace(done.actions[0], kind="drop")
    with pytest.raises(ValueError, match="not a reason to keep"):
        MarkerAction("keep", "because", 0, 3, 0, (1,), (1,))


def test_the_table_is_whole() -> None:
    assert {row.kind for row in REPAIR_REASONS.values()} == set(ACTION_KINDS)
    assert all(row.wording.endswith(".") for row in REPAIR_REASONS.values())
