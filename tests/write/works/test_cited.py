from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ascribe.records import CitedSentence, Reference
from ascribe.write.numbering import Numbering
from ascribe.write.works import build_cited_works
from tests.write.citations.works import build_cited_answer
from tests.write.conftest import bare_answer, build_document


def cited(*metadata: dict[str, object]) -> list[str]:
    """The keys of documents with that metadata, each cited once."""
    documents = [build_document(f"doc{n}", "One.", []) for n in range(len(metadata))]
    for document, known in zip(documents, metadata, strict=True):
        document.metadata.update(known)
    references = tuple(
        Reference(0, 4, 0, 4, 0.5, d.doc_id, n, "supports", "One.") for n, d in enumerate(documents, 1)
    )
    answer = bare_answer("One.", [CitedSentence("One.", (), 0.5, 0, 4, references)], documents=documents)
    return [work.work.key for work in build_cited_works(Numbering.of_sources(answer).sources)]


def test_keys_are_made_of_author_year_and_title() -> None:
    kohl = {"author": "Änne Köhl", "year": 2019, "title": "The Mills"}
    assert cited(kohl, kohl, {}, {"title": "文献"}) == [
        "kohl2019mills",
        "kohl2019mills-b",
        "source3",
        "source4",
    ]


def test_a_key_that_the_metadata_has_is_kept() -> None:
    assert cited({"citation_key": "Kohl:2019{}"}, {"citekey": "kohl:2019"}) == ["Kohl:2019", "kohl:2019-b"]


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["citekey", "author", "title"]), st.text(max_size=4)), max_size=6
    )
)
def test_no_key_is_given_twice(metadata: list[dict[str, object]]) -> None:
    keys = [key.lower() for key in cited(*metadata)]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9_:.+/-]+", key) for key in keys)


def test_the_pages_that_were_cited_are_named() -> None:
    works = build_cited_works(Numbering.of_sources(build_cited_answer()).sources)
    assert [work.pages for work in works] == ["pages 1–2", "", "", "", ""]
