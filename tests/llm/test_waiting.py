from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.llm.client import FIRST_WAIT, LONGEST_WAIT, compute_backoff

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_each_wait_is_longer_up_to_the_longest() -> None:
    waits = [compute_backoff(tries, None, NOW) or 0.0 for tries in range(1, 12)]
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert all(one <= other <= LONGEST_WAIT for one, other in pairwise(waits))
    assert waits[-1] == LONGEST_WAIT


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
        ("soon", FIRST_WAIT),
        ("-3", FIRST_WAIT),
        ("", FIRST_WAIT),
        ("1e9", FIRST_WAIT),
        ("nan", FIRST_WAIT),
    ],
)
def test_what_a_server_asks_for(header: str, seconds: float | None) -> None:
    assert compute_backoff(1, header, NOW) == seconds


@given(st.integers(1, 40), st.none() | st.text())
def test_a_wait_is_never_negative_nor_too_long(tries: int, header: str | None) -> None:
    seconds = compute_backoff(tries, header, NOW)
    assert seconds is None or 0.0 <= seconds <= LONGEST_WAIT
