"""Run the command line: in this process, where it is what is tested, or in a process of its own.

A process of its own takes seconds to import the packages and to load the models, hence most tests use
``run_command``. Whatever depends on the process itself, such as its signals, its modules or a standard
output that fails, is tested with ``start_command`` or with ``subprocess``.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO
from unittest import mock

from ascribe.apps.cli import main


def run_command(
    folder: Path,
    *arguments: str,
    stdin: str | bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m ascribe`` in this process, in that folder, as in a process of its own.

    Args:
        folder: the working folder.
        arguments: the words behind ``ascribe``.
        stdin: what standard input holds; nothing by default.
        environment: variables to set for this run.
    """
    return _run(main, _build_main("ascribe.__main__"), folder, arguments, _encode(stdin), environment or {})


def run_code(folder: Path, code: str) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -c CODE`` in this process, in that folder, as in a process of its own."""
    module = types.ModuleType("__main__")
    compiled = compile(code, "<string>", "exec")
    return _run(lambda: exec(compiled, module.__dict__), module, folder, (), b"", {})


def start_command(
    folder: Path,
    *arguments: str,
    stdin: str | bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m ascribe`` in a process of its own; the arguments are those of ``run_command``."""
    return subprocess.run(
        [sys.executable, "-m", "ascribe", *arguments],
        cwd=folder,
        input=_encode(stdin),
        env={**os.environ, **(environment or {})},
        capture_output=True,
        check=False,
    )


def _encode(given: str | bytes | None) -> bytes:
    return given.encode() if isinstance(given, str) else given or b""


def _build_main(name: str) -> types.ModuleType:
    """Build the main module of ``python -m``: it gives the name in help, and to processes that are started.

    ``runpy`` would do it, but not for modules whose assertions pytest rewrites.
    """
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    module = types.ModuleType("__main__")
    module.__package__, module.__spec__, module.__file__ = spec.parent, spec, spec.origin
    return module


def _run(
    run: Callable[[], object],
    module: types.ModuleType,
    folder: Path,
    arguments: Sequence[str],
    stdin: bytes,
    environment: Mapping[str, str],
) -> subprocess.CompletedProcess[bytes]:
    given, out, error = io.BytesIO(stdin), io.BytesIO(), io.BytesIO()
    command = [getattr(module, "__file__", None) or "-c", *arguments]
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "argv", command),
        mock.patch.object(sys, "path", ["", *sys.path]),
        _replace_main(module),
        _replace_streams(given, out, error),
        _print_warnings(),
    ):
        code = _catch_exit(run)
    return subprocess.CompletedProcess(command, code, out.getvalue(), error.getvalue())


@contextlib.contextmanager
def _replace_main(module: types.ModuleType) -> Iterator[None]:
    usual = sys.modules["__main__"]
    sys.modules["__main__"] = module  # mock.patch.dict would also forget the modules imported meanwhile
    try:
        yield
    finally:
        sys.modules["__main__"] = usual


@contextlib.contextmanager
def _replace_streams(given: io.BytesIO, out: io.BytesIO, error: io.BytesIO) -> Iterator[None]:
    """Replace the standard streams by those over bytes, with the encoding and errors of real ones."""
    streams: dict[str, io.TextIOWrapper] = {
        "stdin": io.TextIOWrapper(given, encoding="utf-8"),
        "stdout": io.TextIOWrapper(out, encoding="utf-8"),
        "stderr": io.TextIOWrapper(error, encoding="utf-8", errors="backslashreplace", line_buffering=True),
    }
    with contextlib.ExitStack() as replaced:
        for name, stream in streams.items():
            replaced.enter_context(mock.patch.object(sys, name, stream))
            replaced.enter_context(mock.patch.object(sys, f"__{name}__", stream))
        try:
            yield
        finally:
            for stream in streams.values():
                stream.flush()
                stream.detach()  # a wrapper closes its bytes as it goes


@contextlib.contextmanager
def _print_warnings() -> Iterator[None]:
    """Have warnings printed as by default, and not raised or collected as by pytest."""
    usual = warnings.formatwarning
    with warnings.catch_warnings():
        warnings.resetwarnings()
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.showwarning = _print_warning
        try:
            yield
        finally:
            warnings.formatwarning = usual  # the command sets its own


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def _catch_exit(run: Callable[[], object]) -> int:
    """Return the exit code with which a process would end."""
    try:
        run()
    except SystemExit as stop:
        if stop.code is None or isinstance(stop.code, int):
            return stop.code or 0
        sys.stderr.write(f"{stop.code}\n")
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0
