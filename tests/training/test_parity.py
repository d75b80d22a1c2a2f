"""What two verifiers are compared on: evidence within its bounds, areas that tell right from wrong."""

import math

import pytest

from training import parity

SOURCE = (
    "The mill has twelve sails. It stands on the Arle. Entry is free for children. " + "Rye is cheap. " * 90
)


def test_the_evidence_is_of_the_source_and_short() -> None:
    found = parity.select_evidence("The mill has twelve sails and stands on the Arle.", SOURCE)
    lines = found.split("\n")
    assert lines[:2] == ["The mill has twelve sails.", "It stands on the Arle."]
    assert len(lines) <= parity.SENTENCES
    assert len(found.split()) <= parity.WORDS


class ByLength:
    """Finds a longer claim more likely."""

    def probabilities(self, pairs: list[tuple[str, str]]):
        import numpy as np

        return np.array([[len(claim), 0.0, 0.0] for _, claim in pairs], np.float32)


@pytest.mark.parametrize(
    ("labels", "expected"), [([False, True], 1.0), ([True, False], 0.0), ([True, True], math.nan)]
)
def test_the_area_is_of_the_order(labels: list[bool], expected: float) -> None:
    pairs = [("", "short"), ("", "much longer")]
    found = parity.compute_auroc(pairs, labels, ByLength())  # type: ignore[arg-type]  # all that is asked of a model
    assert found == pytest.approx(expected, nan_ok=True)
