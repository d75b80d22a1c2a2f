"""``ascribe check --library``: replies checked against documents that were added before."""

import json

import pytest

from ascribe.library import Library
from tests.apps.command import run_command


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "reply.md").write_text("The mill has 12 sails. The dam is of granite.")
    with Library(tmp_path / "l", encode=False) as library:
        library.add(
            [
                {"id": "mill", "text": "The mill has 12 sails.", "metadata": {"year": 1871, "kind": "mill"}},
                {"id": "dam", "text": "The dam is of granite.", "metadata": {"year": 1902}},
            ]
        )
    return tmp_path


@pytest.mark.parametrize(
    ("options", "supported"),
    [
        ([], 2),
        (["--document", "mill"], 1),
        (["--where", "year=1902"], 1),
        (["--where", "year=1902", "--where", "year=1871"], 2),
        (["--where", "kind=mill"], 1),
    ],
)
def test_the_documents_of_a_library_are_the_sources(folder, options, supported) -> None:
    done = run_command(folder, "check", "reply.md", "-l", "l", "--tier", "rules", "-f", "json", *options)
    answer = json.loads(done.stdout)
    statuses = [sentence["verdict"]["status"] for sentence in answer["sentences"]]
    assert statuses.count("supported") == supported
    assert done.returncode == int(supported < 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], b"there are no sources; give -s with a file or folder, --library with a library, or"),
        (["-s", "reply.md", "-l", "l"], b"-s and --library exclude each other"),
        (["-s", "reply.md", "--document", "mill"], b"--document and --where choose from a library"),
        (["-l", "none"], b"none: there is no library; create one with: ascribe add"),
        (
            ["-l", "l", "--where", "year"],
            b"--where must be a key and a value, such as year=1871, got 'year'.",
        ),
        (["-l", "l", "--ocr"], b"--ocr and --reader are for files; give them to ascribe add."),
        (["-l", "l", "--document", "weir"], b"no document has the id 'weir'"),
    ],
)
def test_options_that_do_not_fit(folder, options, said) -> None:
    done = run_command(folder, "check", "reply.md", *options)
    assert done.returncode == 2
    assert said in done.stderr.replace(b"\n", b" ")
