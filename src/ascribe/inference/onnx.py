"""ONNX sessions: rows of token ids in, one array per row out.

Sessions are opened once per process and shared by its threads. Rows of similar length are batched together,
so that little is computed for padding, and no batch is so large that its attention fills the memory.
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
from ascribe.inference.cache import LRUCache
from ascribe.inference.model_files import ModelName, get_model_path
from ascribe.inference.tokens import PAD_ID, TokenRow

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Floats = NDArray[np.float32]
    Whole = NDArray[np.int64]

BATCH_TOKENS = 512
"""Tokens of one batch, padding included; larger ones are no faster and need more memory."""

RESULT_CACHE_SIZE = 20_000
"""Results of one model that are kept: 31 MB of vectors."""

TOKEN_CACHE_SIZE = 2_000
"""Results that are large, a vector for each token, of which fewer are kept: 40 MB of sentences."""

THREADS_VARIABLE = "ASCRIBE_THREADS"
"""Environment variable: how many threads a model may use."""


class OnnxSession:
    """An ONNX file, opened.

    Args:
        path: the file.
        batch_tokens: tokens of one batch, padding included; a longer row is a batch of its own.
    """

    def __init__(self, path: Path, batch_tokens: int = BATCH_TOKENS) -> None:
        self.batch_tokens = batch_tokens
        self.memory: LRUCache[NDArray[Any]] = LRUCache(RESULT_CACHE_SIZE)
        self.recent: LRUCache[Any] = LRUCache(TOKEN_CACHE_SIZE)
        self._session = _open_session(path)
        self._takes_types = any(given.name == "types" for given in self._session.get_inputs())

    def run(self, output: str, rows: Sequence[TokenRow]) -> list[Floats]:
        """That output for each row, in order: its slice of the batch, padding included."""
        results: list[Floats] = [np.empty(0, np.float32)] * len(rows)
        for batch in iter_batches([len(row.ids) for row in rows], self.batch_tokens):
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


def iter_batches(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """The places of rows of like length, shortest first, as many as make ``most`` tokens with padding."""
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


def get_session(path: Path) -> OnnxSession:
    """The network of that file, opened when it is first asked for; one per process.

    The process counts because the threads of a session do not live on in a forked one.
    """
    place = (os.getpid(), path)
    with _lock:
        if place not in _sessions:
            _sessions[place] = OnnxSession(path)
        return _sessions[place]


class OnnxModel:
    """What the models share: making one costs nothing, its network is opened when it is first asked.

    Args:
        path: another ONNX file with the same inputs and outputs; None takes the built-in one.

    Raises:
        ModelFileError: when first asked, if a file of the model is missing or damaged.
    """

    name: ClassVar[ModelName]

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @property
    def digest(self) -> str:
        """What tells the model from others: the first twelve hex digits of its file's SHA-256."""
        return _compute_digest(self._path or _find_built_in_file(self.name))

    @property
    def _onnx_session(self) -> OnnxSession:
        return get_session(self._path or _find_built_in_file(self.name))


@cache
def _compute_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


@cache
def _find_built_in_file(name: ModelName) -> Path:
    """The file of a built-in model, checked once per process."""
    return get_model_path(name)


def _open_session(path: Path) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # a library does not print warnings
    # A waiting thread that spins takes a core from the program around it.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The stored int8 weights become plain constants, worked out once while loading.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own errors share no narrower class
        raise ModelFileError(f"ONNX Runtime cannot open {path}: {error}; reinstall ascribe.") from error


def threads() -> int:
    """How many threads a model uses: ``ASCRIBE_THREADS``, else the physical cores this process may use.

    Raises:
        InputError: the variable is not a whole number from 1.
    """
    asked = os.environ.get(THREADS_VARIABLE, "").strip()
    if not asked:
        return _count_physical_cores()
    if not asked.isascii() or not asked.isdigit() or int(asked) < 1:
        raise InputError(f"{THREADS_VARIABLE} is {asked!r}; give a whole number from 1, or unset it.")
    return int(asked)


def _count_physical_cores() -> int:
    """Cores, two threads of one core counted once where the system tells them apart."""
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    allowed = os.sched_getaffinity(0)
    topology = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
    cores: set[Any] = set()
    for number in allowed:
        siblings = Path(topology.format(number))
        cores.add(siblings.read_text(encoding="ascii").strip() if siblings.is_file() else number)
    return len(cores)
