"""A library that changes while it is asked: nothing is cited from what it does not hold any more."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ascribe import Answer
from ascribe.library import Library
from ascribe.protocols import Draft
from ascribe.verify.rules_verifier import RulesVerifier
from tests.library.writing import Writing

MILL, RIVER = "The mill has 12 sails.", "The mill stands on the river Arle."
DRAFT = f"{MILL} {RIVER}"
QUESTION = "What is known of the mill?"


@pytest.fixture
def library():
    with Library(encode=False) as made:
        made.add([{"id": "mill", "text": MILL}, {"id": "river", "text": RIVER}])
        yield made


def asked(library: Library, meanwhile: Callable[[], object], **options: Any) -> Answer:
    """The answer of a generator while which something happens to the library."""

    def drafting(*_: object) -> str:
        meanwhile()
        return DRAFT

    return library.ask(QUESTION, generator=drafting, **{"tier": "rules", **options})


def cited(answer: Answer) -> set[str]:
    return {r.document_id for s in answer.sentences for r in s.references}


def test_what_stays_is_cited(library) -> None:
    answer = asked(library, lambda: None)
    assert (answer.reply, cited(answer)) == (DRAFT, {"mill", "river"})


def test_what_rests_on_a_removed_document_is_taken_out(library) -> None:
    answer = asked(library, lambda: library.remove("river"))
    assert (answer.reply, cited(answer)) == (MILL, {"mill"})
    assert [sentence.text for sentence in answer.removed] == [RIVER]
    assert [document.doc_id for document in answer.documents] == ["mill"]
    assert {found.chunk.doc_id for found in answer.retrieved_chunks} == {"mill"}


def test_a_replaced_document_is_another_one(library) -> None:
    answer = asked(library, lambda: library.add({"id": "river", "text": "It has no river."}))
    assert (answer.reply, cited(answer)) == (MILL, {"mill"})


@pytest.mark.parametrize("verify", [True, False])
def test_with_nothing_left_it_is_a_refusal(library, verify) -> None:
    answer = asked(library, lambda: library.remove("mill", "river"), verify=verify)
    assert (answer.refusal_reason, answer.sentences) == ("no_evidence", [])
    assert "removed from the library, or replaced" in answer.refusal_details
    assert (answer.documents, answer.retrieved_chunks) == ([], [])


def test_a_draft_that_is_not_checked_cites_nothing_that_is_gone(library) -> None:
    class Citing:
        """Cites all that it was offered, and a document goes."""

        def generate(self, question: str, offered: Any, language: Any) -> Draft:  # noqa: ARG002 - a Generator's
            library.remove("river")
            ids = [sentence.id for passage in offered for sentence in passage.sentences]
            return Draft(DRAFT, citations=tuple((len(MILL), each) for each in ids))

    answer = library.ask(QUESTION, generator=Citing(), verify=False, tier="rules")
    assert answer.cited_sentence_ids == {"mill::s0"}


def test_what_goes_while_it_is_checked_is_not_cited_either(library) -> None:
    class Removing(RulesVerifier):
        """Judges, and a document goes."""

        def verify_batch(self, batch):
            if any(document.doc_id == "river" for document in library.documents()):
                library.remove("river")
            return super().verify_batch(batch)

    answer = asked(library, lambda: None, tier=Removing)
    assert (answer.reply, cited(answer)) == (MILL, {"mill"})


def test_the_verifier_is_made_once(library) -> None:
    made = []

    class Counted(RulesVerifier):
        """Says that it is made."""

        def __init__(self, strictness, language) -> None:
            made.append(language)
            super().__init__(strictness, language)

    assert not asked(library, lambda: library.remove("river"), tier=Counted).was_refused
    assert made == ["en"]


def test_what_was_shown_from_a_removed_document_is_taken_back(library) -> None:
    class Outlived(Writing):
        """Writes, and a document goes."""

        def stream(self, *_: Any) -> Iterator[Any]:
            yield f"{RIVER} {MILL} So"
            library.remove("river")
            yield " it is."
            yield Draft(f"{RIVER} {MILL} So it is.")

    *events, final = library.stream(QUESTION, generator=Outlived([]), tier="rules")
    assert [event.id for event in events if event.kind == "retracted"] == ["35-57", "0-34"]
    assert final.answer.reply == f"{MILL} So it is."
    assert cited(final.answer) == {"mill"}
