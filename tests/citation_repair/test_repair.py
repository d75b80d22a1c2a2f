"""What a repair decides, case by case."""

from __future__ import annotations

import json

import pytest

from ascribe import InputError, repair
from ascribe.read.markers import strip_markers
from ascribe.records.repair import REPAIR_REASONS

MILL = "The mill on the Arle has 12 sails and is 30 m high."
BRIDGE = "The bridge over the Arle was built in 1871 by Anna Kohl."
MUSEUM = "The museum of Horn opens at nine and is closed on Mondays."
AGAIN = "In the year 1871 the bridge over the Arle was built."
SOURCES = [MILL, BRIDGE, MUSEUM, AGAIN]
BUILT = "The bridge over the Arle was built in 1871"
SAILS = "The mill has 12 sails"


def told(reply: str, sources: object = None) -> tuple[str, list[tuple[str, str]]]:
    done = repair(reply, SOURCES if sources is None else sources, tier="rules")
    return done.repaired, [(action.kind, action.reason) for action in done.actions]


KEPT = [
    (f"{BUILT} [2].", "supports"),
    (f"{BUILT} [4].", "supports"),  # a second right source, whether or not the check cites it
    (f"{BUILT}.[2]", "supports"),
    (f"{BUILT}. [2]", "supports"),
    (f"{SAILS} [1]; the museum of Horn opens at nine.", "supports_part"),
    ("I hope this helps [2].", "nothing_to_check"),
    ("## The bridge [3]", "nothing_to_check"),
    ("The mill has 14 sails [1].", "sentence_wrong"),
    ("The mill on the Arle is a sight for painters [1].", "not_decided"),
    ("The mill was sold by a painter from Ghent to his cousin for gold [1].", "nothing_supports"),
    ("The mill on the Arle is a sight for painters [9].", "nowhere_not_decided"),
    (f"{BUILT} (Moss et al., 2019).", "unknown_key"),
    (f"{BUILT} 【4:0†source】.", "unknown_key"),
    (f"{BUILT}.[^note]", "unknown_key"),
]


@pytest.mark.parametrize(("reply", "reason"), KEPT)
def test_what_is_kept(reply, reason) -> None:
    repaired, actions = told(reply)
    assert actions[0] == ("keep", reason)
    assert repaired.startswith(reply[:-1])


@pytest.mark.parametrize(
    ("reply", "repaired", "action"),
    [
        (f"{BUILT} [1].", f"{BUILT} [2].", ("re-point", "wrong_source")),
        (f"{BUILT} [9].", f"{BUILT} [2].", ("re-point", "no_such_source")),
        (f"{BUILT} [@none].", f"{BUILT} [@source-2].", ("re-point", "no_such_source")),
        (f"{BUILT}.", f"{BUILT} [2].", ("add", "unmarked")),
        ("The moon is made of cheese [3].", "The moon is made of cheese.", ("drop", "unsupported")),
        ("The moon is made of cheese. [3]\n", "The moon is made of cheese.\n", ("drop", "unsupported")),
        ("The moon is made of cheese [9].", "The moon is made of cheese.", ("drop", "points_nowhere")),
        ("I hope this helps [0].", "I hope this helps.", ("drop", "points_nowhere")),
    ],
)
def test_what_is_changed(reply, repaired, action) -> None:
    assert told(reply) == (repaired, [action])


def test_a_range_is_split_where_one_of_it_is_wrong() -> None:
    repaired, actions = told(f"{BUILT} [1-4].", [BRIDGE, MUSEUM, AGAIN, BRIDGE])
    assert repaired == f"{BUILT} [1, 3, 4]."
    assert actions[1] == ("drop", "beside_the_point")
    assert [kind for kind, _ in actions] == ["keep", "drop", "keep", "keep"]


def test_a_long_run_stays_a_range() -> None:
    sources = [MUSEUM, *[BRIDGE] * 4]
    assert told(f"{BUILT} [1–5].", sources)[0] == f"{BUILT} [2–5]."


def test_markers_that_come_to_point_to_one_source_are_merged() -> None:
    assert told(f"{BUILT} [1][3].") == (
        f"{BUILT} [2].",
        [("re-point", "wrong_source"), ("drop", "repeated")],
    )
    assert told(f"{BUILT} [2][2].")[0] == f"{BUILT} [2]."
    assert told(f"{BUILT} [2, 2].")[0] == f"{BUILT} [2]."


