"""One reply in every style and markup, and its references in every form."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ascribe.registry import components
from ascribe.write.citation_styles import CITATION_STYLES
from tests.write.citations.works import build_cited_answer

Golden = Callable[[str, str], None]
ENDINGS = {"md": "md", "html": "html", "plain": "txt"}


@pytest.mark.parametrize("markup", ENDINGS)
@pytest.mark.parametrize("style", CITATION_STYLES)
def test_styles(style: str, markup: str, golden: Golden) -> None:
    text = build_cited_answer().with_citations(style, markup=markup)  # type: ignore[arg-type]  # a row of ENDINGS
    golden(f"cited/{style}.{ENDINGS[markup]}", text)


@pytest.mark.parametrize("form", [row.name for row in components("references")])
def test_references(form: str, golden: Golden) -> None:
    golden(f"references/{form}.txt", build_cited_answer().bibliography(form))


@pytest.mark.parametrize("form", ["own", "apa", "bibtex"])
@pytest.mark.parametrize("markup", ["md", "html"])
def test_references_below_a_reply(form: str, markup: str, golden: Golden) -> None:
    text = build_cited_answer().with_citations("author_year", form, markup=markup, repeats=False)  # type: ignore[arg-type]  # as above
    golden(f"cited/author_year-{form}.{markup}", text)
