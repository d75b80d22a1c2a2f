"""RapidOCR: recognises Latin and Chinese print with models that lie in its own package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.read.pdf.pictures import Point, SeenLine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MODELS = ("det", "cls", "rec")
"""Where lines are, which way they stand, and what they say."""


class Recognition:
    """Finds and reads the lines of a picture; loaded once a process.

    Nothing is downloaded: the paths of the models are given, all three in the folder of the package.

    Raises:
        MissingExtraError: RapidOCR or its models are not installed.
    """

    def __init__(self) -> None:
        self.engine, self.name = _engine()

    def __call__(self, picture: NDArray[np.uint8]) -> list[SeenLine]:
        """The lines, in the order in which they were found."""
        seen = self.engine(picture, return_word_box=True)
        if seen.boxes is None or seen.txts is None:
            return []
        words = seen.word_results or [()] * len(seen.txts)
        rows = zip(seen.txts, seen.boxes, words, strict=True)
        return [_line(text, box.tolist(), found) for text, box, found in rows]


@cache
def _engine() -> tuple[Any, str]:
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


def _line(text: str, corners: list[Point], words: Any) -> SeenLine:
    first, second, third, fourth = ((x, y) for x, y in corners)
    return SeenLine(text, (first, second, third, fourth), tuple(_words(corners, words)))


def _words(corners: list[Point], words: Any) -> Iterator[tuple[str, float, float]]:
    """Each word with its edges as shares of the line."""
    (x0, y0), (x1, y1) = corners[0], corners[1]
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    if not length:
        return
    for word, _, box in words:
        shares = [((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length for x, y in box]
        if word:
            yield word, max(0.0, min(shares)), min(1.0, max(shares))
