"""The behaviour that the published data model states, and what ours adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import BBox, PageBBox, Span


def box(page: int, y: float = 0.0) -> PageBBox:
    return PageBBox(page, BBox(0.0, y, 10.0, y + 5.0))


def test_area_is_never_negative() -> None:
    assert BBox(0, 0, 2, 3).area() == 6
    assert BBox(5, 5, 1, 1).area() == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("d", -1, 2), "char_start"),
        (("d", 3, 2), "char_end"),
        (("d", 0, 2, (box(1), box(0))), "sorted by page"),
    ],
)
def test_bad_spans_are_refused(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        Span(*arguments)


def test_negative_page_is_refused() -> None:
    with pytest.raises(ValueError, match="page"):
        box(-1)


def test_an_empty_span_is_allowed_and_lists_are_accepted() -> None:
    span = Span("d", 4, 4, [box(0), box(1)])  # type: ignore[arg-type]  # lists are accepted
    assert span.length() == 0
    assert span.bboxes == (box(0), box(1))
    assert hash(span) == hash(Span("d", 4, 4, (box(0), box(1))))


def test_pages_name_each_page_once() -> None:
    assert Span("d", 0, 5, (box(0), box(0, 20), box(1))).pages == (0, 1)
    assert Span("d", 0, 5).pages == ()


def test_overlap_is_half_open_and_containment_inclusive() -> None:
    whole, left, right = Span("d", 0, 10), Span("d", 0, 5), Span("d", 5, 10)
    assert not left.overlaps(right)
    assert whole.overlaps(left)
    assert whole.contains(left)
    assert whole.contains(whole)
    assert not left.contains(whole)
    assert not whole.overlaps(Span("e", 0, 10))
    assert not whole.contains(Span("e", 0, 10))


def test_merge_unites_boxes_and_bridges_gaps() -> None:
    merged = Span.merge([Span("d", 7, 9, (box(1),)), Span("d", 0, 5, (box(0, 9), box(1)))])
    assert merged == Span("d", 0, 9, (box(0, 9), box(1)))


def test_merge_refuses_nothing_and_mixed_documents() -> None:
    with pytest.raises(ValueError, match="empty"):
        Span.merge([])
    with pytest.raises(ValueError, match="different documents"):
        Span.merge([Span("a", 0, 1), Span("b", 0, 1)])


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=8))
def test_merge_contains_every_part(pairs) -> None:
    spans = [Span("d", min(pair), max(pair)) for pair in pairs]
    merged = Span.merge(spans)
    assert all(merged.contains(span) for span in spans)


def test_any_iterable_of_spans_can_be_merged() -> None:
    assert Span.merge(Span("d", i, i + 1) for i in (4, 0)) == Span("d", 0, 5)
    with pytest.raises(ValueError, match="empty"):
        Span.merge(iter([]))
