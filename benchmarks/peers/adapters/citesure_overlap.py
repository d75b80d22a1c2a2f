"""citesure with its NLI tier off, because that is a download: the excerpt of each citation is the source."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citesure import Citation, extract_citations, rank_passages
from citesure.overlap import verify_citations


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    Path("page.txt").write_text("A page that can be read. " * 40, "utf-8")
    return {"rank": rank, "verify": verify, "answer": answer, "markers": find_markers}


def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
    """Rank the sentences as passages."""
    left = dict[str, list[int]]()
    for index, sentence in enumerate(sentences):
        left.setdefault(sentence, []).append(index)
    return [left[text].pop(0) for _, text in rank_passages(claim, sentences, top_k=5)]


def check(claims: list[str], text: str) -> list[Any]:
    """Return the verdicts on claims that cite the text."""
    page = str(Path("page.txt").resolve())
    cited = [Citation(str(n), page, claim, excerpt=text) for n, claim in enumerate(claims)]
    return list(asyncio.run(verify_citations(cited, allow_any_local=True)).verdicts)


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return the status; ambiguous is undecided."""
    (verdict,) = check([claim], "\n\n".join(texts))
    if verdict.tier_reached < 2:
        raise ValueError(f"stopped before the overlap tier: {verdict.notes}")
    status = verdict.status.value
    return {"supported": status == "supported", "score": verdict.score, "decided": status != "ambiguous"}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Check every claim against all passages."""
    check(claims, "\n\n".join(" ".join(passage) for passage in passages))


def find_markers(text: str, count: int) -> list[int]:
    """Return the documents of the citations that it extracts."""
    found = extract_citations(text, {str(n): f"https://d.test/{n}" for n in range(1, count + 1)})
    return [int(one.url.rpartition("/")[2]) for one in found if one.url.startswith("https://d.test/")]
