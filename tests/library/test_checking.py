"""Replies checked against a library: all of a small one, what a search finds of a large one."""

import pytest
from benchmarks.library_stand_in import StandIn

import ascribe
from ascribe.errors import InputError, UnknownDocumentError
from ascribe.library import Library, sources

DOCUMENTS = [
    {
        "id": "mill",
        "text": "# The mill\n\nThe mill has 12 sails. It was built in 1871.",
        "metadata": {"year": 1871},
    },
    {"id": "dam", "text": "The dam is of granite. It holds the Arle.", "metadata": {"year": 1902}},
    {"id": "pier", "text": "The pier is of oak. It is long."},
]
REPLY = "The mill was built in 1871. The dam is of granite."


@pytest.fixture
def library():
    with Library(encoder=StandIn()) as opened:
        opened.add(DOCUMENTS)
        yield opened


def test_a_small_library_is_checked_as_its_documents_are(library) -> None:
    answer = ascribe.check(REPLY, library, tier="rules")
    expected = ascribe.check(REPLY, sorted(DOCUMENTS, key=lambda d: d["id"]), tier="rules")
    assert [s.verdict for s in answer.sentences] == [s.verdict for s in expected.sentences]
    assert [s.references for s in answer.sentences] == [s.references for s in expected.sentences]
    assert answer.skipped == []


def test_of_a_large_library_the_passages_found_are_checked_and_the_answer_says_so(
    library, monkeypatch
) -> None:
    monkeypatch.setattr(sources, "MAX_WHOLE_SENTENCES", 2)
    monkeypatch.setattr(sources, "PASSAGES_PER_CLAIM", 1)
    answer = ascribe.check(REPLY, library, tier="rules")
    assert answer.status_counts() == {"supported": 2}
    assert {document.doc_id for document in answer.documents} == {"mill", "dam"}
    (skipped,) = answer.skipped
    assert skipped.reason.startswith(
        "not read as a whole, as it has 7 sentences. The reply was checked against"
    )
    assert "in 2 of 3 documents; what is unsupported was not found among these" in skipped.reason
    assert (
        "was not found among these" in answer.to_markdown() if hasattr(answer, "to_markdown") else str(answer)
    )


def test_a_reply_about_nothing_in_a_large_library_is_never_supported(library, monkeypatch) -> None:
    monkeypatch.setattr(sources, "MAX_WHOLE_SENTENCES", 2)
    answer = ascribe.check("Zebras yodel.", library, tier="rules")
    assert answer.status_counts().get("supported", 0) == 0
    assert "not read as a whole" in answer.skipped[0].reason


def test_chosen_documents_alone_are_sources(library, monkeypatch) -> None:
    for chosen, expected in [
        (library.select(["dam", "mill", "dam"]), ["dam", "mill"]),
        (library.select(where={"year": [1871, 5]}), ["mill"]),
        (library.select(["dam"], where={"year": 1902}), ["dam"]),
    ]:
        answer = ascribe.check(REPLY, chosen, tier="rules")
        assert [document.doc_id for document in answer.documents] == expected
    monkeypatch.setattr(sources, "MAX_WHOLE_SENTENCES", 1)
    answer = ascribe.check(REPLY, library.select(["pier"]), tier="rules")
    assert {document.doc_id for document in answer.documents} <= {"pier"}


def test_what_cannot_be_chosen(library, monkeypatch) -> None:
    with pytest.raises(UnknownDocumentError, match="no document has the id 'weir'"):
        ascribe.check(REPLY, library.select(["weir"]))
    with pytest.raises(InputError, match="no document of the library has the metadata year=1; choose other"):
        ascribe.check(REPLY, library.select(where={"year": 1}))
    with pytest.raises(InputError, match="no document that was chosen has the metadata year=1 or 2;"):
        ascribe.check(REPLY, library.select(["dam"], where={"year": [1, 2]}))
    with pytest.raises(InputError, match="no document was chosen"):
        ascribe.check(REPLY, library.select([]))
    with pytest.raises(InputError, match="must be a list of ids, got the text 'dam'"):
        library.select("dam")
    with Library() as empty, pytest.raises(InputError, match="the library is empty"):
        ascribe.check(REPLY, empty)
    monkeypatch.setattr(sources, "MAX_WHOLE_SENTENCES", 2)
    with pytest.raises(InputError, match="more than the 2 that can be read before the reply is known"):
        list(ascribe.stream([REPLY], library))


def test_many_replies_and_streams_take_a_library(library) -> None:
    answers = list(ascribe.check_many([(REPLY, library), ("The pier is of oak.", library)], tier="rules"))
    assert [answer.status_counts() for answer in answers] == [{"supported": 2}, {"supported": 1}]
    *_, last = ascribe.stream([REPLY], library, tier="rules")
    assert last.answer is not None
    assert last.answer.status_counts() == {"supported": 2}
