"""Each text is read once, and the memory stays bounded."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from ascribe.inference.cache import LRUCache, hash_texts


def _chosen(numbers: list[int], places: list[int]) -> list[int]:
    return [numbers[place] for place in places]


def _noted(made: list[bytes], found: bytes, _places: list[int]) -> list[str]:
    made.append(found)
    return ["value"]


@given(st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=8), st.integers(1, 5))
def test_values_come_in_order_whatever_is_forgotten(calls, size) -> None:
    memory: LRUCache[int] = LRUCache(size)
    for numbers in calls:
        keys = [hash_texts(str(n)) for n in numbers]
        assert memory.all(keys, partial(_chosen, numbers)) == numbers
        assert len(memory) <= size


def test_what_is_known_is_not_made_again() -> None:
    memory: LRUCache[str] = LRUCache(3)
    asked: list[int] = []

    def make(new: list[int]) -> list[str]:
        asked.extend(new)
        return ["value"] * len(new)

    keys = [hash_texts("a"), hash_texts("b"), hash_texts("a")]
    assert memory.all(keys, make) == ["value"] * 3
    assert memory.all(keys, make) == ["value"] * 3
    assert asked == [0, 1]


def test_the_value_not_asked_for_longest_goes_first() -> None:
    memory: LRUCache[str] = LRUCache(2)
    made: list[bytes] = []
    for text in "abacaba":
        found = hash_texts(text)
        memory.all([found], partial(_noted, made, found))
    assert made == [hash_texts(text) for text in "abcb"]


def test_a_key_tells_pairs_apart() -> None:
    assert hash_texts("ab", "c") != hash_texts("a", "bc")
    assert hash_texts("ab") != hash_texts("ab", "")
    assert hash_texts("\ud800") == hash_texts("\ud800")


def test_threads_share_it() -> None:
    memory: LRUCache[int] = LRUCache(50)

    def ask(start: int) -> list[int]:
        numbers = [(start * 7 + n) % 80 for n in range(60)]
        keys = [hash_texts(str(n)) for n in numbers]
        found = memory.all(keys, lambda new: [numbers[place] for place in new])
        return [a - b for a, b in zip(found, numbers, strict=True)]

    with ThreadPoolExecutor(8) as pool:
        assert not any(any(row) for row in pool.map(ask, range(100)))
    assert len(memory) <= 50
