"""A replay gives the recorded verdicts again, or says which input or verdict differs."""

import json
from dataclasses import replace

import pytest

import ascribe
from ascribe.audit import AuditLog, ReplayOptions, replay_log
from ascribe.audit.lines import build_line
from ascribe.errors import AuditLogError
from tests.audit.logs import MILL, REPLIES, check, write_log


def rewrite(path, change) -> None:
    """Change each entry and hash the whole log anew, as another version would have written it."""
    previous, written = None, b""
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        entry = json.loads(line)
        content = {key: value for key, value in entry.items() if key not in ("hash", "number", "previous")}
        change(content)
        data, previous = build_line(content, number, previous)
        written += data
    path.write_bytes(written)


@pytest.mark.parametrize("tier", ["rules", "builtin", "large"])
@pytest.mark.parametrize("strictness", ["loose", "strict"])
def test_a_log_alone_gives_the_same_verdicts(tmp_path, tier, strictness) -> None:
    path = tmp_path / "log.jsonl"
    log = AuditLog(path)
    reply = "The mill has 12 sails [1]. It opened in 1999. Twelve sails turn on it. It is loved."
    log.record(ascribe.check(reply, [MILL, "A bridge crosses the Arle."], tier=tier, strictness=strictness))
    log.record(ascribe.repair(reply, [MILL, "A bridge."], tier=tier, strictness=strictness), "repair")
    for result in replay_log(path):
        assert (result.is_checked, result.is_same, result.notes) == (True, True, ())


def test_answers_to_questions_are_replayed_and_refusals_have_nothing_to_replay(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    log = AuditLog(path)
    log.record(ascribe.ask("How many sails has the mill?", [MILL]), "ask")
    log.record(ascribe.ask("Who sells horses in Peru?", [MILL]), "ask")
    answered, refused = replay_log(path)
    assert (answered.is_checked, answered.is_same) == (True, True)
    assert (refused.is_checked, refused.is_same) == (False, True)


def test_files_are_found_by_digest_whatever_their_name_and_order(tmp_path) -> None:
    one, two = tmp_path / "one.md", tmp_path / "two.md"
    one.write_text("# Mill\n\nThe mill has 12 sails.", encoding="utf-8")
    two.write_text("The bridge was built in 1871.", encoding="utf-8")
    path = tmp_path / "log.jsonl"
    reply = "The bridge was built in 1871. The mill has 12 sails."
    AuditLog(path, texts=False).record(ascribe.check(reply, [one, two], tier="rules"))
    moved = two.rename(tmp_path / "bridge.md")
    (result,) = replay_log(path, [moved, one], ReplayOptions(replies=(reply,)))
    assert (result.is_checked, result.is_same) == (True, True)


def test_a_changed_source_is_named_with_the_verdicts_that_it_changes(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path)
    now = {**MILL, "text": MILL["text"].replace("12", "14")}
    first, second, *_ = replay_log(path, [now])
    assert first.inputs[0].startswith("source mill.txt: changed (digest sha256:")
    (change,) = first.changes
    assert (change.before["status"], change.after["status"]) == ("supported", "contradicted")
    assert str(change).startswith("sentence 1: supported (confirmed")
    assert second.changes[0].after["status"] == "supported"


def test_a_missing_source_or_reply_is_named_and_nothing_is_checked(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path, texts=False)
    results = list(replay_log(path))
    assert len(results) == len(REPLIES)
    assert not any(result.is_checked or result.is_same for result in results)
    assert results[0].inputs[0].startswith("the reply: missing")
    assert results[0].inputs[1].startswith("source mill.txt: missing")
    (first, *_) = replay_log(path, [{"id": "other.txt", "text": "Nothing."}])
    assert "none of the given sources" in first.inputs[1]


def test_other_versions_and_models_are_noted_and_fail_nothing(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    AuditLog(path).record(ascribe.check("The mill has 12 sails.", [MILL]))

    def change(entry) -> None:
        entry["version"] = "0.0.1"
        entry["models"]["encoder.onnx"] = "000000000000"

    rewrite(path, change)
    (result,) = replay_log(path)
    assert result.is_same
    assert result.notes[0] == f"version: 0.0.1, now {ascribe.__version__}"
    assert result.notes[1].startswith("model encoder.onnx: 000000000000, now ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("status", "unsupported"),
        ("reason", "covered"),
        ("score", 0.5),
        ("score", None),
        ("references", "sha256:0"),
    ],
)
def test_each_verdict_that_differs_is_listed(tmp_path, key, value) -> None:
    path = tmp_path / "log.jsonl"
    AuditLog(path).record(check("The mill has 12 sails. It was built in 1871."))
    rewrite(path, lambda entry: entry["sentences"][1].__setitem__(key, value))
    (result,) = replay_log(path)
    assert [change.sentence for change in result.changes] == [2]
    assert result.changes[0].before[key] == value


def test_a_tier_that_is_not_here_is_said(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    answer = check("The mill has 12 sails.")
    AuditLog(path).record(replace(answer, settings=replace(answer.settings, tier="theirs")))
    (result,) = replay_log(path)
    assert not result.is_checked
    assert "it cannot be checked" in result.inputs[0]
    (result,) = replay_log(path, options=ReplayOptions(tier="rules"))
    assert result.is_same


def test_a_broken_log_is_not_replayed(tmp_path) -> None:
    path = tmp_path / "log.jsonl"
    write_log(path)
    path.write_bytes(path.read_bytes().replace(b"12 sails", b"14 sails", 1))
    with pytest.raises(AuditLogError, match="line 1: it was changed"):
        list(replay_log(path))
