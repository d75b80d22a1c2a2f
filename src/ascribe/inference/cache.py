"""Caches: an LRU cache for the results of a model, and one for loaded models. Both are bounded and
thread-safe."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

CacheKey = bytes


def hash_texts(*texts: str) -> CacheKey:
    """16 bytes: the same for the same texts in the same order, different for others."""
    digest = hashlib.blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


class LRUCache(Generic[Value]):
    """The latest ``size`` values by key; the one that was not asked for longest is forgotten first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._held: OrderedDict[CacheKey, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._held)

    def all(self, keys: Sequence[CacheKey], make: Callable[[list[int]], Sequence[Value]]) -> list[Value]:
        """The value of each key, in order.

        Args:
            keys: what is asked for; the same key may stand there twice.
            make: called once with the places in ``keys`` of those that are not known, each key once; gives
                their values in that order. Two threads may both make a value that neither knew.
        """
        places = {found: place for place, found in reversed(list(enumerate(keys)))}
        known = self._known(places)
        wanted = sorted(place for found, place in places.items() if found not in known)
        if wanted:
            made = dict(zip((keys[place] for place in wanted), make(wanted), strict=True))
            self._keep(made)
            known |= made
        return [known[found] for found in keys]

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


MAX_MODELS = 3
"""Models that stay in memory: those that were opened last."""

Loaded = TypeVar("Loaded")

_loaded_models: dict[str, Any] = {}
_models_lock = Lock()


def get_or_load(place: str, make: Callable[[], Loaded]) -> Loaded:
    """What was made for that place, or is made now; threads that ask for the same wait for one another.

    Args:
        place: all that the model depends on.
        make: opens it.
    """
    with _models_lock:
        if place not in _loaded_models:
            made = make()
            while len(_loaded_models) >= MAX_MODELS:
                del _loaded_models[next(iter(_loaded_models))]
            _loaded_models[place] = made
        found: Loaded = _loaded_models[place]
        return found
