"""What needs no package of the protocol: which paths lead to a file, and the message without the extra."""

import sys

import pytest
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.apps.mcp.folders import MAX_FILES, Folders
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "papers"
    (inside / "more").mkdir(parents=True)
    (inside / "mill.txt").write_text("The mill has 12 sails.", encoding="utf-8")
    (inside / "more" / "bridge.txt").write_text("The bridge has 3 arches.", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("Gold.", encoding="utf-8")
    (tmp_path / "papers-2").mkdir()
    (tmp_path / "papers-2" / "other.txt").write_text("Other.", encoding="utf-8")
    return inside


def test_names_inside_the_folders_are_found(folder) -> None:
    folders = Folders([folder, folder.parent / "papers-2"])
    assert folders.find("mill.txt") == folder.resolve() / "mill.txt"
    assert folders.find("more/bridge.txt") == folder.resolve() / "more" / "bridge.txt"
    assert folders.find("more") == folder.resolve() / "more"
    assert folders.find(str(folder / "mill.txt")) == folder.resolve() / "mill.txt"
    assert folders.find("other.txt").name == "other.txt"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "more/../../secret.txt",
        "..\\secret.txt",
        "../papers-2/other.txt",
        "{parent}/secret.txt",
        "{parent}/papers-2/other.txt",
        "{parent}",
        "/",
        "link.txt",
        "linked/secret.txt",
        "mill.txt\0",
        "\0",
        "",
        " ",
        "x" * 5_000,
    ],
)
def test_no_name_leads_out(folder, name) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "linked").symlink_to(folder.parent, target_is_directory=True)
    with pytest.raises(InputError, match="files: "):
        Folders([folder]).find(name.format(parent=folder.parent))


def test_a_link_inside_the_folders_leads_to_its_target(folder) -> None:
    (folder / "link.txt").symlink_to(folder / "mill.txt")
    assert Folders([folder]).find("link.txt") == folder.resolve() / "mill.txt"


def test_a_folder_that_is_itself_a_link_can_be_named_at_the_start(folder) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder, target_is_directory=True)
    assert Folders([link]).find("mill.txt") == folder.resolve() / "mill.txt"


def test_one_request_reads_no_more_than_so_many_files(folder) -> None:
    for number in range(MAX_FILES):
        (folder / f"{number}.txt").touch()
    with pytest.raises(InputError, match=f"more than {MAX_FILES}"):
        Folders([folder]).check_count([folder])


def test_messages_name_files_relative_to_their_folder(folder) -> None:
    message = f"{folder.resolve()}/mill.txt: the file is empty."
    assert Folders([folder]).shorten(message) == "mill.txt: the file is empty."


def test_without_the_extra_the_command_says_what_to_install(monkeypatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ascribe.apps.mcp.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    result = CliRunner().invoke(app, ["mcp"])
    assert isinstance(result.exception, MissingExtraError)
    assert build_install_command("mcp") in str(result.exception)
