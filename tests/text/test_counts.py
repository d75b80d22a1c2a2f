"""A number and its noun agree."""

from ascribe.text.counts import format_count


def test_one_thing_has_the_singular() -> None:
    assert format_count(1, "reply", "replies") == "1 reply"
    assert format_count(2, "reply", "replies") == "2 replies"
    assert format_count(0, "sentence") == "0 sentences"
    assert format_count(1234, "answer") == "1,234 answers"
