"""Batches of rows of like length."""

from training.tokens import batch_by_length


def test_every_row_is_in_one_batch_and_no_batch_is_too_big() -> None:
    lengths = [1 + (7 * number) % 50 for number in range(500)]
    batches = batch_by_length(lengths, most_tokens=200, most_rows=9, seed=5)
    assert sorted(row for batch in batches for row in batch) == list(range(500))
    assert max(len(batch) for batch in batches) <= 9
    assert max(len(batch) * max(lengths[row] for row in batch) for batch in batches) <= 200


def test_row_that_is_longer_than_a_batch_stands_alone() -> None:
    assert sorted(batch_by_length([500, 3, 3], most_tokens=100, most_rows=9, seed=5)) == [[0], [1, 2]]


def test_seed_decides_the_batches() -> None:
    lengths = [number % 13 for number in range(300)]
    first, again, other = (batch_by_length(lengths, 100, 8, seed) for seed in (1, 1, 2))
    assert first == again != other
