from __future__ import annotations

from ascribe.records import Answer, CitedSentence, Reference
from ascribe.write.evidence import find_context, find_document, find_references
from tests.write.conftest import bare_answer, build_document

LONG = "First words here. " * 40 + "The quote. " + "Last words here. " * 40


def reference(text: str, quote: str, doc_id: str = "doc", position: int = 1) -> Reference:
    start = text.find(quote)
    return Reference(start, start + len(quote), 0, 1, 0.5, doc_id, position, "supports", quote)


def test_a_passage_is_the_paragraph_of_the_quote() -> None:
    text = "Above.\n\nBefore. The quote. After.\n\nBelow."
    passage = find_context(reference(text, "The quote."), build_document("doc", text, []))
    assert (passage.before, passage.quote, passage.after) == ("Before. ", "The quote.", " After.")


def test_a_long_paragraph_is_cut_between_words() -> None:
    passage = find_context(reference(LONG, "The quote."), build_document("doc", LONG, []))
    assert passage.before.startswith("… ")
    assert passage.after.endswith(" …")
    assert passage.before[2:] + passage.quote + passage.after[:-2] in LONG
    assert set(passage.before[2:].split()) <= set(LONG.split())
    assert len(passage.before) < 330


def test_words_that_do_not_match_the_source_are_shown_alone() -> None:
    passage = find_context(
        Reference(0, 5, 0, 1, 0.5, "doc", 1, "supports", "other"), build_document("doc", "Words here.", [])
    )
    assert (passage.before, passage.quote, passage.after) == ("", "other", "")


def test_a_reference_without_a_quote_shows_the_slice() -> None:
    passage = find_context(
        Reference(0, 5, 0, 1, 0.5, "doc", 1, "supports"), build_document("doc", "Words here.", [])
    )
    assert passage.quote == "Words"


def test_of_two_documents_with_one_id_the_position_decides() -> None:
    documents = [build_document("doc", "One.", []), build_document("doc", "Two.", [])]
    assert find_document(reference("Two.", "Two.", position=2), documents) is documents[1]
    assert find_document(reference("Two.", "Two.", position=9), documents) is documents[0]
    assert find_document(reference("Two.", "Two.", doc_id="none"), documents) is None


def test_sentence_ids_become_references(answer: Answer) -> None:
    cited = CitedSentence("x", ("manual.pdf::s1", "unknown::s9"), 0.5)
    found = find_references(cited, bare_answer(None, [cited], documents=answer.documents))
    assert [(r.document_id, r.quote, r.label) for r in found] == [
        ("manual.pdf", "In normal operation it runs at 40 °C.", "supports")
    ]


def test_without_documents_the_passage_that_holds_the_sentence_is_cited(answer: Answer) -> None:
    cited = CitedSentence("x", ("manual.pdf::s1",), 0.5)
    found = find_references(cited, bare_answer(None, [cited], retrieved_chunks=answer.retrieved_chunks))
    assert [r.quote for r in found] == ["In normal operation it runs at 40 °C."]
