"""Every parser returns or refuses what nobody would write; ``benchmarks/fuzz.py`` does it a million times."""

import random
import time

import pytest
from benchmarks.fuzz import Tally, build_parsers, feed

PARSERS = build_parsers()
INPUTS = 60
SECONDS = 1.2
"""For each parser, whichever comes first, so that all of them take half a minute on a slow machine."""


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_returns_or_refuses(name: str) -> None:
    tally = Tally()
    feed(tally, PARSERS[name], random.Random(f"7 {name}"), time.monotonic() + SECONDS, INPUTS)
    assert tally.inputs > 0
    assert not tally.faults, tally.faults[0]
