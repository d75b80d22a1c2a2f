"""Optical character recognition: reads a page that is a picture as text runs, with RapidOCR."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.read.pdf.text_runs import Box, TextRun, compute_turn, to_frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Point = tuple[float, float]

_SCALE = 2.0
"""Pixels per point: 144 to the inch, where 10-point print has letters of 20 pixels."""

_LEADING = 0.8
"""Font size by the height of a recognised line."""

_MAX_SIZE_DIFFERENCE = 0.25
"""Lines whose heights differ less from the usual one are of one size: recognised edges tremble."""


@dataclass(frozen=True, slots=True)
class RecognizedLine:
    """One recognised line.

    Args:
        text: its characters.
        corners: upper left, upper right, lower right and lower left, in pixels, as the line is read.
        words: each word with its left and right edge along the line, as shares of its length.
    """

    text: str
    corners: tuple[Point, Point, Point, Point]
    words: tuple[tuple[str, float, float], ...] = ()


TextRecognizer = Callable[["NDArray[np.uint8]"], Sequence[RecognizedLine]]
"""Reads a picture with three colours."""


def recognize_text_runs(page: Any, look: TextRecognizer) -> dict[int, list[TextRun]]:
    """The recognised lines of a ``pypdfium2.PdfPage`` by direction, as if the file had drawn them."""
    bitmap = page.render(scale=_SCALE)
    try:
        seen = [line for line in look(bitmap.to_numpy()) if line.text.strip()]
        place = bitmap.get_posconv(page).to_page
        found: dict[int, list[TextRun]] = {}
        for order, line in enumerate(seen):
            turn, box = _locate(line, place)
            if turn is not None:
                found.setdefault(turn, []).append(_build_text_run(line, to_frame(turn, box), order))
    finally:
        bitmap.close()
    return {turn: list(_equalize_sizes(fragments)) for turn, fragments in found.items()}


def _locate(line: RecognizedLine, to_page: Callable[[float, float], Point]) -> tuple[int | None, Box]:
    """Direction and box of a line in user space."""
    points = [to_page(round(x), round(y)) for x, y in line.corners]
    across, up = zip(*points, strict=True)
    turn = compute_turn(points[1][0] - points[0][0], points[1][1] - points[0][1])
    return turn, (min(across), min(up), max(across), max(up))


def _build_text_run(line: RecognizedLine, box: Box, order: int) -> TextRun:
    left, low, right, high = box
    size = _LEADING * (high - low)
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
        spaced=False,
        bad=0,
        order=order,
    )


def _compute_edges(line: RecognizedLine) -> list[tuple[float, float]]:
    """Where each character begins and ends, as shares of the line: even within each word."""
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


def _equalize_sizes(fragments: list[TextRun]) -> Iterator[TextRun]:
    """The fragments with those of nearly the usual size made the same, so that paragraphs hold together."""
    usual = median(f.size for f in fragments)
    for fragment in fragments:
        near = abs(fragment.size - usual) <= _MAX_SIZE_DIFFERENCE * usual
        yield replace(fragment, size=usual, edges=(usual, usual)) if near else fragment


_MODELS = ("det", "cls", "rec")
"""Where lines are, which way they stand, and what they say."""


class RapidOcrRecognizer:
    """Finds and reads the lines of a picture; loaded once a process.

    Nothing is downloaded: the paths of the models are given, all three in the folder of the package.

    Raises:
        MissingExtraError: RapidOCR or its models are not installed.
    """

    def __init__(self) -> None:
        self.engine, self.name = _load_engine()

    def __call__(self, picture: NDArray[np.uint8]) -> list[RecognizedLine]:
        """The lines, in the order in which they were found."""
        seen = self.engine(picture, return_word_box=True)
        if seen.boxes is None or seen.txts is None:
            return []
        words = seen.word_results or [()] * len(seen.txts)
        rows = zip(seen.txts, seen.boxes, words, strict=True)
        return [_build_line(text, box.tolist(), found) for text, box, found in rows]


@cache
def _load_engine() -> tuple[Any, str]:
    """The engine, and its name with the version."""
    try:
        import onnxruntime  # noqa: F401 - RapidOCR needs it, and would say so only when it reads
        import rapidocr
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f'Reading pictures needs {error.name}; run: pip install "ascribe[ocr]"'
        ) from error
    from importlib.metadata import version

    folder = Path(rapidocr.__file__).parent / "models"
    options: dict[str, Any] = {"Global.log_level": "critical"}
    for part in _MODELS:
        model = next(iter(sorted(folder.glob(f"*_{part}_*.onnx"))), None)
        if model is None:
            raise MissingExtraError(
                f'RapidOCR came without its model {part!r}; run: pip install --force-reinstall "ascribe[ocr]"'
            )
        options[f"{part.capitalize()}.model_path"] = str(model)
    return rapidocr.RapidOCR(params=options), f"rapidocr {version('rapidocr')}"


def _build_line(text: str, corners: list[Point], words: Any) -> RecognizedLine:
    first, second, third, fourth = ((x, y) for x, y in corners)
    return RecognizedLine(text, (first, second, third, fourth), tuple(_build_words(corners, words)))


def _build_words(corners: list[Point], words: Any) -> Iterator[tuple[str, float, float]]:
    """Each word with its edges as shares of the line."""
    (x0, y0), (x1, y1) = corners[0], corners[1]
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    if not length:
        return
    for word, _, box in words:
        shares = [((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length for x, y in box]
        if word:
            yield word, max(0.0, min(shares)), min(1.0, max(shares))
