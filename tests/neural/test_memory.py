"""Each text is read once, and the memory stays bounded."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from ascribe.neural.memory import Memory, key


def _chosen(numbers: list[int], places: list[int]) -> list[int]:
    return [numbers[place] for place in places]


def _noted(made: list[bytes], found: bytes, _places: list[int]) -> list[str]:
    made.append(found)
    return ["value"]


@given(st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=8), st.integers(1, 5))
def test_values_come_in_order_whatever_is_forgotten(calls, size) -> None:
    memory: Memory[int] = Memory(size)
    for numbers in calls:
        keys = [key(str(n)) for n in numbers]
        assert memory.all(keys, partial(_chosen, numbers)) == numbers
        assert len(memory) <= size


def test_what_is_known_is_not_made_again() -> None:
    memory: Memory[str] = Memory(3)
    asked: list[int] = []

    def make(new: list[int]) -> list[str]:
        asked.extend(new)
        return ["value"] * len(new)

    keys = [key("a"), key("b"), key("a")]
    assert memory.all(keys, make) == ["value"] * 3
    assert memory.all(keys, make) == ["value"] * 3
    assert asked == [0, 1]


def test_the_value_not_asked_for_longest_goes_first() -> None:
    memory: Memory[str] = Memory(2)
    made: list[bytes] = []
    for text in "abacaba":
        found = key(text)
        memory.all([found], partial(_noted, made, found))
    assert made == [key(text) for text in "abcb"]


def test_a_key_tells_pairs_apart() -> None:
    assert key("ab", "c") != key("a", "bc")
    assert key("ab") != key("ab", "")
    assert key("\ud800") == key("\ud800")


def test_threads_share_it() -> None:
    memory: Memory[int] = Memory(50)

    def ask(start: int) -> list[int]:
        numbers = [(start * 7 + n) % 80 for n in range(60)]
        keys = [key(str(n)) for n in numbers]
        found = memory.all(keys, lambda new: [numbers[place] for place in new])
        return [a - b for a, b in zip(found, numbers, strict=True)]

    with ThreadPoolExecutor(8) as pool:
        assert not any(any(row) for row in pool.map(ask, range(100)))
    assert len(memory) <= 50
