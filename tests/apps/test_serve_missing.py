"""``ascribe serve`` without its extra: one sentence with the command that installs it."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.errors import MissingExtraError


def test_the_service_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "ascribe.apps.server.running", raising=False)
    done = CliRunner().invoke(app, ["serve", "--data", str(tmp_path / "data")])
    assert isinstance(done.exception, MissingExtraError)
    assert str(done.exception) == 'The service needs uvicorn; run: pip install "ascribe[serve]"'


def test_keys_need_no_extra(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", "keys", "add", "anna", "--data", str(tmp_path)])
    assert done.exit_code == 0
    assert done.output.startswith("ascribe_")
