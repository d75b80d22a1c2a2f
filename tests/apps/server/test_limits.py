"""What is too much is refused with a reason, work that nobody waits for stops, and the service lives."""

import http.client
import json
import os
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.apps.server.running import MILL, Client, build_long_work, serving, wait_until

pytestmark = pytest.mark.serve


def error_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def test_a_body_that_is_too_large(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", max_body_bytes=10_000) as client:
        body = json.dumps({"reply": "x", "sources": [{"text": "y " * 20_000}]}).encode()

        def pieces() -> Iterator[bytes]:
            for start in range(0, len(body), 1000):
                yield body[start : start + 1000]

        told = {"Content-Type": "application/json"}
        for content in (body, pieces()):  # the second has no Content-Length
            assert error_of(client.post("/v1/check", content=content, headers=told)) == (413, "too_large")
        file = ("mill.txt", b"The mill is old. " * 1000)
        assert error_of(client.post("/v1/documents", files={"files": file})) == (413, "too_large")
        assert client.check("It has 12 sails.").status_code == 200


def test_all_bodies_together(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", max_buffered_bytes=50_000) as client:
        got = client.check("It is old.", "It is old. " * 6000)
        assert error_of(got) == (503, "busy")
        assert got.headers["retry-after"]
        for _ in range(4):  # what has been answered counts no more
            assert client.check("It is old.", "It is old. " * 1500).status_code == 200


def test_a_body_that_never_ends(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", body_seconds=1) as client:
        line = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=20)
        line.putrequest("POST", "/v1/check")
        line.putheader("Content-Type", "application/json")
        line.putheader("Content-Length", "1000")
        line.endheaders(b'{"reply": "')
        answer = line.getresponse()
        assert answer.status == 408
        assert json.loads(answer.read())["error"]["code"] == "body_too_slow"
        line.close()


@pytest.mark.parametrize(
    ("limit", "reply", "texts", "code"),
    [
        ({"max_sources": 2}, "It is old.", ("It is old.", "It is new.", "It is."), "too_many_sources"),
        ({"max_sentences": 3}, "It is old. " * 4, (MILL,), "too_many_sentences"),
        ({"max_reply_chars": 20}, "It is an old mill of oak.", (MILL,), "invalid_input"),
        ({"max_source_chars": 50}, "It is old.", (MILL,), "invalid_input"),
        ({"max_total_chars": 50}, "It is old.", ("It is an old mill.", "It is an old bridge of oak."), None),
        (
            {"max_total_chars": 40},
            "It is old.",
            ("It is an old mill.", "It is an old bridge of oak."),
            "sources_too_long",
        ),
    ],
)
def test_each_limit_on_a_check(tmp_path: Path, limit, reply: str, texts, code: str | None) -> None:
    with serving(tmp_path, tier="rules", **limit) as client:
        got = client.check(reply, *texts)
        assert (got.status_code, got.json().get("error", {}).get("code")) == (422 if code else 200, code)


def test_pages_of_a_pdf(tmp_path: Path, pdf: bytes) -> None:
    with serving(tmp_path, tier="rules", max_pages=1) as client:
        got = client.post("/v1/documents", files={"files": ("mill.pdf", pdf)})
        assert error_of(got) == (422, "unreadable_file")
        assert "mill.pdf" in got.json()["error"]["message"]


def test_documents_of_the_library(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", max_library_documents=1) as client:
        assert client.post("/v1/documents", files={"files": ("a.txt", b"It is old.")}).status_code == 201
        got = client.post("/v1/documents", files={"files": ("b.txt", b"It is new.")})
        assert error_of(got) == (422, "library_full")


class LongCheck:
    """A check that takes half a minute or more, whose client can hang up."""

    def __init__(self, client: Client, stream: bool = False, sentences: int = 15_000) -> None:
        reply, source = build_long_work(sentences)
        body = json.dumps({"reply": reply, "sources": [{"text": source}], "tier": "rules"})
        self.line = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=60)
        told = {"Content-Type": "application/json", "Accept": "text/event-stream" if stream else "*/*"}
        self.line.request("POST", "/v1/check", body, told)

    def hang_up(self) -> None:
        if self.line.sock is not None:
            self.line.sock.shutdown(socket.SHUT_RDWR)
        self.line.close()


@pytest.mark.parametrize("stream", [False, True])
def test_the_work_of_a_client_that_leaves_stops(tmp_path: Path, stream: bool) -> None:
    with serving(tmp_path, tier="rules", concurrency=1) as client:
        sent = LongCheck(client, stream)
        wait_until(lambda: client.metric("ascribe_running") == 1)
        if stream:
            answer = sent.line.getresponse()
            assert answer.readline().startswith(b"event: sentence")
        sent.hang_up()
        wait_until(lambda: client.metric("ascribe_running") == 0, 15)
        assert client.check("It has 12 sails.").status_code == 200
        wait_until(lambda: client.metric("ascribe_running") == 0)
        assert len(client.get("/v1/checks").json()["checks"]) == 1  # nothing of the other one was stored


def test_work_that_takes_too_long_stops(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", concurrency=1, request_seconds=2) as client:
        sent = LongCheck(client)
        answer = sent.line.getresponse()
        assert answer.status == 504
        assert json.loads(answer.read())["error"]["code"] == "time_limit"
        wait_until(lambda: client.metric("ascribe_running") == 0, 15)
        sent.hang_up()


def test_a_stream_that_takes_too_long_ends_with_an_error(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", concurrency=1, request_seconds=6) as client:
        sent = LongCheck(client, stream=True)
        answer = sent.line.getresponse()
        text = answer.read().decode()
        sent.hang_up()
        # On a slow machine the time may be over before the first sentence; then it is an answer of its own.
        assert answer.status == 504 or text.split("event: ")[-1].startswith("error")
        assert '"time_limit"' in text.split("event: ")[-1]
        assert "event: final" not in text
        wait_until(lambda: client.metric("ascribe_running") == 0, 15)


def test_a_full_queue_refuses_and_the_service_still_answers(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", concurrency=1, queue=1) as client:
        running = LongCheck(client)
        wait_until(lambda: client.metric("ascribe_running") == 1)
        waiting = LongCheck(client)
        wait_until(lambda: client.metric("ascribe_queue_length") == 1)
        refused = client.check("It has 12 sails.")
        assert error_of(refused) == (429, "queue_full")
        assert int(refused.headers["retry-after"]) > 0
        assert client.metric("ascribe_rejected_total") == 1
        slowest = 0.0
        for _ in range(20):  # model work does not block the event loop
            started = time.monotonic()
            assert client.get("/healthz").status_code == 200
            slowest = max(slowest, time.monotonic() - started)
        assert slowest < 2
        waiting.hang_up()
        wait_until(lambda: client.metric("ascribe_queue_length") == 0)
        running.hang_up()
        wait_until(lambda: client.metric("ascribe_running") == 0, 15)
        assert client.check("It has 12 sails.").status_code == 200


def build_bomb(pages: int = 60, words: int = 3_000_000) -> bytes:
    """A small PDF whose pages share one stream of drawing commands that unpacks to a huge one."""
    drawn = zlib.compress(b"0 0 m 10 10 l S BT /F1 9 Tf (word) Tj ET " * words, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (pages, b" ".join(b"%d 0 R" % (5 + n) for n in range(pages))),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 3 0 R "
    objects += [page + b"/Resources << /Font << /F1 4 0 R >> >> >>"] * pages
    data, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table) + end


@pytest.mark.parametrize("limit", [{"read_seconds": 2}, {"read_bytes": 1_000_000_000, "read_seconds": 60}])
def test_a_hostile_pdf_does_not_take_the_service_down(tmp_path: Path, limit) -> None:
    bomb = build_bomb()
    assert len(bomb) < 2_000_000
    with serving(tmp_path, tier="rules", **limit) as client:
        got = client.post("/v1/documents", files={"files": ("bomb.pdf", bomb)}, timeout=90)
        assert error_of(got) == (422, "unreadable_file")
        assert got.json()["error"]["message"].startswith("bomb.pdf: ")
        assert client.get("/v1/documents").json() == {"documents": []}
        assert client.check("It has 12 sails.").status_code == 200


def test_the_reading_of_a_client_that_leaves_stops(tmp_path: Path) -> None:
    slow = build_bomb(pages=5_000, words=3_000)  # many pages, none of which takes much memory
    with serving(tmp_path, tier="rules", read_seconds=600) as client:
        request = client.build_request("POST", "/v1/documents", files={"files": ("slow.pdf", slow)})
        line = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=60)
        line.request("POST", "/v1/documents", request.read(), dict(request.headers))
        wait_until(_list_children)
        line.close()
        wait_until(lambda: not _list_children(), 5)
        wait_until(lambda: client.metric("ascribe_running") == 0)


def _list_children() -> list[str]:
    """Processes of this one that read files."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == os.getpid() and b"read_worker" in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def test_threads_are_as_many_as_the_settings_say(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", concurrency=2, queue=20) as client:
        most = 0
        answers: list[int] = []
        threads = [
            threading.Thread(
                target=lambda: answers.append(client.check("It has 12 sails. " * 30).status_code)
            )
            for _ in range(12)
        ]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            most = max(most, int(client.metric("ascribe_running")))
        assert most <= 2
        assert answers == [200] * 12
