"""An LRU cache for the results of a model, and a cache of loaded models; both bounded and thread-safe."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from ascribe.forks import run_after_fork

Value = TypeVar("Value")

CacheKey = bytes


def hash_texts(*texts: str) -> CacheKey:
    """Hash texts to 16 bytes; the same texts in the same order give the same key."""
    digest = hashlib.blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


class LRUCache(Generic[Value]):
    """The ``size`` most recently used values by key; the least recently used is evicted first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._held: OrderedDict[CacheKey, Value] = OrderedDict()
        self._lock = Lock()
        _caches.add(self)

    def __len__(self) -> int:
        return len(self._held)

    def all(self, keys: Sequence[CacheKey], make: Callable[[list[int]], Sequence[Value]]) -> list[Value]:
        """Return the value of each key, in order, computing those that are missing.

        Args:
            keys: the keys to look up; may contain duplicates.
            make: called once with the indices into ``keys`` of the missing keys, without duplicates; returns
                their values in that order. Two threads may compute the same missing value.
        """
        places = {found: place for place, found in reversed(list(enumerate(keys)))}
        known = self._known(places)
        wanted = sorted(place for found, place in places.items() if found not in known)
        if wanted:
            made = dict(zip((keys[place] for place in wanted), make(wanted), strict=True))
            self._keep(made)
            known |= made
        return [known[found] for found in keys]

    def renew_lock(self) -> None:
        """Make a new lock, in a forked process."""
        self._lock = Lock()

    def _known(self, keys: dict[CacheKey, int]) -> dict[CacheKey, Value]:
        with self._lock:
            known = {found: self._held[found] for found in keys if found in self._held}
            for found in known:
                self._held.move_to_end(found)
            return known

    def _keep(self, made: dict[CacheKey, Value]) -> None:
        with self._lock:
            self._held.update(made)
            while len(self._held) > self.size:
                self._held.popitem(last=False)


_caches: WeakSet[LRUCache[Any]] = WeakSet()

MAX_MODELS = 3
"""How many models stay in memory: those that were loaded last."""

Loaded = TypeVar("Loaded")

_loaded_models: dict[str, Any] = {}
_models_lock = Lock()


def _renew_locks() -> None:
    global _models_lock  # noqa: PLW0603 - the lock of this process
    _models_lock = Lock()
    for cache in _caches:
        cache.renew_lock()


run_after_fork(_renew_locks)


def get_or_load(place: str, make: Callable[[], Loaded]) -> Loaded:
    """Return the cached model for that key, or load it now; only one thread loads at a time.

    Args:
        place: a key made of everything that the model depends on.
        make: loads the model.
    """
    with _models_lock:
        if place not in _loaded_models:
            made = make()
            while len(_loaded_models) >= MAX_MODELS:
                del _loaded_models[next(iter(_loaded_models))]
            _loaded_models[place] = made
        found: Loaded = _loaded_models[place]
        return found
