from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.llm.waiting import FIRST, LONGEST, pause

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_each_wait_is_longer_up_to_the_longest() -> None:
    waits = [pause(tries, None, NOW) or 0.0 for tries in range(1, 12)]
    assert waits[:3] == [FIRST, 2 * FIRST, 4 * FIRST]
    assert all(one <= other <= LONGEST for one, other in pairwise(waits))
    assert waits[-1] == LONGEST


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("1.5", 1.5),
        ("61", None),
        (format_datetime(NOW.replace(second=9), usegmt=True), 9.0),
        (format_datetime(NOW.replace(hour=11), usegmt=True), 0.0),
        (format_datetime(NOW.replace(hour=13), usegmt=True), None),
        ("Sun, 01 Mar 2026 12:00:05 -0000", 5.0),
        ("soon", FIRST),
        ("-3", FIRST),
        ("", FIRST),
        ("1e9", FIRST),
        ("nan", FIRST),
    ],
)
def test_what_a_server_asks_for(header: str, seconds: float | None) -> None:
    assert pause(1, header, NOW) == seconds


@given(st.integers(1, 40), st.none() | st.text())
def test_a_wait_is_never_negative_nor_too_long(tries: int, header: str | None) -> None:
    seconds = pause(tries, header, NOW)
    assert seconds is None or 0.0 <= seconds <= LONGEST
