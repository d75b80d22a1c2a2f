"""Boxes of turned text go into their frame and back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.read.pdf.text_runs import TURNS, compute_turn, from_frame, to_frame

EDGE = st.integers(min_value=-1000, max_value=1000)


@given(st.sampled_from(TURNS), EDGE, EDGE, st.integers(0, 500), st.integers(0, 500))
def test_there_and_back(turn: int, x: int, y: int, width: int, height: int):
    box = (float(x), float(y), float(x + width), float(y + height))
    frame = to_frame(turn, box)
    assert frame[0] <= frame[2]
    assert frame[1] <= frame[3]
    assert from_frame(turn, frame) == box


@pytest.mark.parametrize("turn", TURNS)
def test_the_frame_runs_along_the_text(turn: int):
    angle = math.radians(turn)
    a, b = math.cos(angle), math.sin(angle)
    assert compute_turn(a, b) == turn
    u0, v0, _, _ = to_frame(turn, (10 * a, 10 * b, 10 * a, 10 * b))
    assert (u0, v0) == pytest.approx((10, 0), abs=1e-9)


def test_slanted_text_has_no_direction():
    assert compute_turn(1.0, 1.0) is None
