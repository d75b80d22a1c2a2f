"""What a service says while it loads its models, and what a start that fails leaves behind."""

import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.errors import InputError
from tests.apps.server.running import SECONDS, Client, process, serving, wait_until

pytestmark = pytest.mark.serve


def test_health_is_503_until_the_models_are_loaded(tmp_path: Path) -> None:
    """The only worker is busy until the test lets it go, so the models wait."""
    from ascribe.apps.server.running import build_server
    from ascribe.apps.server.settings import ServerSettings

    settings = ServerSettings(port=0, data=tmp_path, tier="rules", concurrency=1, warm_up=True)
    server = build_server(settings)
    held = threading.Event()
    server._service.queue.start(lambda _: held.wait(SECONDS))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        with Client(f"http://127.0.0.1:{port}") as client:
            early, check = client.get("/healthz"), client.check()
            assert (early.status_code, early.json()["status"]) == (503, "loading")
            assert (check.status_code, check.json()["error"]["code"]) == (503, "not_ready")
            assert all(int(each.headers["retry-after"]) > 0 for each in (early, check))
            held.set()
            ready = wait_until(lambda: (one := client.get("/healthz")).status_code == 200 and one)
            assert ready.json()["status"] == "ok"
            assert client.check().status_code == 200
    finally:
        held.set()
        server.should_exit = True
        thread.join(SECONDS)


def test_a_stop_while_the_models_are_loaded_is_quiet(tmp_path: Path) -> None:
    with process(tmp_path, "--tier", "builtin") as running, Client(running.url) as client:
        wait_until(lambda: client.get("/healthz").status_code in (200, 503))
        running.stop()
        said = running.read_errors()
        assert running.wait() == 0
    assert said == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_start_that_fails_creates_nothing(tmp_path: Path, host: str) -> None:
    """The port is taken on one address; the other needs a key."""
    with serving(tmp_path / "a", tier="rules") as client:
        port, data = str(client.base_url.port), tmp_path / "b"
        done = CliRunner().invoke(app, ["serve", "--host", host, "--port", port, "--data", str(data)])
    assert isinstance(done.exception, InputError)
    assert not data.exists()
