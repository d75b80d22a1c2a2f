"""A node parser that splits at Ascribe's sentence boundaries."""

from typing import Any

from llama_index.core.bridge.pydantic import Field
from llama_index.core.node_parser import TextSplitter

from ascribe.adapters.text_spans import Unit, check_unit, split_spans


class PassageNodeParser(TextSplitter):
    """Splits documents into nodes that are passages or sentences of their text.

    A passage contains whole sentences of one section, about 1,200 characters; a text of up to 2,000
    characters is one passage. A node is a slice of its document, so it has ``start_char_idx``, and ``locate``
    finds a quote in the document.

    Args:
        unit: ``passage`` or ``sentence``.
        language: ISO 639-1 code; None detects it for each document.
    """

    unit: Unit = Field(default="passage", description="What a node is: passage or sentence.")
    language: str | None = Field(default=None, description="ISO 639-1 code of the documents.")

    def __init__(self, unit: Unit = "passage", language: str | None = None, **options: Any) -> None:
        check_unit(unit)
        super().__init__(unit=unit, language=language, **options)

    @classmethod
    def class_name(cls) -> str:
        """Return the name under which LlamaIndex stores the parser."""
        return "PassageNodeParser"

    def split_text(self, text: str) -> list[str]:
        """Return the passages or sentences of a text, in order; a blank text has none."""
        return [text[start:end] for start, end in split_spans(text, self.unit, self.language)]
