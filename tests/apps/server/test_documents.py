"""Uploaded documents: they are read elsewhere, survive a crash, and answer questions."""

import json
import sqlite3
import threading
from pathlib import Path

import httpx2
import pytest

import ascribe
from tests.apps.server.running import Client, parse_events, process, serving, wait_until

pytestmark = pytest.mark.serve


def upload(client: Client, *files: tuple[str, bytes]) -> httpx2.Response:
    return client.post("/v1/documents", files=[("files", file) for file in files])


def test_upload_list_get_delete(tmp_path: Path, pdf: bytes, made_files) -> None:
    with serving(tmp_path, tier="rules") as client:
        got = upload(client, ("mill.pdf", pdf), made_files["docx"])
        assert got.status_code == 201
        assert [(one["id"], one["pages"]) for one in got.json()["documents"]] == [
            ("mill.pdf", 2),
            ("mill.docx", 0),
        ]
        listed = client.get("/v1/documents").json()["documents"]
        assert {one["id"] for one in listed} == {"mill.pdf", "mill.docx"}
        document = ascribe.Document.from_json(client.get("/v1/documents/mill.pdf").content)
        assert "It has 12 sails." in (document.full_text or "")
        assert client.delete("/v1/documents/mill.pdf").status_code == 204
        assert client.get("/v1/documents/mill.pdf").status_code == 404
        assert client.delete("/v1/documents/mill.pdf").status_code == 404
        assert [path.suffix for path in (tmp_path / "files").iterdir()] == [".docx"]


