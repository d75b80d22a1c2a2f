"""``assert_supported`` outside of a plugin."""

from typing import Any

import pytest

from ascribe.errors import InputError
from ascribe.testing import assert_supported

SOURCE = ["Ducks have two legs."]


@pytest.mark.parametrize("fail_on", ["contradict", "contradicted", ["contradict"], ["Contradicted"], None])
def test_what_is_no_list_of_statuses_is_an_error_and_never_passes(fail_on: Any) -> None:
    for reply in ("Ducks have four legs.", "Ducks have two legs."):
        with pytest.raises(InputError, match="fail_on"):
            assert_supported(reply, SOURCE, fail_on=fail_on, tier="rules")


def test_only_the_given_statuses_fail() -> None:
    with pytest.raises(AssertionError, match="1 of 1 sentence failed:"):
        assert_supported("Ducks have four legs.", SOURCE, fail_on=["contradicted"], tier="rules")
    assert assert_supported("Ducks have four legs.", SOURCE, fail_on=["unsupported"], tier="rules")
