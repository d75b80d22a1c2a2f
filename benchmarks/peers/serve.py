"""Serve one peer over its standard input and output, one JSON object per line; ``runner`` is the other end.

Usage: ``python -m benchmarks.peers.serve MODULE [ARGUMENT …]``. The module has ``load(*arguments)``, which
returns a mapping of operation → function. This file runs in the environment of the peer, so it imports the
standard library only. A request has ``id``, ``operation`` and ``arguments``; a reply has ``id``, ``seconds``,
and ``value`` or ``error``. The first line of output lists the operations.

Python code of the process cannot connect to an address of the network, and what a peer prints goes to
standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

Operations = Mapping[str, Callable[..., Any]]


def main() -> None:
    """Load the peer and answer requests until the input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # prints of the peer must not get between the replies
    sys.stdout = sys.stderr
    sys.addaudithook(refuse_network)
    operations = dict(importlib.import_module(sys.argv[1]).load(*sys.argv[2:]))
    operations["memory"] = measure_peak_memory
    write_line(replies, {"operations": sorted(operations)})
    for line in sys.stdin:
        request = json.loads(line)
        write_line(replies, {"id": request["id"], **run(operations, request)})


def run(operations: Operations, request: dict[str, Any]) -> dict[str, Any]:
    """Run one operation; return its value, or its error, and the seconds that it took."""
    began = time.perf_counter()
    try:
        found: dict[str, Any] = {"value": operations[request["operation"]](**request["arguments"])}
    except Exception as error:
        found = {"error": f"{type(error).__name__}: {error}"[:300]}
    return {**found, "seconds": time.perf_counter() - began}


def write_line(stream: IO[str], value: dict[str, Any]) -> None:
    """Write one JSON object on a line of its own."""
    stream.write(json.dumps(value) + "\n")
    stream.flush()


def refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Raise an error when the process looks up a host or connects to an address of the network."""
    is_lookup = event == "socket.getaddrinfo"
    if is_lookup or (event == "socket.connect" and isinstance(arguments[1], tuple)):
        raise OSError(f"no network in this comparison: {event}")


def measure_peak_memory() -> float:
    """Return the highest resident memory of this process so far, in MiB."""
    # ``ru_maxrss`` also counts the process that started this one, before its program was replaced.
    status = Path("/proc/self/status").read_text("utf-8")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


if __name__ == "__main__":
    main()
