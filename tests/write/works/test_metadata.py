from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.records import Document
from ascribe.records.work import Name
from ascribe.write.display_text import to_one_line, unescape_controls
from ascribe.write.metadata import build_work, is_web_address, parse_issued

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["title", "Author", "authors", "date", "year", "issued", "pages", "page", "doi", "url", "type", "month"]
)


def document(**metadata: object) -> Document:
    return Document("doc", Path("doc"), [], metadata=metadata)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2019, (2019,)),
        ("2019", (2019,)),
        ("2019-05-03T10:00:00Z", (2019, 5, 3)),
        ("2019/05", (2019, 5)),
        ("D:20190503101500", (2019, 5, 3)),
        ("3 May 2019", (2019,)),
        ("03/04/2019", (2019,)),
        ("2019-13-40", (2019,)),
        ({"date-parts": [[2019, 5]]}, (2019, 5)),
        ({"date-parts": [["2019", "5", None]]}, (2019, 5)),
        ({"year": 2019, "month": 5}, (2019, 5)),
        ({"raw": "May 2019"}, (2019,)),
        ([2019], (2019,)),
        ("soon", ()),
        (True, ()),
        (12, ()),
        (None, ()),
    ],
)
def test_dates(value, expected) -> None:
    assert parse_issued(value) == expected


def test_keys_are_found_whatever_their_case_and_signs() -> None:
    work = build_work(
        document(**{"Container-Title": "Journal", "PUBLICATION DATE": "2019", "Creator": "Anna Kohl"}), "k"
    )
    assert (work.container, work.issued, work.authors) == ("Journal", (2019,), (Name("Kohl", "Anna"),))


def test_what_loaders_write_for_themselves_is_no_reference() -> None:
    made = document(
        page=3, pages=12, source="a.pdf", type="pdf", creator="LaTeX", producer="pdfTeX", title=""
    )
    work = build_work(made, "k")
    assert (work.authors, work.fields, work.kind, work.title) == ((), {}, "document", "")


@pytest.mark.parametrize(
    ("metadata", "kind"),
    [
        ({"type": "Journal Article"}, "article-journal"),
        ({"ENTRYTYPE": "inproceedings"}, "paper-conference"),
        ({"journal": "J"}, "article-journal"),
        ({"booktitle": "B"}, "chapter"),
        ({"isbn": "1"}, "book"),
        ({"institution": "I"}, "report"),
        ({"source": "https://a.org"}, "webpage"),
        ({"url": "https://a.org", "doi": "10.1234/a"}, "document"),
        ({}, "document"),
    ],
)
def test_kinds(metadata, kind) -> None:
    assert build_work(document(**metadata), "k").kind == kind


@pytest.mark.parametrize(
    ("address", "is_safe"),
    [
        ("https://a.org/x?y=1", True),
        ("http://a.org", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("https://a.org/ x", False),
        ('https://a.org/"onclick', False),
        ("http://[", False),
    ],
)
def test_only_web_addresses_become_links(address, is_safe) -> None:
    assert is_web_address(address) == is_safe
    assert ("URL" in build_work(document(url=address), "k").fields) == is_safe


def test_a_doi_is_found_in_its_address() -> None:
    assert build_work(document(doi="https://doi.org/10.5555/arle_1"), "k").fields["DOI"] == "10.5555/arle_1"


@given(st.dictionaries(KEYS, VALUES))
def test_any_metadata_gives_a_work_of_text(metadata) -> None:
    work = build_work(document(**metadata), "k")
    texts = [work.title, work.container, *work.fields.values(), *(name.family for name in work.authors)]
    assert texts == [to_one_line(unescape_controls(text)) for text in texts]
    assert all(work.fields.values())
    assert len(work.issued) <= 3
