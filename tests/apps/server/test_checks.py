"""Checks, repairs and formats over HTTP: the same answers as from Python."""

import json

import pytest

import ascribe
from ascribe.records.sentence_rows import build_rows
from tests.apps.server.running import MILL, REPLY, Client, parse_events, serving, wait_until

pytestmark = pytest.mark.serve


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_check_is_what_python_returns(client: Client, tier: str) -> None:
    reply = f"# Report\n\n{REPLY} It belongs to a Spanish bank. Is it old? " + "It is 30 m high. " * 9
    got = client.check(reply, MILL, "The bridge is new.", tier=tier, question="What of the mill?")
    expected = ascribe.check(
        reply, [{"text": MILL}, {"text": "The bridge is new."}], "What of the mill?", tier=tier
    )
    assert got.status_code == 200
    assert got.headers["content-type"] == "application/json"
    assert got.text == expected.to_json()


def test_only_the_sentences_with_their_messages(client: Client) -> None:
    body = {"reply": REPLY, "sources": [{"id": "mill", "text": MILL}], "tier": "rules"}
    got = client.post("/v1/check?view=sentences", json=body)
    answer = ascribe.check(REPLY, [{"id": "mill", "text": MILL}], tier="rules")
    assert got.json() == {
        "verification_ran": True,
        "faithfulness_score": answer.faithfulness_score,
        "checked_count": 2,
        "stating_count": 2,
        "supported_share": answer.supported_share,
        "status_counts": answer.status_counts(),
        "sentences": build_rows(answer),
    }
    assert got.json()["sentences"][0]["message"] == str(answer[0].verdict)
    assert client.get(got.headers["location"]).json()["answer"]["documents"]
    assert client.post("/v1/check?view=all", json=body).status_code == 422
    empty = client.post("/v1/check?view=sentences", json={**body, "reply": "Hello there!"}).json()
    assert (empty["verification_ran"], empty["faithfulness_score"]) == (False, None)
    whole = client.post("/v1/check", json={**body, "reply": "Hello there!"}).json()
    assert whole["faithfulness_score"] is None


def test_events_say_each_sentence_and_end_with_the_answer(client: Client) -> None:
    body = {"reply": REPLY, "sources": [{"id": "mill", "text": MILL}], "tier": "rules"}
    got = client.post("/v1/check", json=body, headers={"Accept": "text/event-stream"})
    assert got.headers["content-type"].startswith("text/event-stream")
    events = parse_events(got.text)
    assert [name for name, _ in events] == ["sentence", "sentence", "references", "final", "stored"]
    first = json.loads(events[0][1])
    assert first["sentence"]["verdict"]["status"] == "contradicted"
    final = ascribe.Answer.from_json(json.dumps(json.loads(events[3][1])["answer"]))
    assert final == ascribe.check(REPLY, [{"id": "mill", "text": MILL}], tier="rules")
    stored = json.loads(events[4][1])["check"]
    assert client.get(f"/v1/checks/{stored}").json()["answer"] == json.loads(final.to_json())


def test_an_error_before_the_first_event_has_its_status(client: Client) -> None:
    body = {"reply": REPLY, "sources": [{"document": "nowhere.pdf"}], "tier": "rules"}
    got = client.post("/v1/check?stream=true", json=body)
    assert got.status_code == 404
    assert got.json()["error"]["code"] == "not_found"


def test_a_form_with_files(client: Client, pdf: bytes, made_files) -> None:
    files = [
        ("sources", ("mill.pdf", pdf)),
        ("sources", made_files["docx"]),
        ("sources", (None, "The bridge is new.")),
    ]
    got = client.post("/v1/check", data={"reply": "It has 12 sails.", "tier": "rules"}, files=files)
    answer = ascribe.Answer.from_json(got.content)
    assert [document.doc_id for document in answer.documents] == ["mill.pdf", "mill.docx", "source-3"]
    assert answer.status_counts() == {"supported": 1}
    assert answer.sentences[0].references[0].pages == (1,)
    assert [str(document.source_path) for document in answer.documents[:2]] == ["mill.pdf", "mill.docx"]
    stored = client.get(got.headers["location"]).json()
    assert [file["name"] for file in stored["files"]] == ["mill.pdf", "mill.docx"]


