"""A hub on this machine that speaks as much of the protocol as a download needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

Repositories = dict[str, dict[str, Path]]
"""Name → revision → folder with the files."""


def digest(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()


def commit(name: str, revision: str) -> str:
    return digest(f"{name}@{revision}".encode())


def paths(repositories: Repositories) -> dict[str, tuple[bytes, dict[str, str]]]:
    """Path of a request → what is answered, and with which headers."""
    known: dict[str, tuple[bytes, dict[str, str]]] = {}
    for name, revisions in repositories.items():
        for revision, folder in revisions.items():
            sha = commit(name, revision)
            files = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
            info = {"id": name, "sha": sha, "siblings": [{"rfilename": file} for file in files]}
            tree = [
                {"type": "file", "path": file, "size": len(data), "oid": digest(data)}
                for file, data in files.items()
            ]
            known[f"/api/models/{name}/revision/{revision}"] = (json.dumps(info).encode(), {})
            known[f"/api/models/{name}/tree/{sha}"] = (json.dumps(tree).encode(), {})
            for file, data in files.items():
                headers = {"ETag": f'"{digest(data)}"', "X-Repo-Commit": sha}
                known[f"/{name}/resolve/{revision}/{file}"] = (data, headers)
                known[f"/{name}/resolve/{sha}/{file}"] = (data, headers)
    return known


class Handler(BaseHTTPRequestHandler):
    """Answers what it knows; everything else is an unknown model."""

    server: Any

    def do_HEAD(self) -> None:
        self.reply(body=False)

    def do_GET(self) -> None:
        self.reply(body=True)

    def reply(self, *, body: bool) -> None:
        path, token = self.path.partition("?")[0], self.server.token
        self.server.asked.append(path)
        if token is not None and path != "/" and self.headers.get("Authorization") != f"Bearer {token}":
            self.send(401, b"{}", {"X-Error-Code": "GatedRepo"}, body=body)
        elif path in self.server.known:
            self.send(200, *self.server.known[path], body=body)
        else:
            self.send(404, b"{}", {"X-Error-Code": "RepoNotFound"}, body=body)

    def send(self, status: int, data: bytes, headers: dict[str, str], *, body: bool) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@contextmanager
def hub(repositories: Repositories, token: str | None = None) -> Iterator[tuple[str, list[str]]]:
    """Its address and what was asked of it, while it runs.

    Args:
        repositories: what it has.
        token: without it everything is refused, if it is given.
    """
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.known, server.token, server.asked = {"/": (b"", {}), **paths(repositories)}, token, []
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.asked
    finally:
        server.shutdown()
        server.server_close()
