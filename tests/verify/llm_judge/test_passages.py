"""What a judge is shown."""

from hypothesis import given
from hypothesis import strategies as st

from ascribe import testing
from ascribe.read.sources import load_sources
from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.llm_judge.passages import MAX_CHARACTERS, select_passages

EVIDENCE = testing.evidence()


def of_text(*texts: str) -> list[SourceSentence]:
    return [
        SourceSentence(document, position, sentence)
        for position, document in enumerate(load_sources(list(texts)).documents, 1)
        for sentence in document.sentences
    ]


def test_the_best_comes_first_with_what_stands_around_it() -> None:
    shown = select_passages([6, 0], EVIDENCE)
    assert [passage.members for passage in shown] == [(5, 6, 7), (0, 1)]
    assert shown[1].text == "The old mill stands on the river Arle. It was built in 1871 by Anna Kohl."


def test_nothing_to_show() -> None:
    assert select_passages([], EVIDENCE) == ()
    assert select_passages([], []) == ()


def test_what_does_not_fit_is_left_out_but_never_the_best() -> None:
    long = "The mill " + "and the mill " * 600 + "turns."
    given = of_text(f"{long} It is old.", "A bridge. It fell.")
    assert len(long) > MAX_CHARACTERS
    assert [passage.text for passage in select_passages([0, 2], given)] == [long]
    assert [passage.members for passage in select_passages([2, 0], given)] == [(2, 3)]


def test_a_gap_in_a_source_makes_two_passages() -> None:
    given = of_text("It has 12 sails." + "\n" * 300 + "It is old.")
    assert [passage.members for passage in select_passages([0], given)] == [(0,), (1,)]


@given(st.lists(st.integers(0, len(EVIDENCE) - 1)))
def test_every_passage_is_a_slice_and_no_sentence_is_shown_twice(ranked: list[int]) -> None:
    shown = select_passages(ranked, EVIDENCE)
    members = [i for passage in shown for i in passage.members]
    assert len(set(members)) == len(members)
    assert set(ranked) <= set(members)
    for passage in shown:
        whole = EVIDENCE[passage.members[0]].document.full_text or ""
        assert whole[passage.start : passage.start + len(passage.text)] == passage.text
