"""What the entailment model reads."""

from hypothesis import given
from hypothesis import strategies as st

from ascribe.verify.evidence.passages import select_joint_window

lengths = st.lists(st.integers(1, 60), min_size=1, max_size=12)


def test_the_best_sentences_that_fit_stand_in_the_order_of_the_source():
    assert select_joint_window([4, 0, 2], [10, 10, 10, 10, 10], budget=20, most=6) == (0, 4)


def test_a_sentence_that_is_too_long_is_passed_over():
    assert select_joint_window([0, 1, 2], [10, 50, 10], budget=25, most=6) == (0, 2)


def test_the_best_sentence_is_taken_however_long():
    assert select_joint_window([1, 0], [10, 500], budget=25, most=6) == (1,)


@given(lengths, st.integers(1, 200), st.integers(1, 6), st.randoms())
def test_a_window_keeps_to_its_bounds(sizes, budget, most, random):
    ranked = list(range(len(sizes)))
    random.shuffle(ranked)
    window = select_joint_window(ranked, sizes, budget, most)
    assert ranked[0] in window
    assert len(window) <= most
    assert list(window) == sorted(set(window))
    assert len(window) == 1 or sum(sizes[i] for i in window) <= budget
