"""``ascribe add``, ``ask`` and ``library`` as processes of their own.

The extractive answers are in German: no model reads it, so that they are the same on any machine.
"""

import io
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from docx import Document
from typer.testing import CliRunner

from ascribe import Answer
from ascribe.apps import library as commands
from ascribe.apps import progress_lines
from ascribe.apps.cli import app
from ascribe.library import Library
from tests.apps.command import run_command
from tests.llm.server import Sent, Server, completion

MILL = "Die Mühle von Arle hat 12 Flügel. Sie wurde im Jahr 1871 gebaut."
QUESTION = "Wie viele Flügel hat die Mühle von Arle?"
UNKNOWN = "Wer bezahlte den Flughafen?"
ANSWER = "Die Mühle von Arle hat 12 Flügel."
GERMAN = ("--language", "de", "--tier", "rules")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mill.txt").write_text(MILL, encoding="utf-8")
    (tmp_path / "docs" / "river.md").write_text("# Die Arle\n\nDie Arle ist langsam.\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def filled(folder: Path) -> Path:
    with Library(folder / "library.ascribe", encode=False) as library:
        library.add(folder / "docs", language="de")
    return folder


@pytest.fixture
def model(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A language model that the commands find by the environment."""
    monkeypatch.setenv("ASCRIBE_LLM_URL", server.url)
    monkeypatch.setenv("ASCRIBE_LLM_MODEL", "tiny")
    server.replies = [Sent(completion(json.dumps({"answerable": True, "answer": f"{ANSWER} [1]"})))]
    return server


def test_what_is_added_twice_is_unchanged_and_what_changed_is_updated(folder) -> None:
    first = run_command(folder, "add", "docs")
    assert (first.returncode, first.stdout, first.stderr) == (0, b"2 added\n", b"")
    assert run_command(folder, "add", "docs").stdout == b"2 unchanged\n"
    (folder / "docs" / "mill.txt").write_text("Die Mühle ist abgebrannt.", encoding="utf-8")
    (folder / "docs" / "new.txt").write_text("Ein neuer Text.", encoding="utf-8")
    assert run_command(folder, "add", "docs").stdout == b"1 added, 1 updated, 1 unchanged\n"


def test_a_long_reading_says_what_it_does_where_there_is_no_terminal(folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(progress_lines, "EVERY_SECONDS", 0.0)
    monkeypatch.setattr(progress_lines, "FIRST_SECONDS", 0.0)
    done = CliRunner().invoke(app, ["add", "docs"])
    assert done.exit_code == 0
    lines = done.stderr.splitlines()
    assert "ascribe: reading the documents and computing a vector of each sentence" in done.stderr
    assert any(re.fullmatch(r"ascribe: 2 of 2: .*(mill\.txt|river\.md)", line) for line in lines)


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_library_that_is_asked_from_another_folder_links_to_its_files(folder, form) -> None:
    run_command(folder, "add", "docs", "-l", "l.ascribe")
    (folder / "elsewhere").mkdir()
    done = run_command(folder / "elsewhere", "ask", QUESTION, "-l", "../l.ascribe", "-f", form, *GERMAN)
    assert done.returncode == 0, done.stderr
    assert (folder / "docs" / "mill.txt").as_uri() in done.stdout.decode()


def test_files_of_a_folder_that_cannot_be_read_are_named(folder) -> None:
    (folder / "docs" / "broken.docx").write_bytes(b"no zip")
    question = ("ask", QUESTION, "docs", *GERMAN)
    for arguments, told, shown in (
        (("add", "docs"), 1, 0),
        (question, 0, 1),
        ((*question, "-o", "o.md"), 1, 0),
    ):
        done = run_command(folder, *arguments)
        assert done.returncode == 0, done.stderr
        assert done.stderr.decode().count("broken.docx") == told
        assert done.stdout.decode().count("broken.docx") == shown
    assert run_command(folder, "add", "docs").stdout == b"2 unchanged, 1 skipped\n"
    (folder / "other").mkdir()
    (folder / "other" / "prices.csv").write_text("a,b\n")
    assert run_command(folder, "add", "other").stdout == b"nothing added, 1 skipped\n"


@pytest.mark.parametrize("documents", [(), ("docs",)], ids=["library", "documents"])
def test_an_answer_exits_with_0_and_a_refusal_with_1(filled, documents) -> None:
    done = run_command(filled, "ask", QUESTION, *documents, *GERMAN)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ANSWER in done.stdout.decode()
    refused = run_command(filled, "ask", UNKNOWN, *documents, *GERMAN)
    assert (refused.returncode, refused.stderr) == (1, b"")
    assert "nothing in the sources answers the question" in refused.stdout.decode()


def test_an_answer_is_written_with_citations_and_references(filled) -> None:
    asked = ("ask", QUESTION, *GERMAN)
    cited = run_command(filled, *asked, "--style", "bracket", "--references", "own", "-o", "cited.md")
    assert cited.returncode == 0, cited.stderr
    text = (filled / "cited.md").read_text(encoding="utf-8")
    assert f"{ANSWER[:-1]} [1]." in text
    assert "- [1] " in text
    listed = run_command(filled, *asked, "--references", "bibtex")
    assert listed.stdout.startswith(b"@")
    word = run_command(filled, *asked, "--references", "bibtex", "-o", "cited.docx")
    assert word.returncode == 0, word.stderr
    assert any(each.text.startswith("@") for each in Document(str(filled / "cited.docx")).paragraphs)
    refused = run_command(filled, "ask", UNKNOWN, *GERMAN, "--references", "bibtex")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert b"the list of references is empty: there is no answer, as nothing" in refused.stderr
    streamed = run_command(filled, *asked, "--references", "bibtex", "--stream")
    assert streamed.returncode == 2
    assert b"--stream prints a report, not citations" in streamed.stderr


@pytest.mark.parametrize("form", ["answer", "pairs", "messages"])
def test_the_turns_before_a_question_come_from_a_file(filled, form: str) -> None:
    first = filled / "first.json"
    if form == "answer":
        assert run_command(filled, "ask", QUESTION, *GERMAN, "-o", "first.json").returncode == 0
    else:
        pairs = [[QUESTION, ANSWER]]
        messages = [{"role": "user", "content": QUESTION}, {"role": "assistant", "content": ANSWER}]
        first.write_text(json.dumps(pairs if form == "pairs" else messages), encoding="utf-8")
    done = run_command(
        filled, "ask", "Wann wurde sie gebaut?", *GERMAN, "--history", "first.json", "-f", "json"
    )
    assert done.returncode in (0, 1), done.stderr
    asked = Answer.from_json(done.stdout).settings.components["asked"]
    assert "Mühle" in asked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "--history turns.json: this is no JSON; give an answer (ascribe ask -f json), or a list of"),
        ("[1]", "--history turns.json: history: item 1 must be an Answer, a pair"),
        ('{"query": 1}', "--history turns.json: this is not valid data for Answer"),
        (None, "--history turns.json: cannot be opened (No such file or directory)"),
    ],
)
def test_a_file_that_holds_no_turns_is_named(filled, text: str | None, message: str) -> None:
    if text is not None:
        (filled / "turns.json").write_text(text, encoding="utf-8")
    done = run_command(filled, "ask", QUESTION, *GERMAN, "--history", "turns.json")
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_a_language_model_answers_and_its_outage_is_a_refusal(filled, model) -> None:
    done = run_command(filled, "ask", QUESTION, "--generator", "llm", *GERMAN)
    assert done.returncode == 0, done.stderr
    assert ANSWER in done.stdout.decode()
    assert model.requests[0].asked["question"] == QUESTION
    model.replies = [Sent(b"no", status=400)]
    failed = run_command(filled, "ask", QUESTION, "--generator", "llm", *GERMAN)
    assert (failed.returncode, failed.stderr) == (1, b"")
    assert "the generator failed" in failed.stdout.decode()


def test_a_language_model_reads_around_the_passages_as_it_is_told(filled, model) -> None:
    seen = "Das Mühlrad dreht sich im Fluss. " * 60
    text = f"# Mühle\n\n{ANSWER}\n\n{seen}\n\nSie wurde im Jahr 1871 gebaut."
    (filled / "long.md").write_text(text, encoding="utf-8")
    (filled / "ask.toml").write_text('generator.name = "llm"\ncontext = "section"\n', encoding="utf-8")
    for options, expected in (((), True), (("--context", "passage"), False)):
        command = ("ask", QUESTION, "long.md", "--config", "ask.toml", "--top", "1", *GERMAN, *options)
        done = run_command(filled, *command)
        assert done.returncode == 0, done.stderr
        (passage,) = model.requests[-1].asked["passages"]
        texts = [sentence["text"] for sentence in passage["sentences"]]
        assert ("Sie wurde im Jahr 1871 gebaut." in texts) == expected


def test_what_is_asked_stands_in_a_config_and_the_command_line_above_it(filled, model) -> None:
    (filled / "ask.toml").write_text(
        'tier = "rules"\nlanguage = "de"\ntop = 1\nstrictness = "strict"\ngenerator.name = "llm"\n',
        encoding="utf-8",
    )

    def settings(*options: str) -> tuple[str, int]:
        wanted = ("-f", "json", "--source-texts", *options)
        done = run_command(filled, "ask", QUESTION, "--config", "ask.toml", *wanted)
        assert done.returncode == 0, done.stderr
        answer = Answer.from_json(done.stdout)
        return answer.strictness, len(answer.retrieved_chunks)

    assert settings() == ("strict", 1)
    assert len(model.requests) == 1
    assert settings("--top", "2", "--strictness", "loose", "--generator", "extractive") == ("loose", 2)
    assert settings("docs") == ("strict", 1)
    assert len(model.requests) == 2


@pytest.mark.parametrize("place", [("no/where.html",), ("docs", "-f", "html")], ids=["nowhere", "folder"])
def test_nobody_is_asked_for_what_cannot_be_written(filled, model, place) -> None:
    done = run_command(filled, "ask", QUESTION, "--generator", "llm", *GERMAN, "-o", *place)
    assert (done.returncode, model.requests) == (2, [])
    assert f"{place[0]}: " in done.stderr.decode()


def test_documents_are_added_without_the_key_that_asking_wants(folder) -> None:
    (folder / "ask.toml").write_text(
        'library = "mills"\n[generator]\nname = "llm"\nurl = "http://127.0.0.1:1/v1"\nmodel = "tiny"\n'
        'key_variable = "NO_SUCH_KEY"\n[limits]\nmax_chars = 40\n',
        encoding="utf-8",
    )
    added = run_command(folder, "add", "docs", "--config", "ask.toml")
    assert (added.returncode, added.stdout) == (0, b"1 added, 1 skipped\n")
    assert "mill.txt" in added.stderr.decode()  # it is longer than the limit
    assert b"documents    1" in run_command(folder, "library", "info", "--config", "ask.toml").stdout
    assert b"river.md" in run_command(folder, "library", "list", "--config", "ask.toml").stdout
    asked = run_command(folder, "ask", QUESTION, "--config", "ask.toml")
    assert asked.returncode == 2
    assert "the environment variable NO_SUCH_KEY is not set" in asked.stderr.decode()
    assert run_command(folder, "library", "remove", "river.md", "--config", "ask.toml").returncode == 0
    assert b"documents    0" in run_command(folder, "library", "info", "--config", "ask.toml").stdout


@pytest.mark.parametrize(
    ("name", "mark"),
    [("o.md", "[1]"), ("o.html", "<!doctype html>"), ("o.json", "{"), ("o.txt", "✓"), ("o.jsonld", "{")],
)
def test_the_format_follows_the_file(filled, name, mark) -> None:
    done = run_command(filled, "ask", QUESTION, *GERMAN, "-o", name)
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert mark in (filled / name).read_text(encoding="utf-8").casefold()


@pytest.mark.parametrize(("question", "code"), [(QUESTION, 0), (UNKNOWN, 1)])
def test_the_json_of_an_answer_and_of_a_refusal_reads_back(filled, question, code) -> None:
    done = run_command(filled, "ask", question, *GERMAN, "-f", "json", "--source-texts")
    assert done.returncode == code, done.stderr
    answer = Answer.from_json(done.stdout)
    assert Answer.from_json(answer.to_json()) == answer
    assert (answer.query, answer.was_refused) == (question, bool(code))
    with Library(filled / "library.ascribe") as library:
        assert library.ask(question, tier="rules", language="de") == answer


def test_a_library_is_listed_described_and_emptied(filled) -> None:
    listed = run_command(filled, "library", "list").stdout.decode().splitlines()
    assert len(listed) == 2
    assert listed[0].startswith("mill.txt")
    assert listed[0].endswith("2 sentences")
    rows = json.loads(run_command(filled, "library", "list", "-f", "json").stdout)
    assert [(row["doc_id"], row["language"]) for row in rows] == [("mill.txt", "de"), ("river.md", "de")]
    assert "documents    2" in run_command(filled, "library", "info").stdout.decode()
    refused = run_command(filled, "library", "remove", "mill.txt", "none.txt")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert len(run_command(filled, "library", "list").stdout.splitlines()) == 2
    removed = run_command(filled, "library", "remove", "mill.txt")
    assert (removed.returncode, removed.stdout, removed.stderr) == (0, b"1 removed\n", b"")
    assert run_command(filled, "ask", QUESTION, *GERMAN).returncode == 1
    assert (filled / "docs" / "mill.txt").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ask", QUESTION, "--library", "none"), "none: there is no library; create one with: ascribe add"),
        (("library", "info", "-l", "none"), "none: there is no library"),
        (("library", "list", "-l", "docs/mill.txt"), "docs/mill.txt"),
        (
            ("library", "remove", "mill"),
            "no document has the id 'mill'; list the ids with: ascribe library list",
        ),
        (("ask", QUESTION, "docs", "--library", "library.ascribe"), "exclude each other"),
        (("ask", " "), "the question is empty"),
        (
            ("ask", QUESTION, "-l", "emptied"),
            "emptied: the library is empty; add documents with: ascribe add",
        ),
        (("ask", QUESTION, "-l", "emptied", "--stream"), "the library is empty"),
        (("ask", QUESTION, "nowhere"), "nowhere"),
        (("ask", QUESTION, "-"), "DOCUMENT cannot read standard input"),
        (("add", ""), "DOCUMENT is empty"),
        (("ask", QUESTION, "-l", "docs"), "docs: this is a folder; give the file of a library, such as"),
        (("add", "docs", "-l", "docs"), "docs: this is a folder; give the file of a library"),
        (("ask", QUESTION, "--generator", "llm"), "No language model is configured: set ASCRIBE_LLM_URL"),
        (("ask", QUESTION, "--generator", "oracle"), "No generator is called 'oracle'; known: extractive"),
        (("ask", QUESTION, "--strictness", "harsh"), "strictness must be one of"),
        (("ask", QUESTION, "--tier", "magic"), "No tier is called 'magic'"),
        (("ask", QUESTION, "--model", "tiny"), "--model is for the tier hf; add --tier hf"),
        (("library", "list", "--config", "none.toml"), "none.toml: cannot be read"),
        (("ask", QUESTION, "--language", "german"), "language must be"),
        (("ask", QUESTION, "--context", "page"), "context must be 'passage', 'neighbours' or 'section'"),
        (("ask", QUESTION, "--rerank", " "), "rerank is empty"),
        (("ask", QUESTION, "--format", "doc"), "--format must be one of"),
        (("ask", QUESTION, "-o", "no/where.md", *GERMAN), "cannot be written"),
        (("ask", QUESTION, "--config", "none.toml"), "none.toml: cannot be read"),
        (
            ("ask", QUESTION, "--config", "bad.toml"),
            "bad.toml: there is no key 'topp'; the nearest is 'top'.",
        ),
        (("ask", QUESTION, "--calibration", "none.json"), "none.json: cannot be read"),
        (("add", "nowhere"), "nowhere"),
        (("add", "docs", "-l", "no/where"), "no/where"),
        (("add", "docs", "-l", "docs/mill.txt"), "docs/mill.txt"),
        (("add", "docs", "--config", "bad.toml"), "bad.toml: there is no key 'topp'"),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(filled, monkeypatch, arguments, message) -> None:
    monkeypatch.delenv("ASCRIBE_LLM_URL", raising=False)
    (filled / "bad.toml").write_text("topp = 3\n", encoding="utf-8")
    with Library(filled / "emptied", encode=False) as library:
        library.add({"id": "mill", "text": MILL})
        library.remove("mill")
    done = run_command(filled, *arguments)
    error = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1


class Terminal(io.StringIO):
    """A standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


class AtOnce(threading.Timer):
    """A timer whose time has come."""

    def __init__(self, interval: float, function: Callable[[], None]) -> None:
        super().__init__(interval, function)

    def start(self) -> None:
        self.function()


@pytest.mark.parametrize("watched", [True, False])
def test_who_watches_a_long_reading_sees_a_bar(folder, monkeypatch, capsysbinary, watched) -> None:
    screen = Terminal() if watched else io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("threading.Timer", AtOnce)
    monkeypatch.setenv("TERM", "xterm")
    commands.add([str(folder / "docs")], library=folder / "l.ascribe")
    assert capsysbinary.readouterr().out == b"2 added\n"
    shown = screen.getvalue()
    assert all((part in shown) == watched for part in ("reading", "2/2", "docs/river.md"))
    assert bool(shown) == watched


def test_ocr_and_readers_are_for_documents(filled) -> None:
    assert (
        run_command(filled, "add", "docs", "--reader", ".txt=text", "--ocr", "--language", "de").returncode
        == 0
    )
    assert run_command(filled, "ask", "Mühle?", "docs", "--reader", ".txt=text", "--ocr").returncode in (0, 1)
    done = run_command(filled, "ask", "Mühle?", "--ocr")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"--ocr and --reader are for documents; give them to ascribe add." in done.stderr


def test_a_question_alone_is_told_that_folders_can_be_given(tmp_path: Path) -> None:
    done = run_command(tmp_path, "ask", QUESTION)
    assert done.returncode == 2
    assert b"there is nothing to ask; give files and folders, as in: ascribe ask" in done.stderr
