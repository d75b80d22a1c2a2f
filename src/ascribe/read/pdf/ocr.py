"""Optical character recognition (OCR): reads image-only pages as text runs, with RapidOCR."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.onnx_runtime import import_onnxruntime
from ascribe.read.pdf.text_runs import Box, TextRun, compute_turn, to_frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Point = tuple[float, float]

_SCALE = 2.0
"""Pixels per point: 144 per inch, where the letters of 10-point print are 20 pixels high."""

_SIZE_TO_HEIGHT = 0.8
"""Ratio of the font size to the height of a recognized line."""

_MAX_SIZE_DIFFERENCE = 0.25
"""Lines whose heights differ less from the usual height are of one size, since recognized edges are
imprecise."""


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """One recognized line.

    Args:
        text: its characters.
        corners: upper left, upper right, lower right and lower left, in pixels, in reading direction.
        words: each word with its left and right edges along the line, as shares of the line's length.
    """

    text: str
    corners: tuple[Point, Point, Point, Point]
    words: tuple[tuple[str, float, float], ...] = ()


TextRecognizer = Callable[["NDArray[np.uint8]"], Sequence[RecognizedLine]]
"""Recognizes the lines of an image with three colour channels."""


def recognize_text_runs(page: Any, recognizer: TextRecognizer) -> dict[int, list[TextRun]]:
    """Recognize the lines of a ``pypdfium2.PdfPage`` and return them as text runs by rotation."""
    bitmap = page.render(scale=_SCALE)
    try:
        seen = [line for line in recognizer(bitmap.to_numpy()) if line.text.strip()]
        place = bitmap.get_posconv(page).to_page
        found: dict[int, list[TextRun]] = {}
        for order, line in enumerate(seen):
            turn, box = _locate(line, place)
            if turn is not None:
                found.setdefault(turn, []).append(_build_text_run(line, to_frame(turn, box), order))
    finally:
        bitmap.close()
    return {turn: list(_equalize_sizes(runs)) for turn, runs in found.items()}


def _locate(line: RecognizedLine, to_page: Callable[[float, float], Point]) -> tuple[int | None, Box]:
    """Return the rotation and the box of a line in user space."""
    points = [to_page(round(x), round(y)) for x, y in line.corners]
    across, up = zip(*points, strict=True)
    turn = compute_turn(points[1][0] - points[0][0], points[1][1] - points[0][1])
    return turn, (min(across), min(up), max(across), max(up))


def _build_text_run(line: RecognizedLine, box: Box, order: int) -> TextRun:
    left, low, right, high = box
    size = _SIZE_TO_HEIGHT * (high - low)
    edges = [(left + a * (right - left), left + b * (right - left)) for a, b in _compute_edges(line)]
    return TextRun(
        text=line.text,
        starts=tuple(a for a, _ in edges),
        ends=tuple(b for _, b in edges),
        left=left,
        right=right,
        low=low,
        high=high,
        base=low + 0.25 * (high - low),
        size=size,
        edges=(size, size),
        bold=False,
        bold_head=0,
        rtl=False,
        space_after=False,
        unmapped=0,
        order=order,
    )


def _compute_edges(line: RecognizedLine) -> list[tuple[float, float]]:
    """Return the start and end of each character as shares of the line, evenly spaced within each word."""
    count = len(line.text)
    edges = [(i / count, (i + 1) / count) for i in range(count)]
    at = 0
    for word, left, right in line.words:
        at = line.text.find(word, at)
        if at < 0:
            return [(i / count, (i + 1) / count) for i in range(count)]
        step = (right - left) / len(word)
        for i in range(len(word)):
            edges[at + i] = (left + i * step, left + (i + 1) * step)
        at += len(word)
    return edges


def _equalize_sizes(runs: list[TextRun]) -> Iterator[TextRun]:
    """Yield the runs, with nearly usual sizes made equal so that paragraphs stay together."""
    usual = median(f.size for f in runs)
    for run in runs:
        near = abs(run.size - usual) <= _MAX_SIZE_DIFFERENCE * usual
        yield replace(run, size=usual, edges=(usual, usual)) if near else run


# --- RapidOCR ---

_MODEL_PARTS = ("det", "cls", "rec")
"""Detection of lines, classification of their direction, and recognition of their text."""


class RapidOcrRecognizer:
    """Finds and reads the lines of an image; the engine is loaded once per process.

    Nothing is downloaded: the paths of all three models in the package folder are given.

    Raises:
        MissingExtraError: RapidOCR or one of its models is not installed.
    """

    def __init__(self) -> None:
        self.engine, self.name = _load_engine()

    def __call__(self, image: NDArray[np.uint8]) -> list[RecognizedLine]:
        """Return the lines of an image in the order in which they were found."""
        seen = self.engine(image, return_word_box=True)
        if seen.boxes is None or seen.txts is None:
            return []
        words = seen.word_results or [()] * len(seen.txts)
        rows = zip(seen.txts, seen.boxes, words, strict=True)
        return [_build_line(text, box.tolist(), found) for text, box, found in rows]


@cache
def _load_engine() -> tuple[Any, str]:
    """Load the engine and return it with its name and version."""
    try:
        import_onnxruntime()  # RapidOCR needs it, but reports that only when it reads
        import rapidocr
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"OCR needs {error.name}; run: {build_install_command('ocr')}") from error
    from importlib.metadata import version

    folder = Path(rapidocr.__file__).parent / "models"
    options: dict[str, Any] = {"Global.log_level": "critical"}
    for part in _MODEL_PARTS:
        model = next(iter(sorted(folder.glob(f"*_{part}_*.onnx"))), None)
        if model is None:
            raise MissingExtraError(
                f"The RapidOCR model {part!r} is missing; run: pip install --force-reinstall rapidocr"
            )
        options[f"{part.capitalize()}.model_path"] = str(model)
    return rapidocr.RapidOCR(params=options), f"rapidocr {version('rapidocr')}"


def _build_line(text: str, corners: list[Point], words: Any) -> RecognizedLine:
    first, second, third, fourth = ((x, y) for x, y in corners)
    return RecognizedLine(text, (first, second, third, fourth), tuple(_build_words(corners, words)))


def _build_words(corners: list[Point], words: Any) -> Iterator[tuple[str, float, float]]:
    """Yield each word with its edges as shares of the line."""
    (x0, y0), (x1, y1) = corners[0], corners[1]
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    if not length:
        return
    for word, _, box in words:
        shares = [((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length for x, y in box]
        if word:
            yield word, max(0.0, min(shares)), min(1.0, max(shares))