def test_the_same_file_is_stored_once_and_the_same_name_twice(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        first = upload(client, ("a.txt", b"The mill has 12 sails.")).json()
        assert upload(client, ("b.txt", b"The mill has 12 sails.")).json() == first
        other = upload(client, ("a.txt", b"The bridge is new.")).json()
        assert other["documents"][0]["id"] == "a.txt (2)"
        assert client.get("/v1/documents/a.txt (2)").json()["full_text"] == "The bridge is new."
        assert len(client.get("/v1/documents").json()["documents"]) == 2


def test_many_uploads_of_one_name_at_once_lose_none(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", concurrency=4) as client:
        made: list[str] = []

        def send(number: int) -> None:
            got = upload(client, ("a.txt", f"The mill number {number} is old.".encode()))
            made.append(got.json()["documents"][0]["id"])

        threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(made)) == 8
        assert {one["id"] for one in client.get("/v1/documents").json()["documents"]} == set(made)


@pytest.mark.parametrize(
    "file",
    [
        ("broken.pdf", b"%PDF-1.7 and nothing else"),
        ("empty.txt", b"   "),
        ("sheet.xlsx", b"PK\x03\x04"),
        ("broken.docx", b"PK\x03\x04 no archive"),
        ("noname", b"The mill."),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_nothing_is_stored(client: Client, file) -> None:
    before = client.get("/v1/documents").json()
    got = upload(client, ("fine.txt", f"The mill of {file[0]} is old.".encode()), file)
    assert got.status_code == 422
    error = got.json()["error"]
    assert error["code"] == "unreadable_file"
    assert error["message"].startswith(f"{file[0]}: ")
    assert "/" not in error["message"].replace("files ending", "")  # no path of the server
    assert client.get("/v1/documents").json() == before


def test_files_that_cannot_be_read_are_left_out_if_that_is_asked_for(tmp_path: Path) -> None:
    files = [
        ("files", file)
        for file in (
            ("mill.txt", b"The mill has 12 sails."),
            ("prices.csv", b"a,b"),
            ("broken.pdf", b"%PDF-1.7 and nothing else"),
            ("copy.txt", b"The mill has 12 sails."),
            ("bridge.txt", b"The bridge is new."),
        )
    ]
    with serving(tmp_path, tier="rules", max_library_documents=2) as client:
        got = client.post("/v1/documents?skip=true", files=files)
        assert got.status_code == 201
        assert [one["id"] for one in got.json()["documents"]] == ["mill.txt", "bridge.txt"]
        assert [one["name"] for one in got.json()["refused"]] == ["prices.csv", "broken.pdf"]
        assert got.json()["refused"][0]["message"].startswith("prices.csv: no reader supports")
        assert {one["id"] for one in client.get("/v1/documents").json()["documents"]} == {
            "mill.txt",
            "bridge.txt",
        }
        full = client.post("/v1/documents?skip=true", files=[files[0], ("files", ("new.txt", b"New."))])
        assert [one["id"] for one in full.json()["documents"]] == ["mill.txt"]
        assert full.json()["refused"][0]["message"].startswith("new.txt: the library holds 2 of 2")
        none = client.post("/v1/documents?skip=true", files=files[1:3])
        assert (none.status_code, none.json()["error"]["code"]) == (422, "unreadable_file")
        assert all(name in none.json()["error"]["message"] for name in ("prices.csv: ", "broken.pdf: "))
        assert client.post("/v1/documents?skip=perhaps", files=files[:1]).status_code == 422


def test_a_name_with_folders_is_only_a_name(client: Client) -> None:
    for name in ("../../up.txt", "C:\\temp\\up.txt", "/etc/up.txt"):
        got = upload(client, (name, f"The mill at {name} is old.".encode()))
        assert got.json()["documents"][0]["name"] == "up.txt"


def test_a_form_without_files(client: Client) -> None:
    assert client.post("/v1/documents", files={"note": (None, "text")}).status_code == 422
    assert client.post("/v1/documents", json={}).status_code == 415


def test_questions_over_documents(tmp_path: Path) -> None:
    with serving(tmp_path, warm_up=True) as client:
        wait_until(lambda: client.get("/healthz").json()["models_loaded"], 60)
        empty = client.post("/v1/ask", json={"question": "How many sails has the mill?"})
        assert empty.json()["was_refused"]
        mill = b"The mill on the Arle has 12 sails. It is made of oak."
        upload(client, ("mill.txt", mill), ("bridge.txt", b"The bridge was built in 1871. It is new."))
        wait_until(lambda: _count_encoded(tmp_path))
        body = {"question": "How many sails has the mill?"}
        got = client.post("/v1/ask", json=body)
        answer = ascribe.Answer.from_json(got.content)
        assert answer.reply == "The mill on the Arle has 12 sails."
        assert answer.sentences[0].references[0].document_id == "mill.txt"
        assert client.get(got.headers["location"]).json()["kind"] == "ask"
        streamed = parse_events(client.post("/v1/ask?stream=1", json=body).text)
        assert [name for name, _ in streamed] == ["sentence", "references", "final", "stored"]
        assert json.loads(streamed[2][1])["answer"]["reply"] == answer.reply
        other = client.post("/v1/ask", json={**body, "documents": ["bridge.txt"]}).json()
        assert "12 sails" not in (other["reply"] or "")
        missing = client.post("/v1/ask", json={**body, "documents": ["no.txt"]})
        assert missing.status_code == 404
        turn = {"question": body["question"], "answer": answer.reply}
        follow_up = {"question": "And what is it made of?", "history": [turn]}
        followed = ascribe.Answer.from_json(client.post("/v1/ask", json=follow_up).content)
        assert followed.reply == "It is made of oak."
        assert followed.settings is not None
        assert "mill" in followed.settings.components["asked"]


def _count_encoded(folder: Path) -> int:
    """Sentences with vectors, as another process sees them."""
    with ascribe.Library(folder / "library.ascribe") as library:
        info = library.info()
    return info["passages"] if not info["not encoded"] else 0


def test_a_killed_service_keeps_every_acknowledged_upload(tmp_path: Path) -> None:
    acknowledged: list[tuple[str, str]] = []
    with process(tmp_path, "--tier", "rules", "--concurrency", "2") as running:
        running.wait_until_ready()

        def send(worker: int) -> None:
            with Client(running.url) as client:
                for number in range(1000):
                    text = f"The mill number {number} of worker {worker} has {number} sails."
                    try:
                        got = upload(client, (f"mill-{worker}-{number}.txt", text.encode()))
                    except httpx2.HTTPError:
                        return
                    if got.status_code == 201:
                        acknowledged.append((got.json()["documents"][0]["id"], text))

        threads = [threading.Thread(target=send, args=(worker,)) for worker in range(3)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(acknowledged) >= 5, 60)
        running.kill()
        for thread in threads:
            thread.join()
    assert len(acknowledged) >= 5
    with process(tmp_path, "--tier", "rules") as again:
        again.wait_until_ready()
        with Client(again.url) as client:
            for doc_id, text in acknowledged:
                assert client.get(f"/v1/documents/{doc_id}").json()["full_text"] == text
            listed = client.get("/v1/documents").json()["documents"]
            digests = {one["digest"] for one in listed}
            # What was half done when it was killed is gone: every file belongs to a document.
            assert {path.stem for path in (tmp_path / "files").iterdir()} == digests
    with sqlite3.connect(tmp_path / "library.ascribe") as run:
        assert run.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    run.close()
