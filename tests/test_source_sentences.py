"""Which sentences of a source can be evidence: nothing without a word, and all others where they were."""

from pathlib import Path

import pytest

from ascribe import check
from ascribe.inline_markup import blank_inline_markup
from ascribe.records import Document
from ascribe.source_sentences import list_source_sentences

MANUAL = """<a name="mill"></a>

# <a name="top"></a>The mill

<div class="text" markdown="1">

The mill has [12 sails](#sails).

</div>

![](mill.png)

<!-- checked in May -->

* * *

<a name="miller"></a>The miller lives at the weir.
"""


def read(source: str) -> list[Document]:
    return check("", source, tier="rules").documents


def list_texts(source: str) -> list[str]:
    return [one.sentence.text for one in list_source_sentences(read(source))]


def test_what_is_only_markup_is_no_evidence() -> None:
    assert list_texts(MANUAL) == [
        "The mill has [12 sails](#sails).",
        '<a name="miller"></a>The miller lives at the weir.',
    ]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("In stock:\n\n- ✓\n- ✗", ["In stock:", "- ✓", "- ✗"]),
        ("| Name | Oak |\n|---|---|\n| Mill | ✓ |\n| | ✗ |\n| | |", ["| Mill | ✓ |", "| | ✗ |"]),
        ("It has **12** sails.\n\n7\n\n風車\n\n…\n\n👍", ["It has **12** sails.", "7", "風車"]),
    ],
)
def test_a_symbol_says_something_only_below_words(source: str, texts: list[str]) -> None:
    assert list_texts(source) == texts


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_no_nearest_passage_is_empty(tier) -> None:
    answer = check("Zebras sleep at night. The mill has 12 sails.", MANUAL, tier=tier)
    references = [one for sentence in answer.sentences for one in sentence.references]
    assert all(blank_inline_markup(one.quote).strip() for one in references)
    assert [MANUAL[one.document_start_idx : one.document_end_idx] for one in references] == [
        one.quote for one in references
    ]
    assert answer.sentences[1].supporting_sentence_ids
    assert "".join(chunk.chunk.text for chunk in answer.retrieved_chunks).count("<a name") == MANUAL.count(
        "<a name"
    )


@pytest.mark.parametrize("source", ['<a name="x"></a>', "***", "<div>\n</div>"])
def test_a_source_without_a_word_supports_nothing(source: str) -> None:
    (sentence,) = check("The mill has 12 sails.", source).sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "unsupported"
    assert sentence.references == ()


def test_a_published_file_keeps_all_sentences_with_words(shared_data: Path) -> None:
    documents = check("", [shared_data / "docs" / "nist_63b_aal.md"], tier="rules").documents
    texts = [one.sentence.text for one in list_source_sentences(documents)]
    assert not [text for text in texts if not blank_inline_markup(text).strip()]
    anchors = [one.text for one in documents[0].sentences if one.text.startswith("<a name")]
    assert anchors == ['<a name="sec4"></a>', '<a name="63bSec4-Table1"></a>']
    prose = [one.text for one in documents[0].sentences if one.text.endswith(".")]
    assert len(prose) > 80
    assert set(prose) <= set(texts)