def test_an_idle_marker_beside_a_right_one_goes_only_if_its_source_has_nothing() -> None:
    assert told(f"{BUILT} [2][3].") == (
        f"{BUILT} [2].",
        [("keep", "supports"), ("drop", "beside_the_point")],
    )
    near = [*SOURCES, "The bridge over the Arle is old and was often painted."]
    assert told(f"{BUILT} [2][5].", near)[1][1] == ("keep", "beside_support")


def test_clauses_are_judged_by_the_marker_at_them() -> None:
    reply = f"{SAILS} [2], and the bridge over the Arle was built in 1871 [1]."
    assert told(reply) == (
        f"{SAILS} [1], and the bridge over the Arle was built in 1871 [2].",
        [("re-point", "wrong_source")] * 2,
    )


def test_joint_evidence_gets_its_second_source() -> None:
    repaired, actions = told(f"{SAILS}, and the museum of Horn opens at nine [3].")
    assert repaired == f"{SAILS}, and the museum of Horn opens at nine [3][1]."
    assert actions == [("keep", "supports_jointly"), ("add", "second_source")]


def test_a_marker_that_closes_a_paragraph_stands_for_the_sentences_before_it() -> None:
    reply = f"{BUILT}. The bridge was built by Anna Kohl [2].\n\n{SAILS}."
    assert told(reply) == (f"{reply[:-1]} [1].", [("keep", "supports"), ("add", "unmarked")])
    reply = f"{SAILS}. The old men of Horn like to look at it [1]."
    assert told(reply) == (reply, [("keep", "supports_paragraph")])


def test_a_closing_marker_does_not_stand_for_what_another_source_says() -> None:
    repaired, actions = told(f"{BUILT}. {SAILS} [1].")
    assert repaired == f"{BUILT} [2]. {SAILS} [1]."
    assert actions == [("add", "unmarked"), ("keep", "supports")]


def test_a_paragraph_of_markers_belongs_to_the_one_above() -> None:
    assert told(f"{SAILS}.\n\n[2]")[0] == f"{SAILS}.\n\n[1]"
    assert told(f"[2] {SAILS}.\n\n[2]")[0] == f"[1] {SAILS}.\n\n[1]"
    assert told("[1] al.\n\n[^1]") == ("[1] al.\n\n[^1]", [("keep", "not_decided")] * 2)


@pytest.mark.parametrize(
    ("key", "place"),
    [("arle-mill", 1), ("Arle-Mill", 1), ("bridge", 2), ("bridge.txt", 2), ("s2", 2), ("2", 2)],
)
def test_keys_name_sources_by_id_file_name_or_number(key, place) -> None:
    sources = [{"id": "arle-mill", "text": MILL}, {"id": "bridge.txt", "text": BRIDGE}]
    sentence = (SAILS, BUILT)[place - 1]
    done = repair(f'<cite id="{key}">{sentence}</cite>.', sources, tier="rules")
    assert not done.changed
    assert done.actions[0].evidence is not None
    assert done.actions[0].evidence.document_position == place


def test_names_of_files_and_authors_are_found() -> None:
    sources = [
        {"id": "a", "text": MILL, "metadata": {"title": "Moss and Lind 2019, Mills"}},
        {"id": "b.pdf", "text": BRIDGE},
    ]
    for reply in (f"{SAILS} (Moss et al., 2019).", f"{BUILT} 【4:0†b.pdf】."):
        assert told(reply, sources) == (reply, [("keep", "supports")])


def test_a_reply_may_have_entries_of_a_list_of_sources() -> None:
    reply = f"{BUILT} [2].\n\n[2] Report on bridges, 1990\n\n[7] Report on mills, 1991\n"
    repaired, actions = told(reply)
    assert repaired == reply
    assert actions == [("keep", "supports"), ("keep", "source_list"), ("keep", "source_list")]


def test_code_and_links_are_no_markers() -> None:
    reply = "Take `x[1]`, or [the list](http://a.b/1).\n\n```\ny = [9]\n```\n"
    assert told(reply) == (reply, [])


