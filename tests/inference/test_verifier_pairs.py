import numpy as np
import pytest

from ascribe.inference.model_files import is_installed
from ascribe.inference.pair_models import BuiltinPairModel
from ascribe.inference.tokens import split_windows, tokenize
from ascribe.testing import check_pair_model

pytestmark = pytest.mark.skipif(
    not (is_installed("verifier") and is_installed("encoder")),
    reason="needs the weights of the built-in models",
)

FILLER = "A market is held every week. Farmers sell cheese and wool there. "
FACT = "The mill has 12 sails. "


def scores(pairs: list[tuple[str, str]], limit: int = 512) -> list[float]:
    return [float(1 / (1 + np.exp(-value))) for value in BuiltinPairModel(limit).logits(pairs)[:, 0]]


def test_the_contract_of_pair_models() -> None:
    check_pair_model(BuiltinPairModel())
    check_pair_model(BuiltinPairModel(24))


def test_what_says_it_scores_above_what_denies_it_and_what_is_about_something_else() -> None:
    claim = "The mill has 12 sails."
    says, denies, other = scores([(claim, FACT), (claim, "The mill has no sails."), (claim, FILLER)])
    assert says > 0.5 > 0.3 > max(denies, other)


@pytest.mark.parametrize("before", [0, 30, 80])
def test_evidence_is_found_wherever_it_stands_in_a_long_document(before: int) -> None:
    document = FILLER * before + FACT + FILLER * (80 - before)
    assert len(tokenize(document)) > 2 * 512
    (found,) = scores([("The mill has 12 sails.", document)], 64)
    (alone,) = scores([("The mill has 12 sails.", FILLER * 80)], 64)
    assert found > 0.3 > alone


def test_windows_are_slices_that_overlap_and_leave_nothing_out() -> None:
    text = FILLER * 20
    parts = split_windows(text, 40)
    assert all(part in text and len(tokenize(part)) <= 40 for part in parts)
    assert text.startswith(parts[0])
    assert text.rstrip().endswith(parts[-1])
    starts, position = [], 0
    for part in parts:
        position = text.index(part, position)
        starts.append(position)
    assert all(
        start < before + len(part) for start, before, part in zip(starts[1:], starts, parts, strict=False)
    )
    assert split_windows(text, 4000) == [text]
    assert split_windows("", 10) == [""]
