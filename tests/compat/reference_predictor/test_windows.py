import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.compat.reference_predictor.sentences import build_window_spans, build_windows


@pytest.mark.parametrize(
    ("count", "size", "stride", "expected"),
    [
        (0, 3, 3, []),
        (1, 3, 3, [(0, 1)]),
        (3, 3, 3, [(0, 3)]),
        (7, 3, 3, [(0, 3), (3, 6), (6, 7)]),
        (4, 1, 1, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        (4, 2, 1, [(0, 2), (1, 3), (2, 4)]),
        (5, 3, 2, [(0, 3), (2, 5)]),
        (5, 1, 3, [(0, 1), (3, 4)]),
    ],
)
def test_windows_start_every_stride_and_end_with_the_first_that_reaches_the_end(
    count: int, size: int, stride: int, expected: list[tuple[int, int]]
) -> None:
    assert build_windows(count, size, stride) == expected


@given(st.integers(0, 40), st.integers(1, 9), st.integers(1, 9))
def test_windows_cover_every_unit_unless_the_stride_is_larger(count: int, size: int, stride: int) -> None:
    found = build_windows(count, size, stride)
    assert all(0 <= first < last <= count and last - first <= size for first, last in found)
    assert [first for first, _ in found] == [n * stride for n in range(len(found))]
    assert sum(last == count for _, last in found) <= 1
    covered = {n for first, last in found for n in range(first, last)}
    assert covered == set(range(count)) or stride > size


def test_a_span_goes_from_the_start_of_its_first_unit_to_the_end_of_its_last() -> None:
    assert build_window_spans([(0, 4), (5, 9), (12, 20)], 2, 2) == [(0, 9), (12, 20)]
