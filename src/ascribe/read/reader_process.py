"""The process that parses PDF and Word files, within limits of memory and time.

``separate_process`` starts it. It says that it is ready, then takes one job after another on standard
input: a line of JSON, followed by the bytes of the file. It answers each with one line of JSON.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, BinaryIO

READY = b"ready\n"

GRACE_SECONDS = 5
"""Seconds beyond the limit on time before the system ends the process; a reader stops by itself before."""


def main() -> None:
    """Do the jobs on standard input until it ends."""
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    while line := sys.stdin.buffer.readline():
        sys.stdout.buffer.write(do_job(json.loads(line), sys.stdin.buffer))
        sys.stdout.buffer.flush()


def do_job(job: dict[str, Any], files: BinaryIO) -> bytes:
    """Return the answer to a job: the extract, or why there is none."""
    from ascribe.process_limits import set_process_limits

    limits = job["limits"]
    try:
        set_process_limits(limits["max_seconds"] + GRACE_SECONDS, limits["max_memory"])
        answer = read_extract(job["reader"], files.read(job["size"]), job["name"], limits)
        return json.dumps(answer).encode() + b"\n"
    except MemoryError:
        os._exit(1)  # what is left of the memory may not suffice to say so; the parent sees the end


def read_extract(reader: str, data: bytes, name: str, limits: dict[str, Any]) -> dict[str, Any]:
    """Return the extract as JSON values, or the kind and the words of the error."""
    import msgspec

    from ascribe import registry
    from ascribe.errors import AscribeError, SourceError
    from ascribe.protocols import Limits

    try:
        extract = registry.make("read", reader).read(data, name, Limits(**limits))
    except SourceError as error:
        return {"reason": error.reason}
    except AscribeError as error:
        return {"error": str(error)}
    except MemoryError:
        raise
    except Exception as error:
        return {"failure": f"{type(error).__name__}: {error}"}
    return {"extract": msgspec.to_builtins(extract)}


if __name__ == "__main__":
    main()
