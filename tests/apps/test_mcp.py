"""The tools as an assistant calls them: the official client, a real server process, real files."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from ascribe import check

pytestmark = pytest.mark.mcp

MILL = "The mill on the Arle has 12 sails. It was built in 1871."
SECRET = "The vault holds 90 gold bars."


@pytest.fixture
def folder(tmp_path):
    """A folder with documents, and next to it a file that no tool may read."""
    inside = tmp_path / "papers"
    (inside / "more").mkdir(parents=True)
    (inside / "mill.txt").write_text(MILL, encoding="utf-8")
    (inside / "more" / "bridge.md").write_text("# Bridge\n\nThe bridge has 3 arches.", encoding="utf-8")
    (inside / ".hidden.txt").write_text(SECRET, encoding="utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    canvas = Canvas(str(inside / "tower.pdf"))
    canvas.setTitle("The towers of the coast")
    canvas.setAuthor("Anna Kohl")
    for text in ("This page is about harbours.", "The tower is 30 m high."):
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return inside


@asynccontextmanager
async def connect(*arguments: str) -> AsyncIterator[Any]:
    """A client of a server process that was started with these arguments."""
    from mcp import Client, StdioServerParameters

    environment = {key: value for key, value in os.environ.items() if key.startswith(("PYTHON", "PATH"))}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "ascribe", "mcp", *arguments], env=environment
    )
    async with Client(server, read_timeout_seconds=120) as client:
        yield client


def run(work: Callable[[Any], Awaitable[Any]], *arguments: str) -> Any:
    """The result of work with a client of a new server."""

    async def start() -> Any:
        async with connect(*arguments) as client:
            return await work(client)

    return asyncio.run(start())


def call(name: str, arguments: dict[str, Any], *options: str) -> dict[str, Any]:
    """The structured result of one call, which must succeed."""

    async def work(client: Any) -> dict[str, Any]:
        result = await client.call_tool(name, arguments)
        assert not result.is_error, result.content
        assert json.loads(result.content[0].text) == result.structured_content
        return dict(result.structured_content)

    return dict(run(work, *options))


def fail(name: str, arguments: dict[str, Any], *options: str) -> str:
    """The message of one call, which must fail as a tool error."""

    async def work(client: Any) -> str:
        result = await client.call_tool(name, arguments)
        assert result.is_error
        return str(result.content[0].text)

    return str(run(work, *options))


def test_each_tool_has_a_description_and_schemas_with_described_fields() -> None:
    async def work(client: Any) -> Any:
        return (await client.list_tools()).tools, client.server_info, client.instructions

    tools, server, instructions = run(work)
    assert server.name == "ascribe"
    assert "check_answer" in instructions
    names = [tool.name for tool in tools]
    assert names == ["check_answer", "find_evidence", "ask_documents", "format_references"]
    for tool in tools:
        assert len(tool.description) > 40
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
        for name, parameter in tool.input_schema["properties"].items():
            assert parameter.get("description"), (tool.name, name)
    schema = tools[0].output_schema["$defs"]["SentenceVerdict"]["properties"]
    assert {"number", "text", "status", "message", "references"} <= set(schema)


def test_check_answer_gives_each_sentence_its_status_message_and_evidence() -> None:
    reply = "The mill has 14 sails [1]. It was built in 1871 [1]. Thanks!"
    checked = call("check_answer", {"reply": reply, "sources": [{"id": "mill.txt", "text": MILL}]})
    assert checked["summary"] == "1 of 2 supported, 1 contradicted, 1 wrong citation"
    assert checked["passed"] is False
    assert checked["tier"] == "builtin"
    first, second, third = checked["sentences"]
    assert (first["number"], first["status"]) == (1, "contradicted")
    assert first["message"] == "The source says “12 sails”, the reply says “14 sails”."
    assert first["references"][0] == {
        "stance": "contradicts",
        "quote": "The mill on the Arle has 12 sails.",
        "document": "mill.txt",
        "page": None,
    }
    assert first["citation_problems"] == ["Citation: [1] (mill.txt) says something else."]
    assert second["status"] == "supported"
    assert third["status"] == "not_checkable"


def test_check_answer_reads_files_of_the_folder_with_their_pages(folder) -> None:
    arguments = {"reply": "The tower is 30 m high.", "files": ["tower.pdf"], "tier": "rules"}
    checked = call("check_answer", arguments, "--folder", str(folder))
    assert (checked["passed"], checked["tier"]) == (True, "rules")
    (reference,) = checked["sentences"][0]["references"]
    assert (reference["document"], reference["page"]) == ("tower.pdf", 2)


def test_a_reply_in_which_nothing_is_checked_has_not_passed() -> None:
    checked = call("check_answer", {"reply": "Thanks for asking!", "sources": [MILL]})
    assert (checked["passed"], checked["summary"]) == (False, "nothing was checked")


def test_a_text_that_is_the_name_of_a_file_is_a_text() -> None:
    checked = call("check_answer", {"reply": "Thanks!", "sources": ["pyproject.toml"], "tier": "rules"})
    assert checked["skipped"] == []


@pytest.mark.parametrize(("confidence", "low"), [(0.2, True), (0.9, False)])
def test_models_are_told_which_quote_may_not_answer(confidence: float, low: bool) -> None:
    from ascribe.apps.mcp.results import build_verdicts

    text = "The Runa was launched in 1904."
    quoted = replace(check(text, [text], "Who built the Runa?", tier="rules"), confidence=confidence)
    assert [one.low_confidence for one in build_verdicts(quoted)] == [low]


def test_find_evidence_puts_what_decides_first() -> None:
    sources = [{"id": "mill.txt", "text": MILL}, {"id": "inn.txt", "text": "The inn has 12 rooms."}]
    found = call("find_evidence", {"claim": "The mill has 12 sails.", "sources": sources, "count": 2})
    assert [verdict["status"] for verdict in found["verdicts"]] == ["supported"]
    first, second = found["passages"]
    assert (first["quote"], first["stance"]) == ("The mill on the Arle has 12 sails.", "supports")
    assert second["stance"] == "related"
    assert first["score"] > second["score"]


def test_ask_documents_quotes_or_refuses_and_reads_changed_files_again(folder) -> None:
    async def work(client: Any) -> list[dict[str, Any]]:
        async def ask(question: str) -> dict[str, Any]:
            result = await client.call_tool("ask_documents", {"question": question})
            assert not result.is_error, result.content
            return dict(result.structured_content)

        answers = [await ask("How many sails has the mill?"), await ask("Who sells horses in Peru?")]
        (folder / "lake.txt").write_text("The lake is 40 m deep.", encoding="utf-8")
        return [*answers, await ask("How deep is the lake?")]

    answered, refused, later = run(work, "--folder", str(folder))
    assert answered["answered"] is True
    assert answered["answer"] == "The mill on the Arle has 12 sails."
    assert answered["sentences"][0]["references"][0]["document"] == "mill.txt"
    assert answered["documents"] == 3
    assert (refused["answered"], refused["answer"], refused["sentences"]) == (False, "", [])
    assert refused["refusal"] == "nothing in the sources answers the question"
    assert (later["answer"], later["documents"]) == ("The lake is 40 m deep.", 4)


def test_format_references_writes_works_and_files_in_a_style(folder) -> None:
    work = {"title": "Mills", "authors": ["Kohl, Anna"], "date": "2019", "container": "Rivers", "volume": "3"}
    listed = call(
        "format_references",
        {"works": [work], "files": ["tower.pdf"], "style": "apa"},
        "--folder",
        str(folder),
    )
    first, second = listed["references"]
    assert first.startswith("Kohl, A. (2019")
    assert "Mills" in first
    assert "The towers of the coast" in second
    as_bibtex = call("format_references", {"works": [work], "style": "bibtex"})
    assert as_bibtex["text"].startswith("@article{kohl2019mills,")


OUTSIDE = [
    ("../secret.txt", "contains '..'"),
    ("more/../../secret.txt", "contains '..'"),
    ("more/../mill.txt", "contains '..'"),
    ("..\\secret.txt", "contains '..'"),
    ("/etc/passwd", "leads outside"),
    ("{parent}/secret.txt", "leads outside"),
    ("link.txt", "leads outside"),
    ("linked/secret.txt", "leads outside"),
    ("loop.txt", "cannot be opened"),
    ("mill.txt\0.pdf", "not the name of a file"),
    ("", "not the name of a file"),
    (".hidden.txt", "hidden"),
    ("none.txt", "does not exist"),
    ("~/.bashrc", "does not exist"),
    ("file:///etc/passwd", "does not exist"),
    ("x" * 5_000, "cannot be opened"),
]


def test_no_name_leads_out_of_the_folders(folder) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "linked").symlink_to(folder.parent, target_is_directory=True)
    (folder / "loop.txt").symlink_to(folder / "loop.txt")

    async def work(client: Any) -> list[Any]:
        results = []
        for name, _ in OUTSIDE:
            files = [name.format(parent=folder.parent)]
            for tool, rest in (
                ("check_answer", {"reply": SECRET}),
                ("find_evidence", {"claim": SECRET}),
                ("format_references", {"style": "own"}),
            ):
                results.append((name, await client.call_tool(tool, {"files": files, **rest})))
        return results

    expected = dict(OUTSIDE)
    for name, result in run(work, "--folder", str(folder)):
        assert result.is_error, name
        assert expected[name] in result.content[0].text, (name, result.content[0].text)
        assert "gold" not in result.content[0].text


def test_links_in_a_folder_that_lead_out_are_skipped(folder) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "inner.txt").symlink_to(folder / "more" / "bridge.md")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    (folder / "above").symlink_to(folder.parent, target_is_directory=True)
    arguments = {"reply": SECRET, "files": ["."], "tier": "rules"}
    checked = call("check_answer", arguments, "--folder", str(folder))
    assert checked["sentences"][0]["status"] == "unsupported"
    assert any(line.startswith("link.txt: the link leads to a file outside") for line in checked["skipped"])
    asked = call(
        "ask_documents", {"question": "How many gold bars does the vault hold?"}, "--folder", str(folder)
    )
    assert (asked["answered"], asked["answer"]) == (False, "")


def test_without_a_folder_no_file_is_read(folder) -> None:
    message = fail("check_answer", {"reply": "x", "files": [str(folder / "mill.txt")]})
    assert "started without a folder" in message
    assert "started without a folder" in fail("ask_documents", {"question": "How many sails?"})


UNUSABLE: list[tuple[str, dict[str, Any], str]] = [
    ("check_answer", {"reply": "The mill."}, "sources: there are none"),
    ("check_answer", {"reply": "x" * 50_001, "sources": [MILL]}, "50,001"),
    ("check_answer", {"reply": "x", "sources": ["a."] * 101}, "more than 100"),
    ("check_answer", {"reply": "x", "sources": ["a " * 600_000, "b " * 600_000]}, "more than 2,000,000"),
    ("check_answer", {"reply": "x", "sources": [" "]}, "source 1: its text is empty"),
    ("check_answer", {"reply": "x", "sources": [MILL], "tier": "llm"}, "tier"),
    ("check_answer", {"sources": [MILL]}, "reply"),
    ("check_answer", {"reply": "x", "sources": [MILL], "question": "x" * 5_001}, "question: it has 5,001"),
    ("find_evidence", {"claim": " ", "sources": [MILL]}, "claim: it is empty"),
    ("find_evidence", {"claim": "x", "sources": [MILL], "count": 0}, "count"),
    ("format_references", {}, "works: there are none"),
    ("format_references", {"works": [{"title": "Mills"}], "style": "../x.csl"}, "style"),
    ("no_such_tool", {}, "no_such_tool"),
]


def test_what_cannot_be_used_is_a_tool_error_with_one_sentence() -> None:
    async def work(client: Any) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments, _ in UNUSABLE]

    for (name, _, expected), result in zip(UNUSABLE, run(work), strict=True):
        message = result.content[0].text
        assert result.is_error, name
        assert expected in message
        assert "Traceback" not in message


def test_a_message_names_files_without_the_folders_of_this_machine(folder) -> None:
    (folder / "empty.txt").touch()
    message = fail("check_answer", {"reply": "x", "files": ["empty.txt"]}, "--folder", str(folder))
    assert "empty.txt: the file is empty" in message
    assert str(folder) not in message


def test_the_server_answers_while_checks_are_running() -> None:
    reply = " ".join(
        f"The mill of year {year} has {year % 90} sails and stands in a wood." for year in range(300)
    )
    sources = [" ".join(f"In {year} a mill with {year % 80} sails burned down." for year in range(400))]

    async def work(client: Any) -> tuple[bool, int]:
        slow = [
            asyncio.create_task(client.call_tool("check_answer", {"reply": reply, "sources": sources}))
            for _ in range(4)
        ]
        listed = await asyncio.wait_for(client.list_tools(), 20)
        was_running = not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return was_running, len(listed.tools)

    assert run(work) == (True, 4)


def test_it_serves_programs_of_this_machine_over_http(folder) -> None:
    from mcp import Client

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ascribe", "mcp", "--http", str(port), "--folder", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            wait_until_open(port)

            async def work() -> Any:
                async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                    return await client.call_tool(
                        "check_answer",
                        {"reply": "The mill has 12 sails.", "files": ["mill.txt"], "tier": "rules"},
                    )

            assert asyncio.run(work()).structured_content["passed"] is True
            assert post_from_a_page(port) == 403
        finally:
            server.terminate()


def wait_until_open(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        else:
            return


def post_from_a_page(port: int) -> int:
    """The status of a request that a page of another site makes through the browser of this machine."""
    import httpx2

    headers = {"Origin": "https://elsewhere.example", "Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return int(httpx2.post(f"http://127.0.0.1:{port}/mcp", json=body, headers=headers).status_code)


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ascribe", "mcp", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_options_that_cannot_be_used_are_named_at_the_start(tmp_path) -> None:
    for arguments, expected in (
        (["--folder", str(tmp_path / "none")], "there is no such folder"),
        (["--folder", str(Path(__file__))], "there is no such folder"),
        (["--tier", "none"], "none"),
        (["--strictness", "lax"], "--strictness must be one of"),
    ):
        done = start(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert expected in done.stderr


def test_it_ends_when_its_input_ends() -> None:
    assert (start().returncode, start().stdout) == (0, "")
