"""Nothing drifts: whatever is taken out, what stays keeps its text, its verdict and its quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import check
from ascribe.library.answering.removal import remove_sentences
from ascribe.records.outcomes import NOT_SUPPORTED

SOURCE = (
    "The mill has 12 sails. It was built in 1871. The river is slow. Boats cross it in summer. "
    "A fire came in 1902. The town paid for the repair."
)
SENTENCES = [
    "The mill has 12 sails.",
    "It was built in 1871.",
    "The river is fast.",
    "Boats cross it in summer, and the town paid for the moon.",
    "A fire came in 1902.",
    "A railway crosses the valley.",
]
JOINTS = [" ", "  ", "\n", "\n\n", "\n- ", "\n\n## Heading\n\n", "\n3. "]


@st.composite
def replies(draw: st.DrawFn) -> str:
    chosen = draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8))
    joints = draw(st.lists(st.sampled_from(JOINTS), min_size=len(chosen) - 1, max_size=len(chosen) - 1))
    start = draw(st.sampled_from(["", "- ", "> "]))
    return start + chosen[0] + "".join(a + b for a, b in zip(joints, chosen[1:], strict=True))


@given(replies(), st.data())
def test_what_stays_is_what_it_was(reply: str, data: st.DataObject) -> None:
    answer = check(reply, [SOURCE], tier="rules")
    out = data.draw(st.sets(st.integers(0, len(answer.sentences) - 1)))
    left = remove_sentences(answer, out)
    kept = [s for i, s in enumerate(answer.sentences) if i not in out]
    assert [s.text for s in left.sentences] == [s.text for s in kept]
    assert [s.text for s in left.removed] == [answer.sentences[i].text for i in sorted(out)]
    for before, after in zip(kept, left.sentences, strict=True):
        assert left.reply is not None
        assert left.reply[after.char_start : after.char_end] == after.text
        assert before.verdict is not None
        assert after.verdict is not None
        assert (after.verdict.status, after.verdict.reason) == (before.verdict.status, before.verdict.reason)
        for reference in (*after.references, *after.verdict.references):
            assert reference.answer_start_idx == after.char_start
            assert reference.answer_end_idx == after.char_end
            assert SOURCE[reference.document_start_idx : reference.document_end_idx] == reference.quote
        for (a, b), (c, d) in zip(before.verdict.unsupported, after.verdict.unsupported, strict=True):
            assert reply[a:b] == left.reply[c:d]
        for one, other in zip(before.verdict.clauses, after.verdict.clauses, strict=True):
            assert reply[one.char_start : one.char_end] == left.reply[other.char_start : other.char_end]


@given(replies(), st.data())
def test_results_belong_to_their_sentences(reply: str, data: st.DataObject) -> None:
    answer = check(reply, [SOURCE], tier="rules")
    left = remove_sentences(answer, data.draw(st.sets(st.integers(0, len(answer.sentences) - 1))))
    for result in left.verification_results:
        sentence = left.sentences[result.cited_sentence_index]
        assert sentence.verdict is not None
        assert (result.claim_text, result.status) == (sentence.text, sentence.verdict.status)
    shown = [r.claim_text for r in left.verification_results if not r.is_supported]
    removed = [s.text for s in left.removed if s.verdict and s.verdict.status in NOT_SUPPORTED]
    assert left.unsupported_claims == answer.unsupported_claims
    assert sorted(left.unsupported_claims) == sorted([*shown, *removed])


def test_a_line_of_its_own_goes_whole() -> None:
    reply = "It says:\n\n- The mill has 12 sails.\n- A railway crosses the valley.\n- A fire came in 1902.\n"
    answer = check(reply, [SOURCE], tier="rules")
    (lie,) = [i for i, s in enumerate(answer.sentences) if "railway" in s.text]
    assert (
        remove_sentences(answer, [lie]).reply
        == "It says:\n\n- The mill has 12 sails.\n- A fire came in 1902.\n"
    )


def test_a_sentence_in_a_line_leaves_no_gap() -> None:
    answer = check("The mill has 12 sails. A railway came. A fire came in 1902.", [SOURCE], tier="rules")
    assert remove_sentences(answer, [1]).reply == "The mill has 12 sails. A fire came in 1902."


def test_several_at_the_end_leave_no_gap_either() -> None:
    answer = check("A fire came in 1902. A railway came. A moon fell.", [SOURCE], tier="rules")
    assert remove_sentences(answer, [1, 2]).reply == "A fire came in 1902."
    assert remove_sentences(answer, [0, 1]).reply == "A moon fell."


NOTED = "The mill has 12 sails.[^1] A railway came.[^2]\n\n[^1]: It was built in 1871.\n"
LEFT = "The mill has 12 sails.[^1]\n\n[^1]: It was built in 1871.\n"


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        (NOTED + "[^2]: A fire came in 1902.\n", LEFT),  # supported, but a note to nothing
        (NOTED + "[^2]: A fire came. So it did.\n    It burnt.\n\nThe end.\n", LEFT + "\nThe end.\n"),
        (NOTED + "[^2]: As [^3] says.\n[^3]: <https://example.org/b>\n", LEFT),
        (NOTED + "[^3]: Of nobody.\n", LEFT + "[^3]: Of nobody.\n"),  # it was one before
        (
            "The mill has 12 sails.[^1] A railway came.[^2]\n\n[^1]: As [^2] says.\n[^2]: Yes.\n",
            "The mill has 12 sails.[^1]\n\n[^1]: As [^2] says.\n[^2]: Yes.\n",
        ),
        ("It has sails.[^a] A railway came.[^A]\n\n[^a]: Yes.", "It has sails.[^a]\n\n[^a]: Yes."),
        (
            "It [has][1] sails. A railway [came][2].\n\n[1]: http://a.org/\n[2]: http://b.org/\n",
            "It [has][1] sails.\n\n[1]: http://a.org/\n",
        ),
    ],
)
def test_the_definition_of_a_note_goes_with_what_points_to_it(reply, left) -> None:
    answer = check(reply, [SOURCE], tier="rules")
    (lie,) = [place for place, s in enumerate(answer.sentences) if "railway" in s.text]
    after = remove_sentences(answer, [lie])
    assert after.reply == left
    assert [left[s.char_start : s.char_end] for s in after.sentences] == [s.text for s in after.sentences]


def test_nothing_out_changes_nothing() -> None:
    answer = check("The mill has 12 sails.", [SOURCE], tier="rules")
    assert remove_sentences(answer, []) is answer
