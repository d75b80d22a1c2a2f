"""The process that opens uploaded files: reads documents or renders a page, within limits of time and memory.

Started by ``reading`` as ``python -m ascribe.apps.server.read_worker``. It takes one job as JSON on standard
input, and prints one line of JSON for each file, so that the parent knows which file a crash belongs to.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

_GRID = 1_000_000
"""Pixels of the picture that places are measured on: pdfium gives whole numbers."""

_STEP = 1_000
"""Points between the places that are measured."""


def read_document(file: dict[str, Any], limits: dict[str, Any]) -> dict[str, Any]:
    """Return the document of a stored file as JSON, or a reply as Markdown, or why it cannot be read."""
    from dataclasses import replace

    from ascribe.errors import AscribeError, SourceError
    from ascribe.protocols import Limits
    from ascribe.read.extract_markdown import write_markdown
    from ascribe.read.files import SourceFile, find_files, read_file

    (found,) = find_files(Path(file["path"]), 1)
    try:
        read = read_file(
            SourceFile(found.path, 1, None, found.problem, found.reader), Limits(**limits), separate=False
        )
    except SourceError as error:
        return {"error": error.reason}
    except AscribeError as error:
        return {"error": str(error)}
    if file["is_reply"]:
        return {"reply": write_markdown(read.extract)}
    extract = replace(read.extract, metadata={**read.extract.metadata, **file["metadata"]})
    document = replace(read, extract=extract).build(file["id"], file["language"])
    return {"document": replace(document, source_path=Path(file["name"])).to_json()}


def render_page(path: str, number: int, scale: float, most_pixels: int) -> dict[str, Any]:
    """Return a page of a PDF as PNG in hex, at the scale or a smaller one that fits, or why there is none.

    Args:
        path: the file.
        number: of the page, from 0.
        scale: pixels for each point.
        most_pixels: of the picture.
    """
    from ascribe.apps.server.png import encode_png
    from ascribe.errors import AscribeError
    from ascribe.pdfium import open_pdf

    try:
        with open_pdf(Path(path).read_bytes(), "the file") as pdf:
            if not 0 <= number < len(pdf):
                return {"missing": len(pdf)}
            page = pdf[number]
            width, height = page.get_size()
            fitting = min(scale, math.sqrt(most_pixels / max(1.0, width * height)))
            bitmap = page.render(scale=fitting, rev_byteorder=True, prefer_bgrx=False)
            picture = encode_png(bitmap.to_numpy())
    except AscribeError as error:
        return {"error": str(error)}
    return {"png": picture.hex()}


def measure_page(path: str, number: int) -> dict[str, Any]:
    """Return the size of a page in points as it is shown, and where its points are in the picture.

    The matrix ``[a, b, c, d, e, f]`` maps a point of PDF user space to ``(a·x + c·y + e, b·x + d·y + f)``,
    as parts of the width and height of the picture, from its top left corner; rotation and crop are in it.

    Args:
        path: the file.
        number: of the page, from 0.
    """
    import pypdfium2

    from ascribe.errors import AscribeError
    from ascribe.pdfium import open_pdf

    try:
        with open_pdf(Path(path).read_bytes(), "the file") as pdf:
            if not 0 <= number < len(pdf):
                return {"missing": len(pdf)}
            page = pdf[number]
            width, height = page.get_size()
            convert = pypdfium2.PdfPosConv(page, (0, 0, _GRID, _GRID, 0))
            origin, right, up = (convert.to_bitmap(*point) for point in ((0, 0), (_STEP, 0), (0, _STEP)))
            across, along = (
                ((one[0] - origin[0]) / _GRID / _STEP, (one[1] - origin[1]) / _GRID / _STEP)
                for one in (right, up)
            )
            matrix = [*across, *along, origin[0] / _GRID, origin[1] / _GRID]
            return {"pages": len(pdf), "width": width, "height": height, "matrix": matrix}
    except AscribeError as error:
        return {"error": str(error)}


def main() -> None:
    """Do the job on standard input."""
    from ascribe.process_limits import set_process_limits

    job = json.load(sys.stdin)
    set_process_limits(job["seconds"], job["memory"])
    if "page" in job:
        print(json.dumps(render_page(**job["page"])), flush=True)  # noqa: T201 - the protocol with the parent
        return
    if "measure" in job:
        print(json.dumps(measure_page(**job["measure"])), flush=True)  # noqa: T201 - as above
        return
    for file in job["files"]:
        print(json.dumps(read_document(file, job["limits"])), flush=True)  # noqa: T201 - as above


if __name__ == "__main__":
    main()
