"""The command line; a process of its own where it is what is tested."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ascribe import Answer, __version__, check
from ascribe.apps.delivery import Delivery
from ascribe.apps.failure_gate import FailureGate
from ascribe.apps.stream_output import REPEATS
from ascribe.records import StreamEvent
from ascribe.records.stream_event import RETRACTIONS
from tests.apps.command import run_command
from tests.read.pdf.test_reader import image_only

SOURCE = "The mill has 12 sails. It was built in 1871."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.md").write_text("The mill has 12 sails [1].\n", encoding="utf-8")
    (tmp_path / "bad.md").write_text("The mill has 14 sails.\n", encoding="utf-8")
    (tmp_path / "empty.md").write_text("  \n", encoding="utf-8")
    (tmp_path / "source.txt").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_version(folder) -> None:
    assert run_command(folder, "--version").stdout.decode().strip() == f"ascribe {__version__}"


def test_clean_reply_exits_with_0(folder) -> None:
    done = run_command(folder, "check", "good.md", "-s", "source.txt")
    assert done.returncode == 0, done.stderr
    assert "The mill has 12 sails" in done.stdout.decode()
    assert "\x1b" not in done.stdout.decode()


def test_a_failing_sentence_exits_with_1(folder) -> None:
    done = run_command(folder, "check", "bad.md", "-s", "source.txt")
    assert done.returncode == 1
    assert "contradicted" in done.stdout.decode()
    assert run_command(folder, "check", "bad.md", "-s", "source.txt", "--fail-on", "unknown").returncode == 0
    assert run_command(folder, "check", "bad.md", "-s", "source.txt", "--fail-on", "none").returncode == 0


def test_fail_under(folder) -> None:
    options = ("-s", "source.txt", "--fail-on", "none", "--fail-under")
    assert run_command(folder, "check", "good.md", *options, "0.5").returncode == 0
    assert run_command(folder, "check", "bad.md", *options, "0.5").returncode == 1
    assert run_command(folder, "check", "-", *options, "0.5", stdin="Hello!").returncode == 1


@pytest.mark.parametrize("options", [(), ("-o", "report.html"), ("--format", "json")])
def test_a_low_share_is_said(folder, options) -> None:
    given = ("--fail-on", "none", "--fail-under", "0.8", *options)
    done = run_command(folder, "check", "bad.md", "-s", "source.txt", *given)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        "ascribe: bad.md: 0 of 1 statement supported, below the share 0.8 (--fail-under)."
    )


def test_a_gate_counts_what_was_not_decided() -> None:
    reply = "The mill has 12 sails. Its millers came by ferry from a colder island. Many paid in rye. Hello!"
    answer = check(reply, SOURCE, tier="rules")
    supported = answer.sentences[0].verdict
    assert supported is not None
    undecided = replace(supported, status="unknown", reason="content_not_found", score=None)
    sentences = [answer.sentences[0], *(replace(s, verdict=undecided) for s in answer.sentences[1:3])]
    answer = replace(answer, sentences=sentences, verification_results=answer.verification_results[:1])
    assert (answer.supported_share, len(answer.stating_sentences)) == (1 / 3, 3)
    gate = FailureGate(("contradicted", "unsupported"), 0.8)
    assert gate.is_failing(answer, reply)
    assert gate.describe_low_share(answer) == "1 of 3 statements supported, below the share 0.8"
    assert not FailureGate((), 1 / 3).is_failing(answer, reply)


@pytest.mark.parametrize(
    ("options", "code"),
    [((), 1), (("--fail-on", "contradicted"), 1), (("--fail-under", "0.5"), 1), (("--fail-on", "none"), 0)],
)
def test_a_reply_with_nothing_to_check_passes_no_gate(folder, options, code) -> None:
    (folder / "heading.md").write_text("# Only a heading\n")
    got = run_command(folder, "check", "heading.md", "-s", "source.txt", "--tier", "rules", *options)
    assert got.returncode == code
    assert b"Nothing was checked." in got.stdout
    assert (b"heading.md: no sentence of this reply could be checked" in got.stderr) == bool(code)


def test_the_reply_may_come_from_standard_input(folder) -> None:
    (folder / "bad.md").unlink()  # a source that says something else
    done = run_command(folder, "check", "-", "-s", ".", "--format", "json", stdin="The mill has 12 sails.")
    assert done.returncode == 0, done.stderr
    answer = Answer.from_json(done.stdout)
    assert answer.reply == "The mill has 12 sails."
    assert answer.query == ""
    assert answer.documents[0].full_text is None


def test_the_texts_of_sources_are_kept_in_json_on_request(folder) -> None:
    wanted = ("check", "good.md", "-s", "source.txt", "--tier", "rules", "--source-texts")
    answer = Answer.from_json(run_command(folder, *wanted, "-f", "json").stdout)
    assert "12 sails" in (answer.documents[0].full_text or "")
    assert b"--source-texts is for json" in run_command(folder, *wanted).stderr


@pytest.mark.parametrize(("name", "mark"), [("o.md", "[1]"), ("o.html", "<!doctype html>"), ("o.json", "{")])
def test_the_format_follows_the_file(folder, name, mark) -> None:
    done = run_command(folder, "check", "good.md", "-s", "source.txt", "-q", "How many?", "-o", name)
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert mark in (folder / name).read_text(encoding="utf-8").casefold()
    assert done.stderr.decode() == f"1 of 1 supported → {name}\n"


@pytest.mark.parametrize(
    ("form", "name"),
    [("sarif", "o.json"), ("jsonld", "o.json"), ("cited", "o.md"), ("html", "o.txt"), ("md", "o")],
)
def test_a_suffix_that_a_format_may_have(folder, form, name) -> None:
    done = run_command(
        folder, "check", "good.md", "-s", "source.txt", "--tier", "rules", "-f", form, "-o", name
    )
    assert (done.returncode, (folder / name).exists()) == (0, True), done.stderr


@pytest.mark.parametrize(("confidence", "warned"), [(0.28, True), (0.84, False), (None, False)])
@pytest.mark.parametrize("style", [None, "bracket"])
def test_a_doubtful_answer_is_warned_of_outside_its_report(
    folder, capsys, confidence: float | None, warned: bool, style: str | None
) -> None:
    answer = replace(check("The mill has 12 sails.", [SOURCE], tier="rules"), confidence=confidence)
    cited = None if style is None else lambda one: one.with_citations(style)
    for output in (folder / "o.html", None):
        if cited or output:
            Delivery("" if cited else "html", output, cited=cited).deliver([("-", answer)])
            line = "ascribe: This may not answer the question: the probability that it does is 28 %.\n"
            assert capsys.readouterr().err.startswith(line) is warned


def test_a_page_has_the_name_of_the_reply_or_the_given_title_with_date_and_tier(folder) -> None:
    command = ("check", "bad.md", "-s", "source.txt", "--tier", "rules", "-o", "o.html")
    done = run_command(folder, *command)
    assert (done.returncode, done.stderr.decode()) == (1, "0 of 1 supported, 1 contradicted → o.html\n")
    page = (folder / "o.html").read_text(encoding="utf-8")
    assert "<title>bad.md</title>" in page
    assert re.search(r"<p class=\"made\">\d{4}-\d\d-\d\d · tier rules · level balanced</p>", page)
    run_command(folder, *command, "--title", "Mill & sails")
    assert "<title>Mill &amp; sails</title>" in (folder / "o.html").read_text(encoding="utf-8")
    run_command(folder, "check", "-", *command[2:], stdin="The mill has 12 sails.")
    assert "<title>Ascribe report</title>" in (folder / "o.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [("--title", "Mill"), ("--no-images",)])
def test_options_of_a_page_need_a_page(folder, option) -> None:
    done = run_command(folder, "check", "good.md", "-s", "source.txt", "-o", "o.md", *option)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert f"{option[0]} is for HTML reports".encode() in done.stderr


@pytest.mark.parametrize(("options", "shown"), [((), True), (("--no-images",), False)])
def test_a_page_shows_pictures_of_the_pdf_unless_told_not_to(folder, options, shown) -> None:
    source = str(Path(__file__).resolve().parents[2] / "examples" / "apollo11" / "apollo11.pdf")
    command = ("check", "-", "-s", source, "--tier", "rules", "-o", "o.html", *options)
    run_command(folder, *command, stdin="Collins never walked on the Moon.")
    assert ("data:image/png" in (folder / "o.html").read_text(encoding="utf-8")) is shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "none.md", "-s", "source.txt"), "none.md: no such file"),
        (("check", "good.md", "-s", "none.txt"), "none.txt"),
        (("check", "", "-s", "source.txt"), "name of the reply is empty"),
        (("check", ".", "-s", "source.txt"), "this is a folder"),
        (("check", "good.md", "-s", ""), "-s is empty"),
        (("check", "good.md", "-s", "-"), "-s cannot read standard input"),
        (("check", "good.md", "-s", "good.md"), "a reply cannot be its own source"),
        (("check", "good.md", "-s", "source.txt", "--language", "english"), "language must be"),
        (("check", "empty.md", "-s", "source.txt"), "empty.md: the reply is empty"),
        (("check", "good.md", "-s", "source.txt", "--fail-on", "wrong"), "--fail-on takes"),
        (("check", "good.md", "-s", "source.txt", "--fail-under", "7"), "--fail-under"),
        (("check", "good.md", "-s", "source.txt", "--language", "xx"), "'xx' is no known code"),
        (("check", "good.md", "-s", "source.txt", "--format", "doc"), "--format must be"),
        (("check", "good.md", "-s", "source.txt", "--strictness", "harsh"), "strictness must be"),
        (("check", "good.md", "-s", "source.txt", "--tier", "magic"), "known: rules"),
        (("check", "good.md", "-s", "source.txt", "--scorer", "magic"), "known: lexical"),
        (("check", "good.md", "-s", "source.txt", "--policy", "magic"), "known: best_evidence"),
        (("check", "good.md", "-s", "source.txt", "--reader", "txt"), "--reader must be"),
        (("check", "good.md", "-s", "source.txt", "--reader", ".txt=magic"), "known: text"),
        (("check", "good.md", "-s", "source.txt", "--max-chars", "5"), "max_chars"),
        (("check", "good.md", "-s", "source.txt", "-o", "no/where.md"), "there is no folder no; create it"),
        (("check", "good.md", "-s", "none.txt", "-o", "no/where.md"), "there is no folder no; create it"),
        (("check", "good.md", "-s", "none.txt", "-o", ".", "-f", "md"), "give a file in it"),
        (("check", "good.md", "-s", "none.txt", "--style", "footnote", "-o", "no/a.md"), "no folder no"),
        (("check", "good.md", "-s", "source.txt", "--format", "pdf"), "--format pdf writes files"),
        (("check", "good.md", "-s", "source.txt", "--style", "bracket", "-o", "o.pdf"), "write text"),
        (
            ("check", "good.md", "-s", "source.txt", "-f", "html", "-o", "o.json"),
            "suffix is for json, not html",
        ),
        (
            ("check", "good.md", "-s", "source.txt", "-f", "json", "-o", "o.XML"),
            "suffix is for junit, not json",
        ),
        (("check", "good.md", "-s", "source.txt", "-f", "terminal", "-o", "o.md"), "for md, not terminal"),
        (("check", "good.md", "-s", "source.txt", "-f", "docx", "-o", "o.txt"), "for terminal, not docx"),
        (("doctor", "--format", "md", "-o", "o.json"), "this suffix is for json, not md"),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(folder, arguments, message) -> None:
    done = run_command(folder, *arguments)
    error = done.stderr.decode()
    assert done.returncode == 2
    assert message in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1


def test_a_source_without_its_option_is_named(folder) -> None:
    (folder / "more.txt").write_text("The mill is old.", encoding="utf-8")
    without = run_command(folder, "check", "good.md", "source.txt", "more.txt")
    assert without.returncode == 2
    assert b"every file without -s is read as a reply; put -s before source.txt and" in without.stderr
    one = run_command(folder, "check", "good.md", "-s", "source.txt", "more.txt", "--tier", "rules")
    assert b"more.txt is read as a reply; if it is a source, put -s before it\n" in one.stderr
    replies = run_command(folder, "check", "good.md", "bad.md", "-s", "source.txt", "--tier", "rules")
    assert replies.stderr == b""


def test_a_scanned_source_names_the_option_that_reads_it(folder) -> None:
    (folder / "scan.pdf").write_bytes(image_only())
    done = run_command(folder, "check", "good.md", "-s", "scan.pdf")
    assert done.returncode == 2
    assert "--ocr" in done.stderr.decode()


@pytest.mark.parametrize(
    ("options", "shown", "told"),
    [((), 1, 0), (("-f", "md"), 1, 0), (("-f", "json"), None, 1), (("-o", "o.txt"), 0, 1)],
)
def test_skipped_files_are_named_once(folder, options, shown, told) -> None:
    (folder / "broken.docx").write_bytes(b"no zip")
    (folder / "bad.md").unlink()  # a source that says something else
    done = run_command(folder, "check", "good.md", "-s", ".", *options)
    assert done.returncode == 0
    assert shown is None or done.stdout.decode().count("broken.docx") == shown
    assert done.stderr.decode().count("ascribe: skipped broken.docx: ") == told


def test_the_schema_describes_what_check_writes(folder) -> None:
    schema = json.loads(run_command(folder, "schema").stdout)
    written = json.loads(run_command(folder, "check", "good.md", "-s", "source.txt", "-f", "json").stdout)
    assert set(written) == set(schema["$defs"]["Answer"]["properties"])
    assert set(written["sentences"][0]["verdict"]) == set(schema["$defs"]["Verdict"]["properties"])


def test_another_reader_can_be_chosen(folder) -> None:
    done = run_command(folder, "check", "good.md", "-s", "source.txt", "--reader", ".txt=html", "-f", "json")
    assert [d.parser_name for d in Answer.from_json(done.stdout).documents] == ["html"]


def test_components_are_listed(folder) -> None:
    shown = run_command(folder, "components").stdout.decode()
    assert all(name in shown for name in ("lexical", "best_evidence", "rules", "terminal"))


@pytest.mark.parametrize("stdin", [b"", b" \n"])
def test_an_empty_reply_on_standard_input_cannot_be_checked(folder, stdin) -> None:
    done = run_command(folder, "check", "-", "-s", "source.txt", stdin=stdin)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "ascribe: standard input: the reply is empty; there is nothing to check.\n"
    )


def test_reply_and_report_in_the_folder_are_no_sources(folder) -> None:
    for _ in range(2):  # the second time, the report lies there already
        done = run_command(folder, "check", "bad.md", "-s", ".", "-o", "report.html")
        assert done.returncode == 1
        assert "bad.md: it is the reply itself" in done.stderr.decode()
    assert "report.html: it is the file of -o" in done.stderr.decode()


def test_no_input_is_overwritten(folder) -> None:
    for name, message in (("good.md", "overwrite the reply"), ("source.txt", "it is the file of -o")):
        before = (folder / name).read_bytes()
        done = run_command(folder, "check", "good.md", "-s", "source.txt", "-o", f"./{name}")
        assert (done.returncode, before) == (2, (folder / name).read_bytes())
        assert message in done.stderr.decode()


def test_a_dash_is_the_screen(folder) -> None:
    done = run_command(folder, "check", "good.md", "-s", "source.txt", "-o", "-")
    assert "supported" in done.stdout.decode()
    assert not (folder / "-").exists()


@pytest.mark.parametrize(("name", "code"), [("good.md", 0), ("bad.md", 1)])
def test_a_reader_that_goes_away_does_not_change_the_exit_code(folder, name, code) -> None:
    command = [sys.executable, "-m", "ascribe", "check", name, "-s", "source.txt", "-f", "html"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", code)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_said_in_one_sentence(folder) -> None:
    command = [sys.executable, "-m", "ascribe", "check", "good.md", "-s", "source.txt"]
    with Path("/dev/full").open("wb") as full:
        buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
        done = subprocess.run(
            command, cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False, env=buffered
        )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_can_be_asked_for_and_forbidden(folder, monkeypatch, variables, coloured) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    done = run_command(folder, "check", "bad.md", "-s", "source.txt", environment=variables)
    assert (b"\x1b[" in done.stdout) is coloured


STREAM = ("-s", "source.txt", "--tier", "rules", "--stream")


def streamed(folder: Path, first: str, shown: str, rest: str) -> tuple[str, int]:
    """What follows ``shown``, which must be there before the rest of the reply comes, and the exit code."""
    command = [sys.executable, "-m", "ascribe", "check", "-", *STREAM]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(first.encode())
        process.stdin.flush()
        assert process.stdout.read(len(shown.encode())).decode() == shown
        out, _ = process.communicate(rest.encode())
        return out.decode(), process.returncode


def test_a_stream_is_shown_sentence_by_sentence(folder) -> None:
    shown = "The mill has 12 sails. [✓ 1]"
    rest, code = streamed(folder, "The mill has 12 sails. It was ", shown, "built in 1999.")
    whole = run_command(
        folder, "check", "-", *STREAM[:-1], stdin="The mill has 12 sails. It was built in 1999."
    )
    assert (shown + rest, code) == (whole.stdout.decode(), 1)


def test_what_a_stream_takes_back_is_said(folder) -> None:
    shown = "The mill has 12 sails. [✓ 1]"
    rest, _ = streamed(folder, "The mill has 12 sails. It was ", shown, "built in 1871 [1].")
    why = "sentence 1 follows again, with corrected numbers"
    assert rest.startswith(f"\n[{why}]\nThe mill has 12 sails. [✓ 2]")


def test_several_sentences_that_are_repeated_are_named(folder) -> None:
    said = "The mill has 12 sails. It was built in 1871."
    shown = "The mill has 12 sails. [✓ 1] It was built in 1871. [✓ 2]"
    rest, _ = streamed(folder, f"{said} It is ", shown, "30 m high [1].")
    assert rest.startswith("\n[sentences 1 to 2 follow again, with corrected numbers]\nThe mill has 12")


def test_every_reason_to_retract_has_its_words() -> None:
    assert REPEATS.keys() == RETRACTIONS.keys()


def test_a_stream_as_json_is_one_event_a_line(folder) -> None:
    done = run_command(folder, "check", "-", *STREAM, "-f", "json", stdin="The mill has 12 sails.")
    events = [StreamEvent.from_json(line) for line in done.stdout.decode().splitlines()]
    assert [event.kind for event in events] == ["sentence", "references", "final"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("good.md",), "", b"--stream reads standard input"),
        (("-", "-f", "html"), "", b"not html"),
        (("-", "-f", "json", "-o", "out.json"), "", b"leave -o out"),
        (("-", "--style", "bracket"), "", b"leave --style and --references out"),
        (("-",), b" \n", b"the reply is empty"),
        (("-",), b"The mill \xff\xfe.", b"not UTF-8"),
    ],
)
def test_what_cannot_be_streamed_is_named(folder, arguments, stdin, message) -> None:
    done = run_command(folder, "check", *arguments, *STREAM, stdin=stdin)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_fail_on_the_citations_of_the_reply(folder) -> None:
    (folder / "bridge.txt").write_text("The bridge was built in 1871.", encoding="utf-8")
    cases = {
        "The mill has 12 sails [1].": (0, 0),
        "The mill has 12 sails [2].": (1, 0),
        "The mill has 12 sails [7].": (1, 0),
        "The mill has 12 sails [1]. The bridge was built in 1871.": (0, 1),
        "The mill has 12 sails. The bridge was built in 1871.": (0, 0),
    }
    given = ("-s", "source.txt", "-s", "bridge.txt", "--tier", "rules", "--fail-on")
    for reply, codes in cases.items():
        done = [
            run_command(folder, "check", "-", *given, f"contradicted,{name}", stdin=reply)
            for name in ("miscited", "uncited")
        ]
        assert tuple(one.returncode for one in done) == codes, reply


LIST_MODULES = """
import sys
from ascribe.apps.cli import main
try:
    main()
finally:
    print(*sys.modules, sep="\\n")
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "none.md", "-s", "source.txt"),
        ("check", "good.md", "-s", "nowhere"),
        ("check", "good.md", "-s", "source.txt", "--strictness", "harsh"),
        ("check", "good.md", "-s", "source.txt", "--fail-under", "80"),
        ("check", "good.md", "-s", "source.txt", "--fail-on", "wrong"),
        ("ask", "How many sails has the mill?"),
    ],
)
def test_a_wrong_call_loads_no_model(folder, arguments) -> None:
    command = [sys.executable, "-c", LIST_MODULES, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert not {"onnxruntime", "pint", "ascribe.verify.rules"} & set(done.stdout.split())