@pytest.mark.parametrize("kind", ["md", "docx", "html"])
def test_a_reply_as_a_file(client: Client, kind: str, made_files) -> None:
    text = "The mill stands on the river. It was built in 1999."
    files = {
        "md": ("reply.md", f"**{text}**".encode()),
        "docx": made_files["docx"],
        "html": ("reply.html", f"<html><body><main><p>{text}</p></main></body></html>".encode()),
    }
    source = (None, "It stands on the river. It was built in 1871.")
    got = client.post(
        "/v1/check", data={"tier": "rules"}, files=[("reply", files[kind]), ("sources", source)]
    )
    answer = ascribe.Answer.from_json(got.content)
    assert answer.reply is not None
    assert "river" in answer.reply
    assert answer.reply.startswith("**") == (kind == "md")
    assert answer.status_counts()


def test_a_list_in_a_reply_as_a_file(client: Client) -> None:
    page = b"<p>The mill has:</p><ul><li>12 sails</li><li>5 floors</li></ul>"
    sent = {"reply": ("reply.html", page), "sources": ("mill.txt", b"The mill has 12 sails and 4 floors.")}
    answer = ascribe.Answer.from_json(client.post("/v1/check", data={"tier": "rules"}, files=sent).content)
    assert [one.text for one in answer.sentences[1:]] == ["- 12 sails", "- 5 floors"]
    assert answer.status_counts() == {"not_checkable": 1, "supported": 1, "contradicted": 1}


def test_two_files_of_one_name_are_two_sources(client: Client) -> None:
    files = [("sources", ("a.txt", b"It has 12 sails.")), ("sources", ("a.txt", b"It is old."))]
    got = client.post("/v1/check", data={"reply": "It is old.", "tier": "rules"}, files=files)
    assert [one["doc_id"] for one in got.json()["documents"]] == ["a.txt", "a.txt (2)"]


def test_an_uploaded_document_as_a_source(client: Client, pdf: bytes) -> None:
    (made,) = client.post("/v1/documents", files={"files": ("mill.pdf", pdf)}).json()["documents"]
    body = {"reply": "It has 12 sails.", "sources": [{"document": made["id"]}], "tier": "rules"}
    got = client.post("/v1/check", json=body)
    assert got.json()["sentences"][0]["verdict"]["status"] == "supported"
    assert got.json()["documents"][0]["digest"] == f"sha256:{made['digest']}"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"reply": REPLY}, 422, "sources"),
        ({"reply": REPLY, "sources": []}, 422, "sources"),
        ({"reply": REPLY, "sources": [{"id": "a"}]}, 422, "sources.0"),
        ({"reply": REPLY, "sources": [{"text": MILL, "document": "a"}]}, 422, "sources.0"),
        ({"reply": REPLY, "sources": [{"text": MILL}], "tier": "hf"}, 422, "tier"),
        ({"reply": REPLY, "sources": [{"text": MILL}], "strictness": "harsh"}, 422, "strictness"),
        ({"reply": REPLY, "sources": [{"text": MILL}], "langauge": "en"}, 422, "langauge"),
        ({"reply": 3, "sources": [{"text": MILL}]}, 422, "reply"),
        ({"reply": " \n", "sources": [{"text": MILL}]}, 422, "reply"),
        ({"reply": REPLY, "sources": [{"text": "  "}]}, 422, None),
        ({"reply": REPLY, "sources": [{"text": MILL}], "policy": "nothing"}, 422, None),
    ],
)
def test_a_wrong_body_names_the_field(client: Client, body, status: int, field: str | None) -> None:
    got = client.post("/v1/check", json=body)
    assert got.status_code == status
    error = got.json()["error"]
    assert error.get("field") == field
    assert error["message"].endswith(".")


def test_a_source_is_never_taken_for_a_path(client: Client) -> None:
    got = client.check("It has 12 sails.", "/etc/passwd")
    assert got.status_code == 200
    assert got.json()["documents"][0]["full_text"] == "/etc/passwd"


