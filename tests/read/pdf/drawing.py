"""Draws the PDF files of the reader's tests; every word's place is known."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.lib import pdfencrypt
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

FONT, SIZE, LEADING = "Times-Roman", 10.0, 12.0


@dataclass
class Drawing:
    """A PDF in the making and the boxes of its words: (word, page, x0, base line, x1)."""

    width: float = 612.0
    height: float = 792.0
    password: str | None = None
    words: list[tuple[str, int, float, float, float]] = field(default_factory=list)
    page: int = 0

    def __post_init__(self) -> None:
        self.buffer = io.BytesIO()
        encrypt = pdfencrypt.StandardEncryption(self.password) if self.password else None
        self.canvas = Canvas(self.buffer, pagesize=(self.width, self.height), encrypt=encrypt, invariant=1)

    def text(self, x: float, y: float, text: str, font: str = FONT, size: float = SIZE) -> None:
        """One printed line with its base line at ``y``."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)
        at = x
        for word in text.split(" "):
            width = stringWidth(word, font, size)
            self.words.append((word, self.page, at, y, at + width))
            at += width + stringWidth(" ", font, size)

    def lines(self, x: float, y: float, lines: Sequence[str], font: str = FONT, size: float = SIZE) -> float:
        """Lines one below the other; gives the base line of the next."""
        for line in lines:
            self.text(x, y, line, font, size)
            y -= LEADING
        return y

    def next_page(self) -> None:
        """Ends the page."""
        self.canvas.showPage()
        self.page += 1

    def data(self) -> bytes:
        """The file."""
        self.canvas.showPage()
        self.canvas.save()
        return self.buffer.getvalue()


def wrapped(text: str, width: float, font: str = FONT, size: float = SIZE) -> list[str]:
    """The text in lines no wider than ``width``."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if stringWidth(longer, font, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
