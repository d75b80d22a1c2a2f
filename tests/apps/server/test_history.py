"""The history: list, get, correct, delete, expire; and corrections as labelled data."""

import io
import json
import sqlite3
import time
from pathlib import Path

import pytest

import ascribe
from ascribe.evaluation.datasets import parse_item, scan_file
from tests.apps.server.running import MILL, REPLY, Client, serving

pytestmark = pytest.mark.serve


def test_pages_of_checks_newest_first(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        made = [client.check(f"It has {n} sails.").headers["x-ascribe-check"] for n in range(5)]
        seen, before = [], None
        while True:
            page = client.get(
                "/v1/checks", params={"limit": 2, **({"before": before} if before else {})}
            ).json()
            seen += [one["id"] for one in page["checks"]]
            before = page["next"]
            if before is None:
                break
        assert seen == made[::-1]


def test_a_check_that_is_not_to_be_stored(client: Client) -> None:
    got = client.check(store=False)
    assert "x-ascribe-check" not in got.headers
    before = len(client.get("/v1/checks").json()["checks"])
    client.check(store=False)
    assert len(client.get("/v1/checks").json()["checks"]) == before


def test_a_deleted_check_takes_its_files_with_it(tmp_path: Path, pdf: bytes) -> None:
    with serving(tmp_path, tier="rules") as client:

        def check_with_file() -> str:
            form = {"reply": "It has 12 sails."}
            got = client.post("/v1/check", data=form, files={"sources": ("mill.pdf", pdf)})
            return got.headers["location"]

        first, second = check_with_file(), check_with_file()
        (file,) = client.get(first).json()["files"]
        page = f"/v1/files/{file['digest']}/pages/1.png"
        assert client.get(page).status_code == 200
        assert client.delete(first).status_code == 204
        assert client.get(first).status_code == 404
        assert client.get(page).status_code == 200  # the second check refers to it
        client.delete(second)
        assert client.get(page).status_code == 404
        assert not list((tmp_path / "files").iterdir())
        assert not list((tmp_path / "pages").iterdir())
        assert client.delete(second).status_code == 404


def test_expired_checks_are_deleted_at_the_start(tmp_path: Path, pdf: bytes) -> None:
    with serving(tmp_path, tier="rules", retention_days=30) as client:
        old = client.post("/v1/check", data={"reply": "It is."}, files={"sources": ("mill.pdf", pdf)})
        new = client.check()
        assert old.status_code == new.status_code == 200
    with sqlite3.connect(tmp_path / "history.sqlite") as run:
        past = time.time() - 31 * 86_400
        run.execute("UPDATE checks SET created = ? WHERE id = ?", (past, old.headers["x-ascribe-check"]))
    run.close()
    with serving(tmp_path, tier="rules", retention_days=30) as client:
        assert client.get(old.headers["location"]).status_code == 404
        assert client.get(new.headers["location"]).status_code == 200
        assert not list((tmp_path / "files").iterdir())


def test_the_oldest_checks_go_when_too_much_is_stored(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        made = [client.check().headers["x-ascribe-check"] for _ in range(4)]
    with sqlite3.connect(tmp_path / "history.sqlite") as run:
        (size,) = run.execute("SELECT LENGTH(answer) FROM checks WHERE id = ?", (made[0],)).fetchone()
    run.close()
    with serving(tmp_path, tier="rules", max_history_bytes=2 * size + size // 2) as client:
        assert [one["id"] for one in client.get("/v1/checks").json()["checks"]] == made[:1:-1]


def test_files_count_and_go_while_the_service_runs(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", max_history_bytes=200_000) as client:
        for number in range(12):
            file = (f"mill-{number}.txt", f"The mill {number} is old. ".encode() * 2000)
            got = client.post("/v1/check", data={"reply": "It is old."}, files={"sources": file})
            assert got.status_code == 200
            assert sum(path.stat().st_size for path in (tmp_path / "files").iterdir()) < 300_000
        assert client.get(got.headers["location"]).status_code == 200


def test_nothing_is_stored_without_retention(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", retention_days=0) as client:
        assert "x-ascribe-check" not in client.check().headers
        assert client.get("/v1/checks").json() == {"checks": [], "next": None}


def test_corrections_are_stored_and_replaced(client: Client) -> None:
    place = client.check().headers["location"]
    for status in ("supported", "partial"):
        made = client.post(f"{place}/corrections", json={"sentence": 0, "status": status, "note": "seen"})
        assert made.status_code == 201
    (found,) = client.get(place).json()["corrections"]
    assert (found["sentence"], found["status"], found["note"]) == (0, "partial", "seen")
    missing = client.post(f"{place}/corrections", json={"sentence": 2, "status": "supported"})
    assert (missing.status_code, missing.json()["error"]["field"]) == (422, "sentence")
    assert (
        client.post("/v1/checks/nothing/corrections", json={"sentence": 0, "status": "partial"}).status_code
        == 404
    )
    wrong = client.post(f"{place}/corrections", json={"sentence": 0, "status": "true"})
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "status")


def test_corrections_are_labelled_data_of_evaluate(tmp_path: Path) -> None:
    with serving(tmp_path / "data", tier="rules") as client:
        place = client.check(REPLY, MILL, "The bridge is new.").headers["location"]
        client.post(f"{place}/corrections", json={"sentence": 0, "status": "contradicted"})
        client.post(f"{place}/corrections", json={"sentence": 1, "status": "supported"})
        other = client.check("Hello!").headers["location"]
        client.post(f"{other}/corrections", json={"sentence": 0, "status": "not_checkable"})  # no label
        got = client.get("/v1/corrections")
    assert got.headers["content-type"] == "application/x-ndjson"
    path = tmp_path / "corrections.jsonl"
    path.write_bytes(got.content)
    scanned = scan_file(path)
    assert scanned.task == "verification"
    items = [item for _, item in scanned.items()]
    assert [item.label for item in items] == [False, True]  # type: ignore[union-attr]  # verification items
    first = parse_item(json.loads(got.text.splitlines()[0]), "verification")
    assert first.statement.texts == (MILL, "The bridge is new.")  # type: ignore[union-attr]  # as above
    figures = ascribe.evaluate(path, tier="rules").tables[0].rows[0].figures
    assert figures["auroc"].value == 1.0


def test_corrections_calibrate_the_built_in_tier(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from ascribe.apps.cli import app

    with serving(tmp_path / "data", tier="rules", concurrency=2) as client:
        for number in range(60):
            source = f"The mill number {number} on the Arle has {number + 3} sails and was built of oak."
            reply = f"The mill number {number} has {number + 3} sails. The mill number {number} is blue."
            place = client.check(reply, source).headers["location"]
            client.post(f"{place}/corrections", json={"sentence": 0, "status": "supported"})
            client.post(f"{place}/corrections", json={"sentence": 1, "status": "unsupported"})
        (tmp_path / "labelled.jsonl").write_bytes(client.get("/v1/corrections").content)
    made = tmp_path / "calibration.json"
    done = CliRunner().invoke(app, ["calibrate", str(tmp_path / "labelled.jsonl"), "-o", str(made)])
    assert done.exit_code == 0, done.output
    assert json.loads(made.read_text())


def test_a_page_is_a_picture(client: Client, pdf: bytes) -> None:
    (made,) = client.post("/v1/documents", files={"files": ("mill.pdf", pdf)}).json()["documents"]
    got = client.get(f"/v1/files/{made['digest']}/pages/2.png", params={"scale": 1})
    assert got.headers["content-type"] == "image/png"
    assert got.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(got.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (596, 842)
    again = client.get(f"/v1/files/{made['digest']}/pages/2.png", params={"scale": 1})
    assert again.content == got.content
    large = client.get(f"/v1/files/{made['digest']}/pages/2.png", params={"scale": 8}).content
    assert int.from_bytes(large[16:20], "big") * int.from_bytes(large[20:24], "big") < 8_100_000
    for place in (f"{made['digest']}/pages/3.png", f"{'0' * 64}/pages/1.png"):
        assert client.get(f"/v1/files/{place}").status_code == 404
    assert client.get(f"/v1/files/{made['digest']}/pages/0.png").status_code == 422
    assert client.get("/v1/files/..%2Fkeys/pages/1.png").status_code in (404, 422)


def test_a_page_shows_the_ink_of_its_text(client: Client, pdf: bytes) -> None:
    import zlib

    (made,) = client.post("/v1/documents", files={"files": ("mill.pdf", pdf)}).json()["documents"]
    data = io.BytesIO(client.get(f"/v1/files/{made['digest']}/pages/2.png", params={"scale": 1}).content)
    data.seek(33)
    length = int.from_bytes(data.read(4), "big")
    assert data.read(4) == b"IDAT"
    rows = zlib.decompress(data.read(length))
    width = 1 + 596 * 3
    dark = [n for n in range(842) if min(rows[n * width + 1 : (n + 1) * width]) < 128]
    assert dark
    assert 842 - 700 - 15 < min(dark) <= max(dark) < 842 - 700 + 5  # the text stands at y = 700


def test_all_checks_are_deleted_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        for _ in range(2):
            made = client.post(
                "/v1/check",
                files=[("reply", ("r.md", b"It has 12 sails.")), ("sources", ("m.txt", MILL.encode()))],
            )
            assert made.status_code == 200
        assert [*(tmp_path / "files").iterdir()]
        assert client.delete("/v1/checks").status_code == 204
        assert client.get("/v1/checks").json() == {"checks": [], "next": None}
        assert [*(tmp_path / "files").iterdir()] == []