def test_a_strict_repair_moves_no_marker_to_a_weaker_source() -> None:
    vague = "The bridge crossing the Arle was built in 1871 [1]."
    loose = repair(vague, SOURCES, tier="rules", strictness="loose")
    paranoid = repair(vague, SOURCES, tier="rules", strictness="paranoid")
    assert loose.repaired == vague.replace("[1]", "[2]")
    assert paranoid.repaired == vague


def test_every_reason_of_the_table_has_a_case() -> None:
    replies = [reply for reply, _ in KEPT] + [
        f"{BUILT} [1].",
        f"{BUILT} [9].",
        f"{BUILT}.",
        f"{BUILT} [2][3][2].",
        f"{SAILS}, and the museum of Horn opens at nine [3].",
        f"{SAILS}. The old men of Horn like to look at it [1].",
        "The moon is made of cheese [3][9].",
        "[7] Report on mills, 1991",
    ]
    near = [*SOURCES, "The bridge over the Arle is old and was often painted."]
    found = {reason for reply in replies for _, reason in told(reply)[1]}
    found |= {reason for _, reason in told(f"{BUILT} [2][5].", near)[1]}
    assert found == set(REPAIR_REASONS)


def test_a_reply_without_words_or_markers_has_nothing_to_do() -> None:
    for reply in ("", "[1]", "Hello!"):
        done = repair(reply, SOURCES, tier="rules")
        assert done.repaired in (reply, "")
        assert strip_markers(done.repaired) == strip_markers(reply)
    assert repair("", SOURCES, tier="rules").exit_code == 0


def test_bad_input_is_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match="strictness must be one of"):
        repair("A.", SOURCES, tier="rules", strictness="harsh")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there are none"):
        repair("A.", [], tier="rules")


def test_the_marker_suite_keeps_its_prose(shared_data) -> None:
    lines = (shared_data / "dev" / "marker_grammar.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 30
    for line in lines:
        case = json.loads(line)
        n = case["n_documents"]
        sources = [f"Penguin number {i} moults in {1900 + i}." for i in range(n)]
        done = repair(case["text"], sources, tier="rules")
        assert strip_markers(done.repaired, n) == strip_markers(case["text"], n)
        assert len([a for a in done.actions if a.before]) == sum(
            len(m["documents"]) for m in case["expected"]
        )


def test_a_marker_is_written_with_the_number_of_the_reply_for_its_source() -> None:
    sources = [
        {"id": "mill.md", "text": "The mill has 12 sails."},
        {"id": "inn.md", "text": "The inn has 14 rooms."},
    ]
    listed = "\n\nSources:\n[1] inn.md\n[2] mill.md"
    fixed = repair(f"The mill has 12 sails [1]. The inn has 14 rooms.{listed}", sources, tier="rules")
    assert fixed.repaired == f"The mill has 12 sails [2]. The inn has 14 rooms [1].{listed}"
    unlisted = repair("The mill has 12 sails [1].\n\nSources:\n[1] inn.md", sources, tier="rules")
    assert unlisted.repaired == unlisted.reply


NAMED = [
    {"id": "mill.txt", "text": "The mill on the Arle has 12 sails and is 30 m high."},
    {"id": "bridge.txt", "text": "The bridge over the Arle was built in 1871 by Anna Kohl."},
]


@pytest.mark.parametrize(
    ("reply", "repaired"),
    [
        ("The mill has 12 sails (bridge.txt).", "The mill has 12 sails (mill.txt)."),
        ("The mill has 12 sails [source: bridge.txt].", "The mill has 12 sails [source: mill.txt]."),
        ("The mill has 12 sails (mill.txt, bridge.txt).", "The mill has 12 sails (mill.txt)."),
        ("The mill has 12 sails \\[2\\].", "The mill has 12 sails \\[1\\]."),
        ("The mill has 12 sails [1 and 2].", "The mill has 12 sails [1]."),
        (
            "The mill has 12 sails (mill.txt). The bridge was built in 1871.",
            "The mill has 12 sails (mill.txt). The bridge was built in 1871 (bridge.txt).",
        ),
        (
            "The bridge was built in 1871[^1].\n\n[^1]: The bridge was built in 1871 by Anna Kohl.",
            "The bridge was built in 1871[^1].\n\n[^1]: The bridge was built in 1871 by Anna Kohl.",
        ),
    ],
)
def test_a_marker_keeps_its_form(reply: str, repaired: str) -> None:
    assert repair(reply, NAMED, tier="rules").repaired == repaired
