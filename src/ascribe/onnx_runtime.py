"""Imports ONNX Runtime without its telemetry.

From version 1.32 on, ONNX Runtime records events of its use in a database in the user's cache folder, and
sends them to its maker, unless ``ORT_DISABLE_TELEMETRY`` is set before it is imported.
"""

from __future__ import annotations

import os
from typing import Any

TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"


def import_onnxruntime() -> Any:
    """Import ONNX Runtime; it records and sends nothing, unless the user has set the variable to allow it.

    Raises:
        ImportError: it is not installed, or cannot be loaded.
    """
    os.environ.setdefault(TELEMETRY_VARIABLE, "1")
    import onnxruntime

    return onnxruntime
