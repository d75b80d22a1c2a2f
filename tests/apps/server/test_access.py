"""Who may send requests: keys, names and origins; and the headers of every answer."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.errors import InputError, UnknownComponentError
from tests.apps.server.running import Client, process, serving, wait_until
from tests.apps.server.test_limits import LongCheck

pytestmark = pytest.mark.serve


def run_command(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["serve", *arguments])
    assert done.exit_code == 0, done.output
    return done.output.strip()


def test_other_machines_need_a_key(tmp_path: Path) -> None:
    from ascribe.apps.server.app import create_app
    from ascribe.apps.server.settings import ServerSettings

    for host in ("0.0.0.0", "::", "192.0.2.1", "example.org"):
        with pytest.raises(InputError, match="ascribe serve keys add NAME"):
            create_app(ServerSettings(host=host, data=tmp_path))


def test_a_tier_that_nobody_knows_ends_the_command(tmp_path: Path) -> None:
    for option in ("--tier", "--allow-tier"):
        done = CliRunner().invoke(app, ["serve", option, "larg", "--data", str(tmp_path / "data")])
        assert isinstance(done.exception, UnknownComponentError)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_the_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path / "data", tier="rules"):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0


def test_keys_are_made_listed_and_removed(tmp_path: Path) -> None:
    data = str(tmp_path)
    key = run_command("keys", "add", "anna", "--data", data)
    kept = (tmp_path / "keys.json").read_text()
    assert key not in kept
    assert key.removeprefix("ascribe_") not in kept
    assert (tmp_path / "keys.json").stat().st_mode & 0o077 == 0
    assert run_command("keys", "list", "--data", data) == "anna"
    again = CliRunner().invoke(app, ["serve", "keys", "add", "anna", "--data", data])
    assert isinstance(again.exception, InputError)
    run_command("keys", "remove", "anna", "--data", data)
    assert run_command("keys", "list", "--data", data) == ""


def test_a_key_opens_everything_and_nothing_opens_without_one(tmp_path: Path) -> None:
    key = run_command("keys", "add", "anna", "--data", str(tmp_path))
    with serving(tmp_path, tier="rules", host="0.0.0.0") as client:
        for method, path in (
            ("POST", "/v1/check"),
            ("GET", "/v1/checks"),
            ("GET", "/metrics"),
            ("GET", "/nowhere"),
        ):
            for told in (
                {},
                {"Authorization": f"Bearer {key}x"},
                {"Authorization": f"Basic {key}"},
                {"Authorization": "Bearer"},
            ):
                got = client.request(method, path, headers=told)
                assert (got.status_code, got.json()["error"]["code"]) == (401, "no_key")
                assert got.headers["www-authenticate"] == "Bearer"
        assert client.get("/healthz").status_code == 200
        client.headers["Authorization"] = f"Bearer {key}"
        assert client.check("It has 12 sails.").status_code == 200
        run_command("keys", "remove", "anna", "--data", str(tmp_path))
        assert client.get("/v1/checks").status_code == 401  # at once, and not open because no key is left


def test_keys_hold_on_a_loopback_address_too(tmp_path: Path) -> None:
    run_command("keys", "add", "anna", "--data", str(tmp_path))
    with serving(tmp_path, tier="rules") as client:
        assert client.get("/v1/checks").status_code == 401


def test_the_head_of_a_page_can_be_asked_for_alone(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        got = client.head("/")
        assert (got.status_code, got.content) == (200, b"")
        assert got.headers["content-type"].startswith("text/html")


def test_a_damaged_file_of_keys_is_an_error(tmp_path: Path) -> None:
    from ascribe.apps.server.app import create_app
    from ascribe.apps.server.settings import ServerSettings

    (tmp_path / "keys.json").write_text('{"anna": 3')
    with pytest.raises(InputError, match="keys add NAME"):
        create_app(ServerSettings(data=tmp_path))


@pytest.mark.parametrize("name", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1"])
def test_another_name_is_refused(client: Client, name: str) -> None:
    got = client.get("/v1/checks", headers={"Host": name})
    assert got.status_code in (400, 421)  # a malformed name may not even pass the HTTP parser


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8600", "127.8.8.8"])
def test_loopback_names_are_allowed(client: Client, name: str) -> None:
    assert client.get("/v1/checks", headers={"Host": name}).status_code == 200


def test_an_allowed_name(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules", allowed_hosts=("check.example",)) as client:
        assert client.get("/healthz", headers={"Host": "check.example"}).status_code == 200
        assert client.get("/healthz", headers={"Host": "other.example"}).status_code == 421


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1"])
def test_pages_of_others_change_nothing(client: Client, origin: str) -> None:
    place = client.check("It has 12 sails.").headers["location"]
    for got in (
        client.post("/v1/check", json={}, headers={"Origin": origin}),
        client.delete(place, headers={"Origin": origin}),
    ):
        assert (got.status_code, got.json()["error"]["code"]) == (403, "wrong_origin")
    assert client.get(place, headers={"Origin": origin}).status_code == 200
    assert "access-control-allow-origin" not in client.get(place, headers={"Origin": origin}).headers


def test_own_pages_and_allowed_origins_change_state(client: Client, tmp_path: Path) -> None:
    own = str(client.base_url).rstrip("/")
    for origin in (own, own.replace("http:", "https:")):  # the second comes through a proxy with TLS
        assert client.delete("/v1/checks/nothing", headers={"Origin": origin}).status_code == 404
    with serving(tmp_path, tier="rules", allowed_origins=("https://app.example",)) as other:
        got = other.delete("/v1/checks/nothing", headers={"Origin": "https://app.example"})
        assert got.status_code == 404


@pytest.mark.parametrize(
    "path", ["/healthz", "/v1/checks", "/nowhere", "/v1/checks/nothing", "/openapi.json"]
)
def test_every_answer_has_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_unknown_paths_and_methods_are_errors_in_json(client: Client) -> None:
    assert client.get("/nowhere").json()["error"]["code"] == "not_found"
    assert client.put("/v1/check").json()["error"]["code"] == "wrong_method"
    assert client.get("/docs").status_code == 404  # such a page would load scripts from elsewhere


def test_metrics_count_requests_and_sentences(tmp_path: Path) -> None:
    with serving(tmp_path, tier="rules") as client:
        client.check("The mill has 14 sails. It has 12 sails.")
        client.get("/nowhere/else")
        client.request("BREW", "/healthz")
        text = client.get("/metrics").text
    assert 'ascribe_requests_total{code="200",method="POST",route="/v1/check"} 1.0' in text
    assert 'ascribe_sentences_total{status="contradicted"} 1.0' in text
    assert 'ascribe_request_seconds_count{method="POST",route="/v1/check"} 1.0' in text
    assert "nowhere" not in text  # a client cannot make up routes
    assert "BREW" not in text


def test_the_command_finishes_running_requests_when_it_is_stopped(tmp_path: Path) -> None:
    with process(tmp_path, "--tier", "rules", "--concurrency", "1") as running:
        running.wait_until_ready()
        with Client(running.url) as client:
            sent = LongCheck(client, sentences=2_000)
            wait_until(lambda: client.metric("ascribe_running") == 1)
            running.stop()
        answer = sent.line.getresponse()
        assert answer.status == 200
        assert len(json.loads(answer.read())["sentences"]) == 399
        assert running.wait() == 0
        sent.hang_up()


def test_the_command_ends_requests_that_outlast_the_grace_time(tmp_path: Path) -> None:
    with process(tmp_path, "--tier", "rules", "--grace-seconds", "1") as running:
        running.wait_until_ready()
        with Client(running.url) as client:
            sent = LongCheck(client)
            wait_until(lambda: client.metric("ascribe_running") == 1)
            running.stop()
            assert running.wait() == 0
            sent.hang_up()


def test_a_used_port_is_one_sentence(tmp_path: Path) -> None:
    with serving(tmp_path / "a", tier="rules") as client:
        done = CliRunner().invoke(
            app, ["serve", "--port", str(client.base_url.port), "--data", str(tmp_path / "b")]
        )
        assert isinstance(done.exception, InputError)
        assert "--port" in str(done.exception)
