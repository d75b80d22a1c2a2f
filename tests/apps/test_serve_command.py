"""``ascribe serve`` as a command: its options, and what it says without its extra."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.apps.server import command
from ascribe.apps.server.settings import ServerSettings
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command

PAGE = Path(__file__).parents[2] / "docs/serve.md"


def test_the_service_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "ascribe.apps.server.running", raising=False)
    done = CliRunner().invoke(app, ["serve", "--data", str(tmp_path / "data")])
    assert isinstance(done.exception, MissingExtraError)
    assert str(done.exception) == f"The service needs uvicorn; run: {build_install_command('serve')}"


def test_keys_need_no_extra(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", "keys", "add", "anna", "--data", str(tmp_path)])
    assert done.exit_code == 0
    assert done.output.startswith("ascribe_")


def parse_settings(monkeypatch: pytest.MonkeyPatch, *options: str) -> ServerSettings:
    """The settings that the command makes of options."""
    made: list[ServerSettings] = []
    monkeypatch.setattr(command, "_run", made.append)
    done = CliRunner().invoke(app, ["serve", *options])
    if done.exception is not None:
        raise done.exception
    return made[0]


def test_defaults_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse_settings(monkeypatch) == ServerSettings()


def test_options_become_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    options = [
        "--allow-host",
        "a.example",
        "--allow-origin",
        "https://b",
        "--allow-tier",
        "hf",
        "--queue",
        "3",
    ]
    made = parse_settings(monkeypatch, *options, "--data", str(tmp_path), "--upstream", "http://127.0.0.1/v1")
    assert made.allowed_hosts == ("a.example",)
    assert made.allowed_origins == ("https://b",)
    assert made.tiers == ("builtin", "rules", "large", "hf")
    assert (made.queue, made.data, made.upstream) == (3, tmp_path, "http://127.0.0.1/v1")


@pytest.mark.parametrize(
    ("field", "value"),
    [("max_sources", 0), ("request_seconds", 0), ("queue", -1), ("tier", "hf"), ("upstream", "localhost:80")],
)
def test_wrong_settings_name_the_field(field: str, value: Any) -> None:
    with pytest.raises(InputError, match=field):
        ServerSettings(**{field: value})


def test_the_page_names_every_option() -> None:
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]  # a group has commands
    options = {name for option in serve.params for name in option.opts}
    shown = set(re.findall(r"--[a-z-]+", PAGE.read_text(encoding="utf-8")))
    assert options - {"--help", "--port"} <= shown
