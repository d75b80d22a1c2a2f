"""Quotes with their context as sources: what is printed decides."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ascribe
from ascribe import Document, InputError, Reference
from ascribe.read.printed import build_printed_documents
from ascribe.records import Context

WORDS = st.text("abc .:|\t-#\n12é文", min_size=1, max_size=20).filter(str.strip)
KINDS = st.sampled_from(["heading", "caption", "lead", "columns", "group"])
CONTEXTS = st.builds(lambda kind, text: Context(kind, text, 0, len(text)), KINDS, WORDS)


@st.composite
def references(draw: st.DrawFn) -> Reference:
    start, quote = draw(st.integers(0, 90)), draw(WORDS)
    name, context = draw(st.sampled_from(["a", "b"])), draw(st.lists(CONTEXTS, max_size=3))
    return Reference(start, start + len(quote), 0, 1, 0.5, name, 1, "supports", quote, context=tuple(context))


def check_slices(document: Document) -> None:
    text = document.full_text or ""
    for sentence in document.sentences:
        assert text[sentence.span.char_start : sentence.span.char_end] == sentence.text
        assert all(text[one.char_start : one.char_end] == one.text for one in sentence.context)
        assert all(one.char_end <= sentence.span.char_start for one in sentence.context)


@given(st.lists(references(), max_size=5))
def test_every_span_is_an_exact_slice_and_nothing_is_lost(given_ones: list[Reference]) -> None:
    documents = build_printed_documents(given_ones)
    distinct = {(r.document_id, r.document_start_idx, r.document_end_idx): r for r in given_ones}
    printed = list(chain.from_iterable(document.sentences for document in documents))
    assert sorted(s.text for s in printed) == sorted(r.quote for r in distinct.values())
    assert [d.doc_id for d in documents] == list(dict.fromkeys(r.document_id for r in given_ones))
    for document in documents:
        check_slices(document)
        starts = [s.span.char_start for s in document.sentences]
        assert starts == sorted(starts)


def test_a_reference_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="'a' has no quote"):
        ascribe.check("The mill has 12 sails.", Reference(0, 5, 0, 1, 0.5, "a", 1, "supports"))


SOURCE = """# Ward manual

## Hygiene

The ward must:

- clean every bed daily
- inspect the store:
  - weigh the drugs twice a week

It opened in 1990. It has 12 beds and 3 kitchens.

## Checks

Table 2: Background checks by state

| State | Permit | Handgun |
|---|---|---|
| South | | |
| Kentucky | 264,140 | 12,155 |
| Texas | 31,000 | 44,120 |
"""

REPLY = (
    "The ward must clean every bed daily. The ward must weigh the drugs twice a week. "
    "The ward has 12 beds. The ward has 14 beds. The ward has 12 beds and 3 kitchens. "
    "Kentucky had 264,140 permit checks. Kentucky had 12,155 permit checks. Texas had 12,155 handgun checks."
)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_references_alone_give_the_verdict_again(tier: str) -> None:
    decided = 0
    for sentence in ascribe.check(REPLY, SOURCE, tier=tier).sentences:
        assert sentence.verdict is not None
        if sentence.verdict.status in ("supported", "contradicted"):
            decided += 1
            (again,) = ascribe.check(sentence.text, sentence.references, tier=tier).sentences
            assert again.verdict is not None
            assert again.verdict.status == sentence.verdict.status, sentence.text
    assert decided >= 5


def test_the_context_is_needed() -> None:
    (sentence,) = ascribe.check("The ward must clean every bed daily.", SOURCE, tier="rules").sentences
    (reference,) = sentence.references
    kinds: Iterable[str] = (one.kind for one in reference.context)
    assert list(kinds) == ["heading", "heading", "lead"]
    (bare,) = ascribe.check(sentence.text, reference.quote, tier="rules").sentences
    assert bare.verdict is not None
    assert bare.verdict.status != "supported"
