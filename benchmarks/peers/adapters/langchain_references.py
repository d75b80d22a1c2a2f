"""langchain-references: the markers of a reply rewritten as links, in the form that its prompt asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from langchain_core.documents import Document
from langchain_core.runnables import RunnableGenerator
from langchain_references import MarkdownReferenceStyle, manage_references


def load() -> dict[str, Callable[..., Any]]:
    """Return its one operation."""
    return {"markers": find_markers}


def find_markers(text: str, count: int) -> list[int]:
    """Stream the reply through the package and return the documents that it lists as referenced."""
    documents = [
        Document(page_content=f"Document {n}.", metadata={"source": f"https://d.test/{n}", "title": f"D{n}"})
        for n in range(1, count + 1)
    ]

    def reply(inputs: Any) -> Any:
        for _ in inputs:
            yield from re.findall(r".{1,7}", text, re.DOTALL)

    chain = manage_references(
        RunnableGenerator(reply), style=MarkdownReferenceStyle(foot_note_compatibe=False)
    )
    written = "".join(chunk.content for chunk in chain.stream({"documents": documents}))
    return [int(number) for number in re.findall(r"https://d\.test/(\d+)", written)]
