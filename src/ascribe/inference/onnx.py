"""ONNX sessions: rows of token ids in, one array per row out.

Each session is opened once per process and shared by its threads. Rows of similar length are batched
together, which keeps padding small, and the batch size is limited, which bounds the memory for attention.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ascribe.errors import InputError, ModelFileError
from ascribe.forks import run_after_fork
from ascribe.inference.cache import LRUCache
from ascribe.inference.interruption import check_interruption
from ascribe.inference.model_files import ModelName, get_model_path
from ascribe.inference.tokens import PAD_ID, TokenRow
from ascribe.onnx_runtime import import_onnxruntime

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Floats = NDArray[np.float32]
    Whole = NDArray[np.int64]

BATCH_TOKENS = 512
"""Tokens of one batch, including padding; larger batches are no faster and need more memory."""

RESULT_CACHE_SIZE = 20_000
"""Cached results per model: 31 MB of vectors."""

THREADS_VARIABLE = "ASCRIBE_THREADS"
"""Environment variable for the number of threads that a model uses."""


class OnnxSession:
    """An open ONNX model with a cache of its results.

    Args:
        path: the file.
        batch_tokens: tokens of one batch, including padding; a longer row is a batch of its own.
    """

    def __init__(self, path: Path, batch_tokens: int = BATCH_TOKENS) -> None:
        self.batch_tokens = batch_tokens
        self.result_cache: LRUCache[NDArray[Any]] = LRUCache(RESULT_CACHE_SIZE)
        self._session = _open_session(path)
        self._takes_types = any(given.name == "types" for given in self._session.get_inputs())

    def run(self, output: str, rows: Sequence[TokenRow]) -> list[Floats]:
        """Run the model; return the named output for each row, in order, including its batch's padding."""
        results: list[Floats] = [np.empty(0, np.float32)] * len(rows)
        for batch in iterate_batches([len(row.ids) for row in rows], self.batch_tokens):
            check_interruption()
            feed = self._feed([rows[place] for place in batch])
            (found,) = self._session.run([output], feed)
            for place, result in zip(batch, found, strict=True):
                results[place] = result
        return results

    def _feed(self, rows: Sequence[TokenRow]) -> dict[str, Whole]:
        lengths = np.array([len(row.ids) for row in rows])
        feed = {"ids": _pad_rows([row.ids for row in rows])}
        feed["mask"] = (np.arange(feed["ids"].shape[1]) < lengths[:, None]).astype(np.int64)
        if self._takes_types:
            feed["types"] = _pad_rows([row.types for row in rows])
        return feed


def iterate_batches(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield batches of row indices, shortest rows first, of up to ``most`` tokens including padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: (lengths[place], place)):
        if batch and lengths[place] * (len(batch) + 1) > most:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _pad_rows(rows: Sequence[Sequence[int]]) -> Whole:
    padded = np.full((len(rows), max(map(len, rows))), PAD_ID, np.int64)
    for line, row in zip(padded, rows, strict=True):
        line[: len(row)] = row
    return padded


_sessions: dict[tuple[int, Path], OnnxSession] = {}
_lock = Lock()


def _renew_lock() -> None:
    global _lock  # noqa: PLW0603 - the lock of this process
    _lock = Lock()


run_after_fork(_renew_lock)


def get_session(path: Path) -> OnnxSession:
    """Return the session of that file, opened on first use; one per file and process.

    The process id is part of the key because the threads of a session do not survive a fork.
    """
    place = (os.getpid(), path)
    with _lock:
        if place not in _sessions:
            _sessions[place] = OnnxSession(path)
        return _sessions[place]


class OnnxModel:
    """The base class of the built-in models. The ONNX file is opened on first use, not at construction.

    Args:
        path: another ONNX file with the same inputs and outputs; None uses the built-in file.

    Raises:
        ModelFileError: on first use, if a file of the model is missing or damaged.
    """

    name: ClassVar[ModelName]

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @property
    def digest(self) -> str:
        """The first twelve hex digits of the SHA-256 of the model's file."""
        return _compute_digest(self._path or _find_built_in_file(self.name))

    def open(self) -> None:
        """Open the file now and not on first use.

        Raises:
            ModelFileError: the file is missing or damaged.
        """
        _ = self._onnx_session

    @property
    def _onnx_session(self) -> OnnxSession:
        return get_session(self._path or _find_built_in_file(self.name))


@cache
def _compute_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


@cache
def _find_built_in_file(name: ModelName) -> Path:
    """Return the path of a built-in model's file; its digest is checked once per process."""
    return get_model_path(name)


def _open_session(path: Path) -> InferenceSession:
    onnxruntime = import_onnxruntime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # a library must not print warnings
    # A thread that spins while waiting would take a core from the calling program.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The stored int8 weights become plain constants, computed once while loading.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    try:
        session: InferenceSession = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the runtime's errors share no narrower base class
        raise ModelFileError(f"ONNX Runtime cannot open {path}: {error}; reinstall ascribe.") from error
    return session


def limit_threads(number: int) -> None:
    """Let the models of this process use that many threads, unless the user has set a number."""
    os.environ.setdefault(THREADS_VARIABLE, str(number))


def threads() -> int:
    """Return the number of threads: ``ASCRIBE_THREADS``, else the physical cores this process may use.

    Raises:
        InputError: the variable is not a whole number of at least 1.
    """
    asked = os.environ.get(THREADS_VARIABLE, "").strip()
    if not asked:
        return _count_physical_cores()
    if not asked.isascii() or not asked.isdigit() or int(asked) < 1:
        raise InputError(f"{THREADS_VARIABLE} is {asked!r}; give a whole number of at least 1, or unset it.")
    return int(asked)


def _count_physical_cores() -> int:
    """Count physical cores; where the system exposes the topology, sibling threads count once."""
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    allowed = os.sched_getaffinity(0)
    topology = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
    cores: set[Any] = set()
    for number in allowed:
        siblings = Path(topology.format(number))
        cores.add(siblings.read_text(encoding="ascii").strip() if siblings.is_file() else number)
    return len(cores)
