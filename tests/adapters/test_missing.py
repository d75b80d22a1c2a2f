import re
import sys
from importlib import import_module

import pytest

from ascribe import MissingExtraError
from ascribe.install_command import build_install_command

FRAMEWORKS = [
    ("haystack", "haystack"),
    ("langchain_core", "langchain"),
    ("llama_index", "llama-index"),
    ("ragas", "ragas"),
    ("deepeval", "deepeval"),
    ("phoenix", "phoenix"),
    ("mlflow", "mlflow"),
]


@pytest.mark.parametrize(("package", "extra"), FRAMEWORKS)
def test_without_the_framework_the_command_is_named(monkeypatch, package: str, extra: str) -> None:
    for name in [name for name in sys.modules if name.startswith("ascribe.adapters")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command(extra))):
        import_module(f"ascribe.adapters.{extra.replace('-', '_')}")
