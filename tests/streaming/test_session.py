"""When sentences are told, what is taken back and why, and what a session costs."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from ascribe import InputError, Limits, check, stream
from ascribe.errors import UnknownComponentError, UnknownOptionError
from ascribe.records import StreamEvent
from ascribe.score.lexical import KEPT_FROM, LexicalScorer
from ascribe.source_sentences import list_source_sentences
from ascribe.streaming.session import ReplyBuffer
from ascribe.write.terminal import TerminalWriter
from tests.streaming.replay import SOURCES, keeps_the_law, standing


def told(deltas: list[str], **options: Any) -> list[tuple[int, StreamEvent]]:
    """Each event with the number of deltas that were asked for before it."""
    asked = 0

    def counted() -> Iterator[str]:
        nonlocal asked
        for delta in deltas:
            asked += 1
            yield delta

    return [(asked, event) for event in stream(counted(), SOURCES, tier="rules", **options)]


def test_a_sentence_is_told_as_soon_as_the_word_behind_it_is_whole() -> None:
    (first, event), *_ = told(["The mill has 12 sails.", " It", " was", " built in 1871."])
    assert (first, event.kind, event.id) == (3, "sentence", "0-22")


@pytest.mark.parametrize(
    "deltas",
    [
        ["The mill has 12 sails, e.g. ", "big ones"],
        ["The mill has 12 sails.", " [1"],
        ["The mill has 12 sails.【1†so", "urce】"],
        ["```\nThe mill has 12 sails. ", "It was built in 1871.\nx = 1\n"],
        ["The mill has 12 sails"],
    ],
)
def test_what_may_not_be_complete_waits_for_the_end(deltas: list[str]) -> None:
    assert {asked for asked, _ in told(deltas)} == {len(deltas)}


def test_markers_stay_out_of_code_tables_and_links() -> None:
    reply = "| mill | sails |\n|---|---|\n| mill | 12 sails |\n\n```\nThe mill has 12 sails.\n```\n\n"
    reply += "The mill has 12 [sails](http://x.de/a.b). So it is."
    texts = "".join(event.text for event in standing(keeps_the_law(reply, list(reply))))
    assert "| mill | 12 sails [1] |" in texts
    assert "\n```\nThe mill has 12 sails.\n```" in texts
    assert "[sails](http://x.de/a.b). [1]" in texts


@pytest.mark.parametrize(
    ("deltas", "reason"),
    [
        (["<!-- The mill has 12 sails. It was built. ", "-->\nSo it is."], "resplit"),
        (["So it is: <!-- The mill has 12 sails. It was built. ", "--> so."], "rejudged"),
    ],
)
def test_what_later_text_makes_something_else_of_is_taken_back(deltas: list[str], reason: str) -> None:
    events = keeps_the_law("".join(deltas), deltas)
    assert reason in {event.reason for event in events}


def test_numbers_that_the_reply_takes_itself_are_taken_back() -> None:
    deltas = ["The mill has 12 sails. The bridge is old. ", "It was built in 1871 [1]. So it is. "]
    events = keeps_the_law("".join(deltas), deltas)
    kinds = [(e.kind, e.id, e.reason) for e in events if e.id == "0-22"]
    shown, taken_back = ("sentence", "0-22", ""), ("retracted", "0-22", "rewritten")
    assert kinds == [shown, taken_back, shown, taken_back, shown]
    first, again, last = (e for e in events if e.kind == "sentence" and e.id == "0-22")
    assert [[n.number for n in e.references] for e in (first, again, last)] == [[1], [2], [2]]
    assert ("missing citation" in again.text, "missing citation" in last.text) == (False, True)


def test_another_language_is_another_judgement() -> None:
    reply = "Die Mühle hat 12 Flügel. 1871 wurde sie gebaut und sie ist nicht mehr so alt wie die Brücke."
    sources = [SOURCES[0]]
    events = list(stream(list(reply), sources, tier="rules"))
    assert events[-1].answer == check(reply, sources, tier="rules")
    assert events[-1].answer.settings.language == "de"


def test_halves_of_a_surrogate_pair_are_one_character() -> None:
    whole = "The mill 😀 has 12 sails."
    events = list(stream(["The mill \ud83d", "\ude00 has 12 sails."], SOURCES, tier="rules"))
    assert events[-1].answer == check(whole, SOURCES, tier="rules")


def test_half_a_character_alone_is_an_error() -> None:
    with pytest.raises(InputError, match="lone surrogate"):
        list(stream(["The mill \ud83d"], SOURCES, tier="rules"))


def test_an_endless_reply_is_stopped() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield "mill "

    with pytest.raises(InputError, match="max_reply_chars"):
        list(stream(endless(), SOURCES, tier="rules", limits=Limits(max_reply_chars=1000)))


def test_a_sentence_is_judged_once_and_the_sources_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed for a sentence is read again when its verdict is replayed; the sources are not."""
    sources = [*SOURCES, *(f"Barn {number} has a tin roof." for number in range(KEPT_FROM))]
    whole = [one.text for one in list_source_sentences(check("", sources, tier="rules").documents)]
    judged: list[str] = []
    score = LexicalScorer.score

    def counting(self, claims, evidence):
        judged.extend(claims if list(evidence) == whole else ())
        return score(self, claims, evidence)

    monkeypatch.setattr(LexicalScorer, "score", counting)
    reply = "The mill has 12 sails. The bridge is 30 m long. It is old. " * 3
    made: list[int] = []
    monkeypatch.setattr("ascribe.score.lexical.Postings.__init__", _counted(made))
    list(stream(list(reply), sources, tier="rules"))
    assert len(judged) == 9
    assert made.count(len(whole)) == 1


def _counted(made: list[int]):
    """Return a constructor that also notes how many sentences it was given."""
    from ascribe.score.lexical import Postings

    original = Postings.__init__

    def counting(self, evidence, *arguments):
        made.append(len(evidence))
        original(self, evidence, *arguments)

    return counting


def test_a_long_reply_is_not_read_again_for_every_sentence() -> None:
    growing, due = ReplyBuffer("en", Limits()), 0
    for _ in range(4000):
        if growing.add("So it is. "):
            due += 1
            growing.read_partial()
    assert 4000 / 50 < due < 400


def test_another_writer_makes_the_texts() -> None:
    writer = TerminalWriter(color=False)
    events = list(stream(["The mill has 12 sails. It is", " old."], SOURCES, tier="rules", writer=writer))
    assert events[-1].text == str(events[-1].answer)
    assert events[0].text == "The mill has 12 sails. [✓ 1]"


def test_the_models_judge_as_in_a_check() -> None:
    reply = "The mill has 12 sails and is a sight. Anna Kohl sold it. The bridge is 40 m long."
    *_, final = stream(
        [reply[i : i + 5] for i in range(0, len(reply), 5)], SOURCES, "How big?", strictness="strict"
    )
    assert final.answer == check(reply, SOURCES, "How big?", strictness="strict")
    assert final.answer.settings.tier == "builtin"


def test_what_cannot_be_used_is_named() -> None:
    with pytest.raises(InputError, match="html cannot render single sentences"):
        list(stream([], SOURCES, writer="html"))
    with pytest.raises(UnknownComponentError):
        list(stream([], SOURCES, writer="nothing"))
    with pytest.raises(InputError, match="strictness"):
        list(stream([], SOURCES, strictness=cast(Any, "severe")))
    mistyped: Any = {"strictnes": "strict"}
    with pytest.raises(UnknownOptionError, match="did you mean 'strictness'"):
        stream([], SOURCES, **mistyped)
