"""The time of a check grows with the length of a text, not with its square: patterns that once did worse."""

import gc
import math
import time
from collections.abc import Callable

import pytest

from ascribe import check, repair

SHORT, LONG = 4_000, 16_000
GREATEST_EXPONENT = 1.5
LAST_WORDS = ("stone", "timber")
LEAST_SECONDS = 0.1
"""Below this time at ``LONG`` characters the exponent says nothing."""

MOST_RUNS = 4

MILL = "The mill has 12 sails."


def check_source(text: str) -> None:
    check(MILL, [f"The mill\nhas {text} sails."], tier="rules", language="en")


def compare_source(text: str) -> None:
    claim = "The mill had 12 more sails than the barn, which rose by 3."
    check(claim, [f"The mill\nhas {text} sails."], tier="rules", language="en")


def check_reply(text: str) -> None:
    check(f"The {text} is here.", ["Email the mill."], tier="rules", language="en")


def repair_reply(text: str) -> None:
    repair(text, [MILL], tier="rules", language="en")


@pytest.mark.parametrize(
    ("run", "piece"),
    [
        (check_source, " "),
        (check_source, "\u00a0"),
        (check_source, "[1,~~"),
        (check_source, "5 % if "),
        (check_source, "before sails "),
        (check_source, "said that A "),
        (check_source, "1871 "),
        (check_source, "0 kg "),
        (check_source, "alongside "),
        (check_source, "not mill, mill "),
        (check_source, "rather than "),
        (check_source, "bid to save sails failed "),
        (check_source, "stop having sails "),
        (check_source, "mill may have sails "),
        (check_source, "the mill has 12 sails and the old mill has 12 sails and "),
        (check_source, "1/2 "),
        (check_source, "years before 1900 "),
        (check_source, "whether mill "),
        (check_source, "since mill "),
        (check_source, "mill's sails is "),
        (check_source, "of the 12, 5 mill "),
        (check_source, "12 for mill and "),
        (check_source, "mill, whose sails has "),
        (check_source, "director of the mill has "),
        (check_source, "sails fell and "),
        (check_source, "opposite the mill and "),
        (check_source, "by post to mill and "),
        (check_source, "all sails, "),
        (check_source, "5% of mill "),
        (compare_source, "12 sails, "),
        (compare_source, "in 1871 the barn, "),
        (compare_source, "\n12 sails or 1871 | "),
        (compare_source, "9 million each way "),
        (check_reply, "e mail "),
        (check_reply, "1/2 "),
        (check_reply, "[1]: "),
        (repair_reply, "x [1] "),
        (repair_reply, "[1]"),
        (check_reply, "et al.rose "),
        (check_reply, "and et al."),
        (check_reply, "--n't 1/2"),
        (check_reply, "\u00ad\u2028"),
        (check_reply, "\ufeff "),
        (check_reply, "1/2at least "),
        (check_reply, "<b 1> "),
        (check_source, "1871 after "),
        (check_source, "if 2021-03-04 "),
        (check_source, "20:17 was built in ~~"),
        (check_source, "\u0085\u200d"),
        (check_source, "mill some "),
        (check_source, "dozen before "),
        (check_source, "10^1871 "),
        (check_source, "none some 1."),
        (check_source, "Brandt if "),
        (check_source, "if rose "),
        (check_source, "\u0301"),
        (check_source, "\u24603 March 2021 million "),
        (check_source, "some all of "),
        (check_source, "some "),
        (check_source, "\u201d"),
        (check_source, "2020-01-02 "),
        (check_source, "U.S.' "),
        (check_reply, "\U0001f642"),
        (check_reply, "\u2013"),
        (check_reply, "- "),
        (repair_reply, "if "),
        (repair_reply, "per "),
        (repair_reply, ","),
        (repair_reply, "a. "),
        (repair_reply, "[1]: "),
        (repair_reply, "\u30101\u3011"),
        (repair_reply, "\u207d\u00b9\u207e"),
    ],
)
def test_the_time_is_linear(run: Callable[[str], None], piece: str) -> None:
    run(piece)  # loads what is loaded once
    times = dict.fromkeys((SHORT, LONG), math.inf)
    for _ in range(MOST_RUNS):  # the best of several, as other programs slow a run down and never speed it up
        times = {length: min(best, measure(run, piece, length)) for length, best in times.items()}
        exponent = math.log(times[LONG] / times[SHORT]) / math.log(LONG / SHORT)
        if times[LONG] < LEAST_SECONDS or exponent < GREATEST_EXPONENT:
            return
    raise AssertionError(times)


def measure(run: Callable[[str], None], piece: str, length: int) -> float:
    """Return the least processor seconds of some runs with the piece repeated to that length.

    Each run gets another last word, as texts are cached. The garbage collector is off, since it walks
    whatever other tests have left in memory.
    """
    text = piece * (length // len(piece))
    gc.collect()
    gc.disable()
    try:
        return min(measure_once(run, text + word) for word in LAST_WORDS)
    finally:
        gc.enable()


def measure_once(run: Callable[[str], None], text: str) -> float:
    """Return the processor seconds of one run."""
    begun = time.process_time()
    run(text)
    return time.process_time() - begun
