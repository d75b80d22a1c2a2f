"""The law of a repair, over generated replies: only markers change, and every change can be undone."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given, settings

from ascribe import Repair, repair
from ascribe.read.markers import parse_markers, strip_markers
from ascribe.read.sources import load_sources
from ascribe.records.repair import apply_edits, inverse
from tests.citation_repair.replies import SOURCES, replies

LOADED = load_sources(SOURCES)
N = len(SOURCES)


def repaired(reply: str) -> Repair:
    return repair(reply, LOADED, tier="rules")


def parted(done: Repair) -> bool:
    """True if a sentence has words between two of its markers."""
    spans = {(a.sentence, a.start, a.end) for a in done.actions if a.before}
    neighbours = [(x, y) for x, y in pairwise(sorted(spans)) if x[0] == y[0]]
    return any(done.reply[x[2] : y[1]].strip() for x, y in neighbours)


@settings(max_examples=60)
@given(replies())
def test_the_prose_stays_byte_for_byte(reply) -> None:
    done = repaired(reply)
    assert done.reply == reply
    assert strip_markers(done.repaired, N) == strip_markers(reply, N)


@settings(max_examples=60)
@given(replies())
def test_the_edits_lead_there_and_back(reply) -> None:
    done = repaired(reply)
    assert apply_edits(reply, done.edits) == done.repaired
    assert apply_edits(done.repaired, inverse(done.edits)) == reply
    assert done.changed == (done.repaired != reply)


@settings(max_examples=60)
@given(replies())
def test_every_edit_lies_on_markers_or_inserts_at_a_sentence(reply) -> None:
    done = repaired(reply)
    spans = [(marker.start, marker.end) for marker in parse_markers(reply, N)]
    ends = [(s.char_start or 0, s.char_end or 0) for s in done.answer.sentences]
    for edit in done.edits:
        if edit.start == edit.end:
            assert any(start < edit.start <= end + 3 for start, end in ends)
            continue
        outside = [
            char
            for i, char in enumerate(edit.before, edit.start)
            if not any(start <= i < end for start, end in spans)
        ]
        assert not "".join(outside).strip(" \t")


@settings(max_examples=60)
@given(replies())
def test_each_pointer_has_one_action_in_order(reply) -> None:
    done = repaired(reply)
    wanted = [(m.start, m.end, key) for m in parse_markers(reply, N) for key in m.documents]
    told = [(a.start, a.end, a.before[0]) for a in done.actions if a.before]
    assert told == wanted
    assert [a.start for a in done.actions] == sorted(a.start for a in done.actions)


@settings(max_examples=60)
@given(replies())
def test_a_second_repair_changes_nothing(reply) -> None:
    """Where each sentence has its markers in one place: else one that goes leaves its words to the next."""
    done = repaired(reply)
    assume(not parted(done))
    again = repaired(done.repaired)
    assert again.repaired == done.repaired


@settings(max_examples=50)
@given(replies())
def test_json_gives_the_same_repair(reply) -> None:
    done = repaired(reply)
    assert Repair.from_json(done.to_json()) == done
