"""Model work that is stopped from outside, between two batches."""

import threading

import pytest

import ascribe
from ascribe.inference.encoder import Encoder
from ascribe.inference.interruption import check_interruption, interrupted_by


class StoppedError(Exception):
    """What the callback raises."""


def stop() -> None:
    raise StoppedError


def test_a_model_stops_between_batches() -> None:
    calls = []

    def stop_later() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise StoppedError

    texts = [f"The mill number {number} of this test has sails." * 9 for number in range(60)]
    with pytest.raises(StoppedError), interrupted_by(stop_later):
        Encoder().embed(texts)
    assert len(calls) == 3
    assert Encoder().embed(texts).shape == (60, 384)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_check_stops(tier: str) -> None:
    with pytest.raises(StoppedError), interrupted_by(stop):
        ascribe.check("The mill of this test is old.", "The mill of this test is of oak.", tier=tier)


def test_the_callback_concerns_only_its_own_thread() -> None:
    ended = []

    def work() -> None:
        check_interruption()
        ended.append(True)

    with interrupted_by(stop):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    check_interruption()
    assert ended == [True]
