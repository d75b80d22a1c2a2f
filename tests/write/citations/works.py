"""Invented sources with metadata of every kind, and a reply that cites them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ascribe.records import Answer, CitedSentence, Document, Verdict, VerificationResult
from tests.write.conftest import bare_answer, build_document, build_reference

METADATA: dict[str, dict[str, Any]] = {
    "kohl.pdf": {
        "title": "Sails & stones: mills of the *Arle*",
        "authors": ["Anna Kohl", "Ben J. Ray"],
        "journal": "Journal of Mill_Studies",
        "volume": 12,
        "issue": 3,
        "pages": "100–112",
        "year": 2019,
        "doi": "10.5555/arle_1",
    },
    "flood.html": {
        "title": "The flood of 1953",
        "author": {"literal": "River Board of Halden"},
        "date": "1954-02-11",
        "url": "https://example.org/flood_(1953)?a=1&b=2",
    },
    "kohl-2": {
        "type": "book",
        "title": "Wasser & Stein: 100 % Übermühlen",
        "author": "Kohl, Anna and Ray, Ben J.",
        "issued": {"date-parts": [[2019]]},
        "publisher": "Arle {Press}",
        "publisher-place": "Halden",
    },
    "untitled": {"page": 3, "source": "notes.txt"},
    "survey": {
        "title": "A survey <script>alert(1)</script> of 文献",
        "author": "Ito, C.; van der Berg, Jan; Ñandú, María; Łukasz Żak",
        "booktitle": "Proceedings of Mills",
        "type": "inproceedings",
        "year": "2021",
        "url": "javascript:alert(1)",
    },
}
TEXTS = {
    "kohl.pdf": ("The mill has 12 sails.", "It was built in 1871."),
    "flood.html": ("The flood of 1953 spared it.",),
    "kohl-2": ("The stones come from Halden.",),
    "untitled": ("Visitors paid 2.50 euros.",),
    "survey": ("It is 30 m high.",),
}
REPLY = """\
## The mill

The mill has 12 sails. It was built in 1871. The flood of 1953 spared it, and a dragon guards it.
It stands on *stones from Halden.* Its stones, sails and tickets are known.

- Visitors paid 2.50 euros!
- Its height: 30 m

| height | 30 m |
"""
CITED: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...] = (
    ("## The mill", "not_checkable", ()),
    ("The mill has 12 sails.", "supported", (("kohl.pdf", 0),)),
    ("It was built in 1871.", "supported", (("kohl.pdf", 1),)),
    ("The flood of 1953 spared it, and a dragon guards it.", "partial", (("flood.html", 0),)),
    ("It stands on *stones from Halden.*", "supported", (("kohl-2", 0),)),
    (
        "Its stones, sails and tickets are known.",
        "supported",
        (("kohl-2", 0), ("kohl.pdf", 0), ("untitled", 0)),
    ),
    ("- Visitors paid 2.50 euros!", "supported", (("untitled", 0), ("flood.html", 0))),
    ("- Its height: 30 m", "supported", (("survey", 0),)),
    (
        "| height | 30 m |",
        "supported",
        (("survey", 0), ("kohl.pdf", 0), ("untitled", 0), ("kohl-2", 0)),
    ),
)


def build_documents() -> list[Document]:
    """The sources; the first has two pages."""
    breaks = {"kohl.pdf": [0, 23]}
    return [
        replace(
            build_document(name, " ".join(texts), breaks.get(name, [])),
            metadata=METADATA[name],
        )
        for name, texts in TEXTS.items()
    ]


def build_cited_answer() -> Answer:
    """The reply with its verdicts and evidence."""
    documents = build_documents()
    sentences, position = [], 0
    for text, status, cited in CITED:
        start = REPLY.index(text, position)
        position = start + len(text)
        references = tuple(
            build_reference(documents, name, "supports", TEXTS[name][n], (start, position))
            for name, n in cited
        )
        verdict = Verdict(status, "own_code", "rules", 0.9, references=references)  # type: ignore[arg-type]  # names of the table
        sentences.append(CitedSentence(text, (), 0.9, start, position, references, verdict))
    results = [
        VerificationResult(i, text, status == "supported", 0.9)
        for i, (text, status, _) in enumerate(CITED)
        if status != "not_checkable"
    ]
    return bare_answer(REPLY, sentences, documents=documents, verification_results=results)
