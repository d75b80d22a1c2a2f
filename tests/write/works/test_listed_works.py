"""Works of a list that no reply cites: each document once, in order, told apart by keys and letters."""

from pathlib import Path

from ascribe.records import Document
from ascribe.write.works import list_works


def make(name: str, **metadata: object) -> Document:
    return Document(name, Path(name), [], metadata=metadata)


def test_each_document_is_a_work_with_its_place_and_a_key_of_its_own() -> None:
    same = {"author": "Anna Kohl", "title": "Mills", "year": 2019}
    works = list_works([make("one", **same), make("two", **same), make("three")])
    assert [work.number for work in works] == [1, 2, 3]
    assert [work.name for work in works] == ["one", "two", "three"]
    assert len({work.work.key for work in works}) == 3
    assert [work.suffix for work in works] == ["a", "b", ""]
    assert [work.pages for work in works] == ["", "", ""]
