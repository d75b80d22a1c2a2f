"""A hub on this machine that speaks as much of the protocol as a download needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


@contextmanager
def hub(
    repositories: dict[str, dict[str, Path]], token: str | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Its address and what was asked of it, while it runs.

    Args:
        repositories: name → revision → folder with the files.
        token: without it everything is refused, if it is given.
    """
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._reply(body=False)

        def do_GET(self) -> None:
            self._reply(body=True)

        def _reply(self, *, body: bool) -> None:
            asked.append(self.path)
            if self.path == "/":
                self._send(b"", {}, body=False)
            elif token is not None and self.headers.get("Authorization") != f"Bearer {token}":
                self._send(b"{}", {"X-Error-Code": "GatedRepo"}, body=body, status=401)
            else:
                self._found(body)

        def _found(self, body: bool) -> None:
            for name, revisions in repositories.items():
                for revision, folder in revisions.items():
                    if self.path.startswith(f"/api/models/{name}/revision/{revision}"):
                        return self._send(self._info(name, revision, folder), {}, body=body)
                    if self.path.startswith(f"/api/models/{name}/tree/{commit(name, revision)}"):
                        return self._send(self._tree(folder), {}, body=body)
                    for known in (revision, commit(name, revision)):
                        start = f"/{name}/resolve/{known}/"
                        if self.path.startswith(start):
                            return self._file(
                                folder / self.path.removeprefix(start), commit(name, revision), body
                            )
            self._send(b"{}", {"X-Error-Code": "RepoNotFound"}, body=body, status=404)
            return None

        def _info(self, name: str, revision: str, folder: Path) -> bytes:
            files = [{"rfilename": file.name} for file in sorted(folder.iterdir())]
            return json.dumps({"id": name, "sha": commit(name, revision), "siblings": files}).encode()

        def _tree(self, folder: Path) -> bytes:
            files = [(file.name, file.read_bytes()) for file in sorted(folder.iterdir())]
            rows = [
                {"type": "file", "path": name, "size": len(data), "oid": digest(data)} for name, data in files
            ]
            return json.dumps(rows).encode()

        def _file(self, file: Path, sha: str, body: bool) -> None:
            data = file.read_bytes()
            headers = {"ETag": f'"{digest(data)}"', "X-Repo-Commit": sha}
            self._send(data, headers, body=body)

        def _send(self, data: bytes, headers: dict[str, str], *, body: bool, status: int = 200) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def digest(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()


def commit(name: str, revision: str) -> str:
    return hashlib.sha1(f"{name}@{revision}".encode()).hexdigest()
