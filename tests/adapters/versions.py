"""Which Haystack the tests meet: 3 is what we follow, 2 is still supported."""

from importlib.metadata import PackageNotFoundError, version

import pytest


def haystack_major() -> int:
    try:
        return int(version("haystack-ai").partition(".")[0])
    except PackageNotFoundError:
        return 3


HAYSTACK_2 = haystack_major() == 2

only_in_haystack_3 = pytest.mark.skipif(HAYSTACK_2, reason="Haystack 2 loads any module from YAML")
