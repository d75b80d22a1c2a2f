"""A Haystack pipeline from a YAML file: references, a list of sources and verdicts for a reply over a PDF.

Needs ``pip install ".[haystack]"``; run it as ``python examples/haystack/references.py [PDF REPLY]``.
"""

import sys
from pathlib import Path

from haystack import Document, Pipeline
from haystack.core import serialization

from ascribe import read_sources

HERE = Path(__file__).parent
APOLLO = HERE.parent / "apollo11"


def main(
    source: str | Path = APOLLO / "apollo11.pdf",
    reply: str | Path = APOLLO / "reply.md",
    question: str = "How did Apollo 11 go?",
) -> None:
    """Run it and print what was found."""
    if hasattr(serialization, "allow_deserialization_module"):
        # Haystack 3 loads from YAML only what was allowed; Haystack 2 loads anything.
        serialization.allow_deserialization_module("ascribe.adapters.haystack")
    pipeline = Pipeline.loads((HERE / "pipeline.yaml").read_text(encoding="utf-8"))
    documents = [
        Document(content=one.full_text, meta={"file_name": one.source_path.name})
        for one in read_sources(Path(source))
    ]
    text = Path(reply).read_text(encoding="utf-8")
    inputs = {"query": question, "replies": [text], "documents": documents}
    (answer,) = pipeline.run({"answer_builder": inputs})["answer_checker"]["answers"]
    verdicts = {s["start"]: s["status"] for s in answer.meta["_ascribe"]["sentences"]}
    for reference in answer.meta["_references"]:
        said = answer.data[reference["answer_start_idx"] : reference["answer_end_idx"]]
        content = answer.documents[reference["document_position"] - 1].content
        quote = content[reference["document_start_idx"] : reference["document_end_idx"]]
        status = verdicts.get(reference["answer_start_idx"], "not a sentence of the checker")
        print(f"{reference['score']:.2f} {reference['label']}, {status}: {said}\n     from: {quote}\n")
    print(answer.meta["references"])


if __name__ == "__main__":
    main(*sys.argv[1:])
