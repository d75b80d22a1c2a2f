"""A draft that is still being written → its text without markers, as far as it cannot change."""

from __future__ import annotations

from ascribe.read.markers import safe_end, strip_markers

STRIDE = 50
"""A text is read again when it has grown by one part in so many, so that the time does not go with the
square of its length."""


class Baring:
    """Gives the pieces of what ``bared`` makes of the whole.

    Later text may make something else of a marker that was told, such as the text of a link. Then nothing
    more comes.

    Args:
        sentences: how many were numbered for the model.
    """

    def __init__(self, sentences: int) -> None:
        self._sentences = sentences
        self._read_to = 0
        self.told = ""

    def piece(self, text: str) -> str:
        """What is new by that text, which is all that was written so far; it may be empty."""
        if len(text) - self._read_to < max(1, len(text) // STRIDE):
            return ""
        self._read_to = len(text)
        return self.rest(bared(text[: safe_end(text)], self._sentences))

    def rest(self, text: str) -> str:
        """What is behind that which was told; empty if the text does not begin so."""
        new = text[len(self.told) :] if text.startswith(self.told) else ""
        self.told += new
        return new


def bared(text: str, sentences: int) -> str:
    """The text without its markers: they are hints, and who supports what is found anew."""
    return strip_markers(text, sentences).strip()
