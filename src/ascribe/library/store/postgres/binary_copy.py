"""Rows in PostgreSQL's binary format for COPY, built from whole columns at once.

The format is documented at COPY, section "Binary Format", in the manual of PostgreSQL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"


def encode_rows(*columns: NDArray[Any]) -> bytes:
    """Encode columns of one length as rows; their numbers are big endian.

    A column of shape (rows, width) in half precision becomes a column of type ``halfvec``.
    """
    fields: list[tuple[Any, ...]] = [("fields", ">i2")]
    for place, column in enumerate(columns):
        is_vector = column.ndim == 2
        fields.append((f"size{place}", ">i4"))
        if is_vector:
            fields += [(f"width{place}", ">i2"), (f"unused{place}", ">i2")]
        fields.append((f"value{place}", column.dtype, column.shape[1:]))
    rows = np.zeros(len(columns[0]), np.dtype(fields))
    rows["fields"] = len(columns)
    for place, column in enumerate(columns):
        rows[f"value{place}"] = column
        rows[f"size{place}"] = column[:1].nbytes if column.ndim == 1 else 4 + column[:1].nbytes
        if column.ndim == 2:
            rows[f"width{place}"] = column.shape[1]
    return _HEADER + rows.tobytes() + _TRAILER