@pytest.mark.parametrize("body", [b"{", b'"\xff"', b"[" * 100_000])
def test_a_body_that_is_no_json(client: Client, body: bytes) -> None:
    got = client.post("/v1/check", content=body, headers={"Content-Type": "application/json"})
    assert got.status_code == 400
    assert got.json()["error"]["code"] == "bad_json"


def test_another_type_of_body(client: Client) -> None:
    got = client.post("/v1/check", content=b"<reply/>", headers={"Content-Type": "text/xml"})
    assert got.status_code == 415


def test_half_a_surrogate_pair_is_an_error_of_the_client(client: Client) -> None:
    body = b'{"reply": "The mill \\ud83d.", "sources": [{"text": "The mill."}], "tier": "rules"}'
    got = client.post("/v1/check", content=body, headers={"Content-Type": "application/json"})
    assert got.status_code == 422


def test_repair_is_what_python_returns(client: Client) -> None:
    sources = [{"text": "The mill has 12 sails."}, {"text": "The bridge was built in 1871."}]
    reply = "The bridge was built in 1871 [1]."
    got = client.post("/v1/repair", json={"reply": reply, "sources": sources, "tier": "rules"})
    assert got.text == ascribe.repair(reply, sources, tier="rules").to_json()
    assert got.json()["repaired"] == "The bridge was built in 1871 [2]."


def test_format_writes_citations_and_references(client: Client) -> None:
    source = {"text": MILL, "metadata": {"title": "Mills of the Arle", "author": "Kohl, Anna", "year": 2019}}
    body = {"reply": "The mill has 12 sails.", "sources": [source], "references": "apa", "tier": "rules"}
    got = client.post("/v1/format", json={**body, "style": "author_year", "markup": "plain"}).json()
    answer = ascribe.check(body["reply"], [source], tier="rules")
    assert got["text"] == answer.with_citations("author_year", "apa", markup="plain")
    assert got["bibliography"] == answer.bibliography("apa", style="author_year")
    assert "Kohl, A. (2019)" in got["bibliography"]


def test_format_of_a_stored_check(client: Client) -> None:
    check = client.check("The mill has 12 sails.").headers["x-ascribe-check"]
    got = client.post("/v1/format", json={"check": check, "references": "bibtex"})
    assert got.json()["bibliography"].startswith("@")
    both = client.post("/v1/format", json={"check": check, "reply": "x", "sources": [{"text": "x"}]})
    assert both.status_code == 422


@pytest.mark.parametrize("references", ["../../etc/passwd", "/etc/passwd", "nowhere", "nowhere.csl"])
def test_format_reads_no_file_of_the_machine(client: Client, references: str) -> None:
    got = client.post(
        "/v1/format", json={"reply": "It is.", "sources": [{"text": MILL}], "references": references}
    )
    assert got.status_code == 422


def test_models_are_loaded_before_the_service_is_ready(tmp_path) -> None:
    with serving(tmp_path, warm_up=True) as client:
        early = client.check(tier="builtin")
        if early.status_code == 503:
            assert early.headers["retry-after"]
            assert early.json()["error"]["code"] == "not_ready"
        wait_until(lambda: client.get("/healthz").json()["models_loaded"])
        ready = client.get("/healthz")
        assert (ready.status_code, ready.json()["status"]) == (200, "ok")
        assert client.check(tier="builtin").status_code == 200


def test_models_that_cannot_be_loaded_are_said(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASCRIBE_HF_MODEL", str(tmp_path / "nowhere"))
    with serving(tmp_path / "data", tiers=("hf", "rules"), tier="hf", warm_up=True) as client:
        health = wait_until(lambda: (one := client.get("/healthz").json())["status"] == "failed" and one)
        assert health["problem"]
        assert client.get("/healthz").status_code == 503
        got = client.check()
        assert (got.status_code, got.json()["error"]["code"]) == (503, "not_ready")
        assert "cannot be loaded" in got.json()["error"]["message"]
