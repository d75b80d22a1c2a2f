import sys

import pytest

from ascribe import MissingExtraError


def test_without_the_framework_the_command_is_named(monkeypatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ascribe.adapters")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "haystack", None)
    with pytest.raises(MissingExtraError, match=r'pip install "ascribe\[haystack\]"'):
        __import__("ascribe.adapters.haystack")
